public import Bindings

extension ListViewModel {
  /// Reports an event of a row; called by the view.
  ///
  /// For the two selection events it calls ``select(_:)`` and ``deselect(_:)``. The image of an
  /// ``ImageShowing`` cell is loaded while the cell is displayed.
  ///
  /// - Complexity: That of these two methods; O(1) on average for the other events.
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

  /// Reports an event of the header of a section; called by the view.
  public func report(
    _ event: ListEvent.DisplayEvent, headerOf section: Int
  ) throws(ViewModelError) {
    try report(section) { .header(event, $0, at: section) }
  }

  /// Reports an event of the footer of a section; called by the view.
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

  /// Selects a row; unless multiple selection is allowed, the other rows are deselected first.
  ///
  /// Selecting a selected row changes only the others.
  ///
  /// - Complexity: O(1) on average, plus deselecting other rows and the work of observers.
  public func select(_ cell: CellViewModel) throws(ViewModelError) {
    try action { () throws(ViewModelError) in
      let path = try existingPath(of: cell)
      guard _node_selectedCells.mayBeWritten() else { return }
      let others = allowsMultipleSelection ? [] : selectedCells.filter { $0 !== cell }
      deselect(others)
      let wasSelected = cell.isInSelection
      if !wasSelected || !allowsMultipleSelection {
        selections += 1
        cell.selectionNumber = selections
      }
      if !allowsMultipleSelection { singleSelection = selections }
      if !wasSelected {
        (cell.isInSelection, cell.isSelectionTold) = (true, false)
        _node_selectedCells.append(cell)
      }
      // An observer of one of these rows may select another one again.
      for other in others where !other.isInSelection { sendDeselection(of: other) }
      // An observer of the other rows may have removed this row, and even selected it again.
      if !wasSelected, cell.isInSelection, !cell.isSelectionTold {
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
    guard cell.list === self, cell.isInSelection, _node_selectedCells.mayBeWritten() else { return }
    deselect(CollectionOfOne(cell))
    sendDeselection(of: cell)
  }

  /// Sends the event that a row is deselected, if the event of its selection was sent.
  private func sendDeselection(of cell: CellViewModel) {
    if cell.isSelectionTold, let path = path(of: cell) { send(.cell(.didDeselect, cell, at: path)) }
  }

  /// Calls `body` when a row with a cell of the given type is selected; the row is deselected at once.
  ///
  /// ```swift
  /// list.onSelect { (cell: PostCell, _) in detail.show(cell.post) }
  /// ```
  /// The handler lasts until the list ends. Rows with other types of cells stay selected. The path is where the row was
  /// when it was selected; an observer that was told before may have moved the row, even to another list.
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

  /// Asks the view to scroll to a row.
  public func scroll(
    to path: ListPath, position: ScrollRequest.Position = .nearest
  ) throws(ViewModelError) {
    try action { () throws(ViewModelError) in
      let cell = try existingCell(at: path)
      scrollSource.send(ScrollRequest(target: .cell(cell, at: path), position: position))
    }
  }

  /// Asks the view to scroll to the selected row that is nearest to the currently visible rows.
  ///
  /// Without a selected row, no request is sent.
  public func scrollToNearestSelected(position: ScrollRequest.Position = .nearest) {
    action {
      guard !selectedCells.isEmpty else { return }
      scrollSource.send(ScrollRequest(target: .nearestSelected, position: position))
    }
  }
}
