import Foundation
import ProcessTestSupport
import TerminalTestSupport
import Testing

@Suite(.ownThread) struct HistoryTests {
  @Test func wholeEntriesAreRemembered() throws {
    let terminal = try startProbe()
    terminal.type("form.submit(\r1)\rlet a = 1\r")
    try terminal.wait("answers") { $0.text.contains("\"let a = 1\"") && $0.text.last == prompt }
    terminal.type(Keys.up + Keys.up)
    try terminal.wait("both lines") { $0.text.suffix(2) == ["视图❯ form.submit(", "    … 1)"] }
    terminal.type(Keys.down)
    try terminal.wait("newer entry") { $0.text.last == "视图❯ let a = 1" }
    terminal.type(Keys.down)
    try terminal.wait("draft") { $0.text.last == prompt }
  }

  @Test func upLooksForEntriesThatStartWithWhatIsTyped() throws {
    let terminal = try startProbe()
    terminal.type("let a = 1\rwatch x\rlet b = 2\rwatch y\r")
    try terminal.wait("answers") { $0.text.contains("\"watch y\"") && $0.text.last == prompt }
    terminal.type("le" + Keys.up)
    try terminal.wait("newest let") { $0.text.last == "视图❯ let b = 2" }
    terminal.type(Keys.up)
    try terminal.wait("older let") { $0.text.last == "视图❯ let a = 1" }
    terminal.type(Keys.down + Keys.down)
    try terminal.wait("what was typed") { $0.text.last == "视图❯ le" }
  }

  @Test func historyIsKeptBetweenRuns() throws {
    try withTemporaryFolder { folder in
      let setting = "history=\(folder)/new/history"
      let first = try startProbe([setting])
      first.type("let 名 = \"a\\n\"\rform(\r)\r secret\rpassword hunter2\r" + Keys.control("D"))
      #expect(try first.waitForExit() == .status(0))

      let second = try startProbe([setting])
      second.type(Keys.up)
      try second.wait("redacted entry") { $0.text.last == "视图❯ password ***" }
      second.type(Keys.up)
      try second.wait("entry of two lines") { $0.text == ["视图❯ form(", "    … )"] }
      second.type(Keys.up + Keys.up)
      try second.wait("first entry") { $0.text.last == "视图❯ let 名 = \"a\\n\"" }
      let file = try String(contentsOfFile: "\(folder)/new/history", encoding: .utf8)
      #expect(!file.contains("hunter2") && !file.contains("secret"))
    }
  }

  @Test func unwritableHistoryIsSaidAndTheSessionGoesOn() throws {
    let terminal = try PseudoTerminal(
      running: BuildProducts.executable("LineEditorProbe"),
      arguments: ["history=/dev/null/history"],
      columns: 120, rows: 12)
    try terminal.wait("complaint") {
      $0.text == [
        "History: /dev/null/history cannot be read (Not a directory). The session continues without it.",
        prompt,
      ]
    }
    terminal.type("a\r")
    try terminal.wait("goes on") { $0.text.last == prompt && $0.text.contains("\"a\"") }
  }

  /// A file of at most 512 bytes, in bash of 1024.
  @Test func noPartOfAnEntryIsKept() throws {
    try withTemporaryFolder { folder in
      let file = "\(folder)/history"
      let terminal = try PseudoTerminal(
        running: "/bin/sh",
        arguments: [
          "-c", "trap '' XFSZ; ulimit -f 1; exec \"$0\" \"$@\"",
          BuildProducts.executable("LineEditorProbe"), "history=\(file)",
        ], columns: 300, rows: 30)
      try terminal.wait("first prompt") { $0.text.last == prompt }
      terminal.type("short\r")
      try terminal.wait("the answer") { $0.text.contains("\"short\"") && $0.text.last == prompt }
      terminal.type(Keys.pasted(String(repeating: "long", count: 300)) + "\r")
      try terminal.wait("the complaint") { screen in
        screen.text.contains { $0.contains("cannot be written (File too large)") }
          && screen.text.last == prompt
      }
      let entries = try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n")
      #expect(entries == ["mvvm-repl history 1", "short"])
    }
  }

  @Test func foreignFileIsLeftAlone() throws {
    try withTemporaryFolder { folder in
      let path = "\(folder)/history"
      try "my diary\n".write(toFile: path, atomically: true, encoding: .utf8)
      let terminal = try startProbe(["history=\(path)"], columns: 200)
      #expect(terminal.screen.text[0].contains("is not a history file of this program"))
      terminal.type("a\r" + Keys.control("D"))
      try terminal.waitForExit()
      #expect(try String(contentsOfFile: path, encoding: .utf8) == "my diary\n")
    }
  }

  @Test func damagedLinesAreLeftOutAndCounted() throws {
    try withTemporaryFolder { folder in
      let path = "\(folder)/history"
      var bytes = Array("mvvm-repl history 1\ngood\n".utf8)
      bytes += [0xFF, 0xFE, 0x0A] + Array("bad \\q\nlast".utf8)
      try Data(bytes).write(to: URL(filePath: path))
      let terminal = try startProbe(["history=\(path)"], columns: 200)
      #expect(terminal.screen.text[0] == "History: left out 2 damaged line(s) of \(path).")
      terminal.type("new\r" + Keys.control("D"))
      try terminal.waitForExit()
      // The torn last line got its line break before the new entry.
      #expect(try Data(contentsOf: URL(filePath: path)).suffix(9) == Data("last\nnew\n".utf8))
    }
  }

