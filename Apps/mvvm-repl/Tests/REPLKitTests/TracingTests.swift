import Bindings
import Foundation
import Testing
import ViewModels

@testable import REPLKit

@MainActor
@Suite(.ownGraph) struct TracingTests {
  let conversation = Conversation()

  /// Nobody observes it, so it had another value in between without having been computed.
  @Test func whyTellsTheNewestWriteThatAnUnobservedValueWasComputedFor() async {
    await conversation.say("let f = Form(); f.isAdult")
    await conversation.say("f.age = 3")
    await conversation.say("f.age = 40")
    let said = await conversation.say("why f.isAdult").lines
    #expect(said.contains { $0.contains("since then: f.isAdult was computed") }, "\(said)")
    #expect(
      said.suffix(2).first?.hasPrefix("    because f.age was set: 40, it was 3  #") == true,
      "\(said)")
    #expect(said.last == "      because you typed f.age = 40", "\(said)")
  }

  @Test func whyOfWhatHasNotChangedTellsWhatItDependsOn() async {
    await conversation.say("let f = Form(); let g = Form()")
    let first = await conversation.say("why f.canSave").lines
    #expect(
      first.prefix(2) == [
        "f.canSave is true", "  it depends on f.isAdult = true, f.isNamed = true",
      ],
      "\(first)")
    // Only the write and its root: the number leads to all that is in between.
    await conversation.say("bind f.age -> g.age; f.age = 31; f.age = 40")
    let again = await conversation.say("why g.isAdult").lines
    #expect(again.prefix(2) == ["g.isAdult is true", "  it depends on g.age = 40"], "\(again)")
    let rest = again.drop { !$0.hasPrefix("  since then: g.isAdult was computed: true") }
      .dropFirst()
    #expect(
      rest.first?.hasPrefix("    because g.age was set: 40, it was 31") == true && rest.count == 2,
      "\(again)")
    #expect(rest.last == "      because you typed f.age = 40", "\(again)")
    await conversation.say("f.age = 3")
    let changed = await conversation.say("why g.isAdult\nwhy f.age").lines
    #expect(!changed.joined().contains("depends"), "\(changed)")
    await conversation.say(":lang zh")
    #expect(await conversation.say("why f.isNamed").lines[1] == "  它取决于 f.name = \"ann\"")
  }

  @Test func whyLeadsDownToWhatWasTyped() async {
    await conversation.say("let f = Form(); watch f.canSave; f.age = 3")
    let said = await conversation.say("why f.canSave")
    #expect(said.lines.first == "f.canSave is false, it was true")
    #expect(
      said.lines.contains { $0.hasPrefix("  because f.isAdult was computed: false, it was true") })
    #expect(said.lines.contains { $0.hasPrefix("    because f.age was set: 3, it was 30") })
    #expect(said.lines.contains { $0.hasPrefix("      because you typed f.age = 3") })
    await conversation.say("f.age = 30; f.name = \"\"")
    #expect(await conversation.say("why f.canSave").lines.contains("  not because of f.isAdult"))
  }

  @Test func whyNamesABindingByItsPathsWhateverCarriesItsValues() async {
    await conversation.say("let a = Form(); let b = Form(); var text = \"\"")
    await conversation.say(
      "bind a.name -> b.name; bind a.name -> text via uppercased; bind a.age <-> b.age")
    await conversation.say("a.name = \"zoe\"; b.age = 7")
    for (path, binding) in [
      ("b.name", "a.name -> b.name"), ("text", "a.name -> text via uppercased"),
      ("a.age", "a.age <-> b.age"),
    ] {
      let lines = await conversation.say("why \(path)").lines
      #expect(
        lines.contains { $0.contains("because the binding \(binding) ran") }, "\(lines)")
    }
  }

  @Test func whyOfADerivedValueAndAVariable() async {
    await conversation.say("var n = 1; let m = { n + 1 }; n = 5")
    #expect(await conversation.say("why m").lines.contains { $0.contains("you typed n = 5") })
    #expect(await conversation.say("why n").lines.first == "n is 5, it was 1")
  }

  @Test func whyOfADisabledCommandNamesTheConditionAndItsReason() async {
    await conversation.say("let f = Form(); f.age = 3")
    let said = await conversation.say("why f.save")
    #expect(said.lines.prefix(2) == ["f.save cannot run", "  because isAdult is false"])
    #expect(said.lines.contains { $0.contains("because you typed f.age = 3") })
    await conversation.say("f.age = 20")
    #expect(await conversation.say("why f.save.isEnabled").lines.first?.contains("can run") == true)
  }

  @Test func whyOfWhatACommandChangedNamesTheCommand() async {
    await conversation.say("let f = Form(); f.clear()")
    let said = await conversation.say("why f.age")
    #expect(said.lines.contains { $0.contains("f.clear() began") })
    #expect(said.lines.contains { $0.contains("you typed f.clear()") })
  }

  // C16: a log with levels.
  @Test func theLogIsShownFromALevelUpwards() async {
    await conversation.say("let f = Form(); watch f.canSave")
    #expect(await conversation.say(":log error").lines == ["no records of the level error"])
    await conversation.say("f.age = 3; f.fail()")
    let (all, info, error) = (
      await conversation.say(":log 200").lines, await conversation.say(":log info 200").lines,
      await conversation.say(":log error").lines
    )
    #expect(all.contains { $0.contains(" recompute isAdult") })
    #expect(
      !info.contains { $0.contains(" recompute ") } && info.contains { $0.contains(" write age") })
    // The end of the command, and the error that its signal sends.
    #expect(error.count == 2 && error[0].contains("failure: the printer is on fire"), "\(error)")
    #expect(error.last?.contains(" signalError ") == true, "\(error)")
    #expect(await conversation.say(":log 0 warning").lines == ["no records of the level warning"])
    let refused = await conversation.say(":log warn").lines
    #expect(refused.first?.hasPrefix("error E204") == true)
    #expect(refused.contains { $0.contains(":log warning") }, "\(refused)")
  }

  @Test func secretsAreInNoExplanationAndNoTimeline() async {
    await conversation.say("let f = Form(); f.pin = \"9876\"")
    for statement in [
      "why f.pin", ":timeline", ":log 200", ":graph f.pin", "whatif f.pin = \"5432\"",
    ] {
      let said = await conversation.say(statement)
      // The numbers of records are no secrets.
      let text = said.lines.joined(separator: "\n").replacing(/#\d+/, with: "#")
      #expect(!text.contains("9876"), "\(statement)")
      #expect(!text.contains("1234"), "\(statement)")
    }
  }

  @Test func undoAndRedoGoThroughChanges() async {
    await conversation.say("let f = Form(); var n = 1; f.age = 5; n = 2; f.clear()")
    #expect(
      await conversation.say("undo; f.name; f.age").lines == ["undone: f.clear()", "\"ann\"", "5"])
    #expect(await conversation.say("undo 2; n; f.age").lines.suffix(2) == ["1", "30"])
    #expect(await conversation.say("redo 3; f.name; n").lines.suffix(2) == ["\"\"", "2"])
    await conversation.say("redo")
    #expect(conversation.diagnostics.first?.code == .notNow)
  }

  @Test func aNewChangeAfterUndoReplacesWhatCouldBeRedone() async {
    await conversation.say("let f = Form(); f.age = 5; undo; f.age = 6")
    #expect(await conversation.say("redo").status == .runtimeError)
    #expect(await conversation.say("undo; f.age").lines.last == "30")
  }

  @Test func watchesSeeWhatIsUndone() async {
    await conversation.say("let f = Form(); watch f.isAdult; f.age = 5")
    #expect(await conversation.say("undo").lines.contains("◉ f.isAdult  true  ⟵ false"))
  }

  @Test func theTimelineMarksNowAndCanBeGoneThrough() async {
    await conversation.say("let f = Form(); f.age = 5; f.age = 6; f.age = 7")
    await conversation.say(":goto #1")
    let said = await conversation.say(":timeline\nf.age")
    #expect(
      said.lines == [
        "Timeline", "  #1  f.age = 5  (f.age)  ⟵ now", "  #2  f.age = 6  (f.age)",
        "  #3  f.age = 7  (f.age)", "5",
      ])
    #expect(await conversation.say(":goto start\nf.age").lines.last == "30")
    #expect(await conversation.say(":goto #3\nf.age").lines.last == "7")
    #expect(await conversation.say(":goto #9").status == .runtimeError)
  }

  @Test func snapshotsPutAllValuesBack() async {
    await conversation.say("let f = Form(); :snapshot start\nf.age = 5; f.name = \"x\"")
    let said = await conversation.say(":restore start\nf.age; f.name")
    #expect(said.lines == ["restored 'start': f.age, f.name", "30", "\"ann\""])
    #expect(await conversation.say(":restore strat").status == .runtimeError)
    #expect(conversation.diagnostics.first?.help?.description == "Did you mean 'start'?")
  }

  @Test func whatIfShowsTheConsequencesAndChangesNothing() async {
    await conversation.say("let f = Form(); watch f.age; watch f.isAdult")
    let said = await conversation.say("whatif f.age = 3")
    #expect(
      said.lines == [
        "Would change", "  f.age      3  ⟵ 30", "  f.canSave  false  ⟵ true",
        "  f.isAdult  false  ⟵ true", "  f.save()   not enabled: isAdult is false  ⟵ ready",
      ])
    #expect(await conversation.say("f.age").lines == ["30"])
    #expect(await conversation.say("whatif f.age = \"x\"").status == .runtimeError)
    #expect(await conversation.say("whatif f.save()").lines.first?.contains("would run") == true)
  }

  @Test func theGraphIsDrawnAsBoxesTreesAndForOtherTools() async throws {
    await conversation.say("let f = Form(); watch f.canSave")
    let boxes = await conversation.say(":graph f.canSave").lines
    #expect(boxes.joined().contains("│ isAdult"))
    #expect(boxes.contains { $0.contains("▸┃ watch") })
    let tree = await conversation.say(":graph f.canSave tree").lines
    #expect(tree.contains { $0.contains("─ isAdult") })
    #expect(await conversation.say(":graph f").lines.joined().contains("save()"))
    try await withFolder { folder in
      let file = "\(folder)/graph.svg"
      #expect(await conversation.say(":graph f svg \(file)").status == .ok)
      #expect(try String(contentsOfFile: file, encoding: .utf8).hasPrefix("<svg "))
      let other = "\(folder)/other.svg"
      #expect(await conversation.say(":graph f --svg \(other)").status == .ok)
      #expect(try String(contentsOfFile: other, encoding: .utf8).hasPrefix("<svg "))
      let mine = "\(folder)/mine.svg"
      try "mine".write(toFile: mine, atomically: true, encoding: .utf8)
      #expect(await conversation.say(":graph f svg \(mine)").status == .runtimeError)
      #expect(try String(contentsOfFile: mine, encoding: .utf8) == "mine")
      #expect(await conversation.say(":graph! f svg \(mine)").status == .ok)
    }
    #expect(await conversation.say(":graph f.canSave dot").lines.first?.contains("digraph") == true)
    #expect(
      await conversation.say(":graph f.canSave mermaid").lines.first?.contains("flowchart") == true)
    #expect(await conversation.say(":graph nobody").status == .runtimeError)
  }

  @Test func whatNobodyReadsIsDrawnWithItsValue() async {
    await conversation.say("let f = Form()")
    let tree = await conversation.say(":graph f.canSave tree").lines
    #expect(tree.contains("   │  └─ age = 30"), "\(tree)")
    #expect(tree.contains { $0.hasSuffix("canSave = true") }, "\(tree)")
    #expect(await conversation.say(":graph f.canSave").lines.contains { $0.contains("│ true") })
  }

  @Test func moreRowsOfBoxesThanOneReadsAreATree() async {
    let pairs = { (count: Int) in
      (0..<count).map { "var a\($0) = 1; let b\($0) = { a\($0) }" }.joined(separator: "; ")
    }
    await conversation.say(pairs(3))
    #expect(await conversation.say(":graph").lines.contains { $0.contains("│ b2") })
    await conversation.say(pairs(30))
    let tree = await conversation.say(":graph").lines
    #expect(tree.contains("b29 = 1") && tree.contains("└─ a29 = 1") && tree.count == 60, "\(tree)")
  }

  @Test func recordsAreBrokenBetweenWords() async {
    await conversation.say("let f = Form(); watch f.canSave; f.age = 3")
    var renderer = TextRenderer(style: .plain)
    renderer.columns = 30
    let line = "computed output = one <- form.password, form.phone"
    #expect(
      renderer.text(.listing([line])) == "computed output = one <-\n    form.password, form.phone")
  }

  @Test(arguments: ["graph", "report", "heat", "marbles"])
  func theHelpExplainsTheMarks(word: String) async {
    for language in ["en", "zh"] {
      await conversation.say(":lang \(language)")
      #expect(await conversation.say(":help \(word)").lines.count > 2)
    }
  }

  @Test func whatFollowsIsExplainedByItsValueAndItsOwnSources() async {
    await conversation.say("let f = Form(); let later = { f.age + 1 }; watch later; f.age = 3")
    let why = await conversation.say("why later").lines
    #expect(why.first == "later is 4, it was 31")
    let graph = await conversation.say(":graph later text").lines.joined(separator: "\n")
    #expect(graph.contains("computed later (let later = { f.age + 1 }) = 4 <- f.age"))
    #expect(!graph.contains("names"))
  }

  @Test func theGraphShowsWhatWasTypedAndNothingOfTheTool() async {
    await conversation.say("let f = Form(); var n = 1; let m = { n + f.age }; watch m; f.save() &")
    for format in ["text", "dot"] {
      let graph = await conversation.say(":graph m \(format)").lines.joined(separator: "\n")
      #expect(graph.contains("var n = 1") && graph.contains("let m = { n + f.age }"))
      #expect(graph.contains("watch m") && graph.contains("REPLKitTests/TestViewModels.swift"))
      #expect(!graph.contains("REPLKit/"), "\(graph)")
    }
    await conversation.say("wait all; var n = 2")
    #expect(await conversation.say(":graph n text").lines.joined().contains("(var n = 2)"))
  }

  @Test func aTrialLeavesNoTrace() async {
    await conversation.say(
      ":clock manual\nlet f = Form(); watch f.isAdult; f.age = 3; :marbles clear\nf.age = 40")
    await conversation.say("whatif f.age = 7")
    let why = await conversation.say("why f.age\nwhy f.canSave").lines
    #expect(why.first == "f.age is 40, it was 3")
    #expect(!why.joined().contains("whatif"), "\(why)")
    #expect(await conversation.say("expect f.age emits [40]").status == .ok)
    #expect(await conversation.say("expect f.age marbles \"a\"").status == .ok)
    #expect(await conversation.say(":report").lines[1].contains(" 1 write ("))
  }

  @Test func theReportStaysThatOfTheLastChangeAfterAReplay() async {
    await conversation.say(":record\nlet f = Form(); watch f.canSave; f.age = 3")
    let report = await conversation.say(":report").lines
    #expect(report[1].contains(" 1 write ("))
    #expect(await conversation.say(":replay").status == .ok)
    #expect(await conversation.say(":report").lines == report)
  }

  @Test func aChangeThatTheLogHasForgottenIsNotDenied() async {
    await conversation.say("let f = Form(); f.age = 3")
    conversation.session.chronicle.lastChange = Graph.current.mark("before all that is kept")
    #expect(
      await conversation.say(":report").lines == ["The last change is older than the log."])
  }

  @Test func aCommandIsCalledAsItIsTyped() async {
    await conversation.say("let f = Form(); f.clear()")
    #expect(
      await conversation.say("why f.age").lines.contains {
        $0.hasPrefix("  because the command f.clear() began")
      })
  }

  @Test func theReportCountsTheLastBatch() async {
    #expect(await conversation.say(":report").lines == ["Nothing has changed yet."])
    await conversation.say("let f = Form(); watch f.canSave; f.age = 3")
    let (others, more) = (Property(0), Property(0))
    batch {
      others.value = 1
      more.value = 1
    }
    #expect(await conversation.say(":report").lines[1].contains("1 write ("))
  }

  /// The network does not come back because somebody takes back what they have typed.
  @Test func whatComesFromOutsideStaysWhateverIsUndone() async throws {
    await conversation.say("let f = Form(); f.name = \"a\"; f.age = 1; :snapshot s")
    let form = try #require(conversation.session.scope["f"]?.viewModel as? Form)
    form.age.value = 77
    #expect(await conversation.say("f.age = 2; undo; f.age").lines == ["undone: f.age = 2", "77"])
    #expect(await conversation.say("undo; f.age").lines == ["undone: f.age = 1", "77"])
    #expect(await conversation.say("undo").lines == ["undone: f.name = \"a\""])
    // What is done again is done.
    #expect(await conversation.say("redo 2; f.age").lines.last == "1")
    #expect(await conversation.say("f.age = 3\n:restore s\nf.age").lines.last == "77")
    #expect(!(await conversation.say(":timeline").lines.contains { $0.contains("meanwhile") }))
  }

  @Test func theTimelineStaysSmall() async {
    await conversation.say("let f = Form()")
    for number in 1...3_000 { await conversation.say("f.age = \(number)") }
    #expect(conversation.session.chronicle.timeline.entries.count < 2 * Timeline.limit)
    #expect(await conversation.say("undo; f.age").lines.last == "2999")
  }
}
