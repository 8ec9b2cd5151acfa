import Bindings
import ViewModels

/// Hands out the table of a watched list after each change of the list or of what its rows say.
///
/// It stands on `TextTable`, a strict view: a batch that does not fit is told. A long list has pages;
/// the one with the row that the list wants to be seen is shown, and the list hears what is in sight.
@MainActor
final class ListWatch {
  private let table: TextTable
  private var subscription: Subscription?
  private var last: ListTable?
  private var lastChange: String?

  /// Shows `list` until it is released, at most `pageLength` rows at a time.
  init(
    _ list: ListViewModel, renderers: CellRenderers<TextRow>, label: String,
    pageLength: Int = Filters.linesOfAPage, show: @escaping @MainActor (ListTable) -> Void
  ) {
    table = TextTable(list, renderers: renderers)
    table.pageLength = pageLength
    subscription = observe(label: label) { [weak self] in
      guard let self else { return }
      let sections = table.sections
      let page = table.page
      // It has a number, which tells two equal changes apart.
      let (number, change) = (list.lastChange, table.lastChange)
      let refusal = table.refusal
      untracked {
        let isNew = self.lastChange.map { $0 != number }
        self.lastChange = number
        var shown = ListTable(
          sections: sections.map(ListTable.Section.init),
          columns: (list as? GridViewModel)?.columns ?? 1, page: page,
          change: refusal.map { "refused: \($0)" } ?? isNew.map { $0 ? change : "~ what rows say" })
        guard shown.sections != self.last?.sections || isNew == true else { return }
        if isNew == false, refusal == nil, shown.page?.number != self.last?.page?.number {
          shown.change = nil
        }
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
    guard let last = sections.last(where: { !$0.rows.isEmpty })?.rows.last?.path else { return nil }
    if last.row + 1 < list.rowCount(in: last.section) {
      return ListPath(section: last.section, row: last.row + 1)
    }
    return ((last.section + 1)..<max(last.section + 1, list.sectionCount))
      .first { list.rowCount(in: $0) > 0 }
      .map { ListPath(section: $0, row: 0) }
  }
}

extension ListTable.Section {
  fileprivate init(_ section: TextTable.Section) {
    self.init(
      header: section.header,
      rows: section.rows.map { row in
        let lines = row.content.lines
        return row.isSelected ? ["> \(lines[0])"] + lines.dropFirst() : lines
      },
      footer: section.footer, start: section.rows.first?.path ?? ListPath(section: 0, row: 0))
  }
}
