public import Bindings

/// A view of a list that consists of text: what a terminal shows of it.
///
/// ```swift
/// let table = TextTable(list)
/// let token = observe { print(table.lines.joined(separator: "\n")) }
/// ```
/// It is a view like any other: it is told of changes in batches, and a strict `SectionProbe` takes
/// them; it binds a ``TextRow`` to each cell, and gives it back when the cell goes. Everything that it
/// offers is tracked. The main actor guards it.
@MainActor
public final class TextTable {
  /// A section as it is shown.
  public struct Section: Hashable, Sendable {
    /// What stands above the rows; `nil` for nothing.
    public var header: String?
    /// The rows.
    public var rows: [Row]
    /// What stands below the rows; `nil` for nothing.
    public var footer: String?
  }

  /// A row as it is shown.
  public struct Row: Hashable, Sendable {
    /// Where the row is.
    public var path: ListPath
    /// What the row says; why it cannot be drawn, if there is no renderer.
    public var content: TextRow.Content
    /// How many lines the cell would like; `nil` for as many as it needs.
    public var preferredLines: Int?
    /// Whether the row is selected.
    public var isSelected: Bool
  }

  /// The list that is shown.
  public let list: ListViewModel
  private let renderers: CellRenderers<TextRow>
  let version = Property(0, label: "table")
  let paging = Property(Paging(), label: "page")
  /// The cells on the page, if there are pages.
  var displayed: [CellViewModel] = []
  private(set) var screen = SectionProbe<ListGroup, ListRow>()
  private var shown: [ListRow.ID: Result<ShownItem<TextRow>, ListError>] = [:]
  private var summary = ""
  private var firstRefusal: ListProbeError?
  private var tokens: [Subscription] = []

  /// Makes a view of a list, which it keeps up to date.
  ///
  /// - Parameters:
  ///   - list: What to show.
  ///   - renderers: What draws the cells; those of the stock cells, unless given.
  public init(_ list: ListViewModel, renderers: CellRenderers<TextRow>? = nil) {
    self.list = list
    self.renderers = renderers ?? .text()
    tokens = [
      list.content.observeChanges { [weak self] update in self?.show(update) },
      list.scrolls.observe { [weak self] request in self?.scroll(to: request) },
    ]
  }
}

extension TextTable {
  /// The last change in a few words; empty after a reload.
  public var lastChange: String {
    _ = version.value
    return summary
  }

  /// The first batch that was refused, whereupon everything was shown anew; `nil` as long as the list's
  /// changes are right.
  public var refusal: ListProbeError? {
    _ = version.value
    return firstRefusal
  }

  /// What is shown, section by section; of a list with pages, what is on the page.
  ///
  /// - Complexity: O(*n*) in the rows.
  public var sections: [Section] {
    _ = version.value
    let selected = Set(list.selectedCells.map(\.id))
    return rowsOnPage.map { index, rows in
      let group = screen.sections[index]
      return Section(
        header: group.header.section.headerText,
        rows: rows.map { row in
          let element = group.rows[row]
          return Row(
            path: ListPath(section: index, row: row), content: content(of: element),
            preferredLines: element.cell.preferredLines,
            isSelected: selected.contains(element.cell.id))
        },
        footer: group.header.section.footerText)
    }
  }

  /// What is shown as lines, with the places of the rows, `>` before selected ones and the last change
  /// below; of a grid, the tiles beside each other.
  ///
  /// Widths are counted in characters; a terminal that shows wide ones lays ``sections`` out itself.
  public var lines: [String] {
    let grid = list as? GridViewModel
    var lines: [String] = []
    for section in sections {
      if let header = section.header { lines.append("── \(header)") }
      if let grid {
        lines += tiles(section.rows.map { block($0, limit: grid.tileLines) }, in: grid)
      } else {
        lines += section.rows.flatMap { block($0, limit: nil) }
      }
      if let footer = section.footer { lines.append("── \(footer)") }
    }
    return lastChange.isEmpty ? lines : lines + [lastChange]
  }

  /// The lines of one row or tile.
  private func block(_ row: Row, limit: Int?) -> [String] {
    let place = "\(row.isSelected ? ">" : " ") \(row.path)"
    let space = String(repeating: " ", count: place.count)
    return row.content.lines.prefix(row.preferredLines ?? limit ?? .max).enumerated().map {
      "\($0 == 0 ? place : space)  \($1)"
    }
  }

  private func tiles(_ blocks: [[String]], in grid: GridViewModel) -> [String] {
    let columns = max(grid.columns, 1)
    let width = blocks.joined().map(\.count).max() ?? 0
    let margin = String(repeating: " ", count: max(grid.margin, 0))
    let gap = String(repeating: " ", count: max(grid.spacing, 0))
    return stride(from: 0, to: blocks.count, by: columns).flatMap { first in
      let line = blocks[first..<min(first + columns, blocks.count)]
      return (0..<(line.map(\.count).max() ?? 0)).map { index in
        let parts = line.enumerated().map { column, block in
          let text = index < block.count ? block[index] : ""
          let padding = column == line.count - 1 ? 0 : width - text.count
          return text + String(repeating: " ", count: padding)
        }
        return margin + parts.joined(separator: gap)
      }
    }
  }

  private func content(of row: ListRow) -> TextRow.Content {
    switch shown[row.id] {
    case .success(let item)?: item.view.content.value
    case .failure(let error)?: TextRow.Content(error.message)
    case nil: TextRow.Content()
    }
  }

  private func show(_ update: ListViewUpdate) {
    do throws(ListProbeError) {
      try screen.show(update)
    } catch {
      firstRefusal = firstRefusal ?? error
      screen.reload(update.sections)
    }
    summary = update.changes?.summary ?? ""
    for row in update.changes?.updated ?? [] { recycle(row.new.id) }
    let rows = screen.sections.flatMap(\.rows)
    let ids = Set(rows.map(\.id))
    for id in shown.keys where !ids.contains(id) { recycle(id) }
    for row in rows where shown[row.id] == nil {
      shown[row.id] = Result { () throws(ListError) in try renderers.show(row.cell) }
    }
    version.value += 1
    settlePage(paging.peek().index)
  }

  private func recycle(_ id: ListRow.ID) {
    if case .success(let item)? = shown.removeValue(forKey: id) { item.recycle() }
  }
}
