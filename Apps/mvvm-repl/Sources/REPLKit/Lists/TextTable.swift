import Bindings
import ViewModels

/// A view of a list that consists of text: it binds a ``TextRow`` to each cell, and gives it back when
/// the cell goes.
///
/// Everything that it offers is tracked.
@MainActor
final class TextTable {
  let list: ListViewModel
  private let renderers: CellRenderers<TextRow>
  let version = Property(0, label: "table")
  let paging = Property(Paging(), label: "page")
  /// The cells on the page, if there are pages.
  var displayed: [CellViewModel] = []
  private(set) var groups: [ListSection<ListGroup, ListRow>] = []
  private var shown: [ListRow.ID: Result<ShownItem<TextRow>, RendererError>] = [:]
  private var latest: (number: Int, text: String) = (0, "")
  private var tokens: [Subscription] = []

  /// Makes a view of a list, which it keeps up to date.
  init(_ list: ListViewModel, renderers: CellRenderers<TextRow>) {
    self.list = list
    self.renderers = renderers
    tokens = [
      list.content.observeChanges { [weak self] update in self?.show(update) },
      list.scrolls.observe { [weak self] request in self?.scroll(to: request) },
    ]
  }
}

extension TextTable {
  /// The latest change in a few words, empty after a reload, with its number.
  var change: (number: Int, text: String) {
    _ = version.value
    return latest
  }

  /// The sections on the page, with their rows there.
  ///
  /// - Complexity: O(*n*) in the rows.
  var sections: [ListTable.Section] {
    _ = version.value
    let selected = Set(list.selectedCells.map(\.id))
    return rowsOnPage.map { index, rows in
      let group = groups[index]
      return ListTable.Section(
        header: group.header.section.headerText,
        rows: rows.map {
          lines(of: group.rows[$0], isSelected: selected.contains(group.rows[$0].id))
        },
        footer: group.header.section.footerText,
        start: ListPath(section: index, row: rows.lowerBound))
    }
  }

  /// The lines of a row: as many as its cell or grid would like, `>` before those of a selected one.
  private func lines(of row: ListRow, isSelected: Bool) -> [String] {
    let limit = row.cell.preferredLines ?? (list as? GridViewModel)?.tileLines ?? .max
    let lines = Array(content(of: row).lines.prefix(max(1, limit)))
    return isSelected ? ["> \(lines[0])"] + lines.dropFirst() : lines
  }

  private func content(of row: ListRow) -> TextRow.Content {
    switch shown[row.id] {
    case .success(let item)?: item.view.content.value
    case .failure(let error)?: TextRow.Content(error.message)
    case nil: TextRow.Content()
    }
  }

  private func show(_ update: ListViewUpdate) {
    groups = update.sections
    latest = (latest.number + 1, update.changes?.description ?? "")
    for row in update.changes?.updated ?? [] { recycle(row.new.id) }
    let rows = groups.flatMap(\.rows)
    let ids = Set(rows.map(\.id))
    for id in shown.keys where !ids.contains(id) { recycle(id) }
    for row in rows where shown[row.id] == nil {
      shown[row.id] = Result { () throws(RendererError) in try renderers.show(row.cell) }
    }
    version.value += 1
    settlePage(paging.peek().index)
  }

  private func recycle(_ id: ListRow.ID) {
    if case .success(let item)? = shown.removeValue(forKey: id) { item.recycle() }
  }
}
