import DisplayWidth

/// The lines that stand above the block, as long as nobody but the editor has moved them.
struct OlderOutput: Sendable {
  /// The newest one at the end; the last one is not finished, and mostly empty.
  private var lines = [""]
  /// The tallest block that has stood below each line while it was the last one.
  private var blocks = [0]
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
    blocks += parts.dropFirst().map { _ in 0 }
    lines.removeFirst(max(0, lines.count - Self.mostLines))
    blocks.removeFirst(max(0, blocks.count - Self.mostLines))
  }

  /// Takes note of a block below the lines, of so many rows: it pushes lines out of the window that is full.
  mutating func note(blockOf rows: Int) {
    blocks[blocks.count - 1] = max(blocks[blocks.count - 1], rows)
  }

  /// Takes rows that stay in the scrollback.
  mutating func note(_ picture: Picture) {
    note(picture.rows.map { $0.bytes + ($0.continues ? "" : "\r\n") }.joined())
  }

  /// Forgets the lines: they are somewhere else now, or gone.
  mutating func forget() { (lines, blocks) = ([""], [0]) }

  /// The bytes that paint the lines in the window once more, dim and without their own colours.
  ///
  /// The cursor stands at the beginning of a row below them, before and after.
  func dimmed(columns: Int, rows: Int, _ cellWidth: CellWidth, _ theme: Theme) -> String {
    guard theme[.dim] != nil, lines.last?.isEmpty == true else { return "" }
    let texts = lines.dropLast().map { line in
      EscapedText(line).compactMap { piece in
        if case .character(let character) = piece { character } else { nil }
      }
    }
    let heights = texts.map { Self.rows(of: $0, columns: columns, cellWidth) }
    let room = roomAbove(heights, in: rows)
    var (height, first) = (0, texts.count)
    while first > 0, height + heights[first - 1] <= room {
      first -= 1
      height += heights[first]
    }
    guard height > 0 else { return "" }
    return "\u{1B}[\(height)A\r\u{1B}[J"
      + texts[first...].map { theme.painted(String($0), .dim) + "\r\n" }.joined()
  }

  /// The rows that can stand in the window above the place where a block begins: each block that was there has pushed
  /// the lines up as far as it needed, and they do not come down again.
  private func roomAbove(_ heights: [Int], in rows: Int) -> Int {
    var room = rows - 1
    for (index, block) in blocks.enumerated() {
      room = min(room, rows - max(1, block))
      if index < heights.count { room = min(room + heights[index], rows - 1) }
    }
    return max(0, room)
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
