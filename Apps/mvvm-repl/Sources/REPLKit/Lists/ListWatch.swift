import Bindings
import ViewModels

/// Hands out the table of a watched list after each change of the list or of what its rows say.
///
/// It stands on `TextTable`, a strict view: a batch that does not fit is told.
@MainActor
final class ListWatch {
  private let table: TextTable
  private var subscription: Subscription?
  private var last: ListTable?
  private var lastChange: String?

  /// Shows `list` until it is released.
  init(
    _ list: ListViewModel, renderers: CellRenderers<TextRow>, label: String,
    show: @escaping @MainActor (ListTable) -> Void
  ) {
    table = TextTable(list, renderers: renderers)
    subscription = observe(label: label) { [weak self] in
      guard let self else { return }
      let sections = table.sections
      // It has a number, which tells two equal changes apart.
      let (number, change) = (list.lastChange, table.lastChange)
      let refusal = table.refusal
      untracked {
        let isNew = self.lastChange.map { $0 != number }
        self.lastChange = number
        let shown = ListTable(
          sections: sections.map(ListTable.Section.init),
          columns: (list as? GridViewModel)?.columns ?? 1,
          change: refusal.map { "refused: \($0)" } ?? isNew.map { $0 ? change : "~ what rows say" })
        guard shown.sections != self.last?.sections || isNew == true else { return }
        self.last = shown
        show(shown)
      }
    }
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
      footer: section.footer)
  }
}
