import Foundation
import TerminalTestSupport
import Testing

/// `:screen` at a terminal: a live drawing above the prompt, walked through with keys.
@Suite(.ownThread) struct ScreenTests {
  let fixture: PromptFixture

  init() throws { fixture = try PromptFixture() }

  private enum Key {
    static let up = "\u{1B}[A"
    static let down = "\u{1B}[B"
    static let right = "\u{1B}[C"
    static let home = "\u{1B}[H"
    static let end = "\u{1B}[F"
    static let altS = "\u{1B}s"
    static let escape = "\u{1B}"
  }

  /// Types keys, and waits until the statement that they mean has been entered.
  private func press(
    _ keys: String, _ terminal: PseudoTerminal, until statement: String
  ) throws {
    terminal.type(keys)
    try terminal.wait(statement) { screen in
      screen.transcript.joined().contains("❯ \(statement)")
        && screen.text.last?.contains("Alt-s") == true
    }
  }

  @Test func theDemoAppIsWalkedWithKeysAlone() throws {
    let terminal = try fixture.start(columns: 80, rows: 40)
    var statements: [String] = []
    func walk(_ keys: String, _ statement: String) throws {
      try press(keys, terminal, until: statement)
      statements.append(statement)
    }
    try terminal.enter("let app = PhotoApp()")
    terminal.type(":screen app\r")
    try terminal.wait("the screen") { $0.text.contains { $0.contains("[Photos]") } }
    terminal.type("half a li" + Key.altS)
    try terminal.wait("the focus") { $0.text.contains { $0.hasPrefix("▸") } }
    try walk(Key.down + Key.down + "\r", "app.visible.show(3)")
    try walk("fog\r", #"app.visible.caption = "fog""#)
    try walk(Key.end + "\r", "app.visible.save()")
    try walk(Key.right + "\r", "app.visible.chooseCity() &")
    try terminal.wait("the sheet") { $0.text.contains { $0.contains("╭─ Cities ─") } }
    try walk(Key.down + "\r", #"app.visible.pick("Kyoto")"#)
    try terminal.wait("the answer") {
      $0.text.contains { $0.contains("city") && $0.contains("Kyoto") }
    }
    try walk(Key.escape, "app.back()")
    try walk(Key.home + Key.right + "\r", "app.select(1)")
    // What was half typed before is there again, and what no control takes goes on with it.
    terminal.type("ne")
    try terminal.wait("the prompt") { $0.text.last == "❯ half a line" }
    terminal.type("\u{15}")
    try terminal.enter("app.path")
    try terminal.wait("the path") { $0.text.contains(#""Books""#) }
    try terminal.enter("why app.path")
    try terminal.wait("the cause") { $0.text.joined().contains("app.select(1)") }
    try terminal.enter(":screen off")
    try terminal.wait("the end") { screen in !screen.text.contains { $0.contains("[Books]") } }
    // The statements that the keys were, run as a script, end in the same state.
    let questions = ["app.path", "app.titles", "app.tabs[0].title", "app.visible.title"]
    for question in questions { try terminal.enter(question) }
    let lines = terminal.screen.transcript
    let answers = questions.compactMap { question in
      lines.lastIndex(of: "❯ \(question)").map { lines[$0 + 1] }
    }
    #expect(answers.count == questions.count && answers[0].contains("Books"), "\(lines)")
    let script = ["let app = PhotoApp()"] + statements + ["wait all"] + questions
    _ = try fixture.folder.write(Data(script.joined(separator: "\n").utf8), as: "walk.mvvm")
    let shell = try fixture.shell("\"$REPL\" run walk.mvvm --data other > told; echo status $?")
    try shell.wait("the status") { $0.text.contains { $0.hasPrefix("status ") } }
    let told = try String(contentsOf: fixture.folder.url.appending(path: "told"), encoding: .utf8)
      .split(separator: "\n").map(String.init)
    #expect(shell.screen.text.contains("status 0"), "\(told)")
    #expect(told.suffix(questions.count) == answers[...], "\(told)")
    terminal.type(":quit\r")
    #expect(try terminal.waitForExit() == .status(0))
    #expect(terminal.isRestored)
  }

  /// A file is faster than a person: it waits for what the person has waited for.
  @Test func whatWasDoneInAPageThatHadLoadedRunsAsAScript() throws {
    let terminal = try fixture.start(columns: 80, rows: 40)
    try terminal.enter("let app = TravelApp()")
    terminal.type(":screen app\r")
    try terminal.wait("the menu") { $0.text.contains { $0.contains("Login form") } }
    terminal.type(Key.altS)
    try terminal.wait("the focus") { $0.text.contains { $0.hasPrefix("▸") } }
    try press("\r", terminal, until: "app.visible.select(at: 0)")
    try terminal.wait("the places") { $0.text.contains { $0.contains("Glasshouse Park") } }
    try press(Key.down + "\r", terminal, until: "app.visible.select(at: 1)")
    try press(Key.escape, terminal, until: "app.back()")
    terminal.type(Key.altS)
    try terminal.enter(":replay")
    try terminal.wait("the replay") { $0.text.joined().contains("the results were the same") }
    try terminal.enter(":save walk.mvvm")
    try terminal.wait("the file") { $0.text.joined().contains("wrote") }
    let shell = try fixture.shell("\"$REPL\" run walk.mvvm --data other > told; echo status $?")
    try shell.wait("the status") { $0.text.contains { $0.hasPrefix("status ") } }
    let told = try String(contentsOf: fixture.folder.url.appending(path: "told"), encoding: .utf8)
    #expect(shell.screen.text.contains("status 0"), "\(told)")
  }

  @Test func inALowAndNarrowWindowTheFocusIsInSight() throws {
    let terminal = try fixture.start(columns: 60, rows: 24)
    try terminal.enter("let form = LoginForm()")
    terminal.type(":screen form\r")
    try terminal.wait("the form") { $0.text.contains { $0.contains("password") } }
    terminal.type(Key.altS)
    try terminal.wait("the focus") { $0.text.contains { $0.hasPrefix("▸ phone") } }
    terminal.resize(columns: 20, rows: 5)
    try terminal.wait("the focus in the low window") { screen in
      screen.text.count == 5 && screen.text.contains { $0.hasPrefix("▸ phone") }
    }
    terminal.type("18")
    try terminal.wait("what is typed") { $0.text.contains { $0.contains("[18618▏") } }
    terminal.resize(columns: 70, rows: 20)
    try terminal.wait("all of it") { screen in
      screen.text.contains { $0.contains("[18618▏") } && screen.text.last?.contains("Alt-s") == true
    }
    try press("\r", terminal, until: #"form.phone = "18618""#)
    terminal.type("\u{3}")
    try terminal.enter("form.phone")
    try terminal.wait("the value") { $0.text.contains(#""18618""#) }
  }

  @Test func aGraphIsKeptUpToDateBesideTheScreen() throws {
    let terminal = try fixture.start(columns: 80, rows: 24)
    try terminal.enter("let form = LoginForm()")
    terminal.type(":graph live form.canClear tree\r")
    try terminal.wait("the graph") { $0.text.contains { $0.contains("canClear") } }
    terminal.type("form.phone = \"1\"\r")
    try terminal.wait("the marks") { $0.text.contains { $0.contains(#"[1] phone = "1""#) } }
    terminal.type(":screen form\r")
    try terminal.wait("both") { screen in
      screen.text.contains { $0.contains("[1              ") }
        && screen.text.contains { $0.contains("canClear") }
    }
    terminal.resize(columns: 80, rows: 9)
    try terminal.wait("a part of both") { screen in
      screen.text.contains { $0.contains("more lines") }
        && screen.text.contains { $0.hasSuffix(" more") }
    }
    terminal.type(":screen off\r:graph live off\r")
    try terminal.wait("the end") { screen in
      screen.text.last == "❯" && !screen.text.contains { $0.contains("───") }
    }
  }

  @Test func theWordsOfTheEditorFollowTheLanguage() throws {
    let terminal = try fixture.start(columns: 80, rows: 24)
    terminal.type("zzz\t")
    try terminal.wait("the hint") { $0.text.last == "No completions." }
    terminal.type("\u{15}")
    try terminal.enter(":lang zh")
    terminal.type("zzz\t")
    try terminal.wait("the hint in Chinese") { $0.text.last == "没有可补全的内容。" }
    terminal.type("\u{12}qqq")
    try terminal.wait("the search in Chinese") { $0.text.last?.contains("没有找到") == true }
  }

  /// Keys on screens and, where one leaves them, at the prompt; longer with `SCREEN_FUZZ`.
  @Test func randomKeysLeaveTheTerminalAsItWas() throws {
    let terminal = try fixture.start(columns: 60, rows: 40)
    try terminal.enter("let app = PhotoApp()")
    terminal.type(":screen app\r")
    try terminal.wait("the screen") { $0.text.contains { $0.contains("[Photos]") } }
    let keys = [
      Key.up, Key.down, Key.down, Key.right, "\u{1B}[D", "\r", "\r", Key.escape,
      Key.home, Key.end, "\u{1B}[5~", "\u{1B}[6~", "\u{7F}", "\u{1B}[3~", "7", "k", "码", " ",
      Key.altS, Key.altS, "\u{17}", "\u{3}",
    ]
    let length = ProcessInfo.processInfo.environment["SCREEN_FUZZ"].flatMap { Int($0) } ?? 200
    var state: UInt64 = 2026
    for _ in 0..<max(1, length / 20) {
      var typed = ""
      for _ in 0..<20 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        typed += keys[Int((state >> 33) % UInt64(keys.count))]
      }
      terminal.type(typed)
      // Out of whatever the keys have led into, and to an empty line; there already, a hint comes below it.
      try type("\u{3}", on: terminal, until: "the prompt after \(typed.debugDescription)") {
        $0.text.last?.hasPrefix(PromptFixture.prompt) == true || $0.text.last == "Ctrl-D leaves."
      }
    }
    try type("\u{3}\u{15}:screen off\r", on: terminal, until: "the end of the screen") { screen in
      screen.text.last == PromptFixture.prompt && !screen.text.contains { $0.contains("───") }
    }
    terminal.type("40 + 2\r")
    try terminal.wait("the value") { $0.text.contains("42") }
    terminal.type(":quit\r:quit\r")
    #expect(try terminal.waitForExit() == .status(0))
    #expect(terminal.isRestored)
  }

  /// Types keys again and again: Ctrl-C may stop a statement that another key has begun, which loses what was typed
  /// behind it.
  private func type(
    _ keys: String, on terminal: PseudoTerminal, until what: String,
    _ isRight: (ScreenEmulator) -> Bool
  ) throws {
    var looks = 0
    terminal.type(keys)
    try terminal.wait(what) { screen in
      looks += 1
      if looks.isMultiple(of: 20) { terminal.type(keys) }
      return isRight(screen)
    }
  }

  @Test func withoutAScreenTheKeySaysSo() throws {
    let terminal = try fixture.start()
    terminal.type(Key.altS)
    try terminal.wait("the hint") { $0.text.joined().contains("type :screen and a name first") }
    try terminal.enter("40 + 2")
    try terminal.wait("the value") { $0.text.contains("42") }
  }

  @Test func aSecretFieldIsNotEchoed() throws {
    let terminal = try fixture.start(columns: 80, rows: 40)
    try terminal.enter("let form = LoginForm()")
    terminal.type(":screen form\r")
    try terminal.wait("the form") { $0.text.contains { $0.contains("password") } }
    try press(
      Key.altS + Key.down + "geheim42\r", terminal, until: #"form.password = "••••••••""#)
    try terminal.wait("the dots") { $0.text.contains { $0.contains("[••••••••  ") } }
    #expect(!terminal.screen.transcript.joined().contains("geheim"))
    terminal.type("\u{3}")
    try terminal.enter("form.isPasswordValid")
    try terminal.wait("the value") { $0.text.contains("true") }
  }

  @Test func theHintAndTheFooterOfAPageFitANarrowWindow() throws {
    let terminal = try fixture.start(columns: 50, rows: 40)
    try terminal.enter("let form = LoginForm()")
    terminal.type(":screen form\r")
    try terminal.wait("the hint, broken between words") { screen in
      screen.text.joined(separator: " ").replacing("   ", with: " ").contains(
        "Alt-s or Ctrl-X s moves into the page above: its keys press buttons and fill in fields. ")
    }
    terminal.type("\u{18}s")
    try terminal.wait("the footer") { $0.text.last == "Alt-s leaves  Esc back  Enter presses" }
    terminal.resize(columns: 80, rows: 40)
    try terminal.wait("all of the footer") {
      $0.text.last
        == "Alt-s leaves  Esc back  Enter presses  arrows, PageDown move  Ctrl-R reloads"
    }
    terminal.type("\u{18}s")
    try terminal.wait("the prompt") { $0.text.last == "❯" }
    terminal.hangUp()
  }

  @Test func theFooterSaysThatEnterSetsAField() throws {
    let terminal = try fixture.start(columns: 80, rows: 40)
    try terminal.enter("let form = LoginForm()")
    terminal.type(":screen form\r")
    try terminal.wait("the form") { $0.text.contains { $0.contains("password") } }
    terminal.type(Key.altS)
    try terminal.wait("the footer") { $0.text.last?.contains("  Enter presses  ") == true }
    terminal.type("7")
    try terminal.wait("the footer of a field") { $0.text.last?.contains("  Enter sets  ") == true }
    try press("\r", terminal, until: #"form.phone = "1867""#)
    try terminal.wait("the footer") { $0.text.last?.contains("  Enter presses  ") == true }
    terminal.hangUp()
  }
}
