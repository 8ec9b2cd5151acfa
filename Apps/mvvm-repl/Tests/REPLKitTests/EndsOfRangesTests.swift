import Bindings
import Testing
import ViewModels

@testable import REPLKit

/// No typed line ends the program or hangs it.
@MainActor
@Suite struct EndsOfRangesTests {
  let conversation = Conversation()

  @Test(arguments: [":log -1", ":log 9223372036854775808", ":log x"])
  func aLogOfNoLengthIsRefused(statement: String) async {
    #expect(await conversation.say(statement).lines.first?.hasPrefix("error E204") == true)
  }

  @Test(arguments: [Int.min, -1, 0, 2, Int.max])
  func lessonsBeyondTheCourseAreNone(number: Int) throws {
    let course = try Course([("01-a.md", Self.lesson)])
    #expect(course.index(of: "\(number)") == nil)
    #expect(course.index(of: "1") == 0)
  }

  private static let lesson = """
    # Names
    A person has a name.
    ## Change it
    - [ ] it is so: `1 == 1`
    > A hint.
    ```mvvm solution
    1
    ```
    """

  @Test(arguments: [
    String(repeating: "await ", count: 2_000) + "1", String(repeating: "try ", count: 20_000) + "1",
    String(repeating: "try? ", count: 2_000) + "1",
    "let a: Int" + String(repeating: "?", count: 20_000) + " = 1",
    "let a: " + String(repeating: "[", count: 2_000) + "Int",
    String(repeating: "!", count: 2_000) + "true", String(repeating: "-", count: 2_000) + "1",
    String(repeating: "[", count: 2_000), String(repeating: "(", count: 2_000),
    String(repeating: "a ? ", count: 2_000), String(repeating: "1 ?? ", count: 2_000) + "1",
    String(repeating: "decode A from ", count: 2_000) + "b",
    String(repeating: "a.", count: 2_000) + "a", "a" + String(repeating: "!", count: 2_000),
    "a" + String(repeating: "[0]", count: 2_000), "a" + String(repeating: "()", count: 2_000),
    String(repeating: "1 + ", count: 2_000) + "1",
    String(repeating: "\"\\(", count: 2_000) + "1" + String(repeating: ")\"", count: 2_000),
  ])
  func whatNestsTooDeepIsRefused(text: String) async {
    await conversation.say(text)
    #expect(conversation.diagnostics.first?.code == .tooDeep, "\(text.prefix(40))")
  }

  @Test func anInterruptionEndsALongText() async {
    let text = String(repeating: "1 + 1\n", count: 3_000)
    conversation.session.host.hasPerson = true
    let running = Task { await conversation.say(text) }
    while !conversation.session.cancelRunning() { await Task.yield() }
    #expect(await running.value.status == .runtimeError)
    #expect(conversation.diagnostics.map(\.code) == [.cancelled])
    #expect(await conversation.say("1 + 1").lines == ["2"])
  }

  @Test func aPersonIsToldWhatDidNotRunBehindAMistake() async {
    let pasted = "let f = Form()\nf.nmae\nf.age = 3\nf.age"
    let note = "2 statements after it did not run."
    #expect(!(await conversation.say(pasted).lines.contains(note)))
    conversation.session.host.hasPerson = true
    #expect(await conversation.say(pasted).lines.last == note)
    #expect(await conversation.say("f.nmae; 1").lines.last == "1 statement after it did not run.")
    #expect(await conversation.say("f.nmae").lines.last == "  help: Did you mean 'name'?  f.name")
    #expect(await conversation.say("f.age").lines == ["30"])
    #expect(await conversation.say(":lang zh\nf.nmae; 1").lines.last == "后面还有 1 条语句没有执行。")
  }

  @Test func aPersonIsToldThatNothingOfAnInvalidTextRan() async {
    let note = "None of what was entered ran."
    let pasted = "1 + 1\n2 +* 3\n4"
    #expect(!(await conversation.say(pasted).lines.contains(note)))
    conversation.session.host.hasPerson = true
    for text in [pasted, "1; 2 +* 3", "2 +* 3\n4", "1\n# two\n3", "1\n“2”\n3"] {
      #expect(await conversation.say(text).lines.last == note, "\(text)")
    }
    for text in ["2 +* 3", "\n2 +* 3 // 4\n", "“2”"] {
      #expect(await conversation.say(text).lines.last != note, "\(text)")
    }
    #expect(await conversation.say(":lang zh").status == .ok)
    #expect(await conversation.say(pasted).lines.last == "这次输入的语句都没有执行。")
  }

  @Test func whatASetUpLeavesOutIsNotCounted() async throws {
    conversation.session.host.hasPerson = true
    try conversation.offer(
      """
      # Broken
      ```mvvm setup
      nobody
      1
      ```
      ## One
      - [ ] one: `answer == 1`
      > Hint.
      ```mvvm solution
      let answer = 1
      ```
      """)
    #expect(!(await conversation.say(":lesson 1").lines.joined().contains("did not run")))
  }

