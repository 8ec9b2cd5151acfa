import Foundation
import TerminalTestSupport
import Testing

/// The panel, the plain mode and the startup files, at a real terminal.
@Suite(.ownThread) struct PromptSettingsTests {
  let fixture: PromptFixture

  init() throws { fixture = try PromptFixture() }

  @Test func thePanelChangesInPlaceAboveThePrompt() throws {
    let terminal = try fixture.start()
    try terminal.enter("let form = LoginForm()")
    try terminal.enter("watch form.output")
    try terminal.enter(":panel on")
    try terminal.enter("form.phone = \"187\"")
    try terminal.enter("form.phone = \"188\"")
    try terminal.wait("the row") { screen in
      screen.text.suffix(2).first?.hasPrefix("▸ form.output  \"Phone: 188, password: \"") == true
    }
    // Neither change was printed among the entries.
    let rows = terminal.screen.text.filter { $0.contains(" form.output  \"Phone: 18") }
    #expect(rows.count == 2)
    try terminal.enter("1")
    try terminal.wait("the mark is gone") { screen in
      screen.text.suffix(2).first?.hasPrefix("◉ form.output") == true
    }
    try terminal.enter("unwatch all")
    try terminal.wait("no row") { $0.text.suffix(2).first?.hasPrefix("◉") == false }
  }

  @Test func theLastCharacterOfARowOfThePanelIsThere() throws {
    let terminal = try fixture.start(columns: 60, rows: 20)
    try terminal.enter("var s = \"\"")
    try terminal.enter("watch s")
    try terminal.enter(":panel on")
    let digits = (0..<30).map { "\(10 + $0)" }.joined()
    try terminal.enter("s = \"\(digits)\"")
    try terminal.wait("the whole value") { screen in
      screen.text.dropLast().suffix(3).joined().filter(\.isNumber).hasSuffix(digits)
    }
  }

  @Test func theStateOfTheHistoryIsToldInTheLanguageOfThePerson() throws {
    try FileManager.default.createDirectory(at: fixture.data, withIntermediateDirectories: true)
    try Data("garbage".utf8).write(to: fixture.data.appending(path: "history"))
    let terminal = try fixture.start(["--lang", "zh"])
    #expect(terminal.screen.text.contains { $0.hasPrefix("历史：") })
    #expect(!terminal.screen.text.contains { $0.hasPrefix("History:") })
  }

  @Test func resultsAreShownWithTheirNumbersWhereThatIsWanted() throws {
    let terminal = try fixture.start()
    try terminal.enter("20 + 1")
    try terminal.enter(":set numbers on")
    try terminal.enter("$1 * 2")
    try terminal.wait("the second result") { $0.text.contains("$2 = 42") }
    try terminal.enter("let form = LoginForm(); form.password = \"hunter2\"; form.password")
    try terminal.wait("a secret") { $0.text.contains("$3 = \"••••••••\"") }
    try terminal.enter("form.phone; $2 | json > \"sum.txt\"; $4")
    try terminal.wait("the last one") { screen in
      screen.text.contains("$4 = \"186\"") && screen.text.contains("$6 = \"186\"")
    }
    #expect(!terminal.screen.text.contains { $0.hasPrefix("$5") })
    try terminal.enter(":set numbers off")
    try terminal.enter("$2 + 2")
    try terminal.wait("a number alone") { $0.text.contains("44") }
  }

  @Test func thePlainModePaintsNothing() throws {
    let terminal = try fixture.start(["--plain"], until: ">")
    terminal.type("1 +\r")
    try terminal.wait("the continuation") {
      $0.text.suffix(2) == ["The statement waits for a value; Ctrl-C drops it.", "."]
    }
    terminal.type("2\r")
    try terminal.wait("the sum") { $0.text.suffix(2) == ["3", ">"] }
    terminal.type("nothing\r")
    try terminal.wait("the mistake") { screen in
      screen.text.contains { $0.hasPrefix("error E") } && screen.text.last == ">"
    }
    terminal.type(":lesson 1\r")
    try terminal.wait("the lesson") { screen in
      screen.text.contains { $0.contains("Make one and name it form.") } && screen.text.last == ">"
    }
    #expect(!terminal.screen.transcript.joined().contains("`"))
    terminal.type("\u{4}")
    #expect(try terminal.waitForExit() == .status(0))
    #expect(!terminal.output.contains(0x1B))
  }

