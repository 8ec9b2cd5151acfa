import Foundation
import TerminalTestSupport
import Testing

/// The grey lines that the program offers: the first ones, and those that mend a mistake.
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

  @Test func twoLinesLeadIntoTheFirstSession() throws {
    let terminal = try fixture.start(isNew: true)
    try accept("let form = LoginForm()", terminal)
    try accept("watch form.output", terminal)
    #expect(
      terminal.screen.text.suffix(2) == ["◉ form.output  \"Phone: 186, password: \"", "❯"])
    try terminal.enter("let other = LoginForm()")
    terminal.type("\u{4}")
    try terminal.waitForExit()
    let second = try fixture.start()
    try accept("let form = LoginForm()", second)
    #expect(second.screen.text.last == "❯")
  }

  @Test func aPastedBlockIsOfferedWhole() throws {
    let terminal = try fixture.start()
    try terminal.enter("let form = LoginForm()")
    let block = ["form.phone = \"1\"", "form.phone = “2”", "form.phone = form.phone + \"3\""]
    terminal.type("\u{1B}[200~\(block.joined(separator: "\n"))\u{1B}[201~\r")
    try terminal.wait("the offer") { screen in
      screen.text.contains("None of what was entered ran.")
        && screen.text.last == "❯ form.phone = \"1\" ..."
    }
    terminal.type(right + "\r")
    try terminal.wait("the block") { $0.text.last == "❯" }
    try terminal.enter("form.phone")
    #expect(terminal.screen.text.suffix(2) == ["\"23\"", "❯"])
    terminal.hangUp()
  }

  @Test func whatABlankEntryLeavesWaitsForMore() throws {
    let terminal = try fixture.start(rows: 10)
    terminal.type(":help start\r")
    try terminal.wait("the offer") { $0.text.last == "❯ :more" }
    terminal.type("\r")
    try terminal.wait("the offer again") { screen in
      screen.text.last == "❯ :more" && screen.transcript.contains("❯")
    }
    try accept(":more", terminal)
    #expect(!terminal.screen.transcript.contains { $0.contains("nothing more") })
    terminal.hangUp()
  }

  @Test func nothingToWatchIsOfferedOnceSomethingIsWatched() throws {
    let terminal = try fixture.start(isNew: true)
    try terminal.enter("var n = 1; watch n")
    try terminal.enter("let form = LoginForm()")
    terminal.hangUp()
  }

  @Test(arguments: [":lesson 3", ":present login"])
  func aLessonOrATalkHasItsOwnLines(beginning: String) throws {
    let terminal = try fixture.start(isNew: true)
    terminal.type(beginning + "\r")
    try terminal.wait("its beginning") { screen in
      screen.text.last == "❯" && screen.text.contains { $0.contains("step 1 of ") }
    }
    terminal.type("let form = LoginForm()\r")
    try terminal.wait("the form") { screen in
      screen.text.contains { $0.contains("canClear") }
        && (screen.text.last == "❯" || screen.text.last?.hasPrefix("The end of this step") == true)
    }
    terminal.hangUp()
  }

  @Test func theFirstLineIsOfferedWheneverTheGreetingNamesIt() throws {
    for _ in 1...2 {
      let terminal = try fixture.start(isNew: true)
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