  @Test func theToolsWordsNeedTheirColon() async {
    await conversation.say("1 + 1")
    for word in ["replay", "record", "cancel", "log", "snapshot", "vars"] {
      let said = await conversation.say(word)
      #expect(
        said.lines.last == "  help: Tool commands start with a colon.  :\(word)", "\(word)")
    }
    #expect(await conversation.say("log 20").lines.last?.hasSuffix("  :log 20") == true)
    #expect(conversation.session.voice.recorder.steps.count == 7)
    await conversation.say("quit")
    #expect(conversation.session.isFinished)
  }

  @Test func quitAsksOnceWherePeopleAre() async {
    conversation.session.host.hasPerson = true
    await conversation.say(":record\nlet f = Form()")
    let said = await conversation.say(":quit")
    #expect(said.lines.first?.hasSuffix("Type :quit again to leave.") == true)
    #expect(!conversation.session.isFinished)
    await conversation.say("1")
    await conversation.say("exit")
    #expect(!conversation.session.isFinished)
    await conversation.say(":q")
    #expect(conversation.session.isFinished)
  }

  @Test func quitEndsAScriptAtOnce() async {
    await conversation.say(":record\nlet f = Form()\nquit\nf.age = 1")
    #expect(conversation.session.isFinished)
  }

  @Test func aFailedJobEndsTheWaitForIt() async {
    await conversation.say("let f = Form(); f.fail() &")
    #expect(await conversation.say("wait #1").status == .runtimeError)
    #expect(conversation.session.backgroundStatus == .ok)
    #expect(await conversation.say("f.fail() &\nwait all").status == .runtimeError)
    #expect(await conversation.say("f.save() &\nwait all").status == .ok)
    await conversation.say("f.fail() &\nwait until f.fail.isEnabled\nwait 1ms")
    #expect(conversation.session.backgroundStatus == .runtimeError)
  }

  @Test func backgroundCommandsHaveNoFilters() async {
    await conversation.say("let f = Form()")
    #expect(await conversation.say("f.save() | json > \"x.json\" &").status == .parseError)
  }

  @Test func aCommandThatWaitsForTheManualClockIsEnded() async {
    let conversation = Conversation { catalog, clock in
      catalog.add(Sleeper.self) { Sleeper(clock: clock) }
    }
    conversation.session.host.patience = .zero
    let said = await conversation.say(":clock manual\nlet s = Sleeper()\ns.sleep()")
    #expect(conversation.diagnostics.map(\.code) == [.notNow])
    #expect(said.lines.contains { $0.contains("waits for the manual clock") })
    #expect(await conversation.say("s.sleep() &\nadvance 5s\nwait all").status == .ok)
  }

  @Test func aCommandThatAsksIsToldAndEnded() async {
    let conversation = Conversation { catalog, _ in catalog.add(Asking.self) { Asking() } }
    conversation.session.host.patience = .zero
    let said = await conversation.say("let a = Asking()\na.ask()")
    #expect(conversation.diagnostics.map(\.code) == [.notNow])
    #expect(
      said.lines.contains { $0.contains("a.ask() asks \"Sure?\"") && $0.contains("a.prompts") })
  }

  /// A script would wait for ever: nobody can answer while it waits.
  @Test(arguments: ["wait #1", "wait all", ":clock manual\nwait all"])
  func aWaitForACommandThatAsksIsEnded(wait: String) async {
    let conversation = Conversation { catalog, _ in catalog.add(Asking.self) { Asking() } }
    conversation.session.host.patience = .zero
    let said = await conversation.say("let a = Asking()\na.ask() &\n\(wait)")
    #expect(conversation.diagnostics.map(\.code) == [.notNow])
    #expect(said.lines.contains { $0.contains("Answer through a.prompts.pick([0]) first") })
    #expect(await conversation.say("a.prompts.pick([0])\nwait all").status == .ok)
  }

  @Test func addedRowsAreLearntOnce() async {
    let conversation = Conversation { catalog, _ in catalog.add(ListViewModel.self) }
    await conversation.say("let l = ListViewModel()\nl.addSection(\"s\")")
    let met = { conversation.session.chronicle.timeline.met.count }
    let before = met()
    for index in 0..<20 { await conversation.say("l.add(\"\(index)\")") }
    #expect(met() >= before)
    #expect(conversation.diagnostics.isEmpty)
  }
}

/// Waits on the session's clock.
@MainActor
private final class Sleeper: ViewModel {
  let sleep: Command<Void, Void>

  init(clock: SessionClock) {
    sleep = Command(label: "sleep") { try await clock.sleep(for: .seconds(5)) }
  }

  static let schema = ViewModelSchema(
    Sleeper.self, "Sleeps.", members: [.command("sleep", { $0.sleep }, "Sleeps.")])
}

/// Asks a question.
@MainActor
private final class Asking: ViewModel {
  let prompts = Prompts()
  let ask: Command<Void, Void>

  init() {
    ask = Command(label: "ask") { [prompts] in
      _ = try await prompts.picker([["a"]], caption: "Sure?")
    }
  }

  static let schema = ViewModelSchema(
    Asking.self, "Asks.",
    members: [
      .child("prompts", { $0.prompts }, "What it asks."), .command("ask", { $0.ask }, "Asks."),
    ])
}
