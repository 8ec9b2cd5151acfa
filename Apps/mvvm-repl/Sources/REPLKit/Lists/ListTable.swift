public import Bindings
import DisplayWidth

/// A snapshot of the rows of a list, with the change that led to it.
///
/// For a long list, it holds the visible page.
public struct ListTable: Sendable, Hashable {
  /// The visible rows of a section, with its header and footer.
  public struct Section: Sendable, Hashable {
    /// The text above the rows, in one or more lines.
    public var header: String?
    /// The rows, each in one or more lines.
    public var rows: [[String]]
    /// The text below the rows, in one or more lines.
    public var footer: String?
    /// The path of the first row; the beginning of the list by default.
    public var start = ListPath(section: 0, row: 0)
  }

  /// The position of the visible page in a long list.
  public struct Page: Sendable, Hashable {
    /// The page's number; pages begin at 1.
    public var number: Int
    /// The number of pages.
    public var count: Int
    /// The number of rows on all pages together.
    public var rowCount: Int
    /// The first row of the next page; `nil` on the last one.
    public var next: ListPath?
  }

  /// The visible sections, in order.
  public var sections: [Section]
  /// The number of rows beside each other: 1 in a list, more in a grid.
  public var columns = 1
  /// The visible page; `nil` if all rows are visible.
  public var page: Page?
  /// A short text for the change, such as `+ rows 0.2`; `nil` in the first table and after a page turn.
  public var change: Message?

  /// Returns every row with its path, between header and footer; `path` is the list's name in statements.
  func lines(
    path: String, in language: HelpLanguage, _ cells: CellWidth = CellWidth()
  ) -> [String] {
    var lines: [String] = []
    for section in sections {
      lines += Self.edge(section.header)
      let blocks = section.rows.enumerated().map { row, texts in
        let place = "\(section.start.section).\(section.start.row + row)"
        return texts.enumerated().map { ($0 == 0 ? place : "").padded(to: 6) + $1 }
      }
      lines += beside(blocks, cells).map { "  \($0)" }
      lines += Self.edge(section.footer)
    }
    if sections.allSatisfy(\.rows.isEmpty) { lines.append("  \(language.text(.noRows))") }
    if let page {
      let place = Message.page(page.number, of: page.count, rows: page.rowCount)
      let onward = page.next.map { "\(path).scroll(to: \($0.row), section: \($0.section))" }
      let told = onward.map { .goesOn(place, with: $0) } ?? place
      lines.append("  \(language.text(told))")
    }
    return lines
  }

  /// Returns the lines of a header or footer, with a sign before the first line.
  private static func edge(_ text: String?) -> [String] {
    (text?.split(separator: "\n", omittingEmptySubsequences: false) ?? []).enumerated().map {
      ($0.offset == 0 ? "  ── " : "     ") + $0.element
    }
  }

  /// The blocks in columns of equal width.
  private func beside(_ blocks: [[String]], _ measure: CellWidth) -> [String] {
    guard columns > 1 else { return blocks.flatMap(\.self) }
    let width = blocks.joined().map { measure.of($0) }.max() ?? 0
    return stride(from: 0, to: blocks.count, by: columns).flatMap { first in
      let row = blocks[first..<min(first + columns, blocks.count)]
      return (0..<(row.map(\.count).max() ?? 0)).map { line in
        let cells = row.map { (line < $0.count ? $0[line] : "").padded(to: width, measure) }
        return cells.joined(separator: "  ").trimmedAtEnd
      }
    }
  }
}
