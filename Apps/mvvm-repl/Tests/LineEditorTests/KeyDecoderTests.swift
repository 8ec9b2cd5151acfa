import Testing

@testable import LineEditor

@Suite struct KeyDecoderTests {
  private func keys(_ text: String, piece: Int = .max) -> [Key] {
    var decoder = KeyDecoder()
    var keys: [Key] = []
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      decoder.feed(rest.prefix(piece))
      rest = rest.dropFirst(piece)
      while let key = decoder.next() { keys.append(key) }
    }
    while let key = decoder.next(decided: true) { keys.append(key) }
    return keys
  }

  private static let sample =
    "a手👍\u{1B}[A\u{1B}OB\u{1B}[1;5C\u{1B}[3~\u{1B}[Z\u{1B}\r\u{1B}[200~x\r\ny\u{1B}[201~b\u{1B}[?62;1cz"

  @Test(arguments: [Int.max, 1, 2, 3])
  func piecesDoNotMatter(_ piece: Int) {
    #expect(
      keys(Self.sample, piece: piece) == [
        .scalar("a"), .scalar("手"), .scalar("👍"), .named(.up), .named(.down), .named(.wordRight),
        .named(.delete), .named(.backTab), .named(.forcedEnter), .paste("x\ny"), .scalar("b"),
        .scalar("z"),
      ])
  }

  @Test func loneEscapeIsAKeyOnlyWhenNothingFollows() {
    var decoder = KeyDecoder()
    decoder.feed([0x1B])
    #expect(decoder.next() == nil && decoder.isUndecided)
    #expect(decoder.next(decided: true) == .named(.escape))
    #expect(keys("\u{1B}b") == [.scalar("\u{1B}"), .scalar("b")])
  }

  /// What the terminal answers to another program may come when that program has ended.
  @Test(arguments: [
    "\u{1B}]11;rgb:0000/0000/0000\u{1B}\\", "\u{1B}]11;rgb:0000/0000/0000\u{7}",
    "\u{1B}P>|XTerm(370)\u{1B}\\", "\u{1B}_Gi=1;OK\u{1B}\\", "\u{1B}^手机\u{1B}\\",
  ])
  func lateAnswersOfTheTerminalAreNoKeys(answer: String) {
    for piece in [Int.max, 1, 2, 3] {
      #expect(
        keys("a\(answer)b\(answer)\(answer)\u{1B}[A", piece: piece)
          == [.scalar("a"), .scalar("b"), .named(.up)])
    }
  }

  @Test(arguments: ["]", "P", "_", "^"] as [Unicode.Scalar])
  func aKeyWithAltThatAnAnswerCouldBeginWithIsAKey(_ key: Unicode.Scalar) {
    var decoder = KeyDecoder()
    decoder.feed("\u{1B}\(key)".utf8)
    #expect(decoder.next() == nil && decoder.isUndecided)
    #expect(decoder.next(decided: true) == .scalar("\u{1B}") && decoder.next() == .scalar(key))
    let typed: [Key] = [.scalar("\u{1B}"), .scalar(key), .scalar("a")]
    #expect(keys("\u{1B}\(key)a\r") == typed + [.scalar("\r")])
    #expect(keys("\u{1B}\(key)a\u{1B}[A") == typed + [.named(.up)])
    #expect(keys("\u{1B}\(key)a") == typed)
  }

  /// Ctrl-Space, which switches the input method on many a desktop.
  @Test func nulIsNoKey() {
    #expect(keys("a\0b\0") == [.scalar("a"), .scalar("b")])
    #expect(keys("\u{1B}\0b\0\u{1B}[A", piece: 1) == [.scalar("b"), .named(.up)])
  }

  @Test func unfinishedCharacterWaits() {
    var decoder = KeyDecoder()
    decoder.feed([0xE6, 0x89])
    #expect(decoder.next() == nil && !decoder.isUndecided)
    decoder.feed([0x8B])
    #expect(decoder.next() == .scalar("手"))
  }

  @Test(
    arguments: [
      [0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xC2, 0x85], [0x80],
    ] as [[UInt8]])
  func whatIsNotTextBecomesOneReplacementCharacter(_ bytes: [UInt8]) {
    var decoder = KeyDecoder()
    decoder.feed(bytes + [0x61])
    #expect(decoder.next() == .scalar("\u{FFFD}"))
    #expect(decoder.next() == .scalar("a"))
  }

  @Test func cursorReportsAreTakenOutOfWhatWasTyped() {
    var decoder = KeyDecoder()
    decoder.feed("a\u{1B}[3;1Rb\u{1B}[A\u{1B}[3;12R".utf8)
    #expect(decoder.takeCursorColumns() == [1, 12])
    #expect(decoder.next() == .scalar("a") && decoder.next() == .scalar("b"))
    #expect(decoder.next() == .named(.up) && decoder.next() == nil)
  }

  @Test func overlongPasteIsCountedAndNotKept() {
    let text = String(repeating: "x", count: KeyDecoder.longestPaste + 1)
    #expect(
      keys("\u{1B}[200~\(text)\u{1B}[201~a", piece: 4096) == [
        .overlongPaste(bytes: KeyDecoder.longestPaste + 1), .scalar("a"),
      ])
  }
}
