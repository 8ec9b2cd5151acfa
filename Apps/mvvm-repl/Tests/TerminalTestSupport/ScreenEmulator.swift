/// A terminal emulator that interprets the bytes of a program and returns the screen that a person would see.
///
/// It supports only what the line editor uses: text with wide and combining characters, soft wrap with the pending
/// state of a full row, cursor movement, erasing, SGR, and scrolling. When the window changes its width, it joins
/// wrapped rows again, as today's terminals do.
public struct ScreenEmulator: Sendable {
  /// One cell of the screen.
  struct Cell: Equatable, Sendable {
    /// The text; empty in the second cell of a wide character.
    var text = " "
    var attributes: Set<Int> = []
  }

  struct Row: Equatable, Sendable {
    var cells: [Cell] = []
    /// Whether the row continues in the next one without a line break.
    var isWrapped = false

    var text: String {
      var text = cells.map(\.text).joined()
      while text.last == " " { text.removeLast() }
      return text
    }
  }

  /// The number of cells in a row.
  public private(set) var columns: Int
  /// The number of rows of the window.
  public private(set) var rows: Int
  var lines: [Row] = [Row()]
  /// The index in `lines` of the window's first row.
  var top = 0
  var row = 0
  var column = 0
  var attributes: Set<Int> = []
  /// Whether the row is full, so that the next character goes to the next row.
  var isWrapPending = false
  var pendingBytes: [UInt8] = []
  /// The enabled private modes, such as 2004 for bracketed paste.
  public private(set) var modes: Set<Int> = [25]
  /// The received sequences that the emulator does not support, so that a test can require that there are none.
  public private(set) var unknownSequences: [String] = []

  /// The commands of the program to the terminal itself (OSC), such as `52;c;…` for the clipboard.
  public private(set) var systemCommands: [String] = []

  /// The minimum number of rows that are kept after they have left the window.
  private static let scrollback = 1000

  /// The width of characters whose width Unicode calls ambiguous: 1 cell, or 2 as in terminals set up for Chinese.
  public let ambiguousWidth: Int
  /// The replies to the program's queries, which the caller of `feed(_:)` must send.
  public var replies: [UInt8] = []

  /// Creates an empty screen.
  public init(columns: Int, rows: Int, ambiguousWidth: Int = 1) {
    self.columns = columns
    self.rows = rows
    self.ambiguousWidth = ambiguousWidth
  }

  /// The rows of the window without trailing blanks; empty rows at the end are left out.
  public var text: [String] {
    var text = lines[top...].map(\.text)
    while text.last == "" { text.removeLast() }
    return text
  }

  /// The rows of the window and those that have scrolled out of it, at least the last 1000.
  public var transcript: [String] {
    var text = lines.map(\.text)
    while text.last == "" { text.removeLast() }
    return text
  }

  /// The cursor's row and column in the window, from 0.
  public var cursor: (row: Int, column: Int) { (row - top, column) }

  /// The SGR attributes at a cell of the window, such as 7 for inverse.
  public func attributes(row: Int, column: Int) -> Set<Int> {
    let cells = lines[top + row].cells
    return column < cells.count ? cells[column].attributes : []
  }

  /// The text in a row of the window that has an SGR attribute.
  public func text(row: Int, withAttribute attribute: Int) -> String {
    lines[top + row].cells.filter { $0.attributes.contains(attribute) }.map(\.text).joined()
  }

  /// Interprets bytes of the program.
  public mutating func feed(_ bytes: some Sequence<UInt8>) {
    pendingBytes += bytes
    var index = 0
    while index < pendingBytes.count {
      guard let used = consume(at: index) else { break }
      index += used
    }
    pendingBytes.removeFirst(index)
  }

  /// Changes the window's size, and wraps the rows again.
  public mutating func resize(columns: Int, rows: Int) {
    if columns != self.columns { rewrap(columns: columns) }
    self.columns = columns
    self.rows = rows
    isWrapPending = false
    top = max(0, max(row - rows + 1, min(top, lines.count - rows)))
    while lines.count <= row { lines.append(Row()) }
  }

