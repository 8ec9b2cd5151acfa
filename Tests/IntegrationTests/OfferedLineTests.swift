import Foundation
import TerminalTestSupport
import Testing

/// The grey lines that the program offers: the first one, and those that mend a mistake.
@Suite(.ownThread) struct OfferedLineTests {
  let fixture: PromptFixture

  init() throws { fixture = try PromptFixture() }

  private let right = "\u{1B}[C"

  /// Takes the line that is offered.
  private func accept(_ line: String, _ terminal: PseudoTerminal) throws {
    try terminal.wait("the line \(line)") { $0.text.last == "❯ \(line)" }
    terminal.type(right + "\r")
    try terminal.wait("its answer") { screen in
      screen.text.contains("❯ \(line)") && screen.text.last != "❯ \(line)"
        && screen.text.last?.hasPrefix("❯") == true
    }
  }

  @Test func theFirstLineIsOfferedWheneverTheGreetingNamesIt() throws {
    for _ in 1...2 {
      let terminal = try fixture.start()
      try accept("let form = LoginForm()", terminal)
      #expect(terminal.screen.transcript.contains("Begin with  let form = LoginForm()"))
      terminal.type("\u{3}\u{4}")
      try terminal.waitForExit()
    }
    let killed = try fixture.start()
    try killed.enter("1 + 1")
    killed.signal(SIGKILL)
    _ = try killed.waitForExit()
    let terminal = try fixture.start()
    try terminal.wait("the session before") { $0.text.last?.hasPrefix("❯ :load ") == true }
    terminal.hangUp()
  }

  @Test func aLineWithASecretIsOfferedUpToIt() throws {
    let terminal = try fixture.start()
    try terminal.enter("let form = LoginForm()")
    terminal.type("form.pasword = \"abc12345\"\r")
    try terminal.wait("the line up to the secret") { screen in
      screen.text.last == "❯ form.password = \"" && screen.text.joined().contains("error E104")
    }
    terminal.type(right + "abc12345\"\r")
    try terminal.wait("the statement") { screen in
      screen.text.last == "❯" && screen.text.contains("❯ form.password = \"abc12345\"")
    }
    try terminal.enter("expect form.isPasswordValid")
    terminal.type("form.pass")
    try terminal.wait("the line of before") { $0.text.last == "❯ form.password = \"" }
    terminal.type("\u{1B}[Fx")
    try terminal.wait("what is typed behind it") { $0.text.last == "❯ form.password = \"x" }
    terminal.hangUp()
  }
}
