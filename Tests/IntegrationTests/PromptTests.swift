import Foundation
import TerminalTestSupport
import Testing

/// The program at a terminal, as a person uses it.
@Suite(.ownThread) struct PromptTests {
  let fixture: PromptFixture

  init() throws { fixture = try PromptFixture() }

  @Test func aFormIsDrivenByTyping() throws {
    let terminal = try fixture.start()
    try terminal.enter("let form = LoginForm()")
    try terminal.enter("watch form.output")
    try terminal.enter("form.phone = \"18612345678\"")
    try terminal.wait("the watched line") {
      $0.text.contains(
        "◉ form.output  \"Phone: 18612345678, password: \"  ⟵ \"Phone: 186, password: \"")
    }
    try terminal.enter("form.clear()")
    try terminal.wait("the reason") { $0.text.contains("  help: isPasswordValid is false") }
    try terminal.enter("form.password = \"passw0rd\"")
    try terminal.enter("form.clear()")
    try terminal.wait("the command's end") { $0.text.contains("✓ form.clear()") }
    terminal.type(":quit\r")
    #expect(try terminal.waitForExit() == .status(0))
    #expect(terminal.isRestored)
  }

  @Test func tabCompletesNamesAndMembers() throws {
    let terminal = try fixture.start()
    try terminal.enter("let form = LoginForm()")
    terminal.type("fo\t")
    try terminal.wait("the name") { $0.text.last == "❯ form" }
    terminal.type(".ou\t")
    try terminal.wait("the member") { $0.text.last == "❯ form.output" }
    terminal.type("\u{15}form.is\t\t")
    try terminal.wait("the menu") { screen in
      screen.text.contains { $0.contains("isPhoneValid") }
        && screen.text.contains { $0.contains("isPasswordValid") }
    }
  }

