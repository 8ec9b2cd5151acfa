extension ViewModelError {
  static func noSection(_ index: Int, of count: Int) -> ViewModelError {
    ViewModelError(
      .noSection,
      count == 0
        ? "There is no section \(index): the list has none. Add one first."
        : "There is no section \(index); the last one is \(count - 1).",
      instead: .positions(count: count, asked: index))
  }

  static func noRow(_ row: Int, in section: Int, of count: Int) -> ViewModelError {
    ViewModelError(
      .noRow,
      count == 0
        ? "There is no row \(row): section \(section) is empty."
        : "There is no row \(row) in section \(section); the last one is \(count - 1).",
      instead: .positions(count: count, asked: row, section: section))
  }

  static func noRows(_ rows: Range<Int>, in section: Int, of count: Int) -> ViewModelError {
    ViewModelError(
      .noRow,
      rows.isEmpty
        ? "There is no place \(rows.lowerBound) in section \(section), which has \(count) rows."
        : "Rows \(rows.lowerBound) to \(rows.upperBound - 1) are not all in section \(section), which has "
          + "\(count).",
      instead: .positions(count: count, asked: rows.lowerBound, section: section))
  }

  static func noPlace(_ row: Int, in section: Int, of count: Int) -> ViewModelError {
    ViewModelError(
      .noRow,
      "A row cannot be put at \(row) of section \(section); it has \(count), so 0 to \(count) are "
        + "possible.",
      instead: .positions(count: count + 1, asked: row, section: section))
  }

  static func inList(_ what: Any, _ isThis: Bool, _ code: Code) -> ViewModelError {
    ViewModelError(
      code,
      "The \(type(of: what)) is in \(isThis ? "this" : "another") list already. "
        + "Move or remove it there, or make a new one.")
  }

  static func notInList(_ what: Any) -> ViewModelError {
    ViewModelError(.notInList, "This \(type(of: what)) is not in the list. Add it first.")
  }
}
