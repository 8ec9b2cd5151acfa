import DisplayWidth

/// What a list shows at one moment, with the change that led to it.
public struct ListTable: Sendable, Hashable {
  /// Rows under a header.
  public struct Section: Sendable, Hashable {
    /// What stands above the rows.
    public var header: String?
    /// The rows, each as one line or more.
    public var rows: [[String]]
    /// What stands below the rows.
    public var footer: String?

    /// Makes a section.
    public init(header: String? = nil, rows: [[String]], footer: String? = nil) {
      self.header = header
      self.rows = rows
      self.footer = footer
    }
  }

  /// The sections, in order.
  public var sections: [Section]
  /// How many rows stand beside each other: 1 in a list, more in a grid.
  public var columns: Int
  /// The change in a few words, such as `+ rows 0.2`; `nil` for the first look.
  public var change: String?

  /// Makes a table.
  public init(sections: [Section], columns: Int = 1, change: String?) {
    self.sections = sections
    self.columns = max(1, columns)
    self.change = change
  }

  /// Every row with its path, under its header and over its footer.
  ///
  /// Of a long list the first rows are shown, and how many more there are.
  func lines(mostRows: Int) -> [String] {
    var lines: [String] = []
    var left = mostRows
    for (index, section) in sections.enumerated() {
      if let header = section.header { lines.append("  ── \(header)") }
      let blocks = section.rows.prefix(left).enumerated().map { row, texts in
        texts.enumerated().map { ($0 == 0 ? "\(index).\(row)" : "").padded(to: 6) + $1 }
      }
      lines += beside(blocks).map { "  \($0)" }
      left -= blocks.count
      if let footer = section.footer { lines.append("  ── \(footer)") }
    }
    let count = sections.reduce(0) { $0 + $1.rows.count }
    if count == 0 { lines.append("  no rows") }
    if count > mostRows { lines.append("  … \(count - mostRows) more rows") }
    return lines
  }

  /// The blocks in columns of equal width.
  private func beside(_ blocks: [[String]]) -> [String] {
    guard columns > 1 else { return blocks.flatMap(\.self) }
    let width = blocks.joined().map(\.displayWidth).max() ?? 0
    return stride(from: 0, to: blocks.count, by: columns).flatMap { first in
      let row = blocks[first..<min(first + columns, blocks.count)]
      return (0..<(row.map(\.count).max() ?? 0)).map { line in
        let cells = row.map { (line < $0.count ? $0[line] : "").padded(to: width) }
        var text = cells.joined(separator: "  ")
        while text.last == " " { text.removeLast() }
        return text
      }
    }
  }
}
