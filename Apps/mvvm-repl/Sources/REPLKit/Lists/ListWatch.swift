import Bindings
import ViewModels

/// Hands out the table of a watched list after each change of the list or of what its rows say.
///
/// It stands on `TextTable`. A long list has pages; the one with the row that the list wants to be seen
/// is shown, and the list hears which rows are in sight.
@MainActor
final class ListWatch {
  private let table: TextTable
  private var subscription: Subscription?
  private var last: ListTable?
  private var lastChange: Int?

  /// Shows `list` until it is released, at most `pageLength` rows at a time.
  init(
    _ list: ListViewModel, renderers: CellRenderers<TextRow>, label: String,
    pageLength: Int = Filter.linesOfAPage, show: @escaping @MainActor (ListTable) -> Void
  ) {
    table = TextTable(list, renderers: renderers)
    table.pageLength = pageLength
    subscription = observe(label: label) { [weak self] in
      guard let self else { return }
      let sections = table.sections
      let page = table.page
      let change = table.change
      untracked {
        let isNew = self.lastChange.map { $0 != change.number }
        self.lastChange = change.number
        var shown = ListTable(
          sections: sections, columns: (list as? GridViewModel)?.columns ?? 1, page: page,
          change: isNew.map { $0 ? .listChange(change.text) : .rowsSay })
        guard shown.sections != self.last?.sections || isNew == true else { return }
        if isNew == false, shown.page?.number != self.last?.page?.number { shown.change = nil }
        self.last = shown
        show(shown)
      }
    }
  }
}

extension TextTable {
  /// The page in sight of a list that has more than one; tracked.
  fileprivate var page: ListTable.Page? {
    guard pageCount > 1 else { return nil }
    let count = list.content.rowCount
    return ListTable.Page(
      number: pageIndex + 1, count: pageCount, rowCount: count, next: firstRowBehindPage)
  }

  private var firstRowBehindPage: ListPath? {
    guard let last = sections.last(where: { !$0.rows.isEmpty }) else { return nil }
    let next = ListPath(section: last.start.section, row: last.start.row + last.rows.count)
    if next.row < list.rowCount(in: next.section) { return next }
    return ((next.section + 1)..<max(next.section + 1, list.sectionCount))
      .first { list.rowCount(in: $0) > 0 }
      .map { ListPath(section: $0, row: 0) }
  }
}
