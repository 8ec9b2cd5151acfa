/// Sections and rows within a transaction.
///
/// ```swift
/// contacts.edit { list in
///   list.insert(Letter(id: "B"), rows: [bo], at: 1)
///   list.move(from: ListPath(section: 0, row: 2), to: ListPath(section: 1, row: 0))
///   list.removeSection(at: 3)
/// }
/// ```
/// Positions are running positions: each operation counts with what the ones before it did. A position
/// out of bounds is a programmer's error that stops the program. Rows and headers whose identity the
/// list has are not taken, and reported.
public struct SectionEdit<Header: Identifiable, Element: Identifiable> {
  var headerList: ListEdit<Header>
  var rowList: ListEdit<Element>
  var bounds: SectionBounds

  init(_ headers: ListEdit<Header>, _ rows: ListEdit<Element>, _ bounds: SectionBounds) {
    headerList = headers
    rowList = rows
    self.bounds = bounds
  }

  /// The identities of sections and rows that were not taken, because the list has them.
  var refused: [String] {
    headerList.refused.map { "\($0)" } + rowList.refused.map { "\($0)" }
  }

  /// The changes of the transaction so far; nil when nobody follows the list.
  func changes(
    from before: SectionBounds, _ animation: ListAnimation?
  ) -> SectionChanges<Header, Element>? {
    guard let headers = headerList.step(nil), let rows = rowList.step(nil) else { return nil }
    return SectionChanges(
      rows.changes.rows, sections: headers.changes, before: before, after: bounds,
      animation: animation)
  }

  /// The positions of the rows of a section that exists.
  func range(of section: Int) -> Range<Int> {
    precondition(
      section >= 0 && section < bounds.count,
      "section \(section) was edited in a list of \(bounds.count)")
    return bounds.range(of: section)
  }

  /// The position of a row that exists among those of all sections.
  private func flat(_ path: ListPath) -> Int {
    let range = range(of: path.section)
    precondition(
      path.row >= 0 && path.row < range.count,
      "row \(path.row) was edited in a section of \(range.count)")
    return range.lowerBound + path.row
  }
}

extension SectionEdit {
  /// The headers as they are now.
  public var headers: [Header] { headerList.rows }

  /// The number of sections.
  public var count: Int { headerList.count }

  /// The number of rows of a section.
  public func rowCount(in section: Int) -> Int { range(of: section).count }

  /// The rows of a section.
  public func rows(in section: Int) -> ArraySlice<Element> { rowList.rows[range(of: section)] }

  /// The row at a path; writing one with another identity replaces the row.
  public subscript(path: ListPath) -> Element {
    get { rowList.rows[flat(path)] }
    set { rowList.put(newValue, at: flat(path)) }
  }

  /// Where the row with the identity is.
  ///
  /// - Complexity: O(1) on average and O(log *s*) in the sections; O(*n*) at first and after many edits.
  public mutating func path(of id: Element.ID) -> ListPath? {
    rowList.position(of: id).map { bounds.path(of: $0) }
  }

  /// Where the section with the identity is.
  ///
  /// - Complexity: O(1) on average; O(*s*) in the sections at first and after many edits.
  public mutating func section(of id: Header.ID) -> Int? { headerList.position(of: id) }

  /// Puts a section at the end.
  ///
  /// - Returns: Whether it was taken.
  @discardableResult
  public mutating func append(_ header: Header, rows: [Element] = []) -> Bool {
    insert(header, rows: rows, at: count)
  }

  /// Puts a section before the one at `position`.
  ///
  /// - Returns: Whether it was taken.
  @discardableResult
  public mutating func insert(_ header: Header, rows: [Element] = [], at position: Int) -> Bool {
    precondition(
      position >= 0 && position <= count,
      "a section was inserted at \(position) of a list of \(count)")
    guard headerList.insert(header, at: position) else { return false }
    bounds.insertSection(at: position)
    insert(contentsOf: rows, at: ListPath(section: position, row: 0))
    return true
  }

  /// Takes out a section with its rows.
  public mutating func removeSection(at position: Int) {
    _ = range(of: position)
    removeSections(position..<(position + 1))
  }

  /// Takes out the sections of a range with their rows.
  public mutating func removeSections(_ sections: Range<Int>) {
    precondition(
      sections.lowerBound >= 0 && sections.upperBound <= count,
      "sections \(sections) were removed from a list of \(count)")
    let starts = bounds.starts
    rowList.removeSubrange(starts[sections.lowerBound]..<starts[sections.upperBound])
    headerList.removeSubrange(sections)
    bounds.removeSections(sections)
  }

