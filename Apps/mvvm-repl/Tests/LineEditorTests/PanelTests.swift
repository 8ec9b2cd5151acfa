import TerminalTestSupport
import Testing

/// The panel above the prompt while no entry is read.
@Suite(.ownThread) struct PanelTests {
  /// Keys behind a Ctrl-C in one piece come while the entry still runs.
  @Test func itIsToldWhichKeysWereTypedAhead() throws {
    let terminal = try startProbe(columns: 40)
    terminal.type("panel one\rrun\r")
    try terminal.wait("running") { $0.text.contains("running") }
    terminal.type("\u{3}\u{1B}sz")
    try terminal.wait("the hint") { $0.text.contains("typed ahead") }
    terminal.type("\u{1B}sz")
    try terminal.wait("the other hint") { $0.text.contains("typed now") }
    terminal.type("quit\r")
    #expect(try terminal.waitForExit() == .status(0) && terminal.isRestored)
  }

  @Test func itStaysWhileTheProgramIsAtWork() throws {
    let terminal = try startProbe(columns: 40)
    terminal.type("panel one two\rrun\r")
    let panel = [String(repeating: "─", count: 39), "one", "two"]
    try terminal.wait("the panel") { screen in
      screen.text.filter { !$0.isEmpty }.suffix(5) == ["视图❯ run", "running"] + panel
    }
    terminal.type("\u{3}")
    try terminal.wait("the prompt") { screen in
      screen.text.suffix(5) == ["interrupted"] + panel + ["视图❯"]
    }
    terminal.type("quit\r")
    #expect(try terminal.waitForExit() == .status(0) && terminal.isRestored)
    #expect(terminal.screen.text.filter { !$0.isEmpty }.suffix(2) == ["视图❯ quit", "bye"])
  }
}
