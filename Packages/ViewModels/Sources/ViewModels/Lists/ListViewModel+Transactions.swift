import Bindings

extension ListViewModel {
  /// Edits in one transaction and tells the sections with the given indexes that their rows changed.
  ///
  /// Cells and sections leave and enter afterwards, if the list may be changed now: it may not while something is
  /// computed, and then this is false.
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

  /// Checks that each cell is given once, and is in no list unless it is among those going.
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

  /// Puts cells in the place of at most `limit` rows from one on; without a row, at the end of the section.
  func put(
    _ cells: [CellViewModel], at row: Int?, replacing limit: Int = 0, _ section: Int?,
    _ animation: ListAnimation?
  ) throws(ViewModelError) {
    try action { () throws(ViewModelError) in
      let section = section ?? lastSection
      // An empty list gets its section with the first row.
      let count =
        try content.isEmpty && section == 0 ? 0 : rowCount(in: existingSection(section))
      let row = row ?? count
      guard row >= 0, row <= count else { throw .noPlace(row, in: section, of: count) }
      let range = row..<(row + min(limit, count - row))
      try check(cells, going: existing(range, of: section))
      exchange(range, of: section, for: cells, animation)
    }
  }

  /// The rows of a range of a section that exists.
  ///
  /// Copied: a slice would keep all rows, so that the next edit of the list would copy them.
  private func existing(_ range: Range<Int>, of section: Int) -> [ListRow] {
    range.map { content[ListPath(section: section, row: $0)] }
  }

  /// Puts cells in the place of rows; the one way in which cells come, besides that of `follow`.
  ///
  /// Those that `mayReturn` stay selected until the batch ends.
  func exchange(
    _ range: Range<Int>, of index: Int, for cells: [CellViewModel], _ animation: ListAnimation?,
    mayReturn: Bool = false
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
    let gone = going.lazy.filter { !coming.contains($0.id) }.map(\.cell)
    if mayReturn { leaveForNow(gone) } else { leave(gone) }
    section.enter(self)
    enter(cells, section)
  }

  func remove(rows: Range<Int>, of section: Int, _ animation: ListAnimation?) {
    guard !rows.isEmpty else { return }
    let going = existing(rows, of: section).map(\.cell)
    guard edit(animation, [section], { $0.removeRows(rows, in: section) }) else { return }
    leave(going)
  }

  func reload(rows: Range<Int>, of section: Int, _ animation: ListAnimation?) {
    edit(animation, []) { $0.updateRows(rows, in: section) { $0.reload() } }
  }

  func enter(_ cells: [CellViewModel], _ section: SectionViewModel) {
    for cell in cells {
      cell.keeper?.lose(cell)
      cell.home = section
      let former = cell.formerList
      cell.formerList = nil
      if let former, former !== self {
        cell.endDisplay()
        former.deselect(CollectionOfOne(cell))
      } else if former == nil, cell.list !== self {
        // A list that was released has left its selection behind.
        cell.isInSelection = false
      } else if cell.wasSelected, allowsMultipleSelection || selectedCells.isEmpty {
        cell.isInSelection = true
        _node_selectedCells.append(cell)
      }
      cell.wasSelected = false
      cell.list = self
    }
  }

  /// Takes cells out of their section; those that do not come back before the batch ends lose their selection and images.
  ///
  /// Of two sections that follow lists of their own, one hears before the other that a row has moved between them.
  func leaveForNow(_ cells: some Sequence<CellViewModel>) {
    var waiting: [CellViewModel] = []
    for cell in cells {
      guard cell.isInSelection || cell is any ImageShowing else {
        cell.leave()
        continue
      }
      cell.home = nil
      cell.list = nil
      cell.formerList = self
      waiting.append(cell)
    }
    if waiting.isEmpty { return }
    atEndOfBatch {
      let gone = waiting.filter { $0.formerList === self }
      for cell in gone {
        (cell.formerList, cell.wasSelected) = (nil, false)
        cell.endDisplay()
      }
      self.deselect(gone)
    }
  }

  /// Takes cells out of their section and out of the selection; those that come back before the batch ends are
  /// selected again, and keep their images.
  func leave(_ cells: some Sequence<CellViewModel>) {
    leaveForNow(cells)
    for cell in cells where cell.isInSelection { cell.wasSelected = true }
    deselect(cells)
  }

  /// Takes cells out of the selection, without an event.
  func deselect(_ gone: some Sequence<CellViewModel>) {
    var selected: [CellViewModel] = []
    for cell in gone where cell.isInSelection {
      cell.isInSelection = false
      selected.append(cell)
    }
    if selected.count == 1 {
      // So that those that go one after the other do not ask all the others each time.
      _node_selectedCells.remove { $0 === selected[0] }
    } else if !selected.isEmpty {
      selectedCells.removeAll { !$0.isInSelection }
    }
  }
}
