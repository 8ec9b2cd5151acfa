import DisplayWidth

/// A painted block of rows and where the cursor stands in it.
struct Picture: Equatable, Sendable {
  /// One row of the screen.
  struct Row: Equatable, Sendable {
    /// The row's text with its escape sequences; it starts and ends in plain style.
    var bytes = ""
    /// The number of cells that the row fills.
    var width = 0
    /// Whether the row is full and continues in the next row, without a line break.
    var continues = false
  }

  /// A cell of the block.
  struct Position: Equatable, Sendable {
    var row = 0
    var column = 0
  }

  /// Which part of a page is shown.
  struct Extent: Equatable, Sendable {
    var first: Int
    var visible: Int
    var count: Int
  }

  var rows = [Row()]
  var cursor = Position()
  var page: Extent?

  /// The number of rows between the block's first row and the cursor once the terminal has wrapped the block for
  /// another width.
  ///
  /// A terminal joins the rows that it wrapped itself and wraps them anew; line breaks stay. The cursor of a full row
  /// waits beyond its last cell, which the terminal counts as part of the row.
  func rowsAboveCursor(whenWrappedAt columns: Int) -> Int {
    var above = 0
    var paragraph = 0
    for row in rows[..<cursor.row] {
      paragraph += row.width
      guard !row.continues else { continue }
      above += max(1, (paragraph + columns - 1) / columns)
      paragraph = 0
    }
    return above + (paragraph + cursor.column) / columns
  }
}

/// Puts styled characters into rows of a given width.
struct Canvas {
  let columns: Int
  let cellWidth: CellWidth
  let theme: Theme
  private(set) var picture = Picture()
  private var style = TextStyle.plain

  init(columns: Int, cellWidth: CellWidth, theme: Theme) {
    self.columns = max(1, columns)
    self.cellWidth = cellWidth
    self.theme = theme
  }

  /// The column the next character goes to; equal to `columns` when the row is full.
  var column: Int { picture.rows[picture.rows.count - 1].width }
  var row: Int { picture.rows.count - 1 }

  /// Adds a text, wrapping where a row is full.
  mutating func put(_ text: some StringProtocol, _ style: TextStyle) {
    for character in text { put(character, style) }
  }

  /// Adds one character of the entry; control characters are shown as `^X`, a tab as two cells.
  mutating func put(_ character: Character, _ style: TextStyle) {
    for shown in visible(character) {
      let width = cellWidth.of(shown)
      if column + width > columns { wrap() }
      set(style)
      append(String(shown), width: min(width, columns))
    }
  }

  /// Adds a text without styles of its own; an ellipsis ends it where it does not fit before cell `limit`.
  mutating func putShortened(_ text: some StringProtocol, _ style: TextStyle, limit: Int) {
    guard column + cellWidth.of(text) > limit else {
      return putClipped(text, style, limit: limit)
    }
    putClipped(text, style, limit: limit - cellWidth.of("…"))
    putClipped("…", style, limit: limit)
  }

  /// Adds a text that ends at cell `limit` at the latest.
  ///
  /// It may carry its own SGR sequences, which take no cells; other escape sequences are left out.
  mutating func putClipped(_ text: some StringProtocol, _ style: TextStyle, limit: Int) {
    set(style)
    var pieces = EscapedText(text)
    var hasOwnStyle = false
    while let piece = pieces.next() {
      switch piece {
      case .style(let sequence):
        append(sequence, width: 0)
        hasOwnStyle = true
        // A reset ends the text's own style; the surrounding style continues.
        if EscapedText.isReset(sequence), let parameters = theme[style] {
          append("\u{1B}[\(parameters)m", width: 0)
        }
      case .character(let character):
        for shown in visible(character) {
          let width = cellWidth.of(shown)
          guard column + width <= min(limit, columns) else {
            if hasOwnStyle { append("\u{1B}[0m", width: 0) }
            return
          }
          append(String(shown), width: width)
        }
      }
    }
    if hasOwnStyle { append("\u{1B}[0m", width: 0) }
  }

  /// Fills with blanks up to a cell.
  mutating func pad(to limit: Int, _ style: TextStyle) {
    set(style)
    while column < min(limit, columns) { append(" ", width: 1) }
  }

  mutating func breakLine() {
    set(.plain)
    picture.rows.append(Picture.Row())
  }

  /// Places the cursor where the next character goes.
  mutating func markCursor() {
    if column >= columns { wrap() }
    picture.cursor = Picture.Position(row: row, column: column)
  }

  mutating func finish() -> Picture {
    set(.plain)
    return picture
  }

  private mutating func wrap() {
    let current = style
    set(.plain)
    picture.rows[row].continues = true
    picture.rows.append(Picture.Row())
    set(current)
  }

  private mutating func set(_ style: TextStyle) {
    guard style != self.style else { return }
    if theme[self.style] != nil { append("\u{1B}[0m", width: 0) }
    if let parameters = theme[style] { append("\u{1B}[\(parameters)m", width: 0) }
    self.style = style
  }

  private mutating func append(_ bytes: String, width: Int) {
    picture.rows[row].bytes += bytes
    picture.rows[row].width += width
  }

  private func visible(_ character: Character) -> String {
    if character == "\t" { return "  " }
    guard let scalar = character.unicodeScalars.first else { return "" }
    switch scalar.value {
    case 0..<0x20: return "^" + String(Character(Unicode.Scalar(UInt8(scalar.value) + 0x40)))
    case 0x7F: return "^?"
    case _ where scalar.isObeyed: return "\u{FFFD}"
    default: return String(character)
    }
  }
}
