import Bindings

extension ListViewModel {
  /// Does what may fail; a lenient list does not tell.
  func attempt(_ body: () throws(ListError) -> Void) throws(ListError) {
    do throws(ListError) { try body() } catch { if !isLenient { throw error } }
  }

  /// One transaction; afterwards the sections with the given indexes know their rows.
  func edit(
    _ animation: ListAnimation?, _ sections: Set<Int>,
    _ body: (inout SectionEdit<ListGroup, ListRow>) -> Void
  ) {
    batch {
      rows.edit(animation: animation) { edit in
        body(&edit)
        for index in sections {
          let section = edit.headers[index].section
          section.rows.value = edit.rows(in: index).map(\.cell)
          section.edits += 1
        }
      }
    }
  }

  /// Checks that each cell is given once, and is in no list unless it is among those going.
  ///
  /// - Throws: ``ListError`` with the code ``ListError/Code/duplicateCell``.
  func check(_ cells: [CellViewModel], going: [CellViewModel] = []) throws(ListError) {
    let going = Set(going.map(\.id))
    var seen = Set<CellViewModel.ID>(minimumCapacity: cells.count)
    for cell in cells {
      guard seen.insert(cell.id).inserted else {
        throw ListError(
          .duplicateCell, "The same \(type(of: cell)) was given twice. Make one cell for each row.")
      }
      guard cell.list == nil || going.contains(cell.id) else {
        throw ListError(
          .duplicateCell,
          "The \(type(of: cell)) is in \(cell.list === self ? "this" : "another") list already. "
            + "Move or remove it there, or make a new one.")
      }
    }
  }

  /// How many rows the section has; 0 for the one that an empty list gets with its first row.
  func countForInsertion(section: Int) throws(ListError) -> Int {
    if content.isEmpty, section == 0 { return 0 }
    return rowCount(in: try existingSection(section))
  }

  func insert(
    _ cells: [CellViewModel], row: Int, section: Int, _ animation: ListAnimation?
  ) throws(ListError) {
    let count = try countForInsertion(section: section)
    guard row >= 0, row <= count else { throw .noPlace(row, in: section, of: count) }
    try check(cells)
    exchange(row..<row, of: section, for: cells, animation)
  }

  func replace(
    _ range: Range<Int>, in section: Int, with cells: [CellViewModel], _ animation: ListAnimation?
  ) throws(ListError) {
    let going = self.section(at: section).map { Array($0.rows.peek()[range]) } ?? []
    try check(cells, going: going)
    exchange(range, of: section, for: cells, animation)
  }

  /// Puts cells in the place of rows; the one way in which cells come.
  func exchange(
    _ range: Range<Int>, of index: Int, for cells: [CellViewModel], _ animation: ListAnimation?
  ) {
    let old = section(at: index)
    if range.isEmpty, cells.isEmpty { return }
    let section = old ?? ownGraph.run { SectionViewModel() }
    let going = section.rows.peek()[range]
    let coming = Set(cells.map(\.id))
    batch {
      leave(going.filter { !coming.contains($0.id) })
      edit(animation, [index]) { edit in
        if old == nil { edit.append(ListGroup(section: section)) }
        edit.exchange(range, of: index, for: cells)
      }
      section.enter(self)
      enter(cells, section)
    }
  }

  func remove(rows: Range<Int>, of section: Int, _ animation: ListAnimation?) {
    guard !rows.isEmpty, let gone = self.section(at: section)?.rows.peek()[rows] else { return }
    batch {
      leave(Array(gone))
      edit(animation, [section]) { $0.removeRows(rows, in: section) }
    }
  }

  func reload(rows: Range<Int>, of section: Int, _ animation: ListAnimation?) {
    edit(animation, []) {
      for row in rows { $0.update(at: ListPath(section: section, row: row)) { $0.reloads += 1 } }
    }
  }

  func enter(_ cells: [CellViewModel], _ section: SectionViewModel) {
    for cell in cells {
      cell.home = section
      cell.enter(self)
    }
  }

  func leave(_ cells: [CellViewModel]) {
    for cell in cells {
      cell.leave()
      cell.home = nil
    }
    let gone = Set(cells.map(\.id))
    if selectedCells.contains(where: { gone.contains($0.id) }) {
      selectedCells.removeAll { gone.contains($0.id) }
    }
  }
}

extension SectionEdit<ListGroup, ListRow> {
  /// Puts cells in the place of rows; those that were among them stay the same rows.
  fileprivate mutating func exchange(
    _ range: Range<Int>, of section: Int, for cells: [CellViewModel]
  ) {
    let old = rows(in: section)[range.shifted(by: rows(in: section).startIndex)]
    let known = Dictionary(uniqueKeysWithValues: old.map { ($0.id, $0) })
    removeRows(range, in: section)
    insert(
      contentsOf: cells.map { known[$0.id] ?? ListRow(cell: $0) },
      at: ListPath(section: section, row: range.lowerBound))
  }
}

extension Range<Int> {
  fileprivate func shifted(by distance: Int) -> Range<Int> {
    (lowerBound + distance)..<(upperBound + distance)
  }
}
