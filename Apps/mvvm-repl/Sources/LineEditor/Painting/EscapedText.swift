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
        _ = rest.popFirst()
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
}

extension EscapedText {
  /// The text with no other order to a terminal in it than SGR sequences, line breaks and tabs.
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

  /// The text in rows of at most `columns` cells, broken at blanks where there are some.
  ///
  /// Each row begins with the style that it goes on in, and ends it.
  func wrapped(at columns: Int, _ cellWidth: CellWidth) -> [String] {
    let pieces = Array(self)
    let indent = pieces.prefix { $0 == .character(" ") }
    let margin = indent.count < columns / 2 ? indent[...] : []
    var rows: [String] = []
    var row: ArraySlice<Piece> = []
    var width = 0
    var style = ""
    func close(_ pieces: ArraySlice<Piece>) {
      rows.append(style + pieces.map(\.text).joined())
      for case .style(let sequence) in pieces {
        style = Self.isReset(sequence) ? "" : style + sequence
      }
      if !style.isEmpty { rows[rows.count - 1] += "\u{1B}[0m" }
    }
    for piece in pieces {
      let cells = piece.cells(cellWidth)
      if width + cells > columns, width > 0 {
        let blank = row.dropFirst(indent.count).lastIndex(of: .character(" "))
        let cut = piece == .character(" ") ? nil : blank
        close(cut.map { row[..<$0] } ?? row)
        let rest = cut.map { row[($0 + 1)...] } ?? []
        row = margin + rest
        width = row.reduce(0) { $0 + $1.cells(cellWidth) }
        if piece == .character(" "), cut == nil { continue }
      }
      row.append(piece)
      width += cells
    }
    close(row)
    return rows
  }

  /// Whether a sequence ends every style.
  static func isReset(_ sequence: String) -> Bool {
    sequence == "\u{1B}[0m" || sequence == "\u{1B}[m"
  }
}

extension EscapedText.Piece {
  fileprivate var text: String {
    switch self {
    case .character(let character): String(character)
    case .style(let sequence): sequence
    }
  }

  fileprivate func cells(_ cellWidth: CellWidth) -> Int {
    guard case .character(let character) = self else { return 0 }
    // The sign that a canvas shows in their place takes two cells.
    return character.unicodeScalars.first.map { $0.value < 0x20 || $0.value == 0x7F } == true
      ? 2 : cellWidth.of(character)
  }
}
