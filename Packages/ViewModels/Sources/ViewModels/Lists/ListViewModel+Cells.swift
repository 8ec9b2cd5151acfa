public import Bindings

extension ListViewModel {
  /// Appends a cell to a section.
  public func append(
    _ cell: CellViewModel, section: Int? = nil, animation: ListAnimation? = nil
  ) throws(ViewModelError) { try put([cell], at: nil, section, animation) }

  /// Appends cells to a section.
  ///
  /// - Complexity: O(*k*) on average for *k* cells, and O(*s*) in the sections, as for the underlying sections; rows
  ///   of later sections are shifted in memory. Selected cells that return within a batch find their place among the *m*
  ///   selected ones: one in O(log *m*), with those after it shifted in memory; several in O(*m* log *m*).
  public func append(
    _ cells: [CellViewModel], section: Int? = nil, animation: ListAnimation? = nil
  ) throws(ViewModelError) { try put(cells, at: nil, section, animation) }

  /// Inserts a cell before the one at `row`, or at the end.
  public func insert(
    _ cell: CellViewModel, at row: Int, section: Int? = nil, animation: ListAnimation? = nil
  ) throws(ViewModelError) { try put([cell], at: row, section, animation) }

  /// Inserts cells before the one at `row`, or at the end.
  public func insert(
    _ cells: [CellViewModel], at row: Int, section: Int? = nil, animation: ListAnimation? = nil
  ) throws(ViewModelError) { try put(cells, at: row, section, animation) }

  /// Removes a cell.
  public func remove(_ cell: CellViewModel, animation: ListAnimation? = nil) throws(ViewModelError)
  {
    try action { () throws(ViewModelError) in
      let path = try existingPath(of: cell)
      try remove(rows: path.row..<(path.row + 1), section: path.section, animation: animation)
    }
  }

  /// Removes the rows of a range of a section.
  public func remove(
    rows: Range<Int>, section: Int? = nil, animation: ListAnimation? = nil
  ) throws(ViewModelError) {
    try action { () throws(ViewModelError) in
      let (section, rows) = try existingRows(rows, section)
      let going = existing(rows, of: section).map(\.cell)
      guard !going.isEmpty, edit(animation, [section], { $0.removeRows(rows, in: section) }) else {
        return
      }
      leave(going)
    }
  }

  /// Removes the last row of a section.
  public func removeLast(section: Int? = nil, animation: ListAnimation? = nil)
    throws(ViewModelError)
  {
    try action { () throws(ViewModelError) in
      let section = try existingSection(section)
      let last = rowCount(in: section) - 1
      guard last >= 0 else { throw .noRow(0, in: section, of: 0) }
      try remove(rows: last..<(last + 1), section: section, animation: animation)
    }
  }

  /// Moves a row so that its new path is `goal`, in the same or another section.
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

  /// Moves a cell so that its new path is `goal`, in the same or another section.
  public func move(
    _ cell: CellViewModel, to goal: ListPath, animation: ListAnimation? = nil
  ) throws(ViewModelError) {
    try action { () throws(ViewModelError) in
      try move(from: existingPath(of: cell), to: goal, animation: animation)
    }
  }

  /// Reloads a cell: its view is rendered again.
  ///
  /// Use it only for content that the renderer cannot observe; a change of the cell's own nodes needs no reload.
  public func reload(_ cell: CellViewModel, animation: ListAnimation? = nil) throws(ViewModelError)
  {
    try action { () throws(ViewModelError) in
      let path = try existingPath(of: cell)
      try reload(rows: path.row..<(path.row + 1), section: path.section, animation: animation)
    }
  }

  /// Reloads the rows of a range of a section.
  public func reload(
    rows: Range<Int>, section: Int? = nil, animation: ListAnimation? = nil
  ) throws(ViewModelError) {
    try action { () throws(ViewModelError) in
      let (section, rows) = try existingRows(rows, section)
      edit(animation, []) { $0.updateRows(rows, in: section) { $0.reload() } }
    }
  }

  /// Replaces the rows from `row` on by the same number of cells; further cells are inserted.
  ///
  /// In a section of 3 rows, replacing from 2 with two cells leaves 4 rows. The new cells may include cells that are
  /// being replaced.
  public func replace(
    from row: Int, with cells: [CellViewModel], section: Int? = nil,
    animation: ListAnimation? = nil
  ) throws(ViewModelError) { try put(cells, at: row, replacing: cells.count, section, animation) }

  /// Replaces all rows of a section.
  ///
  /// Cells that were in the section before keep their rows. Header and footer stay.
  public func setCells(
    _ cells: [CellViewModel], section: Int? = nil, animation: ListAnimation? = nil
  ) throws(ViewModelError) { try put(cells, at: 0, replacing: .max, section, animation) }
}
