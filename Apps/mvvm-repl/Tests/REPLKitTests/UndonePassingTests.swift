import Bindings
import Testing
import ViewModels

@testable import REPLKit

@ViewModel private final class Meter {
  /// A value that only its view-model sets, which no tool puts back.
  public internal(set) var count: Int = 0
  @Command func add() { count += 1 }
}

/// What only a view-model sets is no dead end of the timeline, and bindings go and come with their statements.
@MainActor
@Suite(.ownGraph) struct UndonePassingTests {
  let conversation = Conversation { catalog, _ in
    catalog.add(Meter.self)
  }

  @Test func whatOnlyAViewModelSetsIsGoneBy() async {
    await conversation.say("var n = 1; let c = Meter(); n = 2; c.add(); n = 3")
    #expect(await conversation.say("undo 2").status == .runtimeError)
    let way = conversation.diagnostics.first?.help?.description ?? ""
    #expect(
      way.hasPrefix(":goto #") && way.hasSuffix("skips it and goes on; what it set stays."),
      "\(way)")
    let said = await conversation.say(
      way.replacing(" skips it and goes on; what it set stays.", with: ""))
    #expect(said.status == .ok)
    #expect(said.lines == ["only its view-model sets c.count; that stays"])
    #expect(await conversation.say("n; c.count").lines == ["2", "1"])
    #expect(await conversation.say(":goto start; n; c.count").lines.suffix(2) == ["1", "1"])
  }

  @Test func aJourneyThatStopsOnItsWayIsRecordedAsFarAsItWent() async {
    await conversation.say("var n = 1; let c = Meter(); c.add(); n = 3; n = 4")
    #expect(await conversation.say("undo 5").status == .runtimeError)
    #expect(await conversation.say("n").lines == ["1"])
    let steps = conversation.session.voice.recorder.steps.map { $0.instead ?? $0.text }
    #expect(steps.contains("undo 2") && !steps.contains("undo 5"), "\(steps)")
  }

  @Test func aBindingGoesWithItsStatementAndComesBackWithIt() async {
    await conversation.say("var a = 1; var b = 2; bind a <-> b")
    #expect(await conversation.say("b").lines == ["1"])
    let said = await conversation.say("undo").lines
    #expect(said.contains("ended: a <-> b"), "\(said)")
    #expect(await conversation.say("a; b").lines == ["1", "2"])
    #expect(await conversation.say("redo").lines.contains { $0.contains("#1: a <-> b") })
    #expect(await conversation.say("a = 7; b").lines == ["7"])
    #expect(await conversation.say("b = 8; a").lines == ["8"])
    await conversation.say("undo 3")
    #expect(await conversation.say("a = 5; b").lines == ["2"])
  }

  /// A declaration is not undone, and neither is what a binding has set in the new object.
  @Test(arguments: ["->", "<->"])
  func whatABindingSetsInANewObjectIsNoStep(arrow: String) async {
    let conversation = Conversation()
    await conversation.say("let a = Form(); let b = Form(); var n = 1; a.name = \"x\"")
    await conversation.say("bind a.name \(arrow) b.name\nn = 2\nlet b = Form()")
    #expect(await conversation.say("b.name; undo; n").lines == ["\"x\"", "undone: n = 2", "1"])
    #expect(await conversation.say("a.name; b.name").lines == ["\"x\"", "\"x\""])
    await conversation.say("var v = 1; var w = 2; bind v -> w\nn = 3\nvar w = 5")
    #expect(await conversation.say("undo; w; n").lines == ["undone: n = 3", "1", "1"])
  }

  @Test func whatANewObjectSetsThroughABindingIsUndoneAlone() async {
    let conversation = Conversation()
    await conversation.say("let a = Form(); let b = Form(); a.name = \"x\"")
    await conversation.say("bind a.name -> b.name\nlet a = Form()")
    let said = await conversation.say("b.name; undo; b.name; a.name").lines
    #expect(
      said == [
        "\"ann\"", "undone: let a = Form()", "'a' is still the new one", "\"x\"", "\"ann\"",
      ])
  }

  /// A two-way binding takes the value that comes back into the new object, too.
  @Test func whatIsUndoneBehindATwoWayBindingComesBackInTheNewObject() async {
    let conversation = Conversation()
    await conversation.say("let a = Form(); let b = Form(); a.name = \"x\"")
    await conversation.say("bind a.name <-> b.name\nlet a = Form()")
    let said = await conversation.say("b.name; undo; b.name; a.name").lines
    #expect(
      said == [
        "\"ann\"", "undone: let a = Form()", "'a' is still the new one", "\"x\"", "\"x\"",
      ])
    await conversation.say("var v = 1; var w = 2; bind v <-> w\nv = 5\nvar w = 9")
    let told = await conversation.say("v; undo; v; w").lines
    #expect(told == ["9", "undone: var w = 9", "'w' is still the new one", "5", "9"])
  }

  @Test func unbindIsAStepThatIsUndoneAndRedone() async {
    await conversation.say("var a = 1; var b = 2; var c = 3; bind a -> b; bind a -> c; a = 4")
    await conversation.say("unbind all")
    let said = await conversation.say("undo; a = 5; b; c").lines
    #expect(
      said == [
        "undone: unbind all", "binding #1: a -> b", "binding #2: a -> c", "5", "5",
      ], "\(said)")
    await conversation.say("undo; redo; unbind a -> b; undo; redo; a = 6")
    #expect(await conversation.say("b; c").lines == ["5", "6"])
  }

  /// A binding between equal values is a step, too, and is not taken for an older change.
  @Test func aBindingThatSetsNothingIsAStep() async {
    await conversation.say("var a = 1; var b = 1; var c = 2; c = 3; bind a -> b")
    let said = await conversation.say("undo; c").lines
    #expect(said == ["undone: bind a -> b", "ended: a -> b", "3"], "\(said)")
    await conversation.say("redo; a = 7")
    #expect(await conversation.say("b").lines == ["7"])
  }

  @Test func aBindingThatCannotComeBackIsToldToHaveEnded() async {
    await conversation.say("var a = 1; var b = 2; bind a -> b; undo")
    await conversation.say("let a = \"text\"")
    let said = await conversation.say("redo").lines
    #expect(said.last == "ended: a -> b: 'b' is Int; \"text\" is String", "\(said)")
    #expect(await conversation.say("bind").lines.first?.hasPrefix("Nothing is bound") == true)
  }
}
