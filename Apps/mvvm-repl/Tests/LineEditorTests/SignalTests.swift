import Foundation
import ProcessTestSupport
import TerminalTestSupport
import Testing

@Suite(.ownThread) struct SignalTests {
  @Test func controlCDropsTheEntryButLeavesItReadable() throws {
    let terminal = try startProbe()
    terminal.type("form.phone = " + Keys.control("C"))
    try terminal.wait("fresh prompt") { $0.text == ["视图❯ form.phone = ^C", prompt] }
  }

  @Test func controlCOnNothingTellsHowToLeave() throws {
    let terminal = try startProbe()
    terminal.type(Keys.control("C"))
    try terminal.wait("hint") { $0.text == [prompt, "Ctrl-D leaves."] }
    terminal.type("a")
    try terminal.wait("hint gone") { $0.text == ["视图❯ a"] }
  }

  @Test func controlCCancelsARunningCommand() throws {
    let terminal = try startProbe()
    terminal.type("run\r")
    try terminal.wait("running") { $0.text.last == "running" }
    terminal.type(Keys.control("C"))
    try terminal.wait("cancelled") { $0.text == ["视图❯ run", "running", "interrupted", prompt] }
  }

  @Test func controlDLeavesAndRestoresTheTerminal() throws {
    let terminal = try startProbe()
    #expect(!terminal.isRestored)
    terminal.type(Keys.control("D"))
    #expect(try terminal.waitForExit() == .status(0))
    #expect(terminal.screen.text == [prompt, "bye"])
    #expect(terminal.isRestored)
  }

  @Test func controlDTwiceLeavesWhereThereIsADoubt() throws {
    let terminal = try startProbe(["doubt=Not saved."])
    terminal.type(Keys.control("D"))
    try terminal.wait("the doubt") { $0.text == [prompt, "Not saved."] }
    terminal.type("a" + Keys.control("H"))
    try terminal.wait("staying") { $0.text == [prompt] }
    terminal.type(Keys.control("D"))
    try terminal.wait("the doubt again") { $0.text == [prompt, "Not saved."] }
    terminal.type(Keys.control("D"))
    #expect(try terminal.waitForExit() == .status(0))
    #expect(terminal.isRestored)
  }

  @Test func controlDInTextDeletesToTheRight() throws {
    let terminal = try startProbe()
    terminal.type("ab" + Keys.control("A") + Keys.control("D"))
    try terminal.wait("a gone") { $0.text == ["视图❯ b"] }
  }

  @Test(arguments: [SIGTERM, SIGHUP, SIGQUIT, SIGSEGV])
  func endingSignalRestoresTheTerminal(_ signal: Int32) throws {
    let terminal = try startProbe()
    terminal.type("form.phone")
    try terminal.wait("text") { $0.text.last == "视图❯ form.phone" }
    terminal.signal(signal)
    #expect(try terminal.waitForExit() == .signal(signal))
    #expect(terminal.isRestored)
  }

  @Test(arguments: [SIGTERM, SIGHUP, SIGQUIT])
  func endingSignalEndsItAlsoWhileNobodyReadsTheTerminal(_ signal: Int32) throws {
    let terminal = try startProbe()
    terminal.type("pour\r")
    // From here on it has much more to write than a terminal holds.
    try terminal.wait("some output") { $0.text.contains { $0.hasPrefix("...") } }
    terminal.signal(signal)
    #expect(try terminal.waitForExitUnread() == .signal(signal))
  }

  @Test func quitEndsItWithoutABacktrace() throws {
    let terminal = try PseudoTerminal(
      running: BuildProducts.executable("LineEditorProbe"),
      environment: ["SWIFT_BACKTRACE": "enable=yes,interactive=yes"], columns: 60, rows: 12)
    try terminal.wait("first prompt") { $0.text.last == prompt }
    terminal.signal(SIGQUIT)
    #expect(try terminal.waitForExit() == .signal(SIGQUIT))
    #expect(terminal.isRestored)
    #expect(terminal.screen.text == [prompt])
  }

  @Test func exitWithoutCloseRestoresTheTerminal() throws {
    let terminal = try startProbe()
    terminal.type("exit\r")
    #expect(try terminal.waitForExit() == .status(7))
    #expect(terminal.isRestored)
  }

  @Test func crashRestoresTheTerminal() throws {
    let terminal = try startProbe()
    terminal.type("crash\r")
    #expect(try terminal.waitForExit() == .signal(SIGABRT))
    #expect(terminal.isRestored)
  }

  @Test func closedWindowEndsTheProgram() throws {
    let terminal = try startProbe()
    terminal.type("form")
    terminal.hangUp()
    // The signal and the end of input arrive together; either may be noticed first.
    let exit = try terminal.waitForExit()
    #expect(exit == .signal(SIGHUP) || exit == .status(0))
  }

  @Test func controlZStopsAndContinuingBringsTheTextBack() throws {
    // A shell with job control in between, as in real use.
    let terminal = try PseudoTerminal(
      running: "/bin/bash", arguments: ["--norc", "--noprofile", "-i"],
      environment: ["PS1": "shell> ", "PROBE": BuildProducts.executable("LineEditorProbe")],
      columns: 60, rows: 12)
    try terminal.wait("shell") { $0.text.last == "shell>" }
    terminal.type("\"$PROBE\"\r")
    try terminal.wait("prompt") { $0.text.last == prompt }
    terminal.type("手机号 abc" + Keys.left)
    try terminal.wait("text") { $0.text.last == "视图❯ 手机号 abc" }
    terminal.type(Keys.control("Z"))
    try terminal.wait("shell is back") {
      $0.text.last == "shell>" && $0.text.contains { $0.contains("Stopped") }
    }
    terminal.type("fg\r")
    try terminal.wait("text is back") { $0.text.last == "视图❯ 手机号 abc" }
    terminal.type("X")
    try terminal.wait("still editable") { $0.text.last == "视图❯ 手机号 abXc" }
  }
}
