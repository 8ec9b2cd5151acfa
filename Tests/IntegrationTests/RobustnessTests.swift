import Foundation
import TerminalTestSupport
import Testing

/// What would end the program, hang it or take its terminal.
@Suite(.ownThread) struct RobustnessTests {
  let fixture: PromptFixture

  init() throws { fixture = try PromptFixture() }

  @Test(arguments: [
    ("lessons > /dev/full", 74), ("-e 1 > /dev/full", 74), ("-e 1 >&-", 74),
    ("test README.md > /dev/full", 74), ("-e 'quit' > /dev/full", 0),
    ("--version > /dev/full", 74), ("--help >&-", 74), ("help run > /dev/full", 74),
    ("--generate-completion-script bash > /dev/full", 74), ("--nothing > /dev/full", 2),
  ])
  func anOutputThatCannotBeWrittenIsAFailure(command: String, status: Int) throws {
    try "```\n❯ 1\n1\n```\n".write(
      to: fixture.folder.url.appending(path: "README.md"), atomically: true, encoding: .utf8)
    let terminal = try fixture.shell("\"$REPL\" \(command); echo status $?")
    try terminal.wait("the status") { $0.text.contains { $0.hasPrefix("status ") } }
    #expect(terminal.screen.text.contains("status \(status)"))
  }

  @Test func aPipeWithANameIsNotWaitedForBeyondTheTimeout() throws {
    let terminal = try fixture.shell(
      "mkfifo ff && \"$REPL\" --timeout 0.2 run ff; echo status $?")
    try terminal.wait("the status") { $0.text.contains("status 124") }
  }

  @Test func altXLeadsIntoNoOtherPrompt() throws {
    let terminal = try fixture.start()
    terminal.type("\u{1B}x")
    try terminal.enter("40 + 2")
    #expect(terminal.screen.text.contains("42"))
    terminal.type("\u{4}")
    #expect(try terminal.waitForExit() == .status(0))
  }

  @Test func anInterruptionStopsAFileThatIsLoaded() throws {
    let statements = (0..<30_000).map { "let n\($0) = 1" }.joined(separator: "\n")
    try statements.write(
      to: fixture.folder.url.appending(path: "n.mvvm"), atomically: true, encoding: .utf8)
    let terminal = try fixture.start()
    terminal.type(":load n.mvvm\r")
    try terminal.wait("the row") { $0.text.last?.contains("Ctrl-C cancels  ") == true }
    terminal.type("\u{3}")
    try terminal.wait("the prompt") { $0.text.last == PromptFixture.prompt }
    #expect(terminal.screen.text.contains { $0.contains("n.mvvm stopped at line") })
  }

  @Test func aCrashIsToldInOneLineAndRestoresTheTerminal() throws {
    let terminal = try fixture.shell("exec env -u SWIFT_BACKTRACE \"$REPL\" --data data")
    try terminal.wait("the prompt") { $0.text.last?.hasPrefix(PromptFixture.prompt) == true }
    terminal.signal(SIGSEGV)
    #expect(try terminal.waitForExit() == .signal(SIGSEGV))
    #expect(terminal.isRestored)
    #expect(terminal.screen.transcript.contains { $0.hasSuffix(": it has crashed.") })
    #expect(terminal.screen.transcript.contains("Please report it with what you typed."))
  }

  @Test func whatWasTypedBeforeACrashIsOfferedByTheNextStart() throws {
    let first = try fixture.shell("exec env -u SWIFT_BACKTRACE \"$REPL\" --data data")
    try first.wait("the prompt") { $0.text.last?.hasPrefix(PromptFixture.prompt) == true }
    try first.enter("let form = LoginForm(); form.phone = \"18612345678\"")
    first.type("wait 60s\r")
    try first.wait("the row") { $0.text.last?.contains("Ctrl-C cancels  ") == true }
    first.signal(SIGSEGV)
    #expect(try first.waitForExit() == .signal(SIGSEGV))
    #expect(first.screen.transcript.contains { $0.hasSuffix(": it has crashed in wait 60s.") })
    let next = try fixture.shell("exec \"$REPL\" --data data")
    try next.wait("the offer") { screen in
      screen.transcript.contains("The last session ended in  wait 60s")
        && screen.text.last?.hasPrefix(PromptFixture.prompt) == true
    }
    // Right accepts the grey text.
    next.type("\u{1B}[C\r")
    try next.enter("form.phone")
    #expect(next.screen.text.contains("\"18612345678\""))
    next.type("\u{4}")
    #expect(try next.waitForExit() == .status(0))
    let last = try fixture.shell("exec \"$REPL\" --data data")
    try last.wait("the prompt") { $0.text.last?.hasPrefix(PromptFixture.prompt) == true }
    #expect(!last.screen.transcript.contains { $0.hasPrefix("The last session") })
    last.type("\u{4}")
    #expect(try last.waitForExit() == .status(0))
  }

