import Foundation
import TerminalTestSupport
import Testing

/// The words `:new` and `:edit` at a terminal: questions for parameters, and an editor at the line of a member.
@Suite(.ownThread, .serialized) struct NewAndEditTests {
  let counter: BuiltCounter

  init() throws { counter = try BuiltCounter() }

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
      screen.text.contains { $0.contains("Int is expected here") }
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
      screen.text.contains("Nothing was created.") && screen.text.last == PromptFixture.prompt
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
    try terminal.enter(":edit nope.x")
    #expect(terminal.screen.text.contains { $0.hasSuffix(": there is no 'nope'") })
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
    // The other way round: a saved file is built by itself. The watch begins with a build, too.
    for (number, entry) in [(1, ":reload on"), (2, ":edit Counter")] {
      terminal.type(entry + "\r")
      try terminal.wait("program \(number + 1)") { screen in
        screen.transcript.count { $0.hasPrefix("Reloaded in ") } == number
          && screen.text.last == PromptFixture.prompt
      }
    }
  }

  @Test func withoutAnEditorThePlaceIsTold() throws {
    let terminal = try counter.start(environment: ["EDITOR": "", "VISUAL": ""])
    terminal.type(":edit Counter\r")
    try terminal.wait("how to choose one") { screen in
      screen.text.contains {
        $0.contains("no editor is set for Sources/Counter/Counter.swift:4")
      }
    }
  }
}
