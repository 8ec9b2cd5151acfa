import DisplayWidth
import ViewModels

/// A table of a value: one row for each element, one column for each member name.
struct TableText {
  private(set) var names: [String]
  private(set) var rows: [[String]]
  /// The number of rows that are not shown; `nil` for a table that shows all of them with their whole cells.
  let more: Int?
  /// The columns with a value, in whatever row.
  private var filled: [Int]

  static let widestCell = 32
}

extension TableText {
  init(names: [String], rows: [[String]]) {
    let filled = names.indices.filter { column in rows.contains { !$0[column].isEmpty } }
    self.init(names: names, rows: rows, more: nil, filled: filled)
  }

  /// Lays out an array of objects as a table; other values become a table of one or two columns, with headings in a
  /// language.
  ///
  /// - Complexity: O(*n* + *rows* *columns*) in the members of all elements and the cells that are shown, at most those
  ///   of `mostRows` elements.
  init(_ value: DynamicValue, in language: HelpLanguage = .english, mostRows: Int? = nil) {
    let heading = language.text(.value)
    switch value {
    case .array(let elements):
      var (names, known, withValue) = ([String](), Set<String>(), Set<String>())
      for case .object(let members) in elements {
        names += members.keys.filter { known.insert($0).inserted }.sorted()
        withValue.formUnion(members.lazy.filter { !$0.value.isBlank }.map(\.key))
      }
      // Elements without members go into a column of their own.
      let hasPlain =
        names.isEmpty
        || elements.contains { if case .object = $0 { false } else { !$0.isBlank } }
      var own = heading
      while known.contains(own) { own = "_\(own)" }
      let rows = elements.prefix(mostRows ?? .max).map { element in
        guard case .object(let members) = element, !names.isEmpty else {
          return names.map { _ in "" } + (hasPlain ? [Self.cell(element)] : [])
        }
        return names.map { members[$0].map(Self.cell) ?? "" } + (hasPlain ? [""] : [])
      }
      let filled = names.indices.filter { withValue.contains(names[$0]) }
      self.init(
        names: names + (hasPlain ? [own] : []), rows: rows,
        more: mostRows.map { max(0, elements.count - $0) },
        filled: filled + (hasPlain ? [names.count] : []))
    case .object(let members):
      self.init(
        names: [language.text(.nameOfMember), heading],
        rows: members.sorted { $0.key < $1.key }.map { [$0.key, Self.cell($0.value)] })
    default: self.init(names: [heading], rows: [[Self.cell(value)]])
    }
  }

  func mapTexts(_ change: (String) -> String) -> TableText {
    var table = self
    table.rows = rows.map { $0.map(change) }
    return table
  }

  /// Whether a value is shown as a table by default: an array of two or more objects, none of them empty.
  static func suits(_ value: DynamicValue) -> Bool {
    guard case .array(let elements) = value, elements.count > 1 else { return false }
    return elements.allSatisfy {
      if case .object(let members) = $0 { !members.isEmpty } else { false }
    }
  }