  private mutating func consume(at index: Int) -> Int? {
    let byte = pendingBytes[index]
    switch byte {
    case 0x1B: return escape(at: index)
    case 0x0D:
      column = 0
      isWrapPending = false
    case 0x0A:
      isWrapPending = false
      lineFeed()
    case 0x08: column = max(0, column - 1)
    case 0x07, 0..<0x20: break
    default: return character(at: index)
    }
    return 1
  }

  private mutating func character(at index: Int) -> Int? {
    let first = pendingBytes[index]
    let length = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
    guard index + length <= pendingBytes.count else { return nil }
    let text = String(decoding: pendingBytes[index..<index + length], as: UTF8.self)
    for scalar in text.unicodeScalars { put(scalar) }
    return length
  }

  private mutating func escape(at index: Int) -> Int? {
    guard index + 1 < pendingBytes.count else { return nil }
    if pendingBytes[index + 1] == UInt8(ascii: "]") { return systemCommand(at: index) }
    guard pendingBytes[index + 1] == UInt8(ascii: "[") else { return 2 }
    var end = index + 2
    while end < pendingBytes.count, !(0x40..<0x7F).contains(pendingBytes[end]) { end += 1 }
    guard end < pendingBytes.count else { return nil }
    let body = String(decoding: pendingBytes[index + 2..<end], as: UTF8.self)
    control(body, final: Character(Unicode.Scalar(pendingBytes[end])))
    return end - index + 1
  }

  private mutating func systemCommand(at index: Int) -> Int? {
    guard let end = pendingBytes[index...].firstIndex(of: 0x07) else { return nil }
    systemCommands.append(String(decoding: pendingBytes[index + 2..<end], as: UTF8.self))
    return end - index + 1
  }

  private mutating func control(_ body: String, final: Character) {
    if body.hasPrefix("?") {
      let numbers = body.dropFirst().split(separator: ";").compactMap { Int($0) }
      if final == "h" { modes.formUnion(numbers) } else { modes.subtract(numbers) }
      return
    }
    let numbers = body.split(separator: ";", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
    let first = max(1, numbers.first ?? 1)
    if final != "m" { isWrapPending = false }
    switch final {
    case "A": row = max(top, row - first)
    case "B": row = min(top + rows - 1, row + first)
    case "C": column = min(columns - 1, column + first)
    case "D": column = max(0, column - first)
    case "G": column = min(columns, first) - 1
    case "H":
      row = top + min(rows, first) - 1
      column = min(columns, max(1, numbers.count > 1 ? numbers[1] : 1)) - 1
      extend()
    case "J": erase(numbers.first ?? 0)
    case "K":
      extend()
      lines[row].cells = Array(lines[row].cells.prefix(column))
      lines[row].isWrapped = false
    case "n": replies += "\u{1B}[\(row - top + 1);\(column + 1)R".utf8
    case "m": select(numbers)
    default: unknownSequences.append("\(body)\(final)")
    }
    extend()
  }

  private mutating func select(_ numbers: [Int]) {
    for number in numbers.isEmpty ? [0] : numbers {
      if number == 0 { attributes = [] } else { attributes.insert(number) }
    }
  }

  private mutating func erase(_ mode: Int) {
    extend()
    switch mode {
    case 0:
      lines[row].cells = Array(lines[row].cells.prefix(column))
      lines[row].isWrapped = false
      lines.removeSubrange((row + 1)...)
    default:
      lines.removeSubrange(top...)
      extend()
    }
  }

  private mutating func lineFeed() {
    row += 1
    extend()
    if row - top >= rows { top = row - rows + 1 }
    // Rows are removed rarely, because each removal moves all rows.
    if top > 2 * Self.scrollback {
      let surplus = top - Self.scrollback
      lines.removeFirst(surplus)
      top -= surplus
      row -= surplus
    }
  }

  private mutating func extend() {
    while lines.count <= row { lines.append(Row()) }
  }
}

// Characters.
extension ScreenEmulator {
  private mutating func put(_ scalar: Unicode.Scalar) {
    let isAmbiguous = "→←↑↓…─│●·§±×÷○◆★".unicodeScalars.contains(scalar)
    let width = isAmbiguous ? ambiguousWidth : Self.width(of: scalar)
    if width == 0 || joinsPrevious { return combine(scalar) }
    if isWrapPending || column + width > columns {
      lines[row].isWrapped = true
      column = 0
      isWrapPending = false
      lineFeed()
    }
    set(Cell(text: String(Character(scalar)), attributes: attributes), at: column)
    if width == 2 { set(Cell(text: "", attributes: attributes), at: column + 1) }
    column += width
    if column >= columns {
      column = columns - 1
      isWrapPending = true
    }
  }

