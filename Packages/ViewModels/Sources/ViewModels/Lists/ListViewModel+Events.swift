public import Bindings

extension ListViewModel {
  /// Tells what happened to a row; for the view.
  ///
  /// Selecting goes through ``select(_:)`` and ``deselect(_:)``, which this does for the two events; the image of an
  /// ``ImageShowing`` cell is loaded while the cell is in sight.
  ///
  /// - Complexity: That of those two; O(1) on average for the others.
  public func report(_ event: ListEvent.CellEvent, of cell: CellViewModel) throws(ViewModelError) {
    switch event {
    case .didSelect: try select(cell)
    case .didDeselect: try deselect(cell)
    default:
      try action { () throws(ViewModelError) in
        let path = try existingPath(of: cell)
        if event == .willDisplay { (cell as? any ImageShowing)?.picture.begin() }
        if event == .didEndDisplaying { cell.endDisplay() }
        send(.cell(event, cell, at: path))
      }
    }
  }

  /// Tells what happened to the header of a section; for the view.
  public func report(
    _ event: ListEvent.DisplayEvent, headerOf section: Int
  ) throws(ViewModelError) {
    try report(section) { .header(event, $0, at: section) }
  }

  /// Tells what happened to the footer of a section; for the view.
  public func report(
    _ event: ListEvent.DisplayEvent, footerOf section: Int
  ) throws(ViewModelError) {
    try report(section) { .footer(event, $0, at: section) }
  }

  private func report(
    _ section: Int, _ event: (SectionViewModel) -> ListEvent
  ) throws(ViewModelError) {
    try action { () throws(ViewModelError) in
      send(event(content.headers[try existingSection(section)].section))
    }
  }

  /// Selects a row; unless several may be selected, the others are deselected first.
  ///
  /// Selecting a selected row changes nothing.
  ///
  /// - Complexity: O(1) on average, unless others are deselected, and what observers of the selection do.
  public func select(_ cell: CellViewModel) throws(ViewModelError) {
    try action { () throws(ViewModelError) in
      let path = try existingPath(of: cell)
      guard !cell.isInSelection, _node_selectedCells.mayBeWritten() else { return }
      let others = allowsMultipleSelection ? [] : selectedCells
      deselect(others)
      (cell.isInSelection, cell.isSelectionTold) = (true, false)
      _node_selectedCells.append(cell)
      // Whoever hears of one may select another one again.
      for other in others where !other.isInSelection { sendDeselection(of: other) }
      // Whoever heard of the others may have taken this one out, and even selected it again.
      if cell.isInSelection, !cell.isSelectionTold {
        cell.isSelectionTold = true
        send(.cell(.didSelect, cell, at: self.path(of: cell) ?? path))
      }
    }
  }

  /// Deselects a row; without effect when it is not selected.
  ///
  /// - Complexity: O(*n*) in the selected rows.
  public func deselect(_ cell: CellViewModel) throws(ViewModelError) {
    try action { () throws(ViewModelError) in
      _ = try existingPath(of: cell)
      unselect(cell)
    }
  }

  private func unselect(_ cell: CellViewModel) {
    guard cell.isInSelection, _node_selectedCells.mayBeWritten() else { return }
    deselect(CollectionOfOne(cell))
    sendDeselection(of: cell)
  }

  /// Tells that a row is deselected, if it was told that it was selected.
  private func sendDeselection(of cell: CellViewModel) {
    if cell.isSelectionTold, let path = path(of: cell) { send(.cell(.didDeselect, cell, at: path)) }
  }

  /// Calls `body` when a row with a cell of the type is selected, which is deselected at once.
  ///
  /// ```swift
  /// list.onSelect { (cell: PostCell, _) in detail.show(cell.post) }
  /// ```
  /// It lasts until the list ends. Cells of other types are not touched.
  public func onSelect<Cell: CellViewModel>(
    _ body: @escaping @MainActor (Cell, ListPath) -> Void
  ) {
    keep(
      events.observe { [weak self] event in
        guard case .cell(.didSelect, let any, let path) = event, let cell = any as? Cell else {
          return
        }
        self?.action { self?.unselect(cell) }
        body(cell, path)
      })
  }

  /// Asks the view to bring a row into sight.
  public func scroll(
    to path: ListPath, position: ScrollRequest.Position = .nearest
  ) throws(ViewModelError) {
    try action { () throws(ViewModelError) in
      let cell = try existingCell(at: path)
      send(ScrollRequest(target: .cell(cell, at: path), position: position))
    }
  }

  /// Asks the view to bring the selected row into sight that is nearest to what is seen now.
  ///
  /// Without a selected row, nothing is asked.
  public func scrollToNearestSelected(position: ScrollRequest.Position = .nearest) {
    action {
      guard !selectedCells.isEmpty else { return }
      send(ScrollRequest(target: .nearestSelected, position: position))
    }
  }
}
