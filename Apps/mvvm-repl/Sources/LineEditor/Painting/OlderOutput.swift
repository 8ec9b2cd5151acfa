import DisplayWidth

/// The lines that stand above the block, as long as nobody but the editor has moved them.
struct OlderOutput: Sendable {
  /// The newest one at the end; the last one is not finished, and mostly empty.
  private var lines = [""]
  /// No window is taller.
  private static let mostLines = 500

  /// Takes a text that was printed, with its line breaks as a terminal wants them.
  mutating func note(_ output: String) {
    guard !output.isEmpty else { return }
    // Whoever clears the screen leaves nothing above.
    if output.contains("\u{1B}[2J") { forget() }
    let parts = output.split(separator: "\r\n", omittingEmptySubsequences: false)
    lines[lines.count - 1] += parts[0]
    lines += parts.dropFirst().map(String.init)
    lines.removeFirst(max(0, lines.count - Self.mostLines))
  }

  /// Takes rows that stay in the scrollback.
  mutating func note(_ picture: Picture) {
    note(picture.rows.map { $0.bytes + ($0.continues ? "" : "\r\n") }.joined())
  }

  /// Forgets the lines: they are somewhere else now, or gone.
  mutating func forget() { lines = [""] }

  /// The bytes that paint the lines in the window once more, dim and without their own colours.
  ///
  /// The cursor stands at the beginning of a row below them, before and after.
  func dimmed(columns: Int, rows: Int, _ cellWidth: CellWidth, _ theme: Theme) -> String {
    guard theme[.dim] != nil, lines.last?.isEmpty == true else { return "" }
    var height = 0
    var texts: [String] = []
    for line in lines.dropLast().reversed() {
      let text = EscapedText(line).compactMap { piece in
        if case .character(let character) = piece { character } else { nil }
      }
      let rowsOfLine = Self.rows(of: text, columns: columns, cellWidth)
      guard height + rowsOfLine < rows else { break }
      height += rowsOfLine
      texts.append(String(text))
    }
    guard height > 0 else { return "" }
    return "\u{1B}[\(height)A\r\u{1B}[J"
      + texts.reversed().map { theme.painted($0, .dim) + "\r\n" }.joined()
  }

  /// The rows that a line takes; a character that does not fit wraps as a whole.
  private static func rows(of text: [Character], columns: Int, _ cellWidth: CellWidth) -> Int {
    var (rows, column) = (1, 0)
    for character in text {
      // A terminal's tab stops are eight cells apart, and never beyond the last cell.
      let width =
        character == "\t"
        ? min(8 - column % 8, max(0, columns - 1 - column)) : cellWidth.of(character)
      if column + width > columns { (rows, column) = (rows + 1, 0) }
      column += width
    }
    return rows
  }
}