  @Test func ctrlCInThePlainModeEndsTheRow() throws {
    let terminal = try fixture.start(["--plain"], until: ">")
    terminal.type("abc")
    try terminal.wait("the text") { $0.text.last == "> abc" }
    terminal.type("\u{3}")
    try terminal.wait("a new prompt") { $0.text.suffix(2) == ["> abc^C", ">"] }
    terminal.type("\u{3}")
    try terminal.wait("one more") { $0.text.suffix(3) == ["> abc^C", "> ^C", ">"] }
    // The terminal shows what is typed before the program has read it.
    terminal.type("\"begun\"; wait 1000s\r")
    try terminal.wait("the wait") { $0.text.last == "\"begun\"" }
    terminal.type("\u{3}")
    try terminal.wait("the mistake") { $0.text.last == ">" }
    #expect(terminal.screen.text.contains("^C"))
    #expect(!terminal.screen.text.contains { $0.hasPrefix("^Cerror") })
    terminal.type("1 +\r")
    try terminal.wait("the continuation") { $0.text.last == "." }
    terminal.type("\u{3}")
    try terminal.wait("a new prompt") { $0.text.suffix(2) == [". ^C", ">"] }
    terminal.type("2 + 2\r")
    try terminal.wait("the sum") { $0.text.suffix(2) == ["4", ">"] }
  }

  @Test(arguments: [":theme dark", ":panel on", ":clear", ":more", ":history"])
  func aPlainPromptSaysWhatItHasNot(statement: String) throws {
    let terminal = try fixture.start(["--plain"], until: ">")
    terminal.type(statement + "\r")
    let word = statement.prefix { $0 != " " }
    try terminal.wait("the mistake") { screen in
      screen.text.contains("error E204: \(word) does not work at a plain prompt")
    }
  }

  /// In a narrow window, too.
  @Test func messagesOfThePlainModeAreBrokenBetweenWords() throws {
    let terminal = try fixture.start(["--plain"], columns: 40, until: ">")
    terminal.type(":record\rlet a = 1\r\u{4}")
    try terminal.wait("the question") { screen in
      screen.text.map { $0.trimmingCharacters(in: .whitespaces) }.joined(separator: " ")
        .contains("saves it. Press Ctrl-D again to leave.")
    }
  }

  @Test func aLineThatIsNotTextIsLeftOutInThePlainMode() throws {
    let terminal = try fixture.start(["--plain"], until: ">")
    terminal.send([0x22, 0xFF, 0x22, 0x0D])
    try terminal.wait("the complaint") { screen in
      screen.text.contains { $0.hasSuffix("that line is not UTF-8 text; it is left out.") }
        && screen.text.last == ">"
    }
    terminal.type("40 + 2\r")
    try terminal.wait("the sum") { $0.text.suffix(2) == ["42", ">"] }
    terminal.type("\u{4}")
    #expect(try terminal.waitForExit() == .status(0))
  }

  @Test(arguments: [[], ["--plain"]])
  func theTimeAtThePromptIsLimited(arguments: [String]) throws {
    let terminal = try fixture.shell(
      "exec \"$REPL\" --data data --timeout 0.5 \"$@\"", arguments)
    #expect(try terminal.waitForExit() == .status(124))
    #expect(terminal.isRestored)
    #expect(terminal.screen.text.contains { $0.contains("the time limit of 0.5 seconds is over.") })
  }

  /// The session ends as it does at `:quit`: the next one has nothing to tell of it.
  @Test(arguments: [([], ":new LoginForm\r"), (["--plain"], "let a = 1\rfor (\r")])
  func whoIsAskedOrTypesIsWokenWhenTheTimeIsUp(arguments: [String], typed: String) throws {
    let terminal = try fixture.shell(
      "\"$REPL\" --data data --timeout 1.5 \"$@\"; echo status $?; \"$REPL\" --data data --timeout 0.1 \"$@\"",
      arguments)
    terminal.type(typed)
    try terminal.waitForExit()
    let lines = terminal.screen.text
    #expect(lines.contains("status 124"), "\(lines)")
    #expect(!lines.contains { $0.contains("last session") }, "\(lines)")
  }

  @Test func whatRunsAtThePromptIsEndedWhenTheTimeIsUp() throws {
    let terminal = try fixture.shell("exec \"$REPL\" --data data --timeout 2")
    terminal.type("wait 1000s\r")
    #expect(try terminal.waitForExit() == .status(124))
    #expect(terminal.isRestored)
  }

