import Foundation
import TerminalTestSupport
import Testing

/// A program that takes its own place again and again, and one that ends in the middle.
@Suite(.ownThread, .serialized) struct ReloadedProcessTests {
  let counter: BuiltCounter

  init() throws { counter = try BuiltCounter() }

  private func reload(_ terminal: PseudoTerminal) throws {
    let before = terminal.output.count
    terminal.type(":reload\r")
    let line = Array("Reloaded in ".utf8)
    try terminal.wait("the new program") { screen in
      screen.text.last == PromptFixture.prompt
        && terminal.output[before...].firstRange(of: line) != nil
    }
  }

  #if os(Linux)
    private func descriptors(of terminal: PseudoTerminal) throws -> Int {
      try FileManager.default.contentsOfDirectory(atPath: "/proc/\(terminal.process)/fd").count
    }

    private func children(of terminal: PseudoTerminal) throws -> [String] {
      try FileManager.default.contentsOfDirectory(atPath: "/proc").filter { name in
        let status = (try? String(contentsOfFile: "/proc/\(name)/stat", encoding: .utf8)) ?? ""
        let behind = status.split(separator: ")").last?.split(separator: " ") ?? []
        return behind.dropFirst().first == "\(terminal.process)"
      }
    }

    /// `RELOADS` sets how many there are.
    @Test func manyReloadsLeaveNothingBehind() throws {
      let count = Int(ProcessInfo.processInfo.environment["RELOADS"] ?? "") ?? 8
      let terminal = try counter.start()
      try terminal.enter("let c = Counter(start: 3)")
      try terminal.enter("watch c.isEven; c.count = 5; 20 + 2")
      try reload(terminal)
      let (descriptors, state) = (try self.descriptors(of: terminal), counter.fixture.data)
      let files = try FileManager.default.contentsOfDirectory(atPath: state.path).sorted()
      for _ in 1..<count { try reload(terminal) }
      #expect(try self.descriptors(of: terminal) == descriptors)
      #expect(try children(of: terminal) == [])
      #expect(try FileManager.default.contentsOfDirectory(atPath: counter.temporary.path) == [])
      #expect(try FileManager.default.contentsOfDirectory(atPath: state.path).sorted() == files)
      // It is the same conversation.
      try terminal.enter("c.count + $1")
      #expect(terminal.screen.text.contains("27"))
      try terminal.enter("undo; c.count")
      #expect(terminal.screen.text.contains("3"))
      try terminal.enter("watch")
      #expect(terminal.screen.text.contains { $0.hasSuffix("#1  c.isEven") })
      terminal.type("\u{4}")
      #expect(try terminal.waitForExit() == .status(0))
    }
  #endif

  @Test func aKillInTheMiddleOfABuildLosesNoStatement() throws {
    let folder = counter.fixture.folder.url
    let gate = folder.appending(path: "gate").path
    let made = unsafe mkfifo(gate, 0o600)
    #expect(made == 0)
    let terminal = try counter.start()
    try terminal.enter("let c = Counter()")
    try terminal.enter(":reload")
    try terminal.wait("the build") { _ in
      FileManager.default.fileExists(atPath: folder.appending(path: "begun").path)
    }
    try terminal.enter("c.count = 41")
    terminal.signal(SIGKILL)
    #expect(try terminal.waitForExit() == .signal(SIGKILL))
    // The build is held by nobody any more; without its gate the next one is at once.
    try Data().write(to: URL(filePath: gate))
    try FileManager.default.removeItem(atPath: gate)
    let again = try counter.start()
    again.type("\u{1B}[A")
    try again.wait("the last statement") { $0.text.last == "❯ c.count = 41" }
    again.type("\u{15}")
    try again.enter(":history")
    for statement in ["let c = Counter()", ":reload", "c.count = 41"] {
      #expect(again.screen.text.contains { $0.hasSuffix("  \(statement)") }, "\(again.picture)")
    }
  }

