import Foundation
import TerminalTestSupport
import Testing

/// What a teacher has beside the prompt: notes in a second terminal, keys that are shown, lessons that are read again.
@Suite(.ownThread) struct TeacherTests {
  let fixture: PromptFixture

  init() throws { fixture = try PromptFixture() }

  private func notes(_ arguments: String...) throws -> PseudoTerminal {
    try fixture.shell(
      "exec \"$REPL\" \"$@\"", ["notes", "--data", "data"] + arguments, columns: 60, rows: 20)
  }

  private func present() throws -> PseudoTerminal {
    let terminal = try fixture.start(["present", "login"], columns: 80, rows: 24)
    try wait(forStep: 1, terminal)
    return terminal
  }

  private func wait(forStep step: Int, _ terminal: PseudoTerminal) throws {
    try terminal.wait("step \(step)") { screen in
      screen.text.contains { $0.hasPrefix("Talk login, step \(step) of 6 · ") }
        && screen.text.last == "❯"
    }
  }

  @Test func notesFollowATalkInAnotherTerminal() throws {
    // Before the talk.
    let notes = try notes()
    try notes.wait("nothing yet") {
      $0.text.joined(separator: " ").contains("No talk is being held.")
    }
    let terminal = try present()
    try notes.wait("the first step") { screen in
      screen.text.first?.hasPrefix("Talk login, step 1 of 6 · ") == true
        && screen.text.contains("A page without a view")
        && screen.text.contains("❯ let form = LoginForm()")
        && screen.text.contains("Next step: What depends on what")
    }
    #expect(notes.screen.text.joined(separator: " ").contains("can be set by a person."))
    #expect(!terminal.screen.transcript.joined().contains("Point at the two fields"))
    terminal.type("\t")
    try notes.wait("the second step") { $0.text.contains("❯ watch form.isPhoneValid") }
    terminal.type("\u{1B}")
    try notes.wait("off script") { $0.text.contains("(off script; :resume comes back)") }
    // In the middle of it; the notes of an English talk are English in a Chinese terminal, too.
    let chinese = try self.notes("--lang", "zh")
    try chinese.wait("the second step") { screen in
      screen.text.contains { $0.hasPrefix("Next step: ") }
        && !screen.text.joined().contains("下一步")
    }
    try terminal.enter(":present stop")
    try notes.wait("the end") { $0.text.joined(separator: " ").contains("No talk is being held.") }
    try chinese.wait("the end") { $0.text.joined().contains("现在没有演讲") }
    terminal.type(":present login\r")
    try notes.wait("another talk") { $0.text.first?.hasPrefix("Talk login, step 1") == true }
    // A program that is killed holds no talk any more.
    terminal.signal(SIGKILL)
    _ = try terminal.waitForExit()
    try notes.wait("the end") { $0.text.joined(separator: " ").contains("No talk is being held.") }
    notes.type("\u{3}")
    #expect(try notes.waitForExit() == .status(0))
    #expect(notes.isRestored)
    chinese.hangUp()
  }

  @Test func notesEndWhenNobodyReadsThem() throws {
    let terminal = try fixture.shell(
      "\"$REPL\" \"$@\" | head -n 1; echo over", ["notes", "--data", "data"], columns: 60, rows: 20)
    try terminal.wait("the end") { $0.text.contains("over") }
    terminal.hangUp()
  }

  @Test func notesFillTheirWindowAndSpeakTheLanguageOfTheTalk() throws {
    let terminal = try fixture.start(["present", "login", "--lang", "zh"], columns: 80, rows: 24)
    let notes = try fixture.shell(
      "exec \"$REPL\" \"$@\"", ["notes", "--data", "data"], columns: 100, rows: 30)
    try notes.wait("the first step") { screen in
      screen.text.first?.hasPrefix("演讲 login，第 1/6 步") == true
        && screen.text.last?.hasPrefix("下一步：") == true
    }
    #expect(!notes.screen.text.joined().contains("Next step"))
    terminal.hangUp()
    let english = try present()
    try notes.wait("the English talk") { screen in
      screen.text.contains {
        $0.hasPrefix("A login page has two fields, two colours, a text and four buttons.")
      }
    }
    // The last step says nothing of one that comes.
    for step in 2...6 {
      english.type("\t")
      try wait(forStep: step, english)
    }
    try notes.wait("the last step") { $0.text.last == "This is the last step." }
    english.type("\t")
    try notes.wait("the end of the script") { screen in
      screen.text.last == "The end of the talk: Enter, Tab or Esc leaves it."
    }
    english.hangUp()
    notes.hangUp()
  }

