import Foundation
import TerminalTestSupport
import Testing

/// The program among others: stopped and continued, in a pipeline, without a descriptor, in projects.
@Suite(.ownThread) struct PromptShellTests {
  let fixture: PromptFixture

  init() throws { fixture = try PromptFixture() }

  @Test func aStoppedPromptComesBackOnceWithItsPanel() throws {
    let terminal = try fixture.shell(
      "exec /bin/bash --norc --noprofile -i", environment: ["PS1": "shell> "])
    try terminal.wait("shell") { $0.text.last == "shell>" }
    terminal.type("\"$REPL\" --data data\r")
    try terminal.wait("prompt") { $0.text.last?.hasPrefix(PromptFixture.prompt) == true }
    try terminal.enter("let form = LoginForm()")
    try terminal.enter("watch form.isPhoneValid")
    try terminal.enter(":panel on")
    terminal.type("form.pho\u{1A}")
    try terminal.wait("stopped") { $0.text.last == "shell>" }
    terminal.type("clear; fg\r")
    try terminal.wait("back") { $0.text.last?.hasPrefix("❯ form.pho") == true }
    terminal.type("\u{15}1 + 1\r")
    try terminal.wait("goes on") { $0.text.contains("2") && $0.text.last == PromptFixture.prompt }
    #expect(terminal.screen.text.filter { $0.hasPrefix("◉") }.count == 1)
  }

  @Test func inAPipelineThePromptIsOnStandardError() throws {
    let terminal = try fixture.shell("\"$REPL\" --data data | cat > answers; cat answers")
    try terminal.wait("prompt") { $0.text.last == ">" }
    terminal.type("nobody\r")
    try terminal.wait("the mistake ends nothing") { screen in
      screen.text.contains { $0.hasPrefix("error E101") } && screen.text.last == ">"
    }
    terminal.type("20 + 1\r\u{4}")
    #expect(try terminal.waitForExit() == .status(0))
    #expect(terminal.screen.text.last == "21")
  }

  @Test(arguments: [
    ("<&-", "21\nstatus 0"), ("2>&-", "21\nstatus 0"), ("<&- 2>&-", "21\nstatus 0"),
    (
      ">&-",
      "mvvm-repl: the output cannot be written: Bad file descriptor\nstatus 74"
    ),
  ])
  func aMissingDescriptorTakesNoOthersPlace(redirection: String, answer: String) throws {
    let terminal = try fixture.shell(
      "\"$REPL\" --data data -e '20 + 1' \(redirection); echo status $?")
    #expect(try terminal.waitForExit() == .status(0))
    #expect(terminal.screen.text.joined(separator: "\n") == answer)
  }

  @Test func aPipeThatIsClosedAtTheStartIsAnEmptyInput() throws {
    let terminal = try fixture.shell("\"$REPL\" --data data <&-; echo status $?")
    #expect(try terminal.waitForExit() == .status(0))
    #expect(terminal.screen.text == ["status 0"])
  }

  @Test func eachProjectHasAHistoryOfItsOwn() throws {
    for project in ["red", "blue"] {
      _ = try fixture.shell("mkdir -p \(project)/inner; touch \(project)/Package.swift")
        .waitForExit()
    }
    func run(in folder: String) throws -> PseudoTerminal {
      let terminal = try fixture.shell("cd \(folder) && exec \"$REPL\"")
      try terminal.wait("prompt") { $0.text.last?.hasPrefix(PromptFixture.prompt) == true }
      return terminal
    }
    for (folder, entry) in [("red", "1 + 1"), ("blue", "2 + 2"), (".", "3 + 3")] {
      let terminal = try run(in: folder)
      try terminal.enter(entry)
      terminal.type("\u{4}")
      try terminal.waitForExit()
    }
    for (folder, entry) in [("red/inner", "1 + 1"), ("blue", "2 + 2"), (".", "3 + 3")] {
      let terminal = try run(in: folder)
      terminal.type("\u{1B}[A")
      try terminal.wait("its own entry") { $0.text.last == "❯ \(entry)" }
      terminal.type("\u{1B}[A\u{1B}[A\u{3}")
      try terminal.wait("nothing before it") { $0.text.suffix(2).first == "❯ \(entry)^C" }
    }
  }

  @Test func aPasteOfThousandsOfLinesIsOneEntry() throws {
    let terminal = try fixture.start(columns: 60, rows: 12)
    let lines = (1...5_000).map { "let a\($0) = \($0)" }.joined(separator: "\r")
    terminal.type("\u{1B}[200~\(lines)\u{1B}[201~")
    try terminal.wait("its end") { $0.text.last?.hasSuffix("let a5000 = 5000") == true }
    terminal.type("\r")
    try terminal.wait("the prompt") { $0.text.last == PromptFixture.prompt }
    try terminal.enter("a1 + a5000")
    try terminal.wait("the sum") { $0.text.contains("5001") }
    terminal.type("\u{1B}[A\u{1B}[A")
    try terminal.wait("the whole entry again") { screen in
      screen.text.last?.hasSuffix("let a5000 = 5000") == true
    }
  }

  @Test func twoProgramsShareAFolder() throws {
    let (first, second) = (try fixture.start(), try fixture.start())
    try first.enter("store[\"a\"] = 1")
    try second.enter("store[\"a\"]")
    try second.wait("what the other wrote") { $0.text.suffix(2).first == "1" }
    try second.enter("store[\"a\"] = 2")
    try first.enter("store[\"a\"] + 1")
    try first.wait("what the other wrote") { $0.text.suffix(2).first == "3" }
    let kept = try String(contentsOf: fixture.data.appending(path: "history"), encoding: .utf8)
    #expect(
      kept.split(separator: "\n").dropFirst() == [
        "store[\"a\"] = 1", "store[\"a\"]", "store[\"a\"] = 2", "store[\"a\"] + 1",
      ])
  }

  @Test func aTerminalThatGoesAwayEndsWhatRuns() throws {
    let server = try HeldServer(answering: "{}")
    let terminal = try fixture.start(["--api", server.address.absoluteString])
    terminal.type("net.get(\"/posts/7\")\r")
    try terminal.wait("the row") { $0.text.last?.contains("Ctrl-C cancels  net.get") == true }
    terminal.hangUp()
    #expect(try terminal.waitForExit() == .signal(SIGHUP))
  }
}