  @Test func withoutPaintingTheConversationGoesOn() throws {
    let terminal = try counter.start(["--plain"], until: ">")
    terminal.type("let c = Counter(start: 41)\r:reload\r")
    try terminal.wait("the new program") { screen in
      screen.text.contains { $0.hasPrefix("Reloaded in ") } && screen.text.last == ">"
    }
    terminal.type("c.count + 1\r")
    try terminal.wait("the value") { $0.text.contains("42") }
    terminal.type("\u{4}")
    #expect(try terminal.waitForExit() == .status(0))
  }

  @Test func aTypeIsMadeByAnsweringForItsParameters() throws {
    let terminal = try counter.start()
    terminal.type(":new\r")
    try terminal.wait("the types") { screen in
      screen.text.contains { $0.contains("Counter  A counter.") }
        && screen.text.last == "type ❯ Counter"
    }
    terminal.type("Co\t")
    try terminal.wait("completed") { $0.text.last == "type ❯ Counter" && $0.cursor.column == 14 }
    terminal.type("\r")
    try terminal.wait("a parameter with its default") { $0.text.contains("start: Int ❯ 0") }
    terminal.type("\"four\"\r")
    try terminal.wait("what is wrong") { screen in
      screen.text.contains { $0.contains("Int is wanted here") }
        && screen.text.dropLast().last == "start: Int ❯ 0"
    }
    terminal.type("20 + 1\r")
    try terminal.wait("a name") { $0.text.last == "name ❯ counter" }
    terminal.type("\r")
    try terminal.wait("the statement") { screen in
      screen.text.contains("❯ let counter = Counter(start: 20 + 1)")
        && screen.text.last == PromptFixture.prompt
    }
    try terminal.enter("counter.count * 2")
    #expect(terminal.screen.text.contains("42"))
    // Answers are no history, the statement is.
    try terminal.enter(":export md")
    #expect(
      terminal.screen.transcript.count { $0 == "❯ let counter = Counter(start: 20 + 1)" } == 2)
    terminal.type(":new Counter\r")
    // Below the question stands the call that is being written.
    try terminal.wait("the first question") { $0.text.dropLast().last == "start: Int ❯ 0" }
    terminal.type("7\u{1B}")
    try terminal.wait("left") { screen in
      screen.text.contains("Nothing was made.") && screen.text.last == PromptFixture.prompt
    }
    terminal.type("\u{1B}[A\u{1B}[A\u{1B}[A")
    try terminal.wait("history") { $0.text.last == "❯ counter.count * 2" }
  }

  @Test func whereNobodyCanBeAskedNewTellsWhatToWrite() throws {
    let terminal = try counter.fixture.shell(
      "echo ':new Counter' | \"$PROGRAM\"", environment: ["PROGRAM": counter.program.path])
    #expect(try terminal.waitForExit() == .status(0))
    #expect(terminal.screen.text.contains { $0.contains("let counter = Counter(start: Int = 0)") })
  }

  @Test func theEditorBeginsAtTheLineOfAMember() throws {
    try counter.script(
      "vi", "printf '%s\\n' \"$@\" > arguments; stty -a | grep -q ' echo ' && echo '//' >> \"$2\"")
    let terminal = try counter.start(environment: ["EDITOR": "vi", "VISUAL": ""])
    try terminal.enter("let c = Counter()")
    terminal.type(":edit c.add\r")
    try terminal.wait("saved") { screen in
      screen.text.contains("Sources/Counter/Counter.swift was saved; :reload builds it.")
        && screen.text.last == PromptFixture.prompt
    }
    let file = counter.fixture.folder.url.appending(path: "arguments")
    let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
    #expect(lines.first == "+9")
    #expect(lines.last?.hasSuffix("Sources/Counter/Counter.swift") == true)
    try terminal.enter("1 + 1")
    // The other way round: a saved file is built by itself.
    try terminal.enter(":reload on")
    terminal.type(":edit Counter\r")
    try terminal.wait("the new program") { screen in
      screen.text.contains { $0.hasPrefix("Reloaded in ") }
    }
  }

  @Test func withoutAnEditorThePlaceIsTold() throws {
    let terminal = try counter.start(environment: ["EDITOR": "", "VISUAL": ""])
    terminal.type(":edit Counter\r")
    try terminal.wait("how to choose one") { screen in
      screen.text.contains {
        $0.contains("no editor is chosen for Sources/Counter/Counter.swift:4")
      }
    }
  }
}
