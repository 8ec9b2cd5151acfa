import Bindings
import Testing
import ViewModels

@testable import REPLKit

@MainActor
@Suite(.ownGraph) struct LanguageTests {
  @Test(arguments: [
    ("Bool(\"true\")", "true"), ("Bool(\"no\")", "nil"), ("Bool(1 == 1)", "true"),
    ("Bool(\"false\") ?? true", "false"),
  ])
  func aTextIsReadAsATruthValue(text: String, value: String) async {
    #expect(await Conversation().say(text).lines == [value])
  }

  @Test(arguments: [
    ("Bool(1)", "Bool is created from true, false or a string"),
    ("[1].map { x in x + 1 }", "The arguments of a closure are $0 and $1"),
    ("[2, 1].sorted { a, b in a < b }", "The arguments of a closure are $0 and $1"),
    ("Bool()", "Bool is created from true, false or a string"),
    ("0x", "After 0x come the digits 0-9, a-f, as in 0xFF."),
    ("0b12", "After 0b come the digits 0-1, as in 0b101."),
    ("0o8", "After 0o come the digits 0-7, as in 0o17."), ("0x-1", "After 0x come the digits"),
    ("0xFFFFFFFFFFFFFFFFF", "Whole numbers go up to"),
    ("9999999999999999999", "Whole numbers go up to"),
  ])
  func whatIsNoNumberOrTruthValueIsTold(text: String, told: String) async {
    let lines = await Conversation().say(text).lines
    #expect(lines.contains { $0.contains(told) }, "\(lines)")
  }

  let conversation = Conversation()

  @Test(arguments: [
    ("[3, 1, 2]", "sorted()", "sorted"), ("[3, 1, 2]", "prefix(2)", "prefix 2"),
    ("[3, 1, 2]", "suffix(2)", "suffix 2"), ("[3, 1, 2]", "reversed()", "reversed"),
    ("[3, 1, 2]", "count", "count"), ("\"abc\"", "reversed()", "reversed"),
    ("\"abc\"", "count", "count"),
  ])
  func aFilterMeansWhatTheMemberOfItsNameMeans(value: String, member: String, filter: String) async
  {
    let conversation = Conversation()
    let said = await conversation.say("\(value).\(member)\n\(value) | \(filter)").lines
    #expect(said.count == 2 && said[0] == said[1], "\(said)")
  }

  @Test(arguments: [
    ("1...3", "[1, 2, 3]"), ("1..<3", "[1, 2]"), ("[4, 5, 6][0...1]", "[4, 5]"),
    ("\"abcd\"[1..<3]", "\"bc\""), ("1...9 ~= 4", "true"), ("2 + 1...4", "[3, 4]"),
    ("nil ?? 3", "3"), ("[\"a\": 1][\"b\"] ?? 2", "2"), ("[\"a\": 1].a!", "1"),
    ("[\"a\": nil].a?.b", "nil"), ("[.red]", "[\"red\"]"), ("1.5s", "1.5"), ("250ms + 1", "1.25"),
    ("/* a */ 1 // b", "1"), ("true ? 1 : 2", "1"), ("[1, 2].contains(2)", "true"),
    ("\"\"\"\n  two\n   lines \\(1 + 1)\n  \"\"\"", "\"two\\n lines 2\""),
    ("\"\"\"\n\"\"\"", "\"\""), ("\"\"\"\n a\\\n b\n \"\"\"", "\"ab\""),
    ("[3, 1, 2] | sorted", "[1, 2, 3]"), ("[3, 1] | count", "2"), ("1...30 | prefix 2", "[1, 2]"),
    ("1...30 | suffix 2 | reversed", "[30, 29]"), ("[\"ab\", \"cd\"] | grep \"C\"", "[\"cd\"]"),
    ("[[\"p\": 2], [\"p\": 1]] | sorted p | prefix 1", "[[\"p\": 1]]"), ("[1,\n  2]", "[1, 2]"),
    ("let x: Double = 3; x", "3.0"), ("let x: [Int] = []; x", "[]"),
    ("var s = \"a\"; s += \"b\"; s", "\"ab\""),
    ("false && 1 / 0 == 1", "false"), ("-(1 - 3)", "2"),
  ])
  func computes(text: String, shown: String) async {
    #expect(await conversation.say(text).lines == [shown])
  }

