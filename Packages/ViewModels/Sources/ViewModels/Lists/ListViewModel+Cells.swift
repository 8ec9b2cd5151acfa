public import Bindings

extension ListViewModel {
  /// Puts a cell at the end of a section; without one, of the last.
  ///
  /// - Throws: ``ViewModelError`` when there is no such section or the cell is in a list already.
  public func append(
    _ cell: CellViewModel, section: Int? = nil, animation: ListAnimation? = nil
  ) throws(ViewModelError) {
    try append([cell], section: section, animation: animation)
  }

  /// Puts cells at the end of a section; without one, of the last.
  ///
  /// - Throws: ``ViewModelError`` when there is no such section or a cell is in a list already.
  /// - Complexity: O(*k*) on average for *k* cells, and O(*s*) in the sections, as for the sections beneath; rows
  ///   of later sections are shifted in memory.
  public func append(
    _ cells: [CellViewModel], section: Int? = nil, animation: ListAnimation? = nil
  ) throws(ViewModelError) {
    try action { () throws(ViewModelError) in
      let goal = section ?? lastSection
      try insert(cells, row: rowCount(in: goal), section: goal, animation)
    }
  }

  /// Puts a cell before the one at `row`, or at the end.
  ///
  /// - Throws: ``ViewModelError`` when there is no such place or the cell is in a list already.
  public func insert(
    _ cell: CellViewModel, at row: Int, section: Int? = nil, animation: ListAnimation? = nil
  ) throws(ViewModelError) {
    try insert([cell], at: row, section: section, animation: animation)
  }

  /// Puts cells before the one at `row`, or at the end.
  ///
  /// - Throws: ``ViewModelError`` when there is no such place or a cell is in a list already.
  public func insert(
    _ cells: [CellViewModel], at row: Int, section: Int? = nil, animation: ListAnimation? = nil
  ) throws(ViewModelError) {
    try action { () throws(ViewModelError) in
      try insert(cells, row: row, section: section ?? lastSection, animation)
    }
  }

  /// Takes a cell out.
  ///
  /// - Throws: ``ViewModelError`` when it is not in the list.
  public func remove(_ cell: CellViewModel, animation: ListAnimation? = nil) throws(ViewModelError)
  {
    try action { () throws(ViewModelError) in
      let path = try existingPath(of: cell)
      remove(rows: path.row..<(path.row + 1), of: path.section, animation)
    }
  }

  /// Takes out the rows of a range of a section; without one, of the last.
  ///
  /// - Throws: ``ViewModelError`` when not all of them exist.
  public func remove(
    rows: Range<Int>, section: Int? = nil, animation: ListAnimation? = nil
  ) throws(ViewModelError) {
    try action { () throws(ViewModelError) in
      let place = try existingRows(rows, section)
      remove(rows: place.rows, of: place.section, animation)
    }
  }

  /// Takes out the last row of a section; without one, of the last.
  ///
  /// - Throws: ``ViewModelError`` when the section is empty or does not exist.
  public func removeLast(section: Int? = nil, animation: ListAnimation? = nil)
    throws(ViewModelError)
  {
    try action { () throws(ViewModelError) in
      let section = try existingSection(section)
      let last = rowCount(in: section) - 1
      guard last >= 0 else { throw .noRow(0, in: section, of: 0) }
      remove(rows: last..<(last + 1), of: section, animation)
    }
  }

  /// Moves a row so that it ends at `goal`, in the same or another section.
  ///
  /// - Throws: ``ViewModelError`` when there is no such row, or no such place.
  public func move(
    from path: ListPath, to goal: ListPath, animation: ListAnimation? = nil
  ) throws(ViewModelError) {
    try action { () throws(ViewModelError) in
      let cell = try existingCell(at: path)
      let section = try existingSection(goal.section)
      let count = rowCount(in: section) - (section == path.section ? 1 : 0)
      guard goal.row >= 0, goal.row <= count else {
        throw .noPlace(goal.row, in: section, of: count)
      }
      let isDone = edit(animation, [path.section, goal.section]) { $0.move(from: path, to: goal) }
      if isDone { cell.home = self.section(at: section) }
    }
  }

  /// Moves a cell so that it ends at `goal`, in the same or another section.
  ///
  /// - Throws: ``ViewModelError`` when the cell is not in the list, or there is no such place.
  public func move(
    _ cell: CellViewModel, to goal: ListPath, animation: ListAnimation? = nil
  ) throws(ViewModelError) {
    try action { () throws(ViewModelError) in
      try move(from: existingPath(of: cell), to: goal, animation: animation)
    }
  }

  /// Has a cell shown again.
  ///
  /// Only for what its renderer cannot observe; a change of the cell's own nodes needs no reload.
  ///
  /// - Throws: ``ViewModelError`` when it is not in the list.
  public func reload(_ cell: CellViewModel, animation: ListAnimation? = nil) throws(ViewModelError)
  {
    try action { () throws(ViewModelError) in
      let path = try existingPath(of: cell)
      reload(rows: path.row..<(path.row + 1), of: path.section, animation)
    }
  }

  /// Has the rows of a range of a section shown again; without one, of the last.
  ///
  /// - Throws: ``ViewModelError`` when not all of them exist.
  public func reload(
    rows: Range<Int>, section: Int? = nil, animation: ListAnimation? = nil
  ) throws(ViewModelError) {
    try action { () throws(ViewModelError) in
      let place = try existingRows(rows, section)
      reload(rows: place.rows, of: place.section, animation)
    }
  }

  /// Puts cells in the place of as many rows from `row` on; what is over is inserted.
  ///
  /// Of a section of 3 rows, replacing from 2 with two cells leaves 4. Cells that go may be among those
  /// that come.
  ///
  /// - Throws: ``ViewModelError`` when there is no such place, or a cell is elsewhere in a list.
  public func replace(
    from row: Int, with cells: [CellViewModel], section: Int? = nil,
    animation: ListAnimation? = nil
  ) throws(ViewModelError) {
    try action { () throws(ViewModelError) in
      let goal = section ?? lastSection
      let count = try countForInsertion(section: goal)
      guard row >= 0, row <= count else { throw .noPlace(row, in: goal, of: count) }
      try replace(row..<min(count, row + cells.count), in: goal, with: cells, animation)
    }
  }

  /// Goes to other rows in a section; without one, in the last.
  ///
  /// Cells that were in the section before stay the same rows. Header and footer stay.
  ///
  /// - Throws: ``ViewModelError`` when there is no such section, or a cell is elsewhere in a list.
  public func setCells(
    _ cells: [CellViewModel], section: Int? = nil, animation: ListAnimation? = nil
  ) throws(ViewModelError) {
    try action { () throws(ViewModelError) in
      let goal = section ?? lastSection
      let count = try countForInsertion(section: goal)
      try replace(0..<count, in: goal, with: cells, animation)
    }
  }
}