  /// Takes out all sections.
  public mutating func removeAll() { removeSections(0..<count) }

  /// Takes a section out and puts it back so that it ends at `goal`.
  public mutating func moveSection(from position: Int, to goal: Int) {
    let range = range(of: position)
    precondition(
      goal >= 0 && goal < count, "section \(position) was moved to \(goal) of \(count)")
    headerList.move(from: position, to: goal)
    bounds.moveSection(from: position, to: goal)
    rowList.move(range, to: bounds.range(of: goal).lowerBound)
  }

  /// Changes a header's content; a header that comes out with another identity is refused.
  ///
  /// - Throws: What `body` throws; then the header stays as it is.
  public mutating func updateHeader<Failure: Error>(
    at position: Int, _ body: (inout Header) throws(Failure) -> Void
  ) throws(Failure) {
    _ = range(of: position)
    var new = headers[position]
    try body(&new)
    if new.id == headers[position].id {
      headerList.put(new, at: position)
    } else {
      headerList.refused.append(new.id)
    }
  }

  /// Puts a row at the end of a section.
  ///
  /// - Returns: Whether it was taken.
  @discardableResult
  public mutating func append(_ row: Element, to section: Int) -> Bool {
    insert(row, at: ListPath(section: section, row: range(of: section).count))
  }

  /// Puts rows at the end of a section.
  public mutating func append(contentsOf new: [Element], to section: Int) {
    insert(contentsOf: new, at: ListPath(section: section, row: range(of: section).count))
  }

  /// Puts a row before the one at `path`, or at the end of its section.
  ///
  /// - Returns: Whether it was taken.
  @discardableResult
  public mutating func insert(_ row: Element, at path: ListPath) -> Bool {
    let before = rowList.count
    insert(contentsOf: [row], at: path)
    return rowList.count > before
  }

  /// Puts rows before the one at `path`, or at the end of its section.
  public mutating func insert(contentsOf new: [Element], at path: ListPath) {
    let range = range(of: path.section)
    precondition(
      path.row >= 0 && path.row <= range.count,
      "rows were inserted at \(path.row) of a section of \(range.count)")
    let before = rowList.count
    rowList.insert(contentsOf: new, at: range.lowerBound + path.row)
    bounds.grow(path.section, by: rowList.count - before)
  }

  /// Takes a row out.
  ///
  /// - Returns: The row.
  @discardableResult
  public mutating func remove(at path: ListPath) -> Element {
    let row = rowList.remove(at: flat(path))
    bounds.grow(path.section, by: -1)
    return row
  }

  /// Takes out the row with the identity.
  ///
  /// - Returns: The row, or nil when the list has no such row.
  @discardableResult
  public mutating func remove(id: Element.ID) -> Element? { path(of: id).map { remove(at: $0) } }

  /// Takes out the rows of a range of a section.
  public mutating func removeRows(_ range: Range<Int>, in section: Int) {
    let all = self.range(of: section)
    precondition(
      range.lowerBound >= 0 && range.upperBound <= all.count,
      "rows \(range) were removed from a section of \(all.count)")
    let start = all.lowerBound
    rowList.removeSubrange((start + range.lowerBound)..<(start + range.upperBound))
    bounds.grow(section, by: -range.count)
  }

  /// Takes a row out and puts it back so that it ends at `goal`.
  public mutating func move(from path: ListPath, to goal: ListPath) {
    let position = flat(path)
    let room = range(of: goal.section).count - (goal.section == path.section ? 1 : 0)
    precondition(
      goal.row >= 0 && goal.row <= room,
      "a row was moved to \(goal.row) of a section of \(room)")
    bounds.grow(path.section, by: -1)
    rowList.move(from: position, to: bounds.range(of: goal.section).lowerBound + goal.row)
    bounds.grow(goal.section, by: 1)
  }

  /// Changes the content of the row at `path`.
  ///
  /// If it comes out with another identity it is another row, and the old one is gone; if the list has
  /// that identity already, nothing is changed and that is reported.
  ///
  /// - Throws: What `body` throws; then the row stays as it is.
  public mutating func update<Failure: Error>(
    at path: ListPath, _ body: (inout Element) throws(Failure) -> Void
  ) throws(Failure) {
    try rowList.update(at: flat(path), body)
  }
}