  @Test func overlongHistoryIsShortened() throws {
    try withTemporaryFolder { folder in
      let path = "\(folder)/history"
      let lines = (1...25).map { "entry \($0)" }.joined(separator: "\n")
      try "mvvm-repl history 1\n\(lines)\n".write(toFile: path, atomically: true, encoding: .utf8)
      let terminal = try startProbe(["history=\(path)", "limit=10"])
      terminal.type(Keys.control("D"))
      try terminal.waitForExit()
      let kept = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
      #expect(kept.first == "mvvm-repl history 1" && kept.count == 11 && kept.last == "entry 25")
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["history"])
    }
  }

  @Test func twoProgramsMayShareAFile() throws {
    try withTemporaryFolder { folder in
      let setting = "history=\(folder)/history"
      let programs = try (0..<2).map { _ in try startProbe([setting]) }
      for round in 0..<10 {
        for (index, program) in programs.enumerated() { program.type("p\(index) r\(round)\r") }
      }
      for program in programs {
        program.type(Keys.control("D"))
        try program.waitForExit()
      }
      let lines = try String(contentsOfFile: "\(folder)/history", encoding: .utf8)
        .split(separator: "\n").map(String.init)
      let all = (0..<2).flatMap { index in (0..<10).map { "p\(index) r\($0)" } }
      #expect(lines.first == "mvvm-repl history 1")
      #expect(Set(lines.dropFirst()) == Set(all) && lines.count == 21)
    }
  }

  @Test func searchFindsChineseAndBrackets() throws {
    let terminal = try startProbe()
    terminal.type("watch form.output // 登录\rlet a = [1]\rx\r")
    try terminal.wait("answers") { $0.text.contains("\"x\"") && $0.text.last == prompt }
    terminal.type(Keys.control("R") + "登")
    try terminal.wait("match") { $0.text.last == "search: 登  watch form.output // 登录" }
    terminal.type("\r")
    try terminal.wait("accepted, not run") { $0.text.last == "视图❯ watch form.output // 登录" }
    terminal.type(Keys.control("C") + Keys.control("R") + "[")
    try terminal.wait("bracket") { $0.text.last == "search: [  let a = [1]" }
    terminal.type(Keys.escape)
    try terminal.wait("given up") { $0.text.last == prompt }
  }

  @Test func searchAgainGoesFurtherBack() throws {
    let terminal = try startProbe()
    terminal.type("watch a\rwatch b\rwatch c\r")
    try terminal.wait("answers") { $0.text.contains("\"watch c\"") && $0.text.last == prompt }
    terminal.type(Keys.control("R") + "watch" + Keys.control("R") + Keys.control("R"))
    let list = [" watch c", " watch b", " watch a"]
    try terminal.wait("oldest") { $0.text.suffix(4) == ["search: watch  watch a"] + list }
    terminal.type(Keys.down)
    try terminal.wait("newer") { $0.text.suffix(4) == ["search: watch  watch b"] + list }
    terminal.type(Keys.control("E") + "!")
    try terminal.wait("taken by another key") { $0.text.last == "视图❯ watch b!" }
  }

  @Test func escapeLeavesTheLineAsItWasBeforeTheSearch() throws {
    let terminal = try startProbe()
    terminal.type("watch a\rwatch b\r")
    try terminal.wait("answers") { $0.text.contains("\"watch b\"") && $0.text.last == prompt }
    terminal.type("half" + Keys.control("R") + "WATCH" + Keys.up)
    try terminal.wait("any case") {
      $0.text.suffix(3) == ["search: WATCH  watch a", " watch b", " watch a"]
    }
    terminal.type(Keys.escape)
    try terminal.wait("as it was") { $0.text.last == "视图❯ half" }
  }

  @Test func aSearchForNothingYetListsTheNewestEntries() throws {
    let terminal = try startProbe()
    terminal.type((1...20).map { "entry \($0)\r" }.joined() + "entry 20\r")
    try terminal.wait("answers") { $0.text.contains("\"entry 20\"") && $0.text.last == prompt }
    terminal.type(Keys.control("R"))
    try terminal.wait("the newest") { screen in
      screen.text.suffix(9).first == "search:" && screen.text.suffix(8).first == " entry 20"
        && screen.text.last == " 1-7 of 20"
    }
    terminal.type(Keys.up + "\r")
    try terminal.wait("taken") { $0.text.last == "视图❯ entry 20" }
  }

  @Test(arguments: [0, 4, 99])
  func upPutsTheCursorWhereTheLastEntryIsWrong(offset: Int) throws {
    let terminal = try startProbe()
    terminal.type("mistake \(offset)\r")
    try terminal.wait("prompt") { $0.text.count == 2 && $0.text.last == prompt }
    terminal.type(Keys.up)
    let column = 6 + min(offset, "mistake \(offset)".count)
    try terminal.wait("recalled") {
      $0.text.last == "视图❯ mistake \(offset)" && $0.cursor.column == column
    }
  }
}
