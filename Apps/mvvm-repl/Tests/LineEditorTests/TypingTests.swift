import Foundation
import TerminalTestSupport
import Testing

@Suite(.ownThread) struct TypingTests {
  @Test func enterHandsOverWhatWasTyped() throws {
    let terminal = try startProbe()
    terminal.type("let a = 1\r")
    try terminal.wait("answer") { $0.text.suffix(2) == ["\"let a = 1\"", prompt] }
    #expect(
      terminal.screen.text == [
        "视图❯ let a = 1", "=> 9 scalars, 1 lines", "\"let a = 1\"", prompt,
      ])
    #expect(terminal.screen.unknownSequences.isEmpty)
  }

  @Test func chineseAndEmojiKeepTheCursorInPlace() throws {
    let terminal = try startProbe()
    terminal.type("手机号 👩‍👩‍👧 e\u{301}x")
    try terminal.wait("text") {
      $0.text.last == "视图❯ 手机号 👩‍👩‍👧 e\u{301}x" && $0.cursor == (0, 6 + 6 + 1 + 2 + 1 + 2)
    }
    // One step per character as people count them: x, é, blank, family, blank, 号.
    terminal.type(String(repeating: Keys.left, count: 6) + "|")
    try terminal.wait("insertion") { $0.text.last == "视图❯ 手机|号 👩‍👩‍👧 e\u{301}x" }
  }

  @Test func backspaceDeletesAWholeCharacter() throws {
    let terminal = try startProbe()
    terminal.type("a👩‍👩‍👧e\u{301}")
    try terminal.wait("text") { $0.text.last == "视图❯ a👩‍👩‍👧e\u{301}" }
    terminal.type("\u{7F}")
    try terminal.wait("accent gone") { $0.text.last == "视图❯ a👩‍👩‍👧" }
    terminal.type("\u{7F}")
    try terminal.wait("family gone") { $0.text.last == "视图❯ a" }
  }

  @Test func deleteKeyTakesAWholeCharacter() throws {
    let terminal = try startProbe()
    terminal.type("👩‍👩‍👧b" + Keys.control("A") + Keys.delete)
    try terminal.wait("family gone") { $0.text.last == "视图❯ b" }
  }

  /// libedit knows only code points, but people count characters.
  @Test(arguments: [
    ("a👩‍👩‍👧" + Keys.control("T"), "👩‍👩‍👧a"), ("ae\u{301}" + Keys.control("T"), "e\u{301}a"),
    ("🇨🇳🇫🇷" + Keys.control("T"), "🇫🇷🇨🇳"), ("登录" + Keys.control("T"), "录登"),
    ("e\u{301}lan x" + Keys.control("A") + "\u{1B}u", "E\u{301}LAN x"),
    ("E\u{301}LAN x" + Keys.control("A") + "\u{1B}l", "e\u{301}lan x"),
    ("e\u{301}lan x" + Keys.control("A") + "\u{1B}c", "E\u{301}lan x"),
    ("e\u{301}le\u{300}ve x" + Keys.control("A") + "\u{1B}d", " x"),
    ("一 e\u{301}le\u{300}ve" + "\u{1B}b|", "一 |e\u{301}le\u{300}ve"),
    ("👩‍👩‍👧 登录 x" + Keys.control("A") + "\u{1B}d", " x"),
    // One that comes in between makes other flags of the same letters.
    ("🇨🇳🇫🇷" + Keys.control("A") + "🇦" + Keys.control("E") + "\u{7F}", "🇦🇨🇳🇫"),
    // The code points that stand for characters in libedit's text.
    ("👩‍👩‍👧\u{F0000}e\u{301}\u{10CF2}\u{2A700}", "👩‍👩‍👧\u{F0000}e\u{301}\u{10CF2}\u{2A700}"),
  ])
  func libeditsFunctionsWorkOnCharacters(keys: String, text: String) throws {
    let terminal = try startProbe()
    terminal.type(keys + "\r")
    try terminal.wait("the text") { $0.text.contains("\"\(text)\"") }
    #expect(terminal.screen.text.contains("=> \(text.unicodeScalars.count) scalars, 1 lines"))
  }

  @Test(arguments: [
    ("e\u{301}👩‍👩‍👧b\u{1B}0x", "👩‍👩‍👧b"), ("e\u{301}👩‍👩‍👧b\u{1B}02x", "b"),
    ("e\u{301}👩‍👩‍👧b\u{1B}0x.", "b"), ("🇨🇳🇫🇷b\u{1B}0xu", "🇨🇳🇫🇷b"),
    ("ae\u{301}b\u{1B}X", "ab"), ("ae\u{301}b\u{1B}hdh", "e\u{301}b"),
    ("e\u{301}bc\u{1B}0sx", "xbc"), ("e\u{301}bc\u{1B}0~", "E\u{301}bc"),
    ("e\u{301}z\u{302}登x\u{1B}04~", "E\u{301}Z\u{302}登X"),
    ("e\u{301}bc\u{1B}0r👩‍👩‍👧", "👩‍👩‍👧bc"), ("🇨🇳bc\u{1B}0r登", "登bc"),
    ("x 👩‍👩‍👧y\u{1B}0f👩‍👩‍👧x", "x y"), ("e\u{301}le\u{300}ve x\u{1B}0dw", "x"),
    ("👩‍👩‍👧e\u{301}\u{1B}u", ""),
  ])
  func visCommandsWorkOnCharacters(keys: String, text: String) throws {
    try withTemporaryFolder { folder in
      let path = "\(folder)/editrc"
      try "bind -v\n".write(toFile: path, atomically: true, encoding: .utf8)
      let terminal = try startProbe(environment: ["EDITRC": path])
      // Behind a command, libedit gets what comes at once.
      let command = try #require(keys.firstIndex(of: "\u{1B}"))
      terminal.type(String(keys[..<command]))
      try terminal.wait("what was typed") { $0.text.last == "视图❯ \(keys[..<command])" }
      terminal.type("\(keys[command...])\r")
      try terminal.wait("the text") { $0.text.contains("\"\(text)\"") }
    }
  }

  @Test func latinLettersBeyondAsciiInsertThemselves() throws {
    let terminal = try startProbe()
    terminal.type("éâÿß")
    try terminal.wait("letters") { $0.text.last == "视图❯ éâÿß" }
  }

  @Test func chineseKeyDoesNotTriggerTheControlKeyWithTheSameLowByte() throws {
    let terminal = try startProbe()
    // 世 is U+4E16: its low byte is Ctrl-V. 登 is U+767B: its low byte is {.
    terminal.type("世登\r")
    try terminal.wait("answer") { $0.text.contains("=> 2 scalars, 1 lines") }
  }

  @Test func ctrlSpaceLeavesTheNextKeyAsItIs() throws {
    let terminal = try startProbe()
    terminal.send([0x00, 0x61, 0x62, 0x00, 0x1B, 0x5B, 0x44, 0x00, 0x58])
    try terminal.wait("the arrow has moved") { $0.text.last == "视图❯ aXb" }
    terminal.send([0x00, 0x0D])
    try terminal.wait("answer") { $0.text.contains("=> 3 scalars, 1 lines") }
  }

  /// The editor has code points of its own for them, which are no text.
  @Test func ctrlVInsertsNoKeyThatIsNoCharacter() throws {
    let terminal = try startProbe()
    terminal.type("a" + "\u{16}" + Keys.left + "\u{16}" + Keys.up)
    terminal.type("\u{16}" + "\u{1B}[200~in one\u{1B}[201~")
    terminal.type("\u{16}" + "b\r")
    try terminal.wait("answer") { $0.text.contains("=> 8 scalars, 1 lines") }
  }

  @Test func emptyEnterIsNotTheEndOfInput() throws {
    let terminal = try startProbe()
    terminal.type("\r")
    try terminal.wait("still there") { $0.text.contains("=> 0 scalars, 0 lines") }
    terminal.type("a\r")
    try terminal.wait("still there") { $0.text.contains("=> 1 scalars, 1 lines") }
  }

  @Test func chineseWorksInTheCLocale() throws {
    let terminal = try startProbe(environment: ["LC_ALL": "C", "LANG": "C"])
    terminal.type("登录\r")
    try terminal.wait("answer") { $0.text.contains("\"登录\"") }
  }

  @Test func invalidBytesBecomeReplacementCharacters() throws {
    let terminal = try startProbe()
    terminal.send([0x61, 0xFF, 0xE4, 0x62, 0xC3, 0x28])
    try terminal.wait("text") { $0.text.last == "视图❯ a\u{FFFD}\u{FFFD}b\u{FFFD}(" }
  }

  @Test func unknownEscapeSequencesTypeNothing() throws {
    let terminal = try startProbe()
    terminal.type("a\u{1B}[1;5Pb\u{1B}[[Ac\u{1B}OPd\u{1B}[I")
    try terminal.wait("letters") { $0.text.last == "视图❯ abcd" }
  }

  @Test func incompleteEntryGoesOnInTheNextLine() throws {
    let terminal = try startProbe()
    terminal.type("form.submit(\r1\r)")
    try terminal.wait("three lines") {
      $0.text == ["视图❯ form.submit(", "    … 1", "    … )"]
    }
    // Enter runs a complete entry wherever the cursor is.
    terminal.type(Keys.up + "\r")
    try terminal.wait("answer") { $0.text.contains("\"form.submit(\\n1\\n)\"") }
  }

  @Test func altEnterStartsANewLineInAnyCase() throws {
    let terminal = try startProbe()
    terminal.type("a" + Keys.altEnter + "b")
    try terminal.wait("two lines") { $0.text == ["视图❯ a", "    … b"] }
  }

  @Test func upAndDownMoveWithinAnEntryOfSeveralLines() throws {
    let terminal = try startProbe()
    terminal.type("一二三(\rab\rcdefgh)" + Keys.up + Keys.up + "X")
    try terminal.wait("insertion in the first line") { $0.text.first == "视图❯ 一X二三(" }
    terminal.type(Keys.down + "Y")
    try terminal.wait("insertion in the second line") { $0.text[1] == "    … abY" }
  }

  @Test func homeAndEndWorkOnOneLineOfTheEntry() throws {
    let terminal = try startProbe()
    terminal.type("ab(\rcd)" + Keys.control("A") + "X" + Keys.control("E") + "Y")
    try terminal.wait("both") { $0.text == ["视图❯ ab(", "    … Xcd)Y"] }
  }

  @Test func killAndYankAreLibedits() throws {
    let terminal = try startProbe()
    terminal.type("one two" + Keys.control("W") + Keys.control("A") + Keys.control("Y"))
    try terminal.wait("yanked") { $0.text.last == "视图❯ twoone" }
    terminal.type(Keys.control("E") + "\u{1B}b" + "|")
    try terminal.wait("word back") { $0.text.last == "视图❯ |twoone" }
  }

  @Test func undoTakesBackTypingWordByWord() throws {
    let terminal = try startProbe()
    terminal.type("let name = 1")
    try terminal.wait("text") { $0.text.last == "视图❯ let name = 1" }
    terminal.type(Keys.control("_"))
    try terminal.wait("word gone") { $0.text.last == "视图❯ let name =" }
    terminal.type(Keys.control("U") + Keys.control("_"))
    try terminal.wait("line back") { $0.text.last == "视图❯ let name =" }
  }

  @Test func undoPassesOverARecallThatHasReturned() throws {
    let terminal = try startProbe()
    terminal.type("1 + 1\r")
    try terminal.wait("answer") { $0.text.contains("\"1 + 1\"") && $0.text.last == prompt }
    terminal.type("1" + Keys.up)
    try terminal.wait("the entry") { $0.text.last == "视图❯ 1 + 1" }
    terminal.type(Keys.down)
    try terminal.wait("what was typed") { $0.text.last == "视图❯ 1" }
    terminal.type(Keys.control("_"))
    try terminal.wait("nothing") { $0.text.last == prompt }
    terminal.type("2" + Keys.pasted("a paste"))
    try terminal.wait("both") { $0.text.last == "视图❯ 2a paste" }
    terminal.type(Keys.control("_"))
    try terminal.wait("without the paste") { $0.text.last == "视图❯ 2" }
  }

  @Test func whatWasTypedIsReadBeforeTheKeysAreLeftToAnother() throws {
    let terminal = try startProbe()
    terminal.type("leave-keys\rlet a = 1\r7 + 1\rha")
    try terminal.wait("working") { $0.text.last == "working" }
    terminal.signal(SIGUSR1)
    try terminal.wait("both entries and the draft") {
      $0.text.suffix(5) == [
        "视图❯ let a = 1", "read let a = 1", "视图❯ 7 + 1", "read 7 + 1", "draft ha",
      ]
    }
    terminal.type("lf\r")
    terminal.signal(SIGUSR2)
    try terminal.wait("the rest") { $0.text.contains("视图❯ half") && $0.text.last == prompt }
    #expect(!terminal.screen.text.contains("read half"))
  }

  @Test func typeAheadIsKeptAndNotEchoed() throws {
    let terminal = try startProbe()
    terminal.type("run\r")
    try terminal.wait("running") { $0.text.contains("running") }
    terminal.type("two")
    terminal.signal(SIGINT)
    try terminal.wait("kept") { $0.text == ["视图❯ run", "running", "interrupted", "视图❯ two"] }
  }
}