  private mutating func set(_ cell: Cell, at column: Int) {
    while lines[row].cells.count <= column { lines[row].cells.append(Cell()) }
    lines[row].cells[column] = cell
  }

  /// The cell of the last character, if the cursor is still after it.
  private var previous: Int? {
    var index = isWrapPending ? column : column - 1
    guard index >= 0, index < lines[row].cells.count else { return nil }
    if lines[row].cells[index].text.isEmpty { index -= 1 }
    return index >= 0 ? index : nil
  }

  private var joinsPrevious: Bool {
    previous.map { lines[row].cells[$0].text.unicodeScalars.last == "\u{200D}" } ?? false
  }

  private mutating func combine(_ scalar: Unicode.Scalar) {
    guard let previous else { return }
    lines[row].cells[previous].text.unicodeScalars.append(scalar)
  }

  /// Returns the width of a character, deliberately without the editor's table: less exact, but an independent check.
  static func width(of scalar: Unicode.Scalar) -> Int {
    switch scalar.value {
    case 0x200B...0x200F, 0x2060...0x2064, 0xFE00...0xFE0F, 0x1F3FB...0x1F3FF: return 0
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF,
      0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F680...0x1F6FF,
      0x1F900...0x1FAFF, 0x20000...0x3FFFD:
      return 2
    default:
      switch scalar.properties.generalCategory {
      case .nonspacingMark, .enclosingMark: return 0
      default: return 1
      }
    }
  }
}

// Wrapping anew.
extension ScreenEmulator {
  private mutating func rewrap(columns: Int) {
    var wrapped: [Row] = []
    var newRow = 0
    var newColumn = column
    var newTop = 0
    var index = 0
    while index < lines.count {
      if index == top { newTop = wrapped.count }
      var paragraph: [Cell] = []
      var cursorOffset: Int?
      repeat {
        if index == row { cursorOffset = paragraph.count + column + (isWrapPending ? 1 : 0) }
        paragraph += lines[index].cells
        index += 1
      } while index < lines.count && lines[index - 1].isWrapped
      let start = wrapped.count
      wrapped += Self.rows(of: paragraph, columns: columns)
      if let offset = cursorOffset {
        newRow = start + offset / columns
        newColumn = offset % columns
      }
    }
    lines = wrapped
    row = newRow
    column = min(newColumn, columns - 1)
    top = min(newTop, row)
    extend()
  }

  private static func rows(of cells: [Cell], columns: Int) -> [Row] {
    var rows = [Row()]
    var index = 0
    while index < cells.count {
      let isWide = index + 1 < cells.count && cells[index + 1].text.isEmpty
      let width = isWide ? 2 : 1
      if rows[rows.count - 1].cells.count + width > columns {
        rows[rows.count - 1].isWrapped = true
        rows.append(Row())
      }
      rows[rows.count - 1].cells += cells[index..<index + width]
      index += width
    }
    return rows
  }
}
