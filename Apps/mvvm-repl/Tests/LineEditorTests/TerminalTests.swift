import Foundation
import LineEditor
import ProcessTestSupport
import TerminalTestSupport
import Testing

@Suite(.ownThread) struct TerminalTests {
  @Test func pipesAndDumbTerminalsAreNotEdited() throws {
    let pipe = Pipe()
    let ends = (pipe.fileHandleForReading.fileDescriptor, pipe.fileHandleForWriting.fileDescriptor)
    let terminal = Terminal(input: ends.0, output: ends.1, kind: "xterm")
    #expect(!terminal.isInteractive && !terminal.canEdit)
    #expect(terminal.size == Terminal.Size(columns: 80, rows: 24))

    let probe = try PseudoTerminal(
      running: BuildProducts.executable("LineEditorProbe"), environment: ["TERM": "dumb"],
      columns: 60, rows: 12)
    #expect(try probe.waitForExit() == .status(3))
    #expect(probe.screen.text == ["not a terminal"])
    #expect(!probe.output.contains(0x1B))
  }

  @Test func editorWithoutATerminalSaysSo() {
    let terminal = Terminal(input: -1, output: -1, kind: "xterm")
    let error = #expect(throws: LineEditorError.self) {
      try LineEditor(LineEditor.Configuration(program: "x", prompt: "> "), terminal: terminal)
    }
    #expect(error?.code == .notATerminal)
  }

  @Test(arguments: [1, 2])
  func terminalIsAskedForTheWidthOfAmbiguousCharacters(_ width: Int) throws {
    let (measured, narrow) = (6 + 2 * width + 1, 6 + 2 + 1)
    var column = 0
    // The editor waits 60 ms for an answer, and goes on without one. A busy machine may need more tries to be in time.
    for _ in 0..<100 where column != measured {
      let terminal = try PseudoTerminal(
        running: BuildProducts.executable("LineEditorProbe"), columns: 40, rows: 8,
        ambiguousWidth: width)
      try terminal.wait("prompt") { $0.text == [prompt] }
      terminal.type("→→ab" + Keys.left)
      try terminal.wait("cursor before the b") {
        $0.text == ["视图❯ →→ab"] && [measured, narrow].contains($0.cursor.column)
      }
      column = terminal.screen.cursor.column
    }
    #expect(column == measured)
  }

  @Test func nothingIsLeftOfACharacterWhoseWidthIsToldTooLate() throws {
    let terminal = try PseudoTerminal(
      running: BuildProducts.executable("LineEditorProbe"), columns: 40, rows: 8,
      ambiguousWidth: 2, isAnswering: false)
    try terminal.wait("prompt") { $0.text.last?.hasSuffix(prompt) == true }
    #expect(terminal.screen.text == [prompt])
    // A key may be pressed while the answers come.
    terminal.type("ac\u{1B}[1;1R\(Keys.left)\u{1B}[1;3Rb")
    try terminal.wait("typed") { $0.text.last?.hasSuffix("abc") == true }
    #expect(terminal.screen.text == ["视图❯ abc"] && terminal.screen.cursor == (0, 8))
  }

  @Test func viKeysFromTheEditrcWork() throws {
    try withTemporaryFolder { folder in
      let path = "\(folder)/editrc"
      try "bind -v\nprobe:bind ^G vi-zero\nother:bind ^T ed-kill-line\n"
        .write(toFile: path, atomically: true, encoding: .utf8)
      let terminal = try startProbe(environment: ["EDITRC": path])
      terminal.type("手机 phone")
      try terminal.wait("inserted") { $0.text.last == "视图❯ 手机 phone" }
      terminal.type(Keys.escape)
      try terminal.wait("command mode") { $0.cursor.column == 15 }
      terminal.type("0xi机")
      try terminal.wait("vi's commands") { $0.text.last == "视图❯ 机机 phone" }
      // Our keys are there in both of vi's key maps.
      terminal.type("\u{1B}[F form.ph\t\r")
      try terminal.wait("completed and run") { $0.text.contains("\"机机 phone form.phone\"") }
    }
  }

  @Test func viKeysGoThroughTheHistory() throws {
    try withTemporaryFolder { folder in
      let path = "\(folder)/editrc"
      try "bind -v\n".write(toFile: path, atomically: true, encoding: .utf8)
      let terminal = try startProbe(environment: ["EDITRC": path])
      #expect(terminal.screen.text == [prompt])
      terminal.type("watch a\rlet b = 1\rwatch c\rx\r")
      try terminal.wait("answers") { $0.text.contains("\"x\"") && $0.text.last == prompt }
      terminal.type(Keys.escape)
      terminal.type("kk")
      try terminal.wait("earlier") { $0.text.last == "视图❯ watch c" }
      terminal.type("kj")
      try terminal.wait("later") { $0.text.last == "视图❯ watch c" }
      terminal.type("-")
      try terminal.wait("earlier again") { $0.text.last == "视图❯ let b = 1" }
      terminal.type("+")
      try terminal.wait("later again") { $0.text.last == "视图❯ watch c" }
      terminal.type("/wat")
      try terminal.wait("searching") { $0.text.contains("search: wat  watch c") }
      terminal.type("\rn")
      try terminal.wait("the next older one") { $0.text.last == "视图❯ watch a" }
      terminal.type("N")
      try terminal.wait("the newer one") { $0.text.last == "视图❯ watch c" }
      terminal.type(Keys.control("C"))
      try terminal.wait("dropped") { $0.text.suffix(2) == ["视图❯ watch c^C", prompt] }
      terminal.type("new")
      try terminal.wait("insert mode again") { $0.text.last == "视图❯ new" }
    }
  }

  /// libedit's functions for the history, which it does not have, are those of the editor.
  @Test(arguments: [
    ("bind ^T em-inc-search-prev", "\u{14}b", "search: b  abc"),
    ("bind ^T \"em-inc-search-next\"", "\u{14}b", "search: b  abc"),
    ("bind ^X^R em-inc-search-prev", "\u{18}\u{12}b", "search: b  abc"),
    ("bind ^T vi-search-prev", "\u{14}b", "search: b  abc"),
    ("  # bind ^P ed-ignore\n\n  \nbind ^T ed-prev-history", "\u{14}", "视图❯ abc"),
    ("bind ^T ed-search-prev-history", "a\u{14}", "视图❯ abc"),
    ("# my keys\r\nbind ^T ed-prev-history\r\nbind ^G ed-ignore\r", "\u{14}", "视图❯ abc"),
  ])
  func functionsForTheHistoryAreOurs(line: String, keys: String, last: String) throws {
    try withTemporaryFolder { folder in
      let path = "\(folder)/editrc"
      try "\(line)\n".write(toFile: path, atomically: true, encoding: .utf8)
      let terminal = try startProbe(environment: ["EDITRC": path])
      terminal.type("abc\r")
      try terminal.wait("answer") { $0.text.suffix(2) == ["\"abc\"", prompt] }
      terminal.type(keys)
      try terminal.wait("the earlier entry") { $0.text.last == last }
    }
  }

  @Test(arguments: ["ed-end-of-file", "em-delete-or-list", "vi-list-or-eof"])
  func everyFunctionThatLeavesAsksFirst(function: String) throws {
    try withTemporaryFolder { folder in
      let path = "\(folder)/editrc"
      try "bind ^T \(function)\n".write(toFile: path, atomically: true, encoding: .utf8)
      let terminal = try startProbe(["doubt=2 of work"], environment: ["EDITRC": path])
      terminal.type(Keys.control("T"))
      try terminal.wait("the reason") { $0.text.last == "2 of work" }
      terminal.type("a\r")
      try terminal.wait("still there") { $0.text.suffix(2) == ["\"a\"", prompt] }
      terminal.type(Keys.control("T") + Keys.control("T"))
      #expect(try terminal.waitForExit() == .status(0))
      #expect(terminal.isRestored)
    }
  }

  @Test func aKeyThatWouldLeaveKeepsTheText() throws {
    try withTemporaryFolder { folder in
      let path = "\(folder)/editrc"
      try "bind ^T ed-end-of-file\n".write(toFile: path, atomically: true, encoding: .utf8)
      let terminal = try startProbe(["doubt=2 of work"], environment: ["EDITRC": path])
      terminal.type("abc" + Keys.left + Keys.control("T"))
      try terminal.wait("the reason") { $0.text == ["视图❯ abc", "2 of work"] }
      terminal.type("x\r")
      try terminal.wait("the entry") { $0.text.suffix(2) == ["\"abxc\"", prompt] }
    }
  }

  @Test func visEndOfInputDeletesNothing() throws {
    try withTemporaryFolder { folder in
      let path = "\(folder)/editrc"
      try "bind ^T vi-list-or-eof\n".write(toFile: path, atomically: true, encoding: .utf8)
      let terminal = try startProbe(environment: ["EDITRC": path])
      terminal.type("abc" + Keys.left + Keys.control("T") + "x\r")
      try terminal.wait("the entry") { $0.text.suffix(2) == ["\"abxc\"", prompt] }
    }
  }

  @Test func aViCommandThatLeavesAsksFirst() throws {
    try withTemporaryFolder { folder in
      let path = "\(folder)/editrc"
      try "bind -v\nbind -a Q ed-end-of-file\n".write(
        toFile: path, atomically: true, encoding: .utf8)
      let terminal = try startProbe(["doubt=2 of work"], environment: ["EDITRC": path])
      terminal.type("abc\u{1B}Q")
      try terminal.wait("the reason") { $0.text == ["视图❯ abc", "2 of work"] }
      terminal.type("0x")
      try terminal.wait("still a command") { $0.text == ["视图❯ bc"] }
      terminal.type("QQ")
      #expect(try terminal.waitForExit() == .status(0))
    }
  }

  @Test(arguments: ["ed-prev-history", "\u{F0000}e\u{301}"])
  func aKeyOfTheEditrcTypesItsText(text: String) throws {
    try withTemporaryFolder { folder in
      let path = "\(folder)/editrc"
      try "bind -s ^T \"\(text)\"\n".write(toFile: path, atomically: true, encoding: .utf8)
      let terminal = try startProbe(environment: ["EDITRC": path])
      // The emoji gets the first code point of its kind.
      terminal.type("👩‍👩‍👧" + Keys.control("T") + "\r")
      try terminal.wait("both") { $0.text.contains("\"👩‍👩‍👧\(text)\"") }
    }
  }

  @Test func ownFunctionsCanBeBoundInTheEditrc() throws {
    try withTemporaryFolder { folder in
      let path = "\(folder)/editrc"
      try "bind ^T repl-search\n".write(toFile: path, atomically: true, encoding: .utf8)
      let terminal = try startProbe(environment: ["EDITRC": path])
      terminal.type("abc\r")
      try terminal.wait("answer") { $0.text.count == 4 }
      terminal.type(Keys.control("T") + "b")
      try terminal.wait("search") { $0.text.last == "search: b  abc" }
    }
  }

  /// The editor keeps the history; these functions of libedit neither crash nor end the program.
  @Test(arguments: [
    ("bind -v", "\u{1B}_#ax", "foox"), ("bind ^G vi-history-word", "\u{7}x", "foox"),
    ("edit off", "x", "foox"), ("bind ^G ed-newline", "\u{7}", "foo"),
    ("bind ^G vi-comment-out", "\u{7}", "#foo"),
  ])
  func noFunctionOfLibeditEndsTheProgram(line: String, keys: String, read: String) throws {
    try withTemporaryFolder { folder in
      let path = "\(folder)/editrc"
      try "\(line)\n".write(toFile: path, atomically: true, encoding: .utf8)
      let terminal = try startProbe(environment: ["EDITRC": path])
      for number in 1...2 {
        terminal.type("foo" + keys + (read == "foox" ? "\r" : ""))
        try terminal.wait("answer \(number)") { screen in
          screen.text.count { $0 == "\"\(read)\"" } == number && screen.text.last == prompt
        }
      }
    }
  }

  @Test func visDotRepeatsNothingOfEarlierEntries() throws {
    try withTemporaryFolder { folder in
      let path = folder + "/editrc"
      try "bind -v\nbind ^G vi-command-mode\n".write(
        toFile: path, atomically: true, encoding: .utf8)
      let terminal = try startProbe(environment: ["EDITRC": path])
      terminal.type("abc\r")
      try terminal.wait("answer") { $0.text.suffix(2) == ["\"abc\"", prompt] }
      terminal.type("x\u{07}.")
      try terminal.wait("what was typed here, twice") { $0.text.last == "视图❯ xx" }
      #expect(terminal.screen.text.filter { $0.contains("=>") }.count == 1)
    }
  }

  /// Keys that libedit repeats, or gets back, come without being read.
  @Test(arguments: [
    // `a` and Ctrl-B, which `.` repeats at the beginning of the entry.
    "👩‍👩‍👧\u{1B}0a\u{2}\u{1B}0.",
    // The key that ends a search is handled on the entry that was found.
    "👩‍👩‍👧\r\u{1B}h\u{12}\u{12}\u{2}",
  ])
  func viKeysThatAreNotReadFindTheCursorBetweenCharacters(keys: String) throws {
    try withTemporaryFolder { folder in
      let path = "\(folder)/editrc"
      try "bind -v\n".write(toFile: path, atomically: true, encoding: .utf8)
      let terminal = try startProbe(environment: ["EDITRC": path])
      terminal.type(keys + "ix")
      try terminal.wait("x before the character") { $0.text.last == "视图❯ x👩‍👩‍👧" }
    }
  }

  @Test func aKeyThatEndsASearchCanUndoWhatItFound() throws {
    let terminal = try startProbe()
    terminal.type("watch a\r")
    try terminal.wait("answer") { $0.text.suffix(2) == ["\"watch a\"", prompt] }
    terminal.type("b" + Keys.control("R") + "wat" + Keys.control("_"))
    try terminal.wait("what was there before") { $0.text.last == "视图❯ b" }
  }
}
