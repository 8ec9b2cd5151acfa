import DisplayWidth

/// Splits a text into characters and SGR sequences, leaving other escape sequences out.
struct EscapedText: IteratorProtocol, Sequence {
  enum Piece: Equatable {
    case character(Character)
    case style(String)
  }

  private var rest: Substring

  init(_ text: some StringProtocol) { rest = Substring(text) }

  mutating func next() -> Piece? {
    while let character = rest.popFirst() {
      guard character == "\u{1B}" else { return .character(character) }
      guard rest.first == "[" else {
        skip()
        continue
      }
      var sequence = "\u{1B}"
      while let part = rest.popFirst() {
        sequence.append(part)
        guard sequence.count > 2, let byte = part.asciiValue, (0x40...0x7E).contains(byte) else {
          continue
        }
        let isStyle = sequence.dropFirst(2).dropLast().allSatisfy { "0123456789;:".contains($0) }
        if part == "m", isStyle { return .style(sequence) }
        break
      }
    }
    return nil
  }

  /// Skips a sequence other than a control sequence: a character, perhaps behind marks, or a text within a line that ends
  /// with BEL or at the next escape sequence.
  private mutating func skip() {
    var kind = rest.popFirst()
    while let mark = kind?.asciiValue, (0x20..<0x30).contains(mark) { kind = rest.popFirst() }
    guard let kind, "]P_^X".contains(kind),
      let end = rest.firstIndex(where: { $0 == "\u{7}" || $0 == "\u{1B}" || $0.isNewline }),
      !rest[end].isNewline
    else { return }
    rest = rest[end...]
    if rest.first == "\u{7}" { _ = rest.popFirst() }
  }
}

extension EscapedText {
  /// The text without control characters and sequences, except SGR sequences, line breaks and tabs.
  static func printable(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: { $0.isObeyed && $0 != "\n" && $0 != "\t" }) else {
      return text
    }
    return EscapedText(text).map { piece in
      switch piece {
      case .style(let sequence): sequence
      case .character(let character): String(character).printable
      }
    }.joined()
  }

  /// Whether a sequence resets all styles.
  static func isReset(_ sequence: String) -> Bool {
    sequence == "\u{1B}[0m" || sequence == "\u{1B}[m"
  }
}
