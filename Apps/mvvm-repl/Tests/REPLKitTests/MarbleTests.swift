import Bindings
import DisplayWidth
import Testing
import ViewModels

@testable import REPLKit

@Suite(.ownGraph) struct MarbleDiagramTests {
  private func event(_ milliseconds: Int, _ mark: MarbleDiagram.Mark) -> MarbleDiagram.Event {
    MarbleDiagram.Event(time: .milliseconds(milliseconds), mark: mark)
  }

  @Test func rowsStandBelowEachOtherColumnByColumn() {
    let rows = [
      MarbleDiagram.Row(
        name: "phone",
        events: [
          event(0, .value("\"1\"")), event(40, .value("\"18\"")), event(40, .value("\"186\"")),
          event(100, .value("\"1\"")),
        ]),
      MarbleDiagram.Row(name: "有效", events: [event(40, .truth(true)), event(120, .truth(false))]),
    ]
    #expect(
      MarbleDiagram(rows, to: .milliseconds(120), step: .milliseconds(20)).lines() == [
        "t      0 ms, 1 column = 20ms", "phone  a-(bc)--a-", "有效   --t------f",
        "phone  a=\"1\"  b=\"18\"  c=\"186\"",
      ])
  }

  @Test func whatIsWiderThanTheWindowGoesOnBelow() {
    let row = MarbleDiagram.Row(
      name: "x", events: [event(0, .digit(1)), event(150, .digit(2)), event(640, .digit(3))])
    let diagram = MarbleDiagram([row], to: .milliseconds(640), step: .milliseconds(10))
    #expect(
      diagram.lines(width: 23) == [
        "t  0         100", "x  1--------------2----", "", "t  600", "x  ----3", "",
        "t  ms, 1 column = 10ms",
      ])
    for width in 1...120 {
      let lines = diagram.lines(width: width)
      #expect(lines.allSatisfy { $0.count <= max(width, 22) })
      #expect(lines.joined().filter(\.isNumber).contains("3"))
    }
    let painted = diagram.lines(width: 23, Paint(.mono))
    #expect(painted[1] == "x  \u{1B}[1m1\u{1B}[0m--------------\u{1B}[1m2\u{1B}[0m----")
  }

  @Test func commandsHaveTheirOwnSigns() {
    let row = MarbleDiagram.Row(
      name: "save",
      events: [
        event(0, .began), event(10, .completed), event(20, .began), event(30, .failed("no")),
        event(40, .began), event(50, .cancelled), event(60, .digit(7)),
      ])
    let diagram = MarbleDiagram([row], to: .milliseconds(60), step: .milliseconds(10))
    #expect(diagram.picture(of: row) == "^|^#^!7")
    #expect(diagram.lines().last == "save  #=no")
  }

  @Test func theStepGrowsUntilAllHasRoom() {
    let row = MarbleDiagram.Row(
      name: "x", events: [event(0, .digit(1)), event(3_600_000, .digit(2))])
    let diagram = MarbleDiagram([row], to: .seconds(3_600))
    #expect(diagram.step == .seconds(100))
    #expect(diagram.picture(of: row).count <= MarbleDiagram.mostColumns)
  }

  @Test func moreValuesThanLettersAndMoreTimeThanRoomDoNoHarm() {
    let many = (0..<80).map { event($0, .value("\"\($0)\"")) }
    let row = MarbleDiagram.Row(name: "x", events: many)
    #expect(
      MarbleDiagram([row], to: .seconds(1), step: .milliseconds(1)).picture(of: row).last == "*")
    let long = MarbleDiagram.Row(
      name: "x", events: [event(0, .began), event(9_999_999, .completed)])
    let diagram = MarbleDiagram([long], to: .seconds(10_000), step: .milliseconds(1))
    #expect(diagram.lines()[1].count <= MarbleDiagram.widest + 3)
  }

  @Test(
    arguments: [
      ([1, 2, 3], "▁▄█"), ([5, 5], "▄▄"), ([], ""), ([-1e308, 1e308], "▁█"), ([0, 1, 0], "▁█▁"),
    ] as [([Double], String)])
  func numbersAreBars(numbers: [Double], bars: String) {
    #expect(SparkDrawing.picture(of: numbers) == bars)
  }
}

@MainActor
@Suite(.ownGraph) struct WatchFormTests {
  let conversation = Conversation()

