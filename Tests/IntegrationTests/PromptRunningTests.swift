import Foundation
import TerminalTestSupport
import Testing

/// What a person sees while something runs, and that nothing runs while nobody types.
@Suite(.ownThread) struct PromptRunningTests {
  let fixture: PromptFixture

  init() throws { fixture = try PromptFixture() }

  @Test func aRowSaysWhatRunsAndHowToCancelIt() throws {
    let server = try HeldServer(answering: #"{"phone": "18612345678", "nickname": "Ann"}"#)
    let terminal = try fixture.start(["--api", server.address.absoluteString])
    try terminal.enter("let form = LoginForm()")
    try terminal.enter("form.phone = \"18612345678\"; form.password = \"passw0rd\"")
    terminal.type("form.signIn()\r")
    try terminal.wait("the row") { screen in
      screen.text.last?.hasPrefix("… ") == true
        && screen.text.last?.hasSuffix("Ctrl-C cancels  form.signIn()") == true
    }
    server.answer()
    try terminal.wait("the answer in its place") { screen in
      screen.text.suffix(2).first?.hasPrefix("\"Ann\"") == true
        && screen.text.last == PromptFixture.prompt
    }
    #expect(!terminal.screen.transcript.contains { $0.hasPrefix("…") })
  }

  @Test func theRowTellsNoSecret() throws {
    let terminal = try fixture.start()
    try terminal.enter("let form = LoginForm()")
    terminal.type("form.password = \"hunter2\"; wait 1000s\r")
    try terminal.wait("the row") { $0.text.last?.contains("  form.password = \"…\"") == true }
    terminal.type("\u{3}")
    try terminal.wait("the prompt") { $0.text.last == PromptFixture.prompt }
  }

  @Test func aLongStatementLeavesRoomForTheTimeAndTheWay() throws {
    let terminal = try fixture.start()
    let name = String(repeating: "long", count: 40)
    terminal.type("let \(name) = 1; wait 1000s\r")
    try terminal.wait("the row") { $0.text.last?.contains(" s  Ctrl-C cancels  let long") == true }
    terminal.type("\u{3}")
    try terminal.wait("the prompt") { $0.text.last == PromptFixture.prompt }
  }

  /// Lets a statement compute what would take a century, behind an observer that tells that it runs.
  private func compute(in terminal: PseudoTerminal) throws {
    terminal.type("var v = 1; watch v; let d = { v > 1 ? \(ModesTests.endless) : 0 }; watch d\r")
    try terminal.wait("the second watch") { screen in
      screen.text.contains { $0.contains("d  0") }
    }
    terminal.type("v = 2\r")
    try terminal.wait("the change") { screen in screen.text.contains { $0.contains("v  2") } }
  }

  /// It keeps the main thread to itself, so the row and the request come from others.
  @Test(.timeLimit(.minutes(10))) func aLongComputationIsShownAndCanBeCancelled() throws {
    let terminal = try fixture.start()
    try compute(in: terminal)
    try terminal.wait("the row") { screen in
      screen.text.last?.hasPrefix("… ") == true
        && screen.text.last?.hasSuffix(" s  Ctrl-C cancels  v = 2") == true
    }
    terminal.type("\u{3}")
    try terminal.wait("the prompt") { $0.text.last == PromptFixture.prompt }
    #expect(
      terminal.screen.transcript.contains { $0.contains("error E303: the computation was") })
    try terminal.enter("20 + 22")
    #expect(terminal.screen.text.contains("42"))
  }

  /// The same without an editor, by a signal.
  @Test(.timeLimit(.minutes(10)))
  func aLongComputationOfThePlainPromptCanBeCancelled() throws {
    let terminal = try fixture.start(["--plain"], until: ">")
    try compute(in: terminal)
    terminal.signal(SIGINT)
    try terminal.wait("the mistake") { screen in
      screen.text.contains { $0.contains("error E303: the computation was cancelled") }
        && screen.text.last == ">"
    }
    terminal.type("20 + 22\r")
    try terminal.wait("the sum") { $0.text.contains("42") }
  }

  @Test func aTerminatedProgramLeavesNoRowBehind() throws {
    let terminal = try fixture.start(["--lang", "zh"])
    terminal.type("wait 1000s\r")
    try terminal.wait("the row in Chinese") { screen in
      screen.text.last?.hasPrefix("… ") == true
        && screen.text.last?.hasSuffix("Ctrl-C 取消  wait 1000s") == true
    }
    terminal.signal(SIGTERM)
    #expect(try terminal.waitForExit() == .signal(SIGTERM))
    #expect(terminal.screen.text.last == "❯ wait 1000s")
    #expect(terminal.isRestored)
  }

  @Test func aSessionForOtherMachinesIsOpenedWithAWarning() throws {
    let terminal = try fixture.start(["--serve-on", "0.0.0.0"], columns: 160)
    let shown = terminal.screen.text.joined(separator: "\n")
    #expect(shown.contains("Warning: every machine that reaches 0.0.0.0 can connect."))
    #expect(shown.contains("Whoever has this one sees everything, and can change nothing."))
    #expect(shown.matches(of: /http:\/\/[\d.]+:\d+\/[0-9a-f]{32}\//).count >= 2)
    #expect(!shown.contains("http://0.0.0.0"))
  }

  #if os(Linux)
    /// While nobody types the program sleeps: no thread of ours wakes up, with a panel, a server that
    /// has been started, a database that has been opened and the session at an address for browsers.
    @Test func nothingWakesUpWhileNobodyTypes() throws {
      let terminal = try fixture.start()
      try terminal.enter("let form = LoginForm()")
      try terminal.enter("watch form.output")
      try terminal.enter(":panel on")
      try terminal.enter("store[\"a\"] = 1")
      try terminal.enter("net.get(\"/posts/7\").id")
      try terminal.enter(":serve")
      #expect(try terminal.waitForRest().count == 1)
    }
  #endif
}
