import Foundation
import ProcessTestSupport
import TerminalTestSupport
import Testing

/// A program made of `REPLTerminal` and a catalog of its own.
@Suite(.ownThread) struct OwnProgramTests {
  let fixture: PromptFixture

  init() throws { fixture = try PromptFixture() }

  private func start(
    _ arguments: [String] = [], environment: [String: String] = [:]
  ) throws -> PseudoTerminal {
    try fixture.haveHistory(in: fixture.folder.url.appending(path: "state/counter-repl"))
    return try fixture.shell(
      "exec \"$COUNTER\" \"$@\"", arguments,
      environment: environment.merging(["COUNTER": BuildProducts.executable("counter-repl")]) { $1 }
    )
  }

  @Test func aCatalogAtAPromptIsAWholeProgram() throws {
    let terminal = try start()
    try terminal.wait("a first statement in grey") {
      $0.text.last == "\(PromptFixture.prompt) let counter = Counter()"
    }
    #expect(terminal.screen.text.first?.hasPrefix("counter-repl 1.0.0: drive view-models") == true)
    #expect(terminal.screen.text[1].hasPrefix("Begin with  let counter = Counter()"))
    #expect(terminal.screen.text.contains(":help explains, Ctrl-D leaves"))
    try terminal.enter("let c = Counter()")
    try terminal.enter("watch c.isEven")
    try terminal.enter("c.add(step: 3)")
    try terminal.wait("the change") { $0.text.contains { $0.hasPrefix("◉ c.isEven") } }
    terminal.type("c.co")
    try terminal.wait("typed") { $0.text.last?.hasPrefix("❯ c.co") == true }
    terminal.type("\t")
    try terminal.wait("completed") { $0.text.contains("❯ c.count") }
    terminal.type("\r")
    try terminal.wait("the value") { $0.text.contains("3") }
    terminal.type("\u{4}")
    #expect(try terminal.waitForExit() == .status(0))
    let state = fixture.folder.url.appending(path: "state/counter-repl")
    let kept = try String(contentsOf: state.appending(path: "history"), encoding: .utf8)
    #expect(kept.split(separator: "\n").dropFirst().first == "let c = Counter()")
  }

  @Test func itsArgumentsAreThoseOfEachProgram() throws {
    let script = try start(["-e", "let c = Counter(); c.add(step: 20); c.count + 1"])
    #expect(try script.waitForExit() == .status(0))
    #expect(script.screen.text.last == "21")
    let help = try start(["--help"])
    #expect(try help.waitForExit() == .status(0))
    #expect(help.screen.transcript.contains { $0.hasPrefix("USAGE: counter-repl") })
    let lessons = try start(["lessons"])
    #expect(try lessons.waitForExit() == .status(2))
    #expect(
      lessons.screen.text == [
        "counter-repl: there are no lessons here. Name a folder of lessons: --lessons FOLDER"
      ])
  }

  @Test func aFileIsAProgramOfItsOwn() throws {
    // The shell writes it: a file that this process had open could not be run while another test forks.
    let terminal = try fixture.shell(
      "printf '#!%s\\nlet c = Counter(); c.add(step: 41)\\nc.count + 1\\n' \"$COUNTER\" > tour; "
        + "chmod +x tour; ./tour",
      environment: ["COUNTER": BuildProducts.executable("counter-repl")])
    #expect(try terminal.waitForExit() == .status(0))
    #expect(terminal.screen.text.last == "42")
    for arguments in [["tour"], ["--plain", "tour"], ["--lang", "zh", "tour", "--no-bail"]] {
      let named = try start(arguments)
      #expect(try named.waitForExit() == .status(0))
      #expect(named.screen.text.last == "42")
    }
    let nameless = try start(["--plain", "run"])
    #expect(try nameless.waitForExit() == .status(2))
  }

  /// The session waits for the command, which nothing can cancel.
  @Test func ctrlCEndsAProgramThatHangsWhileItCloses() throws {
    let terminal = try start(["--plain"], environment: ["STUCK": "1"])
    terminal.type("let s = Stuck(); s.hang() &\r\u{4}")
    try terminal.wait("the question") { screen in
      screen.text.contains { $0.contains("Press Ctrl-D again") } && screen.text.last == ">"
    }
    terminal.type("\u{4}")
    try terminal.wait("the end of the input") { _ in terminal.output.last == UInt8(ascii: "\n") }
    // The first ones may come before the program waits for the command.
    _ = try? terminal.wait("the end") { _ in
      terminal.type("\u{3}")
      return false
    }
    #expect(try terminal.waitForExit() == .signal(SIGINT))
  }

  @Test func aLongAnswerStopsAtTheWindowAndGoesOn() throws {
    let terminal = try fixture.start(columns: 60, rows: 12)
    terminal.type("1...400 | json\r")
    try terminal.wait("the rest is offered") { screen in
      screen.text.contains { $0.hasPrefix("… ") && $0.hasSuffix(" more lines: :more") }
        && screen.text.last == "\(PromptFixture.prompt) :more"
    }
    #expect(terminal.screen.text.contains("  1,"))
    terminal.type(":more\r")
    try terminal.wait("the next part") { $0.text.contains("  12,") }
    try terminal.enter("1 + 1")
    try terminal.enter(":more")
    try terminal.wait("given up") { screen in
      screen.text.contains { $0.hasPrefix("There is nothing more to show") }
    }
  }

  @Test func whatWasTypedIsListedAndTheScreenCleared() throws {
    let terminal = try fixture.start()
    try terminal.enter("20 + 1")
    try terminal.enter("let form = LoginForm(); form.password = \"hunter2\"")
    terminal.type("form.password = hunter3\r")
    try terminal.wait("the beginning of the fix") {
      $0.text.last?.hasSuffix("❯ form.password = \"") == true
    }
    try terminal.enter(":history")
    try terminal.wait("the history") { $0.text.contains("  1  20 + 1") }
    #expect(
      !terminal.screen.text.joined().contains("  2  let form = LoginForm(); form.password = \"h"))
    let kept = try String(contentsOf: fixture.data.appending(path: "history"), encoding: .utf8)
    #expect(kept.contains("form.password = ") && !kept.contains("hunter"))
    terminal.type(":clear\r")
    try terminal.wait("an empty screen") { $0.text == [PromptFixture.prompt] }
    try terminal.enter(":set timing on")
    try terminal.enter("1 + 1")
    try terminal.wait("the time") { $0.text.contains { $0.hasPrefix("took ") } }
  }
}