  @Test func anEditorInheritsTheTerminalAlone() throws {
    let terminal = try fixture.start(
      ["--serve"],
      environment: [
        "EDITOR": "sh -c 'readlink /proc/$$/fd/* > fds; echo 40 + 2 > \"$1\"' x", "VISUAL": "",
      ])
    terminal.type("1 + 1\u{18}\u{5}")
    try terminal.wait("the line of the editor") { $0.text.last?.hasPrefix("❯ 40 + 2") == true }
    terminal.type("\r")
    try terminal.wait("the sum") { $0.text.contains("42") }
    let files = try String(
      contentsOf: fixture.folder.url.appending(path: "fds"), encoding: .utf8
    ).split(separator: "\n").map(String.init)
    #expect(!files.isEmpty)
    #expect(!files.contains { $0.hasPrefix("socket:") || $0.hasPrefix("anon_inode:") }, "\(files)")
  }

  @Test func thePlainModeAsksOnceBeforeARecordingIsLost() throws {
    let terminal = try fixture.start(["--plain"], until: ">")
    terminal.type(":record\rlet a = 1\r\u{4}")
    try terminal.wait("the question") { screen in
      screen.text.suffix(2).first?.hasSuffix("Press Ctrl-D again to leave.") == true
        && screen.text.last == ">"
    }
    terminal.type("\u{4}")
    #expect(try terminal.waitForExit() == .status(0))
  }

  @Test func onesOwnStartupFileRunsBeforeThePrompt() throws {
    try FileManager.default.createDirectory(
      at: fixture.folder.url.appending(path: "config/mvvm-repl"), withIntermediateDirectories: true)
    _ = try fixture.folder.write(
      Data("let answer = 42\n".utf8), as: "config/mvvm-repl/startup.mvvm")
    let terminal = try fixture.start()
    try terminal.enter("answer")
    try terminal.wait("the value") { $0.text.contains("42") }
    let other = try fixture.start(["--no-startup"])
    try other.enter("answer")
    try other.wait("the mistake") { $0.text.contains { $0.hasPrefix("error E") } }
  }

  @Test func aFoldersFileRunsOnlyWhenThisTextOfItIsTrusted() throws {
    _ = try fixture.folder.write(Data("let answer = 42\n".utf8), as: ".mvvm-repl")
    let first = try fixture.start()
    try first.wait("the hint") { $0.text.contains { $0.contains("type :trust") } }
    try first.enter("answer")
    try first.wait("not run") { $0.text.contains { $0.hasPrefix("error E") } }
    try first.enter(":trust")
    try first.enter("answer + 1")
    try first.wait("run") { $0.text.contains("43") }
    let list = fixture.data.appending(path: "trusted").path
    let about = try FileManager.default.attributesOfItem(atPath: list)
    #expect(about[.posixPermissions] as? Int == 0o600)

    let second = try fixture.start()
    try second.enter("answer + 2")
    try second.wait("run at the start") { $0.text.contains("44") }

    _ = try fixture.folder.write(Data("let answer = 666\n".utf8), as: ".mvvm-repl")
    let third = try fixture.start()
    try third.wait("the hint again") { screen in
      screen.text.contains { $0.contains("has changed since you trusted it") }
    }
  }

  @Test func aMistakeInAStartupFileIsToldWithItsPlace() throws {
    _ = try fixture.folder.write(Data("let a = 1\na.b\n".utf8), as: ".mvvm-repl")
    let terminal = try fixture.start()
    try terminal.enter(":trust")
    try terminal.wait("the mistake") { screen in
      screen.text.contains { $0.contains("2 | a.b") }
    }
    try terminal.enter("a")
  }

  @Test func aFolderFileThatIsNoTextIsNamed() throws {
    _ = try fixture.folder.write(Data([0x6C, 0xFF, 0x0A]), as: ".mvvm-repl")
    let terminal = try fixture.start()
    let words = terminal.screen.text.flatMap { $0.split(separator: " ") }
    #expect(words.joined(separator: " ").contains("cannot be read as UTF-8 text."))
    let chinese = try fixture.start(["--lang", "zh"])
    #expect(chinese.screen.text.joined().filter { $0 != " " }.contains("无法按UTF-8文本读取。"))
  }

  @Test func aSecondSessionIsToldThatTheFolderIsShared() throws {
    let told = "Another session uses this data folder, too"
    func isTold(_ terminal: PseudoTerminal) -> Bool {
      terminal.screen.transcript.joined().contains(told)
    }
    let first = try fixture.start()
    let second = try fixture.start()
    #expect(!isTold(first) && isTold(second))
    for terminal in [first, second] {
      terminal.signal(SIGKILL)
      _ = try terminal.waitForExit()
    }
    // What ended sessions have left is no session.
    let third = try fixture.start()
    #expect(!isTold(third))
    let chinese = try fixture.start(["--lang", "zh"])
    #expect(chinese.screen.transcript.joined().contains("另一个会话也在使用这个数据文件夹"))
  }
}
