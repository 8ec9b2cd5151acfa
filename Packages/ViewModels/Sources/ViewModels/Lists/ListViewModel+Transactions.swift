import Bindings

extension ListViewModel {
  /// Edits in one transaction and reports a change of the rows to the sections with the given indexes.
  ///
  /// If it returns true, the caller lets cells and sections leave and enter afterwards. It returns false during
  /// an evaluation, when the list must not be changed.
  @discardableResult
  func edit(
    _ animation: ListAnimation?, _ indexes: Set<Int>,
    _ body: (inout SectionEdit<ListGroup, ListRow>) -> Void
  ) -> Bool {
    var edited: [SectionViewModel]?
    rows.edit(animation: animation) { edit in
      body(&edit)
      edited = indexes.map { edit.headers[$0].section }
    }
    for section in edited ?? [] { section.didEdit() }
    return edited != nil
  }

  /// Checks that each cell occurs once and is not in a list, except for cells in `going`.
  func check(_ cells: [CellViewModel], going: [ListRow] = []) throws(ViewModelError) {
    let going = Set(going.map(\.id))
    var seen = Set<CellViewModel.ID>(minimumCapacity: cells.count)
    for cell in cells {
      guard seen.insert(cell.id).inserted else {
        throw ViewModelError(
          .duplicateCell, "The same \(type(of: cell)) was given twice. Make one cell for each row.")
      }
      if let list = cell.list, !going.contains(cell.id) {
        throw .inList(cell, list === self, .duplicateCell)
      }
    }
  }

  /// Replaces at most `limit` rows from `row` on by cells; without a row, appends the cells to the section.
  func put(
    _ cells: [CellViewModel], at row: Int?, replacing limit: Int = 0, _ section: Int?,
    _ animation: ListAnimation?
  ) throws(ViewModelError) {
    try action { () throws(ViewModelError) in
      let section = section ?? lastSection
      // The first row of an empty list makes the section.
      let count =
        try content.isEmpty && section == 0 ? 0 : rowCount(in: existingSection(section))
      let row = row ?? count
      guard row >= 0, row <= count else { throw .noPlace(row, in: section, of: count) }
      let range = row..<(row + min(limit, count - row))
      try check(cells, going: existing(range, of: section))
      exchange(range, of: section, for: cells, animation)
    }
  }

  /// Returns the rows of a range of an existing section.
  ///
  /// The result is a copy: a slice would retain all rows, so the next edit of the list would have to copy them.
  func existing(_ range: Range<Int>, of section: Int) -> [ListRow] {
    range.map { content[ListPath(section: section, row: $0)] }
  }

  /// Replaces rows by cells; only this method and `follow` add cells.
  func exchange(
    _ range: Range<Int>, of index: Int, for cells: [CellViewModel], _ animation: ListAnimation?
  ) {
    if range.isEmpty, cells.isEmpty { return }
    let old = section(at: index)
    let section = old ?? ownGraph.run { SectionViewModel() }
    let going = existing(range, of: index)
    let coming = Set(cells.map(\.id))
    let known = Dictionary(uniqueKeysWithValues: going.map { ($0.id, $0) })
    let isDone = edit(animation, [index]) { edit in
      if old == nil { edit.append(ListGroup(section)) }
      edit.removeRows(range, in: index)
      edit.insert(
        contentsOf: cells.map { known[$0.id] ?? ListRow($0) },
        at: ListPath(section: index, row: range.lowerBound))
    }
    guard isDone else { return }
    leave(going.lazy.filter { !coming.contains($0.id) }.map(\.cell))
    section.enter(self)
    enter(cells, section)
  }

  func enter(_ cells: [CellViewModel], _ section: SectionViewModel) {
    var (returning, moved): ([CellViewModel], [CellViewModel]) = ([], [])
    for cell in cells {
      cell.keeper?.lose(cell)
      cell.home = section
      let former = cell.formerList
      cell.formerList = nil
      if let former, former !== self {
        moved.append(cell)
      } else if former == nil, cell.list !== self {
        // A released list has not cleared its selection.
        cell.isInSelection = false
      } else if cell.wasInSelection, cell.selectionNumber >= singleSelection {
        cell.isInSelection = true
        returning.append(cell)
      }
      cell.wasInSelection = false
      cell.list = self
    }
    if returning.count == 1 {
      let place = selectedPlace(of: returning[0])
      _node_selectedCells.update { $0.insert(returning[0], at: place) }
    } else if !returning.isEmpty {
      selectedCells = (selectedCells + returning).sorted { $0.selectionNumber < $1.selectionNumber }
    }
    // The cancellation of an image's load runs other code.
    for cell in moved { cell.endDisplay() }
  }

  /// Removes cells from their section and from the selection; those that return before the batch ends are selected
  /// again and keep their images.
  ///
  /// If a row moves between two following sections, one of them learns about it before the other.
  func leave(_ cells: some Sequence<CellViewModel>) {
    var waiting: [CellViewModel] = []
    for cell in cells {
      guard cell.isInSelection || cell is any ImageShowing else {
        cell.leave()
        continue
      }
      cell.home = nil
      cell.list = nil
      cell.formerList = self
      cell.wasInSelection = cell.isInSelection
      waiting.append(cell)
    }
    if waiting.isEmpty { return }
    deselect(waiting)
    atEndOfBatch {
      for cell in waiting where cell.formerList === self {
        (cell.formerList, cell.wasInSelection) = (nil, false)
        cell.endDisplay()
      }
    }
  }

  /// Removes cells from the selection without an event.
  func deselect(_ gone: some Sequence<CellViewModel>) {
    var selected: [CellViewModel] = []
    for cell in gone where cell.isInSelection {
      cell.isInSelection = false
      selected.append(cell)
    }
    if selected.count == 1 {
      let place = selectedPlace(of: selected[0])
      _node_selectedCells.update { _ = $0.remove(at: place) }
    } else if !selected.isEmpty {
      selectedCells.removeAll { !$0.isInSelection }
    }
  }

  /// Returns the place of a cell among the selected ones, which are in the order of their numbers.
  private func selectedPlace(of cell: CellViewModel) -> Int {
    let cells = _node_selectedCells.peek()
    var (start, end) = (0, cells.count)
    while start < end {
      let middle = (start + end) / 2
      if cells[middle].selectionNumber < cell.selectionNumber {
        start = middle + 1
      } else {
        end = middle
      }
    }
    return start
  }
}