  @Test func whatWasNeverLoadedIsStillThereWhenAnotherSessionIsCutShort() throws {
    for number in 1...2 {
      let terminal = try fixture.start()
      try terminal.enter("let kept\(number) = \(number)")
      terminal.signal(SIGKILL)
      #expect(try terminal.waitForExit() == .signal(SIGKILL))
    }
    let next = try fixture.start()
    try next.wait("the offer") { screen in
      screen.transcript.contains("The last session was cut short.")
        && screen.transcript.contains("1 session before it was never loaded; see the same folder.")
    }
    for number in 1...2 {
      try next.enter(":load \(fixture.data.path)/session-left-\(number)")
      try next.enter("kept\(number) + 40")
      #expect(next.screen.text.contains("\(40 + number)"))
    }
    let files = try FileManager.default.contentsOfDirectory(atPath: fixture.data.path)
    #expect(!files.contains { $0.contains("-left-") }, "\(files)")
    next.type("\u{4}")
    #expect(try next.waitForExit() == .status(0))
  }

  @Test func aSecretThatIsFoundOutLaterLeavesTheHistory() throws {
    let terminal = try fixture.start()
    try terminal.enter("let word = \"topsecret1\"; let other = \"tea\"")
    try terminal.enter("let form = LoginForm()")
    try terminal.enter("form.password = word")
    terminal.type("\u{1B}[A\u{1B}[A\u{1B}[A")
    try terminal.wait("the masked entry") {
      $0.text.last == "❯ let word = \"…\"; let other = \"tea\""
    }
    terminal.type("\u{3}\u{4}")
    #expect(try terminal.waitForExit() == .status(0))
    let kept = try String(contentsOf: fixture.data.appending(path: "history"), encoding: .utf8)
    #expect(kept.contains("let word = \"…\"; let other = \"tea\"") && !kept.contains("topsecret1"))
    // The next run does not have it either.
    let next = try fixture.start()
    try next.enter(":history word")
    #expect(next.screen.text.contains { $0.hasSuffix("let word = \"…\"; let other = \"tea\"") })
    next.type("\u{4}")
    #expect(try next.waitForExit() == .status(0))
  }

  @Test func historyShowsNoSecretOfAnotherSession() throws {
    let terminal = try fixture.start()
    try terminal.enter("let word = \"topsecret1\"")
    let other = try fixture.start()
    try other.enter("let form = LoginForm()")
    try other.enter("form.password = \"topsecret1\"")
    other.type("\u{4}")
    #expect(try other.waitForExit() == .status(0))
    try terminal.enter(":history let")
    let shown = terminal.screen.text
    #expect(shown.contains { $0.hasSuffix("let word = \"…\"") }, "\(shown)")
    terminal.type("\u{4}")
    #expect(try terminal.waitForExit() == .status(0))
  }

  /// Whatever is in the place of the history file.
  @Test func historyShowsWhatWasTypedWithoutAFile() throws {
    try FileManager.default.createDirectory(
      at: fixture.data.appending(path: "history"), withIntermediateDirectories: true)
    let terminal = try fixture.start()
    try terminal.enter("let n = 41")
    try terminal.enter(":history let")
    #expect(terminal.screen.text.contains { $0.hasSuffix("let n = 41") && !$0.hasPrefix("❯") })
    terminal.type("\u{4}")
    #expect(try terminal.waitForExit() == .status(0))
  }

  @Test func historyShowsWhatWaitsForTheFile() throws {
    let terminal = try fixture.start()
    try terminal.enter("let one = 1")
    let file = unsafe open(fixture.data.appending(path: "history").path, O_RDWR | O_CLOEXEC)
    defer { close(file) }
    try #require(flock(file, LOCK_EX) == 0)
    try terminal.enter("let two = 2")
    try terminal.enter(":history let")
    let shown = terminal.screen.text.suffix(6)
    #expect(shown.contains { $0.hasSuffix("1  let one = 1") }, "\(shown)")
    #expect(shown.contains { $0.hasSuffix("2  let two = 2") }, "\(shown)")
    _ = flock(file, LOCK_UN)
    terminal.type("\u{4}")
    #expect(try terminal.waitForExit() == .status(0))
  }

  @Test func quitAsksAsCtrlDDoes() throws {
    let terminal = try fixture.start()
    try terminal.enter(":record")
    try terminal.enter("1")
    try terminal.enter(":quit")
    #expect(terminal.screen.text.contains { $0.contains("Type :quit again to leave.") })
    terminal.type(":quit\r")
    #expect(try terminal.waitForExit() == .status(0))
  }

  @Test func theFirstEntryKeepsNoSecret() throws {
    let terminal = try fixture.start()
    try terminal.enter("let g = LoginForm(); g.password = \"supersecret\"")
    terminal.type("\u{4}")
    _ = try terminal.waitForExit()
    let history = try String(contentsOf: fixture.data.appending(path: "history"), encoding: .utf8)
    #expect(history.contains("g.password"))
    #expect(!history.contains("supersecret"))
  }
}
