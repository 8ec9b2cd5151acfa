import Foundation
import TerminalTestSupport
import Testing

/// The program at a terminal, as a person uses it.
@Suite(.ownThread) struct PromptTests {
  static let prompt = "❯"
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func start(
    _ arguments: [String] = [], columns: Int = 72, rows: Int = 24
  ) throws -> PseudoTerminal {
    let terminal = try PseudoTerminal(
      running: BuildProducts.executable("mvvm-repl"),
      arguments: arguments + ["--data", folder.url.path], columns: columns, rows: rows)
    try terminal.wait("first prompt") { $0.text.last == Self.prompt }
    return terminal
  }

  /// Types an entry and waits until the prompt is back.
  private func enter(_ entry: String, _ terminal: PseudoTerminal) throws {
    terminal.type(entry + "\r")
    try terminal.wait("prompt after \(entry)") { screen in
      screen.text.contains { $0.hasSuffix(entry) || entry.hasSuffix($0) }
        && screen.text.last == Self.prompt
    }
  }

  @Test func aFormIsDrivenByTyping() throws {
    let terminal = try start()
    try enter("let form = LoginForm()", terminal)
    try enter("watch form.output", terminal)
    try enter("form.phone = \"18612345678\"", terminal)
    try terminal.wait("the watched line") {
      $0.text.contains("◉ form.output  \"手机号：18612345678，密码：\"  ⟵ \"手机号：186，密码：\"")
    }
    try enter("form.clear()", terminal)
    try terminal.wait("the reason") { $0.text.contains("  help: isPasswordValid is false") }
    try enter("form.password = \"passw0rd\"", terminal)
    try enter("form.clear()", terminal)
    try terminal.wait("the command's end") { $0.text.contains("✓ form.clear()") }
    terminal.type(":quit\r")
    #expect(try terminal.waitForExit() == .status(0))
    #expect(terminal.isRestored)
  }

  @Test func tabCompletesNamesAndMembers() throws {
    let terminal = try start()
    try enter("let form = LoginForm()", terminal)
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
    let terminal = try start(["--api", server.address.absoluteString])
    try enter("let form = LoginForm()", terminal)
    try enter("form.phone = \"18612345678\"; form.password = \"passw0rd\"", terminal)
    try enter("form.signIn() &", terminal)
    terminal.type("form.pho")
    // What follows it is a suggestion from the history.
    try terminal.wait("the typed part") { $0.text.last?.hasPrefix("❯ form.pho") == true }
    server.answer()
    try terminal.wait("the line above") { screen in
      screen.text.dropLast().last == "✓ [1] form.signIn()  \"Ann\""
        && screen.text.last?.hasPrefix("❯ form.pho") == true
    }
    terminal.type("ne\r")
    try terminal.wait("the value") { $0.text.suffix(2) == ["\"18612345678\"", Self.prompt] }
  }

  @Test func controlCCancelsARunningCommand() throws {
    let server = try HeldServer(answering: "{}")
    let terminal = try start(["--api", server.address.absoluteString])
    try enter("let form = LoginForm()", terminal)
    try enter("form.phone = \"18612345678\"; form.password = \"passw0rd\"", terminal)
    terminal.type("watch form.signIn.isExecuting; form.signIn()\r")
    try terminal.wait("the start") { $0.text.contains("◉ form.signIn.isExecuting  true  ⟵ false") }
    terminal.type("\u{3}")
    try terminal.wait("the end") { screen in
      screen.text.contains("error E303: form.signIn was cancelled")
        && screen.text.last == Self.prompt
    }
  }

  @Test func controlCDropsTheLineAndControlDLeaves() throws {
    let terminal = try start()
    terminal.type("form.pho\u{3}")
    try terminal.wait("a fresh prompt") { $0.text.suffix(2) == ["❯ form.pho^C", Self.prompt] }
    terminal.type("1 + 1\r")
    try terminal.wait("the session goes on") { $0.text.suffix(2) == ["2", Self.prompt] }
    terminal.type("\u{4}")
    #expect(try terminal.waitForExit() == .status(0))
    #expect(terminal.isRestored)
  }

  @Test func aResizeWhileTypingKeepsTheLineWhole() throws {
    let terminal = try start(columns: 60, rows: 12)
    let text = "\"手机号：18612345678，密码：correct horse battery\""
    terminal.type(text)
    try terminal.wait("the text") { $0.text.last == "❯ \(text)" }
    terminal.resize(columns: 30, rows: 12)
    try terminal.wait("the wrapped text") { screen in
      screen.text.suffix(2).joined() == "❯ \(text)"
    }
    terminal.resize(columns: 70, rows: 12)
    terminal.type(".count\r")
    try terminal.wait("the value") { $0.text.suffix(2) == ["40", Self.prompt] }
    #expect(terminal.screen.text.filter { $0.contains("❯ \"手机号") }.count == 1)
  }

  @Test func historyIsKeptBetweenRunsWithoutSecrets() throws {
    let first = try start()
    try enter("let form = LoginForm()", first)
    try enter("form.password = \"correct horse\"", first)
    first.type("\u{4}")
    try first.waitForExit()

    let second = try start()
    second.type("\u{1B}[A")
    try second.wait("the last entry") { $0.text.last == "❯ form.password = \"…\"" }
    second.type("\u{1B}[A")
    try second.wait("the entry before") { $0.text.last == "❯ let form = LoginForm()" }
    let kept = try String(contentsOf: folder.url.appending(path: "history"), encoding: .utf8)
    #expect(!kept.contains("correct horse"))
  }

  @Test func theLastValidPhoneIsOfferedAtTheNextStart() throws {
    let first = try start()
    try enter("let form = LoginForm()", first)
    try enter("form.phone = \"18612345678\"", first)
    first.type("\u{4}")
    try first.waitForExit()

    let second = try start()
    try enter("let form = LoginForm(); form.useRemembered(); form.phone", second)
    try second.wait("the phone") { $0.text.contains("\"18612345678\"") }
  }

  @Test func aHistoryThatCannotBeWrittenIsReportedAndTheSessionGoesOn() throws {
    try FileManager.default.createDirectory(
      at: folder.url.appending(path: "history"), withIntermediateDirectories: true)
    let terminal = try start()
    terminal.type("1 + 1\r")
    try terminal.wait("the value") { $0.text.contains("2") && $0.text.last == Self.prompt }
    #expect(terminal.screen.transcript.contains { $0.contains("history") })
    terminal.type("\u{4}")
    #expect(try terminal.waitForExit() == .status(0))
  }

  @Test func aMistakeOffersTheCorrectedLine() throws {
    let terminal = try start()
    try enter("let form = LoginForm()", terminal)
    terminal.type("form.phoen\r")
    try terminal.wait("the caret") { screen in
      screen.text.contains("    |      ^~~~~") && screen.text.last == "❯ form.phone"
    }
    terminal.type("\u{1B}[C\r")
    try terminal.wait("the value") { $0.text.suffix(2) == ["\"186\"", Self.prompt] }
  }

  @Test func aTerminatedProgramGivesTheTerminalBack() throws {
    let terminal = try start()
    terminal.type("half a li")
    try terminal.wait("the text") { $0.text.last == "❯ half a li" }
    terminal.signal(SIGTERM)
    _ = try terminal.waitForExit()
    #expect(terminal.isRestored)
  }
}