  /// Returns the heading, a rule and the rows, with numbers aligned to the right; without rows, only that.
  ///
  /// If the rows are limited, wide cells are cut, and the last line says how to see everything. Without a limit, cells
  /// that are too wide for `columns` are wrapped. In a table that is too wide, columns without values are named in the
  /// last line instead.
  func lines(
    paint: Paint = .plain, columns: Int? = nil, in language: HelpLanguage = .english,
    _ measure: CellWidth = CellWidth()
  ) -> [String] {
    guard !rows.isEmpty else { return [paint.quiet(language.text(.noRows))] }
    let isWhole = more == nil
    let most = isWhole ? Int.max : Self.widestCell
    let natural = rows.map { $0.map { $0.fitted(to: most, measure) } }
    let areNumbers = names.indices.map { column in
      let cells = rows.lazy.map { $0[column] }.filter { !$0.isEmpty }
      return !cells.isEmpty && cells.allSatisfy { Double($0) != nil }
    }
    let names = names.map(\.printableLine)
    func widest(_ width: (String) -> Int) -> [Int] {
      names.indices.map { column in
        natural.reduce(width(names[column])) { max($0, width($1[column])) }
      }
    }
    let wanted = widest { measure.of($0) }
    let widths = Self.widths(
      wanted, words: widest { measure.ofLongestWord(in: $0) }, within: columns)
    if widths != wanted, let filled = withoutEmptyColumns {
      let empty = self.names.filter { !filled.names.contains($0) }.map(\.printableLine)
      return filled.lines(paint: paint, columns: columns, in: language, measure)
        + [paint.quiet(language.text(.emptyColumns(empty)))]
    }
    func line(_ cells: [String], _ role: (Int) -> TextRenderer.Style.Role?) -> String {
      let parts = cells.indices.map { column in
        let room = String(
          repeating: " ", count: max(0, widths[column] - measure.of(cells[column])))
        let isLast = column == cells.count - 1
        let text = role(column).map { paint.painted(cells[column], $0) } ?? cells[column]
        return areNumbers[column] ? room + text : isLast ? text : text + room
      }
      return parts.joined(separator: "  ").trimmedAtEnd
    }
    func lines(_ cells: [String], _ role: (Int) -> TextRenderer.Style.Role?) -> [String] {
      guard isWhole else {
        return [line(zip(cells, widths).map { $0.fitted(to: $1, measure) }, role)]
      }
      let broken = zip(cells, widths).map { cell, width in
        measure.of(cell) > width ? cell.lines(within: width, measure) : [cell]
      }
      return (0..<(broken.map(\.count).max() ?? 1)).map { index in
        line(broken.map { index < $0.count ? $0[index] : "" }, role)
      }
    }
    let sign = measure.of("─") == 1 ? "─" : "-"
    let rule = widths.map { String(repeating: sign, count: $0) }.joined(separator: "  ")
    var all = lines(names) { _ in .strong } + [paint.quiet(rule)]
    all += natural.flatMap { lines($0) { areNumbers[$0] ? .number : nil } }
    let isCut = zip(rows, natural).contains { row, cells in
      row.indices.contains {
        row[$0].utf8.count > most || !isWhole && measure.of(cells[$0]) > widths[$0]
      }
    }
    if let more, more > 0 {
      all.append(paint.quiet(language.text(.moreRows(more))))
    } else if isCut {
      all.append(paint.quiet(language.text(.cellsAreCut)))
    }
    return all
  }

  /// The table without the columns that have no value in any row; `nil` if no column or each one is empty.
  private var withoutEmptyColumns: TableText? {
    guard !filled.isEmpty, filled.count < names.count else { return nil }
    var table = self
    table.names = filled.map { names[$0] }
    table.rows = rows.map { row in filled.map { row[$0] } }
    table.filled = Array(table.names.indices)
    return table
  }

  /// Returns column widths that fit into a window, with the widest columns narrowed, but not below their longest words
  /// where these fit.
  ///
  /// The widths stay unchanged if cells would become too narrow to be useful.
  static func widths(_ natural: [Int], words: [Int], within columns: Int?) -> [Int] {
    guard let columns, !natural.isEmpty else { return natural }
    let room = columns - 2 * (natural.count - 1)
    guard natural.reduce(0, +) > room, room >= narrowest * natural.count else { return natural }
    func level(_ widths: [Int], notBelow least: [Int]) -> [Int] {
      func levelled(_ level: Int) -> [Int] { zip(widths, least).map { min($0, max($1, level)) } }
      return levelled((0...room).last { levelled($0).reduce(0, +) <= room } ?? 0)
    }
    return level(natural, notBelow: level(words, notBelow: words.map { _ in 0 }))
  }

  /// The minimum useful width of a cell in columns.
  private static let narrowest = 4

  /// The rows as comma-separated values (RFC 4180).
  var separated: [String] {
    ([names] + rows).map { row in
      row.map { cell in
        cell.contains { $0 == "," || $0 == "\"" || $0.isNewline }
          ? "\"\(cell.replacing("\"", with: "\"\""))\"" : cell
      }.joined(separator: ",")
    }
  }

  private static func cell(_ value: DynamicValue) -> String {
    switch value {
    case .string(let text): text
    case .null: ""
    default: "\(value)"
    }
  }
}
