/// The block of rows that the terminal shows now, and the bytes that change it.
struct Display: Sendable {
  /// The block on the screen; nil when there is none below the last line of output.
  private var shown: Picture?
  /// Rows between the block's first row and the terminal's cursor.
  private var rowsAbove = 0
  /// Whether the terminal may have moved the block's cells since the last write.
  private var isStale = false
  private var older = OlderOutput()

  private static let begin = "\u{1B}[?2026h\u{1B}[?25l"
  private static let end = "\u{1B}[?25h\u{1B}[?2026l"

  /// The bytes that print `output` above and show `picture` below it, in one write.
  ///
  /// - Returns: An empty text when the screen is up to date.
  mutating func show(_ picture: Picture, output: String = "") -> String {
    if output.isEmpty, !isStale, picture == shown { return "" }
    var bytes = Self.begin + home() + output + rows(of: picture)
    let down = picture.rows.count - 1 - picture.cursor.row
    if down > 0 { bytes += "\u{1B}[\(down)A" }
    bytes += "\u{1B}[\(picture.cursor.column + 1)G" + Self.end
    older.note(output)
    older.note(blockOf: picture.rows.count)
    shown = picture
    rowsAbove = picture.cursor.row
    isStale = false
    return bytes
  }

  /// The bytes that leave `picture` in the scrollback and the cursor on the row below it.
  mutating func commit(_ picture: Picture) -> String {
    let bytes = Self.begin + home() + rows(of: picture) + "\r\n" + Self.end
    older.note(picture)
    forget()
    return bytes
  }

  /// The bytes that remove the block and print `output` in its place.
  mutating func clear(output: String) -> String {
    let bytes = shown == nil ? output : Self.begin + home() + output + Self.end
    older.note(output)
    forget()
    return bytes
  }

  /// Forgets the block and leaves the screen unchanged.
  mutating func forget() {
    shown = nil
    rowsAbove = 0
    isStale = false
  }

  /// Forgets the block and the lines above it.
  mutating func forgetAll() {
    forget()
    older.forget()
  }

  /// The bytes that remove the block and repaint the lines above it dim.
  mutating func dim(_ painter: Painter) -> String {
    let dimmed = older.dimmed(
      columns: painter.columns, rows: painter.rows, painter.cellWidth, painter.theme)
    let bytes = Self.begin + home() + dimmed + Self.end
    forget()
    return bytes
  }

  /// Records a new window width.
  mutating func resize(columns: Int, reflows: Bool) {
    // The number of rows that the lines take is no longer known.
    older.forget()
    guard let picture = shown else { return }
    if reflows { rowsAbove = picture.rowsAboveCursor(whenWrappedAt: max(1, columns)) }
    isStale = true
  }

  private func home() -> String {
    guard shown != nil else { return "" }
    return (rowsAbove > 0 ? "\u{1B}[\(rowsAbove)A" : "") + "\r\u{1B}[J"
  }

  private func rows(of picture: Picture) -> String {
    var bytes = ""
    for (index, row) in picture.rows.enumerated() {
      bytes += row.bytes
      guard index + 1 < picture.rows.count else { break }
      if !row.continues {
        bytes += "\r\n"
      } else if picture.rows[index + 1].width == 0 {
        // A full row wraps only before the next character. The next row is empty, so a blank forces the wrap.
        bytes += " \r"
      }
    }
    return bytes
  }
}
