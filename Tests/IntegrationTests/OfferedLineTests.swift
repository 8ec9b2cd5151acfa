import Foundation
import TerminalTestSupport
import Testing

/// The grey lines that the program offers.
@Suite(.ownThread) struct OfferedLineTests {
  let fixture: PromptFixture

  init() throws { fixture = try PromptFixture() }

  private let right = "\u{1B}[C"

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