  @Test func aLineArrivesAboveThePromptWhileOneTypes() throws {
    let server = try HeldServer(answering: #"{"phone": "18612345678", "nickname": "Ann"}"#)
    let terminal = try fixture.start(["--api", server.address.absoluteString])
    try terminal.enter("let form = LoginForm()")
    try terminal.enter("form.phone = \"18612345678\"; form.password = \"passw0rd\"")
    try terminal.enter("form.signIn() &")
    terminal.type("form.pho")
    // What follows it is a suggestion from the history.
    try terminal.wait("the typed part") { $0.text.last?.hasPrefix("❯ form.pho") == true }
    server.answer()
    try terminal.wait("the line above") { screen in
      screen.text.dropLast().last == "✓ job #1: form.signIn()  \"Ann\""
        && screen.text.last?.hasPrefix("❯ form.pho") == true
    }
    terminal.type("ne\r")
    try terminal.wait("the value") {
      $0.text.suffix(2) == ["\"18612345678\"", PromptFixture.prompt]
    }
  }

  @Test func controlCCancelsARunningCommand() throws {
    let server = try HeldServer(answering: "{}")
    let terminal = try fixture.start(["--api", server.address.absoluteString])
    try terminal.enter("let form = LoginForm()")
    try terminal.enter("form.phone = \"18612345678\"; form.password = \"passw0rd\"")
    terminal.type("watch form.signIn.isExecuting; form.signIn()\r")
    try terminal.wait("the start") { $0.text.contains("◉ form.signIn.isExecuting  true  ⟵ false") }
    terminal.type("\u{3}")
    try terminal.wait("the end") { screen in
      screen.text.contains("error E303: form.signIn was cancelled")
        && screen.text.last == PromptFixture.prompt
    }
  }

  @Test func controlCDropsTheLineAndControlDLeaves() throws {
    let terminal = try fixture.start()
    terminal.type("form.pho\u{3}")
    try terminal.wait("a fresh prompt") {
      $0.text.suffix(2).first == "❯ form.pho^C"
    }
    terminal.type("1 + 1\r")
    try terminal.wait("the session goes on") { $0.text.suffix(2) == ["2", PromptFixture.prompt] }
    terminal.type("\u{4}")
    #expect(try terminal.waitForExit() == .status(0))
    #expect(terminal.isRestored)
  }

  @Test func controlDAsksOnceWhenARecordingIsNotSaved() throws {
    let terminal = try fixture.start()
    try terminal.enter(":record")
    try terminal.enter("let form = LoginForm()")
    terminal.type("\u{4}")
    try terminal.wait("the question") {
      $0.text.last
        == "The recording has not been saved; :save FILE saves it. Press Ctrl-D again to leave."
    }
    terminal.type("1")
    try terminal.wait("the question is gone") { $0.text.last == "❯ 1" }
    terminal.type("\u{15}\u{4}")
    try terminal.wait("the question again") { $0.text.last?.hasSuffix("again to leave.") == true }
    terminal.type("\u{4}")
    #expect(try terminal.waitForExit() == .status(0))
    #expect(terminal.isRestored)
  }

  @Test func controlDLeavesAtOnceWhenTheRecordingIsSaved() throws {
    let terminal = try fixture.start()
    for entry in [":record", "let form = LoginForm()", ":save tour.mvvm"] {
      try terminal.enter(entry)
    }
    terminal.type("\u{4}")
    #expect(try terminal.waitForExit() == .status(0))
  }

  @Test func controlDAsksAboutACommandThatRunsAndThenCancelsIt() throws {
    let server = try HeldServer(answering: "{}")
    let terminal = try fixture.start(["--api", server.address.absoluteString])
    try terminal.enter("let form = LoginForm()")
    try terminal.enter("form.phone = \"18612345678\"; form.password = \"passw0rd\"")
    try terminal.enter("form.signIn() &")
    terminal.type("\u{4}")
    try terminal.wait("the question") {
      $0.text.suffix(2).joined(separator: " ")
        == "Still running, and will be cancelled: form.signIn(). What you typed is in no file; "
        + ":save FILE saves it. Press Ctrl-D again to leave."
    }
    terminal.type("\u{4}")
    #expect(try terminal.waitForExit() == .status(0))
  }

  @Test func controlDAsksAboutAServerThatWasStarted() throws {
    let terminal = try fixture.start()
    try terminal.enter(":server start")
    terminal.type("\u{4}")
    try terminal.wait("the question") {
      $0.text.suffix(2).joined(separator: " ")
        == "The server that you started will stop. What you typed is in no file; "
        + ":save FILE saves it. Press Ctrl-D again to leave."
    }
    try terminal.enter(":server stop")
    terminal.type("\u{4}")
    #expect(try terminal.waitForExit() == .status(0))
  }

  @Test func aResizeWhileTypingKeepsTheLineWhole() throws {
    let terminal = try fixture.start(columns: 60, rows: 12)
    let text = "\"手机号：18612345678，密码：correct horse battery\""
    terminal.type(text)
    try terminal.wait("the text") { $0.text.last == "❯ \(text)" }
    terminal.resize(columns: 30, rows: 12)
    try terminal.wait("the wrapped text") { screen in
      screen.text.suffix(2).joined() == "❯ \(text)"
    }
    terminal.resize(columns: 70, rows: 12)
    terminal.type(".count\r")
    try terminal.wait("the value") { $0.text.suffix(2) == ["40", PromptFixture.prompt] }
    #expect(terminal.screen.text.filter { $0.contains("❯ \"手机号") }.count == 1)
  }

  @Test func historyIsKeptBetweenRunsWithoutSecrets() throws {
    let first = try fixture.start()
    try first.enter("let form = LoginForm()")
    try first.enter("form.password = \"correct horse\"")
    first.type("\u{4}")
    try first.waitForExit()

    let second = try fixture.start()
    second.type("\u{1B}[A")
    try second.wait("the last entry") { $0.text.last == "❯ form.password = \"…\"" }
    second.type("\u{1B}[A")
    try second.wait("the entry before") { $0.text.last == "❯ let form = LoginForm()" }
    let kept = try String(contentsOf: fixture.data.appending(path: "history"), encoding: .utf8)
    #expect(!kept.contains("correct horse"))
  }

  @Test func theLastValidPhoneIsOfferedAtTheNextStart() throws {
    let first = try fixture.start()
    try first.enter("let form = LoginForm()")
    try first.enter("form.phone = \"18612345678\"")
    first.type("\u{4}")
    try first.waitForExit()

    let second = try fixture.start()
    try second.enter("let form = LoginForm(); form.useRemembered(); form.phone")
    try second.wait("the phone") { $0.text.contains("\"18612345678\"") }
  }

  @Test func aHistoryThatCannotBeWrittenIsReportedAndTheSessionGoesOn() throws {
    try FileManager.default.createDirectory(
      at: fixture.data.appending(path: "history"), withIntermediateDirectories: true)
    let terminal = try fixture.start()
    terminal.type("1 + 1\r")
    try terminal.wait("the value") { $0.text.contains("2") && $0.text.last == PromptFixture.prompt }
    #expect(terminal.screen.transcript.contains { $0.contains("history") })
    terminal.type("\u{4}")
    #expect(try terminal.waitForExit() == .status(0))
  }

  @Test func aMistakeOffersTheCorrectedLine() throws {
    let terminal = try fixture.start()
    try terminal.enter("let form = LoginForm()")
    terminal.type("form.phoen\r")
    try terminal.wait("the caret") { screen in
      screen.text.contains("    |      ^~~~~") && screen.text.last == "❯ form.phone"
    }
    terminal.type("\u{1B}[C\r")
    try terminal.wait("the value") { $0.text.suffix(2) == ["\"186\"", PromptFixture.prompt] }
  }

  @Test func aTerminatedProgramGivesTheTerminalBack() throws {
    let terminal = try fixture.start()
    terminal.type("half a li")
    try terminal.wait("the text") { $0.text.last == "❯ half a li" }
    terminal.signal(SIGTERM)
    _ = try terminal.waitForExit()
    #expect(terminal.isRestored)
  }
}