  @Test(arguments: [
    ("let x: Int = \"a\"", Diagnostic.Code.typeMismatch), ("nil!", .calculation),
    ("[1][0...5]", .calculation), ("5...1", .calculation), ("1...999999999", .calculation),
    ("$7", .unknownNumber), ("1 | prefix \"a\"", .arguments), ("1 | sideways", .unexpected),
    ("1 | json | count", .unexpected), ("advance 1s", .notNow), ("let t = { Form() }", .notAValue),
    ("let c = 1; watch c", .notAValue), ("\"\"\"a\"\"\"", .unexpected),
    ("\"\"\"\n a\n  \"\"\"", .unexpected), ("1 ~= \"a\"", .calculation),
  ])
  func refusesWithAPlace(text: String, code: Diagnostic.Code) async {
    await conversation.say(text)
    #expect(conversation.diagnostics.first?.code == code)
    #expect(conversation.diagnostics.first?.span != nil)
  }

  @Test func resultsHaveNumbers() async {
    let said = await conversation.say("10; 20; $1 + $2; _ * 2; :results")
    #expect(said.lines.prefix(4) == ["10", "20", "30", "60"])
    #expect(said.lines.last == "  $4  60")
  }

  @Test func derivedValuesFollowWhatTheyAreMadeOf() async {
    let said = await conversation.say(
      """
      let f = Form()
      var factor = 2
      let points = { f.age * factor }
      watch points
      f.age = 10
      factor = 3
      points
      """)
    #expect(
      said.lines.suffix(5) == [
        "60", "◉ points  60", "◉ points  20  ⟵ 60", "◉ points  30  ⟵ 20", "30",
      ])
  }

  @Test func aDerivedValueFollowsANameThatIsGivenAgain() async {
    await conversation.say("let f = Form(); let older = { f.age + 1 }; let f = Form(); f.age = 1")
    #expect(await conversation.say("older").lines == ["2"])
  }

  @Test func aDerivedValueWithoutAValueSaysWhy() async {
    let said = await conversation.say("var n = 1; let q = { 10 / n }; n = 0; q")
    #expect(said.status == .runtimeError)
    #expect(conversation.diagnostics.first?.message.description == "division by zero")
    #expect(await conversation.say("n = 5; q").lines == ["2"])
  }

  @Test(arguments: [
    "let d = { 1 }; let d = { d + 1 }", "let f = Form(); let f = { f.age }",
    "let c = 1; let a = { c + 1 }; let c = { a * 2 }",
    "var b = 1; let a = { b }; let e = { a }; let b = { e }",
  ])
  func nothingFollowsFromItself(text: String) async {
    await conversation.say(text)
    #expect(conversation.diagnostics.map(\.code) == [.notAValue])
  }

  @Test func derivedValuesAndConstantsCannotBeSet() async {
    await conversation.say("var n = 1; let q = { n + 1 }; q = 3")
    #expect(conversation.diagnostics.first?.code == .readOnly)
  }

  @Test func aWatchShowsOnlyWhileItsConditionHolds() async {
    await conversation.say("let f = Form(); watch f.name when f.age >= 18")
    #expect(await conversation.say("f.age = 3; f.name = \"x\"").lines.isEmpty)
    #expect(await conversation.say("f.age = 40").lines == ["◉ f.name  \"x\"  ⟵ \"ann\""])
  }

  @Test func anExpressionIsWatched() async {
    let said = await conversation.say("let f = Form(); watch f.name.count; f.name = \"four\"")
    #expect(said.lines.suffix(2) == ["◉ f.name.count  3", "◉ f.name.count  4  ⟵ 3"])
  }

  @Test func arraysOfObjectsAreTables() async {
    let said = await conversation.say("[[\"名\": \"甲\", \"n\": 1], [\"名\": \"乙\", \"n\": 20]]")
    #expect(said.lines == [" n  名", "──  ──", " 1  甲", "20  乙"])
  }

  @Test func filtersShowOtherwise() async {
    #expect(
      await conversation.say("[\"a\": [1, nil]] | json").lines == [
        "{", "  \"a\": [", "    1,", "    null", "  ]", "}",
      ])
    #expect(await conversation.say("[[\"a\": \"x,y\"]] | csv").lines == ["a", "\"x,y\""])
    #expect(
      await conversation.say("[\"a\": [1, 2]] | tree").lines
        == ["a:", "  0: 1", "  1: 2"].map { $0 == "a:" ? "a: 2 elements" : $0 })
    let said = await conversation.say("let f = Form(); f | json")
    #expect(said.lines.contains("  \"age\": 30,"))
    #expect(!said.lines.joined().contains("1234"))
  }

  @Test(arguments: [
    "form.clear?", "let a: [String: Int]? = nil", "a | table | prefix 3", "$1.x[0]",
  ])
  func acceptsShortForms(text: String) throws { _ = try Parser.parse(text) }

  @Test(arguments: ["\"\"\"\nopen", "let x = {", "a ...", "x |", "let a: ["])
  func waitsForMore(text: String) { #expect(!ParsedText(text).isComplete) }
}

