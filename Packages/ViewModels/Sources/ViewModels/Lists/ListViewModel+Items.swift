public import Bindings

extension ListViewModel {
  /// Makes a list from items, a closure that makes their rows, and a selection handler; the rows are in one section.
  ///
  /// ```swift
  /// let list = try ListViewModel(posts) { TextCell($0.title) } onSelect: { post, _ in show(post) }
  /// ```
  /// Rows may have several types, and are made only once; for changing items use
  /// ``follow(_:in:)``. A selected row is deselected at once.
  ///
  /// - Complexity: O(*n*) in the items.
  public convenience init<Item>(
    _ items: some Sequence<Item>, page: PageState = PageState(),
    cell: (Item) -> CellViewModel,
    onSelect: (@MainActor (Item, ListPath) -> Void)? = nil
  ) throws(ViewModelError) {
    self.init(page: page)
    let rows = items.map { (item: $0, cell: cell($0)) }
    try setCells(rows.map(\.cell))
    guard let onSelect else { return }
    // The table retains the cells, so no other cell can get the identity of a removed one.
    let known = Dictionary(rows.map { ($0.cell.id, $0) }) { first, _ in first }
    self.onSelect { (cell: CellViewModel, path) in
      if let row = known[cell.id] { onSelect(row.item, path) }
    }
  }
}