  @Test func notesAreSmallerThanTheWindow() throws {
    let terminal = try present()
    let notes = try fixture.shell(
      "exec \"$REPL\" \"$@\"", ["notes", "--data", "data"], columns: 40, rows: 6)
    // What comes next is never left out.
    try notes.wait("a part of them") { screen in
      screen.text.count == 5 && screen.text[2].contains("more")
        && screen.text.suffix(2) == ["❯ let form = LoginForm()", "Next step: What depends on what"]
    }
    notes.resize(columns: 80, rows: 24)
    try notes.wait("all of them") { $0.text.last?.hasPrefix("Next step: ") == true }
    terminal.hangUp()
    notes.hangUp()
  }

  @Test func whatIsToBeDoneBeforeATalkStandsAboveItsFirstNotes() throws {
    let terminal = try present()
    let notes = try fixture.shell(
      "exec \"$REPL\" \"$@\"", ["notes", "--data", "data"], columns: 80, rows: 30)
    func tellsBefore(_ screen: ScreenEmulator) -> Bool {
      screen.text.joined(separator: " ").contains(":theme presenter before you begin")
    }
    try notes.wait("what is to be done before", until: tellsBefore)
    terminal.type("\r")
    try notes.wait("the step alone") { screen in
      !tellsBefore(screen) && screen.text.contains("A page without a view")
    }
    terminal.hangUp()
    notes.hangUp()
  }

  @Test func notesCanBePrintedOnce() async throws {
    let none = try await ProgramRun.run(["notes", "--once"], data: fixture.data)
    #expect(none.status == 1 && none.errors.contains("no talk of yours"))
    let terminal = try present()
    let run = try await ProgramRun.run(["notes", "--once"], data: fixture.data)
    #expect(run.status == 0)
    #expect(run.output.hasPrefix("Talk login, step 1 of 6 · "))
    #expect(run.output.contains("\n\nA page without a view\n"))
    #expect(run.output.hasSuffix("❯ let form = LoginForm()\nNext step: What depends on what\n"))
    terminal.hangUp()
  }

  @Test func whatIsCopiedInATalkStaysOutOfTheDimText() throws {
    let talk = "# A talk\n## One\n```mvvm\n\"a word\" | copy\n```\n## Two\n```mvvm\n20 + 22\n```\n"
    _ = try fixture.folder.write(Data(talk.utf8), as: "talk.md")
    let terminal = try fixture.start(["present", "talk.md"])
    try terminal.wait("the first step") { screen in
      screen.transcript.contains { $0.hasPrefix("Step 1 of 2: ") } && screen.text.last == "❯"
    }
    terminal.type("\t")
    try terminal.wait("the second step") { screen in
      screen.transcript.contains { $0.hasPrefix("Step 2 of 2: ") } && screen.text.last == "❯"
    }
    let copied = Data("\"a word\"".utf8).base64EncodedString()
    #expect(terminal.screen.systemCommands.filter { $0.hasPrefix("52;") } == ["52;c;\(copied)"])
    let statement = "❯ \"a word\" | copy"
    let row = try #require(terminal.screen.text.lastIndex(of: statement), "\(terminal.picture)")
    #expect(isDim(row, terminal))
    #expect(!terminal.screen.text.joined().contains("52;c"))
  }

  @Test func olderStepsBecomeDim() throws {
    let terminal = try present()
    for step in 2...3 {
      terminal.type("\t")
      try wait(forStep: step, terminal)
    }
    let rows = terminal.screen.text
    let heading = try #require(rows.lastIndex { $0.hasPrefix("Step 3 of 6: ") })
    let older = try #require(rows.firstIndex { $0.hasPrefix("Step 2 of 6: ") })
    for row in older..<heading - 1 where !rows[row].isEmpty {
      #expect(isDim(row, terminal), "\(rows[row])")
    }
    #expect(!isDim(heading, terminal))
    terminal.hangUp()
  }

  /// Whether a row has the parameters of the theme for quiet text.
  private func isDim(_ row: Int, _ terminal: PseudoTerminal) -> Bool {
    [243, 2].contains {
      terminal.screen.text(row: row, withAttribute: $0) == terminal.screen.text[row]
    }
  }

  @Test func keysAreShownToThoseWhoLookOn() throws {
    let terminal = try fixture.start()
    try terminal.enter(":set keys on")
    terminal.type("\u{1B}[A")
    try terminal.wait("Up") { $0.text.contains("[Up]") && $0.text.last == "❯ :set keys on" }
    terminal.type("x")
    try terminal.wait("no key beside text") { !$0.text.contains { $0.hasPrefix("[") } }
    terminal.type("\u{3}")
    try terminal.wait("Ctrl-C") { $0.text.contains("[Ctrl-C]") }
    try terminal.enter(":set keys off")
    #expect(!terminal.screen.text.contains { $0.hasPrefix("[") })
    terminal.hangUp()
  }