@MainActor
@Suite(.ownGraph) struct TimeTests {
  let conversation = Conversation()

  @Test func aManualClockMovesByHandOnly() async {
    await conversation.say(":clock manual")
    let clock = conversation.session.clock
    let start = clock.now
    await conversation.say("advance 300ms; wait 1s")
    #expect(start.duration(to: clock.now) == .milliseconds(1300))
  }

  @Test func advancingMeetsEachDeadlineInOrder() async {
    await conversation.say(":clock manual")
    let session = conversation.session
    var rang: [Duration] = []
    let start = session.clock.now
    let task = Task {
      for _ in 0..<3 {
        try? await session.clock.sleep(for: .milliseconds(100))
        rang.append(start.duration(to: session.clock.now))
      }
    }
    await conversation.say("advance 250ms")
    #expect(rang == [.milliseconds(100), .milliseconds(200)])
    await conversation.say("advance 50ms")
    await task.value
    #expect(rang.last == .milliseconds(300))
  }

  @Test func waitingUntilSomethingIsSoStepsAManualClock() async throws {
    await conversation.say("let f = Form(); :clock manual")
    let session = conversation.session
    let form = try #require(session.scope["f"]?.viewModel as? Form)
    let task = Task {
      try? await session.clock.sleep(for: .seconds(3))
      form.age.value = 99
    }
    let said = await conversation.say("wait until f.age == 99; expect f.age == 99 within 1ms")
    await task.value
    #expect(said.status == .ok)
  }

  @Test func whatDoesNotComeIsNamedWithBothSides() async {
    let said = await conversation.say(
      "let f = Form(); :clock manual\nwait until f.age == 99 within 2s")
    #expect(said.status == .expectationFailed)
    #expect(said.lines.contains("error E402: this did not become true within 2s"))
    #expect(said.lines.last == "  help: The left side is 30, the right side 99.")
    #expect(await conversation.say("expect f.age == 1 within 1s").status == .expectationFailed)
  }

  @Test func aWaitOnTheRealClockCanBeInterrupted() async {
    await conversation.say("let f = Form()")
    for statement in ["wait 1000s", "wait until f.age == 1"] {
      let running = Task { await conversation.say(statement) }
      while !conversation.session.cancelRunning() { await Task.yield() }
      let said = await running.value
      #expect(said.status != .ok)
    }
  }

  @Test func aWatchWithAnIntervalShowsTheLastValueOfEach() async {
    await conversation.say(":clock manual\nlet f = Form(); watch f.age every 1s")
    let said = await conversation.say("f.age = 1; f.age = 2; f.age = 3; advance 1s; f.age = 4")
    #expect(said.lines == ["◉ f.age  3  ⟵ 30"])
    #expect(await conversation.say("advance 1s").lines == ["◉ f.age  4  ⟵ 3"])
  }
}
