public import Bindings

extension ListViewModel {
  /// Makes a list of one section at once: its items, their rows, and what happens when a person selects one.
  ///
  /// ```swift
  /// let list = try ListViewModel(posts) { TextCell($0.title) } onSelect: { post, _ in show(post) }
  /// ```
  /// Rows may have several types, and stay as they are made; for items that come and go there is
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
    // It keeps the cells, so that no other one gets the identity of one that was removed.
    let known = Dictionary(rows.map { ($0.cell.id, $0) }) { first, _ in first }
    self.onSelect { (cell: CellViewModel, path) in
      if let row = known[cell.id] { onSelect(row.item, path) }
    }
  }
}
