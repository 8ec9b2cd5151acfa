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
  /// The headers as they are now.
  public internal(set) var headers: [Header]
  var rows: [Element]
  var bounds: SectionBounds
  /// The identities of sections and rows that were not taken, because the list has them.
  var refused: [String] = []
  var isTouched = false
  let headerTraits: ListTraits<Header>
  let rowTraits: ListTraits<Element>
  var headerRecord: EditRecord<Header>?
  var rowRecord: EditRecord<Element>?
  var identities: IdentityIndex<Element>

  init(
    _ headers: [Header], _ rows: [Element], _ bounds: SectionBounds,
    _ identities: IdentityIndex<Element>, _ headerTraits: ListTraits<Header>,
    _ rowTraits: ListTraits<Element>, isRecorded: Bool
  ) {
    headerRecord = isRecorded ? EditRecord(count: headers.count) : nil
    rowRecord = isRecorded ? EditRecord(count: rows.count) : nil
    self.headers = headers
    self.rows = rows
    self.identities = identities
    self.bounds = bounds
    self.headerTraits = headerTraits
    self.rowTraits = rowTraits
  }

  /// The changes of the transaction so far; nil when nobody follows the list.
  func changes(
    from before: SectionBounds, _ animation: ListAnimation?
  ) -> SectionChanges<Header, Element>? {
    guard let headerRecord, let rowRecord else { return nil }
    return SectionChanges(
      rowRecord.changes(to: rows, rowTraits),
      sections: ListChanges(headerRecord.changes(to: headers, headerTraits)), before: before,
      after: bounds, animation: animation)
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
  /// The number of sections.
  public var count: Int { headers.count }

  /// The number of rows of a section.
  public func rowCount(in section: Int) -> Int { range(of: section).count }

  /// The rows of a section.
  public func rows(in section: Int) -> ArraySlice<Element> { rows[range(of: section)] }

  /// The row at a path; writing one with another identity replaces the row.
  public subscript(path: ListPath) -> Element {
    get { rows[flat(path)] }
    set { update(at: path) { $0 = newValue } }
  }

  /// Where the row with the identity is.
  ///
  /// - Complexity: O(1) on average and O(log *s*) in the sections; O(*n*) at first and after many edits.
  public mutating func path(of id: Element.ID) -> ListPath? {
    identities.position(of: id, in: rows).map { bounds.path(of: $0) }
  }

  /// Where the section with the identity is.
  ///
  /// - Complexity: O(*s*) in the sections.
  public func section(of id: Header.ID) -> Int? { headers.firstIndex { $0.id == id } }

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
    if section(of: header.id) != nil {
      refused.append("\(header.id)")
      return false
    }
    headerRecord?.prepare(headers, headerTraits)
    headerRecord?.insert(1, at: position)
    headers.insert(header, at: position)
    bounds.insertSection(at: position)
    isTouched = true
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
    if sections.isEmpty { return }
    let starts = bounds.starts
    takeRows(starts[sections.lowerBound]..<starts[sections.upperBound])
    headerRecord?.prepare(headers, headerTraits)
    headerRecord?.remove(headers[sections], at: sections.lowerBound)
    headers.removeSubrange(sections)
    bounds.removeSections(sections)
    isTouched = true
  }

  /// Takes out all sections.
  public mutating func removeAll() { removeSections(0..<count) }

  /// Takes a section out and puts it back so that it ends at `goal`.
  public mutating func moveSection(from position: Int, to goal: Int) {
    let range = range(of: position)
    precondition(
      goal >= 0 && goal < count, "section \(position) was moved to \(goal) of \(count)")
    if position == goal { return }
    headerRecord?.prepare(headers, headerTraits)
    rowRecord?.prepare(rows, rowTraits)
    let moved = rows[range]
    rows.removeSubrange(range)
    bounds.moveSection(from: position, to: goal)
    headers.insert(headers.remove(at: position), at: goal)
    headerRecord?.move(position..<(position + 1), to: goal)
    let start = bounds.range(of: goal).lowerBound
    rows.insert(contentsOf: moved, at: start)
    rowRecord?.move(range, to: start)
    identities.didRearrange()
    isTouched = true
  }

  /// Changes a header's content; a header that comes out with another identity is refused.
  ///
  /// - Throws: What `body` throws; then the header stays as it is.
  public mutating func updateHeader<Failure: Error>(
    at position: Int, _ body: (inout Header) throws(Failure) -> Void
  ) throws(Failure) {
    _ = range(of: position)
    let old = headers[position]
    var new = old
    try body(&new)
    if new.id != old.id {
      refused.append("\(new.id)")
      return
    }
    headerRecord?.prepare(headers, headerTraits)
    headerRecord?.update(old, at: position)
    headers[position] = new
    isTouched = true
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
    let before = rows.count
    insert(contentsOf: [row], at: path)
    return rows.count > before
  }

  /// Puts rows before the one at `path`, or at the end of its section.
  public mutating func insert(contentsOf new: [Element], at path: ListPath) {
    let range = range(of: path.section)
    precondition(
      path.row >= 0 && path.row <= range.count,
      "rows were inserted at \(path.row) of a section of \(range.count)")
    let position = range.lowerBound + path.row
    var taken: [Element] = []
    for row in new {
      guard identities.insert(row.id, at: position, in: rows) else {
        refused.append("\(row.id)")
        continue
      }
      taken.append(row)
    }
    if taken.isEmpty { return }
    rowRecord?.prepare(rows, rowTraits)
    rowRecord?.insert(taken.count, at: position)
    rows.insert(contentsOf: taken, at: position)
    bounds.grow(path.section, by: taken.count)
    isTouched = true
  }

  /// Takes a row out.
  ///
  /// - Returns: The row.
  @discardableResult
  public mutating func remove(at path: ListPath) -> Element {
    let position = flat(path)
    let row = rows[position]
    takeRows(position..<(position + 1))
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
    takeRows((all.lowerBound + range.lowerBound)..<(all.lowerBound + range.upperBound))
    bounds.grow(section, by: -range.count)
  }

  /// Takes rows out of those of all sections; the bounds of the sections stay to be mended.
  private mutating func takeRows(_ range: Range<Int>) {
    if range.isEmpty { return }
    rowRecord?.prepare(rows, rowTraits)
    rowRecord?.remove(rows[range], at: range.lowerBound)
    for position in range { identities.didRemove(rows[position].id) }
    rows.removeSubrange(range)
    isTouched = true
  }

  /// Takes a row out and puts it back so that it ends at `goal`.
  public mutating func move(from path: ListPath, to goal: ListPath) {
    let position = flat(path)
    let room = range(of: goal.section).count - (goal.section == path.section ? 1 : 0)
    precondition(
      goal.row >= 0 && goal.row <= room,
      "a row was moved to \(goal.row) of a section of \(room)")
    if path == goal { return }
    rowRecord?.prepare(rows, rowTraits)
    let row = rows.remove(at: position)
    bounds.grow(path.section, by: -1)
    let place = bounds.range(of: goal.section).lowerBound + goal.row
    rows.insert(row, at: place)
    bounds.grow(goal.section, by: 1)
    rowRecord?.move(position..<(position + 1), to: place)
    identities.didInsert(row.id, at: place)
    isTouched = true
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
    let position = flat(path)
    let old = rows[position]
    var new = old
    try body(&new)
    if old.id == new.id {
      rowRecord?.prepare(rows, rowTraits)
      rowRecord?.update(old, at: position)
      rows[position] = new
      isTouched = true
    } else if identities.contains(new.id, in: rows) {
      refused.append("\(new.id)")
    } else {
      remove(at: path)
      insert(new, at: path)
    }
  }
}