  @Test func marblesAreDrawnAgainAfterEachChange() async {
    await conversation.say(":clock manual\nlet f = Form()")
    let said = await conversation.say(
      """
      watch f.name, f.isAdult as marbles
      advance 2ms
      f.name = "bo"
      advance 1ms
      f.age = 3
      """)
    #expect(
      said.lines.suffix(5) == [
        "◉ f.name, f.isAdult", "  t          0 ms, 1 column = 1ms", "  f.name     a-b-",
        "  f.isAdult  t--f", "  f.name     a=\"ann\"  b=\"bo\"",
      ])
  }

  @Test func aTableHasARowForEachPathWithTheValueBefore() async {
    let said = await conversation.say("let f = Form(); watch f.age, f.isAdult as table; f.age = 3")
    #expect(
      said.lines.suffix(5) == [
        "◉ f.age, f.isAdult", "  what       value  before", "  ─────────  ─────  ──────",
        "  f.age      3      ⟵ 30", "  f.isAdult  false  ⟵ true",
      ])
  }

  @Test(arguments: ["table", "marbles"], [30, 40, 80])
  func aWatchFitsTheWindow(form: String, columns: Int) async {
    var shown: [Record] = []
    var catalog = Catalog()
    catalog.add(Form.self) { Form() }
    let session = Session(catalog: catalog) { if case .drawing = $0 { shown.append($0) } }
    await session.run(SourceText("let f = Form(); watch f.name, f.age as \(form)"))
    for text in ["Phone: 18612345678, city: Hangzhou", String(repeating: "中", count: 34), "b"] {
      await session.run(SourceText("f.name = \"\(text)\""))
    }
    #expect(shown.count == 4)
    for record in shown {
      let text = TextRenderer(style: .plain, columns: columns).text(record)
      let lines = text.split(separator: "\n")
      #expect(lines.allSatisfy { $0.displayWidth <= columns }, "\(text)")
      #expect(form == "marbles" || lines[2].allSatisfy { $0 == "─" || $0 == " " }, "\(text)")
    }
    await session.close()
  }

  @Test func aSparklineShowsTheLastNumbers() async {
    let said = await conversation.say(
      "let f = Form(); watch f.age as spark; f.age = 0; f.age = 60; f.name = \"x\"")
    #expect(said.lines.suffix(3) == ["◉ f.age  ▄  30", "◉ f.age  █▁  0", "◉ f.age  ▄▁█  60"])
    #expect(
      await conversation.say("watch f.name as spark").lines == ["◉ f.name  \"x\" (no number)"])
  }

  @Test func aFormGoesWithAConditionAndAnInterval() async {
    await conversation.say(
      ":clock manual\nlet f = Form(); watch f.age as spark when f.isAdult every 1s")
    #expect(await conversation.say("f.age = 1; f.age = 20; f.age = 40").lines.isEmpty)
    #expect(await conversation.say("advance 1s").lines == ["◉ f.age  ▁█  40"])
  }

  @Test func secretsAreDrawnAsSecrets() async {
    let said = await conversation.say(
      "let f = Form(); watch f.pin as marbles; watch f.pin as table; f.pin = \"wolf\"")
    #expect(!said.lines.joined().contains("1234"))
    #expect(!said.lines.joined().contains("wolf"))
  }

  @Test func aFormThatIsNotThereIsCorrected() async {
    await conversation.say("let f = Form(); watch f.age as mables")
    #expect(conversation.diagnostics.first?.replacement == "marbles")
  }

  @Test func aDrawingEndsLikeAnyWatch() async {
    await conversation.say("let f = Form(); watch f.age, f.name as table; unwatch #1")
    #expect(await conversation.say("f.age = 9").lines.isEmpty)
  }
}

@MainActor
@Suite(.ownGraph) struct EventTests {
  let conversation = Conversation()

