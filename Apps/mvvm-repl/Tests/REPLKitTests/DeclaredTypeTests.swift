import Bindings
import Testing
import ViewModels

@testable import REPLKit

/// A view-model with an enumeration, and a class below another.
@MainActor
final class Lamp: ViewModel {
  enum Light: String, Codable, Sendable, CaseIterable { case red, green }

  let light = Property(Light.red, label: "light")
  let next = Property<Light?>(.green, label: "next")

  static let schema = ViewModelSchema(
    Lamp.self, "A lamp.",
    members: [
      .property("light", { $0.light }, "Its colour."), .property("next", { $0.next }),
    ])
}

@MainActor
@Suite(.ownGraph) struct DeclaredTypeTests {
  let conversation = Conversation { catalog, _ in
    catalog.add(Lamp.self) { Lamp() }
    catalog.add(ListViewModel.self)
  }

  @Test(arguments: [
    "let c: Light = .red", "let c: Lamp.Light? = nil", "let c: [Light] = [.red]", "let n: Int = 1",
    "let l: Lamp = Lamp()", "let l: ListViewModel = ListViewModel()", "let a: Any = 1",
    "let d: [String: Double] = [\"a\": 1.5]", "let f: Form = Form(); let g: Form? = Form()",
  ])
  func typesThatThereAreAreTaken(text: String) async {
    #expect(await conversation.say(text).status == .ok, "\(conversation.lines)")
  }

  @Test(arguments: [
    ("let c: Nope = .red", 7, "Leave it out, or write String, Int,"),
    ("let c: Ligth = .red", 7, "Did you mean 'Light'?"),
    ("let c: [Strin] = [\"a\"]", 8, "Did you mean 'String'?"),
    ("var c: [String: Itn]? = nil", 16, "Did you mean 'Int'?"),
    ("let l: Lmap = Lamp()", 7, "Did you mean 'Lamp'?"),
  ])
  func aTypeThatDoesNotExistIsRefusedWithWhatWasMeant(
    text: String, start: Int, help: String
  ) async throws {
    await conversation.say("let lamp = Lamp()")
    #expect(await conversation.say(text).status == .runtimeError)
    let mistake = try #require(conversation.diagnostics.first)
    #expect(mistake.code == .unknownType && mistake.span?.start == start)
    #expect(mistake.help?.description.hasPrefix(help) == true, "\(mistake)")
    #expect(
      conversation.session.scope["c"] == nil && conversation.session.scope["l"] == nil)
  }

  @Test(arguments: [
    ("let f: String = Form()", "String is expected here; this is a Form"),
    ("let f: Lamp = Form()", "Lamp is expected here; this is a Form"),
    ("let f: Form = 1", "Form is expected here; 1 is Int"),
    ("let c: Light = .blue", "Light has no case 'blue'"),
    ("var c: Light = .red; c = .blue", "Light has no case 'blue'"),
    ("var c: Light = .red; c = \"blue\"", "'c' is Light; \"blue\" is String"),
    ("1 != \"1\"", "'!=' cannot be applied to Int and String"),
  ])
  func aValueOfAnotherTypeIsRefused(text: String, message: String) async {
    await conversation.say(text)
    #expect(conversation.diagnostics.map(\.message.description) == [message])
  }

  @Test func anAlmostRightCaseIsCorrected() async {
    let said = await conversation.say("let c: Light = .gren")
    #expect(said.lines.last == "  help: Did you mean '.green'?  let c: Light = .green")
    await conversation.say("var c: Light = .red")
    #expect(
      await conversation.say("c = .gren").lines.last == "  help: Did you mean '.green'?  c = .green"
    )
  }

  @Test func anOptionalCaseIsShownAsOne() async {
    await conversation.say("let lamp = Lamp()")
    #expect(await conversation.say("lamp.next").lines == [".green"])
    #expect(await conversation.say("watch lamp.next").lines == ["◉ lamp.next  .green"])
    #expect(
      await conversation.say("whatif lamp.next = nil").lines.last == "  lamp.next  nil  ⟵ .green")
  }

  @Test func casesAreToldAsTheyAreTypedWhenAnExpectationFails() async {
    await conversation.say("let lamp = Lamp()")
    let first = await conversation.say("expect lamp.light == .green")
    #expect(first.lines.last == "  help: The left side is .red, the right side .green.")
    let second = await conversation.say("expect .green == lamp.light")
    #expect(second.lines.last == "  help: The left side is .green, the right side .red.")
    await conversation.say("lamp.light = .green")
    let events = await conversation.say("expect lamp.light emits [.red]")
    #expect(events.lines.last == "  help: It has emitted [.green].")
  }

  @Test(arguments: ["lamp.light += \"x\"", "var c: Light = .red; c += \"x\""])
  func noCaseIsProposedToAnOperator(statements: String) async {
    let said = await conversation.say("let lamp = Lamp(); \(statements)")
    #expect(said.status == .runtimeError)
    #expect(!said.lines.contains { $0.contains("help") || $0.contains("Write") }, "\(said.lines)")
  }
}
