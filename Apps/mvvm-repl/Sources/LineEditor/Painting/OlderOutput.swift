import DisplayWidth

/// The lines above the block, as long as only the editor has moved them.
struct OlderOutput: Sendable {
  /// The lines, the newest last; the last line is unfinished, and mostly empty.
  private var lines = [""]
  /// The height of the tallest block below each line while that line was the last one.
  private var blocks = [0]
  /// The number of lines to keep; no window is taller.
  private static let mostLines = 500

  /// Records printed text; its line breaks are CR LF.
  mutating func note(_ output: String) {
    guard !output.isEmpty else { return }
    // A text that clears the screen leaves no lines above.
    if output.contains("\u{1B}[2J") { forget() }
    let parts = output.split(separator: "\r\n", omittingEmptySubsequences: false)
    lines[lines.count - 1] += parts[0]
    lines += parts.dropFirst().map(String.init)
    blocks += parts.dropFirst().map { _ in 0 }
    lines.removeFirst(max(0, lines.count - Self.mostLines))
    blocks.removeFirst(max(0, blocks.count - Self.mostLines))
  }

  /// Records the height of a block below the lines; in a full window the block pushes lines out.
  mutating func note(blockOf rows: Int) {
    blocks[blocks.count - 1] = max(blocks[blocks.count - 1], rows)
  }

  /// Records rows that stay in the scrollback.
  mutating func note(_ picture: Picture) {
    note(picture.rows.map { $0.bytes + ($0.continues ? "" : "\r\n") }.joined())
  }

  /// Forgets the lines, because they have moved or are gone.
  mutating func forget() { (lines, blocks) = ([""], [0]) }

  /// The bytes that repaint the lines in the window, dim and without their own colours.
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

  /// The number of rows above the start of the block; each earlier block has pushed the lines up for good.
  private func roomAbove(_ heights: [Int], in rows: Int) -> Int {
    var room = rows - 1
    for (index, block) in blocks.enumerated() {
      room = min(room, rows - max(1, block))
      if index < heights.count { room = min(room + heights[index], rows - 1) }
    }
    return max(0, room)
  }

  /// The number of rows of a line; a character that does not fit wraps as a whole.
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
