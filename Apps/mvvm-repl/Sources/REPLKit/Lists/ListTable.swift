public import Bindings
import DisplayWidth

/// The rows of a list at one moment, with the change that led to them.
///
/// Of a long list it is the page in sight.
public struct ListTable: Sendable, Hashable {
  /// Rows under a header.
  public struct Section: Sendable, Hashable {
    /// The text above the rows, in lines.
    public var header: String?
    /// The rows, each as one line or more.
    public var rows: [[String]]
    /// The text below the rows, in lines.
    public var footer: String?
    /// Where the first row is in the list; at its beginning by default.
    public var start = ListPath(section: 0, row: 0)
  }

  /// Which part of a long list is in sight.
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

  /// The sections in sight, in order.
  public var sections: [Section]
  /// The number of rows beside each other: 1 in a list, more in a grid.
  public var columns = 1
  /// The page in sight; `nil` when everything is.
  public var page: Page?
  /// The change in a few words, such as `+ rows 0.2`; `nil` for the first look and for another page.
  public var change: Message?

  /// Every row with its path, under its header and over its footer; `path` is what the list is called.
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

  /// The lines of a header or footer, of which the first has a sign.
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