  @Test func marblesAreDrawnFromTheLog() async {
    await conversation.say(":clock manual\nlet f = Form(); watch f.isAdult")
    let said = await conversation.say(
      """
      f.age = 1
      advance 20ms
      f.age = 5
      advance 10ms
      f.age = 40
      f.save()
      :marbles f.age, f.isAdult f.save every 10ms
      """)
    #expect(
      said.lines.suffix(6) == [
        "t          0 ms, 1 column = 10ms", "f.age      1-5a---", "f.isAdult  f--t---",
        "f.save     ---(^a)", "f.age      a=40", "f.save     a=\"saved ann\"",
      ])
    #expect(
      await conversation.say(":marbles clear\n:marbles f.age").lines.last?.hasPrefix("Nothing")
        == true)
    #expect(await conversation.say(":marbles nobody").status == .runtimeError)
    #expect(await conversation.say(":marbles").status == .runtimeError)
  }

  @Test func aPictureIsATest() async {
    await conversation.say(":clock manual\nlet f = Form(); f.age = 1; advance 2ms; f.age = 2")
    #expect(await conversation.say("expect f.age marbles \"1-2--\" every 1ms").status == .ok)
    let said = await conversation.say("expect f.age marbles \"12\" every 1ms")
    #expect(said.status == .expectationFailed)
    #expect(said.lines.last == "  help: They are \"1-2\".")
  }

  @Test func whatWasEmittedIsExpectedOnce() async {
    await conversation.say("let f = Form(); f.name = \"a\"; f.name = \"b\"")
    #expect(await conversation.say("expect f.name emits [\"a\", \"b\"]").status == .ok)
    #expect(await conversation.say("expect f.name emits []").status == .ok)
    let said = await conversation.say("f.name = \"c\"; expect f.name emits [\"d\"]")
    #expect(said.status == .expectationFailed)
    #expect(said.lines.last == "  help: It has emitted [\"c\"] since the last expect that was met.")
    await conversation.say("watch f.isAdult; f.age = 3; f.age = 30; f.save()")
    // What was expected wrongly can be expected again.
    #expect(await conversation.say("expect f.name emits [\"c\"]").status == .ok)
    #expect(await conversation.say("expect f.isAdult emits [false, true]").status == .ok)
    #expect(await conversation.say("expect f.save emits [\"saved c\"]").status == .ok)
    for path in ["f.pin", "p"] {
      await conversation.say("let p = { f.pin.count }; expect \(path) emits [3]")
      #expect(conversation.diagnostics.last?.message == .eventsAreSecret)
    }
    #expect(await conversation.say("var n = 1; n = 2; n = 2.5; expect n emits [2]").status != .ok)
    await conversation.say("var m = 1; let twice = { m * 2 }; m = 4; twice")
    #expect(await conversation.say("expect twice emits [8]; expect m emits [4]").status == .ok)
  }

  @Test func missingEventsAreWaitedForOnTheSessionsClock() async throws {
    await conversation.say(":clock manual\nlet f = Form()")
    let session = conversation.session
    let form = try #require(session.scope["f"]?.viewModel as? Form)
    let task = Task {
      for age in [1, 2] {
        try? await session.clock.sleep(for: .seconds(1))
        form.age.value = age
      }
    }
    #expect(await conversation.say("expect f.age emits [1, 2] within 2s").status == .ok)
    await task.value
    let said = await conversation.say("expect f.age emits [3] within 2s")
    #expect(said.status == .expectationFailed)
    #expect(said.lines.first?.hasPrefix("error E402") == true)
  }

  @Test func secretsCannotBeGuessedByTheirEvents() async {
    await conversation.say("let f = Form(); f.pin = \"77\"; expect f.pin emits [\"77\"]")
    #expect(conversation.diagnostics.first?.code == .notAValue)
  }

  @Test func whyOfOneChangeGoesBackFromThere() async {
    await conversation.say("let f = Form(); f.age = 3; f.age = 4")
    let events = conversation.session.chronicle.writes.events
    let write = events.nodes.flatMap { events.events(of: $0) }.min { $0.record.id < $1.record.id }
    let number = write?.record.id.number ?? 0
    let said = await conversation.say("why f.age at #\(number)")
    #expect(said.lines.first?.hasPrefix("f.age was set: 3, it was 30") == true)
    #expect(said.lines.last?.contains("you typed f.age = 3") == true)
    #expect(await conversation.say("why f.age at #999999").status == .runtimeError)
  }

  @Test func aLongerStepIsLongEnough() async {
    await conversation.say(":clock manual\nlet f = Form(); f.age = 1; advance 10000h; f.age = 2")
    let said = await conversation.say("expect f.age marbles \"1-2\" every 1s").lines
    let step = said.last.flatMap { $0.firstMatch(of: /every (\w+),/) }?.1
    #expect(step != nil, "\(said)")
    let picture = await conversation.say("expect f.age marbles \"\" every \(step ?? "")").lines
    #expect(picture.last?.contains("They are \"1-") == true, "\(picture)")
  }
}
