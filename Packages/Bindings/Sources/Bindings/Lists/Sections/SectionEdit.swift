/// The sections and rows of a list within a transaction.
///
/// ```swift
/// contacts.edit { list in
///   list.insert(Letter(id: "B"), rows: [bo], at: 1)
///   list.move(from: ListPath(section: 0, row: 2), to: ListPath(section: 1, row: 0))
///   list.removeSections(3..<4)
/// }
/// ```
/// Positions are running positions: each operation counts with the effect of the operations before it. A position
/// out of bounds is a programmer's error that stops the program. Rows and headers whose identity the
/// list already has are rejected and reported.
///
/// An edit discards the cached start positions of later sections; finding one of these again takes O(*s*). So edits
/// from the front to the back compute each start position only once.
public struct SectionEdit<Header: Identifiable, Element: Identifiable> {
  var headerList: ListEdit<Header>
  var rowList: ListEdit<Element>
  var bounds: SectionBounds

  init(_ headers: ListEdit<Header>, _ rows: ListEdit<Element>, _ bounds: SectionBounds) {
    headerList = headers
    rowList = rows
    self.bounds = bounds
  }

  /// The identities of rejected sections and rows, which the list already contains.
  var refused: [Any] { headerList.refused + rowList.refused }

  /// Returns the positions of the rows of an existing section; caches the start of the section.
  mutating func place(of section: Int) -> Range<Int> {
    check(section)
    bounds.findStarts(upTo: section)
    return bounds.range(of: section)
  }

  mutating func findAllStarts() { bounds.findStarts(upTo: bounds.count) }

  /// Stops the program unless the section exists.
  func check(_ section: Int) {
    precondition(
      section >= 0 && section < bounds.count, "section \(section) was edited in a list of \(count)")
  }

  /// Returns the positions of the rows of existing sections.
  private mutating func range(ofSections sections: Range<Int>) -> Range<Int> {
    precondition(
      sections.lowerBound >= 0 && sections.upperBound <= count,
      "sections \(sections) were edited in a list of \(count)")
    bounds.findStarts(upTo: sections.upperBound)
    return bounds.start(of: sections.lowerBound)..<bounds.start(of: sections.upperBound)
  }

  /// Converts a range of existing rows of a section to positions in the flat list.
  private mutating func flat(_ rows: Range<Int>, in section: Int) -> Range<Int> {
    let all = place(of: section)
    precondition(
      rows.lowerBound >= 0 && rows.upperBound <= all.count,
      "rows \(rows) were edited in a section of \(all.count)")
    return (all.lowerBound + rows.lowerBound)..<(all.lowerBound + rows.upperBound)
  }

  /// Converts the path of an existing row to a position in the flat list.
  private mutating func flat(_ path: ListPath) -> Int {
    let range = place(of: path.section)
    precondition(
      path.row >= 0 && path.row < range.count,
      "row \(path.row) was edited in a section of \(range.count)")
    return range.lowerBound + path.row
  }
}

extension SectionEdit {
  /// The current headers.
  public var headers: [Header] { headerList.rows }

  /// The number of sections.
  public var count: Int { headerList.count }

  /// The number of rows of a section.
  public func rowCount(in section: Int) -> Int {
    check(section)
    return bounds[section]
  }

  /// The rows of a section.
  public func rows(in section: Int) -> ArraySlice<Element> {
    check(section)
    return rowList.rows[bounds.range(of: section)]
  }

  /// Appends a section.
  ///
  /// - Returns: False when the section was rejected.
  @discardableResult
  public mutating func append(_ header: Header, rows: [Element] = []) -> Bool {
    insert(header, rows: rows, at: count)
  }

  /// Inserts a section before the section at `position`.
  ///
  /// - Returns: False when the section was rejected.
  @discardableResult
  public mutating func insert(_ header: Header, rows: [Element] = [], at position: Int) -> Bool {
    precondition(
      position >= 0 && position <= count,
      "a section was inserted at \(position) of a list of \(count)")
    guard headerList.insert(header, at: position) else {
      rowList.gone += rows
      return false
    }
    bounds.insert(0, at: position)
    insert(contentsOf: rows, at: ListPath(section: position, row: 0))
    return true
  }

