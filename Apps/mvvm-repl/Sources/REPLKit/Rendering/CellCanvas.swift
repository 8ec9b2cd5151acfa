import DisplayWidth

/// A grid of terminal cells on which things are drawn over one another; each cell has a role, which sets its style.
struct CellCanvas {
  typealias Role = TextRenderer.Style.Role

  /// A cell; a character that is two columns wide leaves its second cell empty.
  private struct Cell {
    var character: Character?
    var role: Role?
  }

  let columns: Int
  let cells: CellWidth
  private let blank: Cell
  private var rows: [[Cell]] = []

  /// Creates a canvas without rows, whose blank cells have the role `blank`.
  init(columns: Int, cells: CellWidth, blank: Role? = nil) {
    (self.columns, self.cells) = (max(1, columns), cells)
    self.blank = Cell(character: " ", role: blank)
  }

  var height: Int { rows.count }

  mutating func grow(to height: Int) {
    while rows.count < height { rows.append(Array(repeating: blank, count: columns)) }
  }

  /// Draws a text, clipped at the right edge.
  ///
  /// - Returns: The column after the text.
  @discardableResult
  mutating func put(_ text: String, _ role: Role?, row: Int, column: Int) -> Int {
    var column = column
    for character in text {
      let width = cells.of(character)
      if width == 0 {
        join(character, row: row, before: column)
        continue
      }
      guard column + width <= columns else { return columns }
      set(Cell(character: character, role: role), row: row, column: column)
      for next in (column + 1)..<max(column + 1, column + width) {
        set(Cell(character: nil, role: role), row: row, column: next)
      }
      column += width
    }
    return column
  }

  mutating func draw(_ other: CellCanvas, row: Int, column: Int) {
    grow(to: row + other.height)
    for (index, cells) in other.rows.enumerated() {
      // A wide character that is partly covered is removed as a whole.
      if rows[row + index].indices.contains(column), rows[row + index][column].character == nil {
        split(row: row + index, column: column)
      }
      let end = column + cells.count
      if end < columns, rows[row + index][end].character == nil {
        split(row: row + index, column: end)
      }
      for (offset, cell) in cells.enumerated() where column + offset < columns {
        rows[row + index][column + offset] = cell
      }
    }
  }

  /// Returns the rows as text, painted by role, without trailing blanks.
  func lines(_ paint: Paint) -> [String] {
    rows.map { row in
      let last = row.lastIndex { $0.character != " " } ?? -1
      var line = ""
      var text = ""
      var role = blank.role
      for cell in row[...last] {
        if cell.role != role, cell.character != nil {
          if !text.isEmpty { line += paint.painted(text, role) }
          (text, role) = ("", cell.role)
        }
        if let character = cell.character { text.append(character) }
      }
      return text.isEmpty ? line : line + paint.painted(text, role)
    }
  }

  private mutating func set(_ cell: Cell, row: Int, column: Int) {
    if rows[row][column].character == nil, cell.character != nil { split(row: row, column: column) }
    let next = column + 1
    if cell.character != nil, next < columns, rows[row][next].character == nil {
      rows[row][next] = blank
    }
    rows[row][column] = cell
  }

  /// Replaces the wide character that occupies this cell with blanks.
  private mutating func split(row: Int, column: Int) {
    var start = column
    while start > 0, rows[row][start].character == nil { start -= 1 }
    rows[row][start] = blank
    var next = start + 1
    while next < columns, rows[row][next].character == nil {
      rows[row][next] = blank
      next += 1
    }
  }

  /// Joins a zero-width character to the character before it.
  private mutating func join(_ character: Character, row: Int, before column: Int) {
    var place = column - 1
    while place > 0, rows[row][place].character == nil { place -= 1 }
    guard place >= 0, let known = rows[row][place].character else { return }
    let joined = String(known) + String(character)
    if joined.count == 1, let character = joined.first { rows[row][place].character = character }
  }
}