  @Test func aLessonThatIsSavedIsReadAgain() throws {
    let folder = fixture.folder.url.appending(path: "own")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data("How to use them.\n".utf8).write(to: folder.appending(path: "README.md"))
    func save(_ text: String) throws {
      try Data(text.utf8).write(to: folder.appending(path: "01-own.md"))
    }
    func lesson(_ task: String, _ answer: Int) -> String {
      """
      # Own
      ## One
      \(task)
      - [ ] done: `answer == \(answer)`
      ```mvvm solution
      let answer = \(answer)
      ```
      """
    }
    try save(lesson("The first task.", 1))
    let terminal = try fixture.start(["--lessons", "own", "--lessons", "built-in"])
    try terminal.enter(":lesson 1")
    #expect(terminal.screen.text.contains("The first task."))
    try save(lesson("The second task.", 2))
    try terminal.wait("the task of now") { $0.text.contains("The second task.") }
    try save("# Own\n## One\n")
    try terminal.wait("the mistake") { $0.text.joined().contains("01-own.md:2: ") }
    terminal.type("let answer = 2\r")
    try terminal.wait("the end") { $0.text.contains { $0.hasPrefix("✓ Lesson 1 is done: Own") } }
    terminal.hangUp()
  }

  @Test func aLessonThatIsSavedIsReadAgainWithoutPaint() throws {
    let folder = fixture.folder.url.appending(path: "own")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    func save(_ task: String) throws {
      let text =
        "# Own\n## One\n\(task)\n- [ ] done: `answer == 1`\n```mvvm solution\nlet answer = 1\n```"
      try Data(text.utf8).write(to: folder.appending(path: "01-own.md"))
    }
    try save("The first task.")
    let terminal = try fixture.start(["--plain", "--lessons", "own"], until: ">")
    terminal.type(":lesson 1\r")
    try terminal.wait("the first task") { $0.text.contains("The first task.") }
    try save("The second task.")
    // The terminal shows what is typed before the prompt above it, and the answer then stands behind the prompt.
    try terminal.wait("the task of now") {
      $0.text.contains("The second task.") && $0.text.last == ">"
    }
    terminal.type("let answer = 1\r")
    try terminal.wait("the end") { $0.text.contains { $0.hasPrefix("✓ Lesson 1 is done: Own") } }
    terminal.hangUp()
  }

  @Test func aHandoutOnATerminalIsToldWhereItBelongs() async throws {
    let terminal = try fixture.shell(
      "\"$REPL\" handout 3 --notes --lang zh --data data; echo $?", columns: 120)
    try terminal.wait("the end") { $0.text.contains("2") }
    let line = "mvvm-repl handout 3 --notes --lang zh > handout.html"
    #expect(terminal.screen.text.contains { $0.hasSuffix(line) }, "\(terminal.screen.text)")
    #expect(terminal.screen.text.count < 6)
    terminal.hangUp()
  }

  @Test func theHandoutIsOnePageInEitherLanguage() async throws {
    let all = try await ProgramRun.run(["handout"], data: fixture.data)
    #expect(all.status == 0 && all.errors == "")
    #expect(all.output.contains("<h1>Lesson 20: Write your own <small>35 min</small></h1>"))
    #expect(all.output.contains("<h1>The login form <small>10 min</small></h1>"))
    #expect(all.output.contains("error E301: form.clear is not enabled"))
    #expect(!all.output.contains("Point at the two fields") && !all.output.contains("<script"))
    #expect(all.output.contains("Ctrl-R") && all.output.contains("<th>:present</th>"))
    let chinese = try await ProgramRun.run(
      ["handout", "3", "login", "glossary", "--notes", "--lang", "zh"], data: fixture.data)
    #expect(chinese.output.contains("<html lang=\"zh-Hans\">"))
    #expect(chinese.output.contains("<h1>第 3 课：派生状态 <small>8 分钟</small></h1>"))
    #expect(chinese.output.contains("<th>视图模型 (view-model)</th>"))
    #expect(!chinese.output.contains("第 4 课"))
    for page in [all.output, chinese.output] {
      #expect(!page.contains("❯ form.password = &quot;p"))
      #expect(page.contains("❯ form.password = &quot;…&quot;"))
      let rules = page.split(separator: "\n").filter { $0.contains("──────────") }
      #expect(rules.allSatisfy { $0.count <= 80 }, "\(rules.map(\.count).max() ?? 0)")
    }
    let teachers = try await ProgramRun.run(["handout", "1", "--solutions"], data: fixture.data)
    #expect(teachers.output.contains("var form = LoginForm()"))
    let wrong = try await ProgramRun.run(["handout", "logn"], data: fixture.data)
    #expect(wrong.status == 2 && wrong.output == "" && wrong.errors.contains("'logn'"))
    #expect(wrong.errors.contains("numbers of lessons"))
    #expect(teachers.output.contains("<title>A view-model you can talk to · mvvm-repl"))
  }
}