  /// Removes the sections of a range with their rows.
  public mutating func removeSections(_ sections: Range<Int>) {
    rowList.removeSubrange(range(ofSections: sections))
    headerList.removeSubrange(sections)
    bounds.removeSubrange(sections)
  }

  /// Moves a section so that its new position is `goal`.
  public mutating func moveSection(from position: Int, to goal: Int) {
    let range = place(of: position)
    precondition(
      goal >= 0 && goal < count, "section \(position) was moved to \(goal) of \(count)")
    headerList.move(from: position, to: goal)
    bounds.move(from: position, to: goal)
    rowList.move(range, to: place(of: goal).lowerBound)
  }

  /// Changes the content of a header.
  ///
  /// A new identity makes it another section, which takes over the rows of the old one; if the list already has the
  /// new identity, nothing changes and the list reports an issue.
  ///
  /// - Throws: The error of `body`; then the header stays unchanged.
  public mutating func updateHeader<Failure: Error>(
    at position: Int, _ body: (inout Header) throws(Failure) -> Void
  ) throws(Failure) {
    check(position)
    try headerList.update(at: position, body)
  }

  /// Appends a row to a section.
  ///
  /// - Returns: False when the row was rejected.
  @discardableResult
  public mutating func append(_ row: Element, to section: Int) -> Bool {
    let before = rowList.count
    insert(contentsOf: [row], at: ListPath(section: section, row: rowCount(in: section)))
    return rowList.count > before
  }

  /// Inserts rows before the row at `path`, or at the end of its section.
  public mutating func insert(contentsOf new: [Element], at path: ListPath) {
    let range = place(of: path.section)
    precondition(
      path.row >= 0 && path.row <= range.count,
      "rows were inserted at \(path.row) of a section of \(range.count)")
    let before = rowList.count
    rowList.insert(contentsOf: new, at: range.lowerBound + path.row)
    bounds[path.section] += rowList.count - before
  }

  /// Removes a row.
  ///
  /// - Returns: The row.
  @discardableResult
  public mutating func remove(at path: ListPath) -> Element {
    let position = flat(path)
    bounds[path.section] -= 1
    return rowList.remove(at: position)
  }

  /// Removes the rows of a range of a section.
  public mutating func removeRows(_ range: Range<Int>, in section: Int) {
    rowList.removeSubrange(flat(range, in: section))
    bounds[section] -= range.count
  }

  /// Moves a row so that its new path is `goal`.
  public mutating func move(from path: ListPath, to goal: ListPath) {
    let position = flat(path)
    let room = rowCount(in: goal.section) - (goal.section == path.section ? 1 : 0)
    precondition(
      goal.row >= 0 && goal.row <= room,
      "a row was moved to \(goal.row) of a section of \(room)")
    bounds[path.section] -= 1
    rowList.move(from: position, to: place(of: goal.section).lowerBound + goal.row)
    bounds[goal.section] += 1
  }

  /// Changes the content of the row at `path`.
  ///
  /// A new identity makes it another row, and the old row is removed; if the list already has the new
  /// identity, nothing changes and the list reports an issue.
  ///
  /// - Throws: The error of `body`; then the row stays unchanged.
  public mutating func update<Failure: Error>(
    at path: ListPath, _ body: (inout Element) throws(Failure) -> Void
  ) throws(Failure) {
    try rowList.update(at: flat(path), body)
  }

  /// Changes the content of the rows of a range of a section; otherwise works as ``update(at:_:)``.
  ///
  /// - Complexity: O(*s*) in the sections, plus the cost of one update for each row.
  public mutating func updateRows(
    _ rows: Range<Int>, in section: Int, _ body: (inout Element) -> Void
  ) {
    for position in flat(rows, in: section) { rowList.update(at: position, body) }
  }
}
