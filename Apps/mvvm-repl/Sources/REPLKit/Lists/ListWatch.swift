import Bindings
import ViewModels

/// Reports the table of a watched list after each change of the list or of the text of its rows.
///
/// A long list has pages. The table shows the page with the row that the list scrolls to. The list is told which rows
/// are visible.
@MainActor
final class ListWatch {
  private let window: ListWindow
  /// The number of changes of the list.
  private let changes = Property(0, label: "changes")
  /// A short text for the latest change; empty after a reload.
  private var latest = ""
  private var tokens: [Subscription] = []
  private var last: ListTable?
  private var lastChange: Int?

  /// Watches `list` until the watch is released.
  init(
    _ list: ListViewModel, renderers: CellRenderers<TextRow>, label: String,
    show: @escaping @MainActor (ListTable) -> Void
  ) {
    window = ListWindow(list, renderers: renderers, isLive: true)
    tokens = [
      list.content.observeChanges { [weak self] update in
        self?.latest = update.changes?.text ?? ""
        self?.changes.value += 1
      }
    ]
    tokens.append(
      observe(label: label) { [weak self] in
        guard let self else { return }
        let (table, change) = (table, changes.value)
        untracked { self.take(table, change, show) }
      })
  }

  isolated deinit { window.close() }

  /// Shows a table if the list or the text of its rows has changed.
  private func take(_ table: ListTable, _ change: Int, _ show: (ListTable) -> Void) {
    let isNew = lastChange.map { $0 != change }
    lastChange = change
    guard table.sections != last?.sections || isNew == true else { return }
    var table = table
    table.change = isNew.map { $0 ? .listChange(latest) : .rowsSay }
    if isNew == false, table.page?.number != last?.page?.number { table.change = nil }
    last = table
    show(table)
  }

  private var table: ListTable {
    let list = window.list
    let selected = Set(list.selectedCells.map(\.id))
    let sections = window.sections.map { section, start, cells in
      ListTable.Section(
        header: window.header(of: section),
        rows: cells.map { lines(of: $0, isMarked: $0.isMarked(among: selected)) },
        footer: window.footer(of: section), start: start)
    }
    let page = ListTable.Page(
      number: window.page + 1, count: window.pageCount, rowCount: list.content.rowCount,
      next: window.firstRow(ofPage: window.page + 1))
    return ListTable(
      sections: sections, columns: max(1, (list as? GridViewModel)?.columns ?? 1),
      page: window.pageCount > 1 ? page : nil)
  }

  /// Returns the lines of a row, with `>` before the first line of a row that shows its selection.
  private func lines(of cell: CellViewModel, isMarked: Bool) -> [String] {
    let lines = Array(
      window.content(of: cell).lines.prefix(max(1, window.mostLines(of: cell) ?? .max)))
    return isMarked ? ["> \(lines[0])"] + lines.dropFirst() : lines
  }
}
