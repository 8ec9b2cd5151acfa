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
    try terminal.enter("let app = PhotoApp()")
    terminal.type(":screen app\r")
    try terminal.wait("the screen") { $0.text.contains { $0.contains("[Photos]") } }
    terminal.type("half a li" + Key.altS)
    try terminal.wait("the focus") { $0.text.contains { $0.hasPrefix("▸") } }
    try press(Key.down + Key.down + "\r", terminal, until: "app.visible.show(3)")
    try press("fog\r", terminal, until: #"app.visible.caption = "fog""#)
    try press(Key.end + "\r", terminal, until: "app.visible.save()")
    try press(Key.right + "\r", terminal, until: "app.visible.chooseCity() &")
    try terminal.wait("the sheet") { $0.text.contains { $0.contains("╭─ Cities ─") } }
    try press(Key.down + "\r", terminal, until: #"app.visible.pick("Kyoto")"#)
    try terminal.wait("the answer") {
      $0.text.contains { $0.contains("city") && $0.contains("Kyoto") }
    }
    try press(Key.escape, terminal, until: "app.back()")
    try press(Key.home + Key.right + "\r", terminal, until: "app.select(1)")
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
    terminal.type(":quit\r")
    #expect(try terminal.waitForExit() == .status(0))
    #expect(terminal.isRestored)
  }

  @Test func inALowAndNarrowWindowTheFocusIsInSight() throws {
    let terminal = try fixture.start(columns: 60, rows: 20)
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
      screen.text.contains { $0.contains("lines left out") }
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
}
