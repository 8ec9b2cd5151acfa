/// The rows of a list within a transaction.
///
/// ```swift
/// messages.edit { list in
///   list.insert(message, at: 0)
///   list.update(id: 7) { $0.isRead = true }
///   list.move(from: 4, to: 1)
/// }
/// ```
/// Positions are running positions: each operation counts with the effect of the operations before it. A position
/// out of bounds is a programmer's error that stops the program, as with an array.
///
/// Code may assign a copy of the edit from the same transaction, which discards the later operations. The assignment
/// releases rows of those operations inside the edit: their deinits must not read or write the list. A copy kept from
/// another transaction counts as a reload: observers get the rows without changes.
public struct ListEdit<Element: Identifiable> {
  /// The current rows.
  @inlinable public var rows: [Element] { contents }
  @usableFromInline var contents: [Element]
  @usableFromInline var identities: IdentityIndex<Element>
  /// The identities of rejected rows, whose identity the list already contains.
  @usableFromInline var refused: [Element.ID] = []
  @usableFromInline var isTouched = false
  /// The rows that were removed, changed or rejected; they are released after the edit, because their deinits
  /// are user code.
  @usableFromInline var gone: [Element] = []
  @usableFromInline var goneVersions: [[Element]] = []
  @usableFromInline let traits: ListTraits<Element>
  @usableFromInline var record: EditRecord<Element>?
  /// The list that lent the rows, and the number of this edit in that list.
  @usableFromInline let origin: (list: ListContents<Element>?, number: Int)

  @inlinable
  init(
    _ rows: consuming [Element], _ identities: IdentityIndex<Element>,
    _ traits: ListTraits<Element>, isRecorded: Bool,
    origin: (list: ListContents<Element>?, number: Int) = (nil, 0)
  ) {
    self.origin = origin
    record = isRecorded ? EditRecord(count: rows.count) : nil
    contents = rows
    self.identities = identities
    self.traits = traits
  }

  /// Returns the changes of the transaction so far; nil when the list has no readers.
  @inlinable
  func step(_ animation: ListAnimation?) -> ListTransition<Element>? {
    record?.step(to: contents, traits, animation)
  }

  /// Returns and clears what the list no longer needs; the caller releases it.
  @inlinable
  mutating func takeGone() -> ([Element], [[Element]], EditRecord<Element>?) {
    defer { (gone, goneVersions, record) = ([], [], nil) }
    return (gone, goneVersions, record)
  }
}

extension ListEdit {
  /// The number of rows.
  @inlinable public var count: Int { contents.count }

  /// The row at `position`; assigning a row with another identity replaces the row.
  @inlinable
  public subscript(position: Int) -> Element {
    get {
      precondition(
        contents.indices.contains(position), "row \(position) was asked of a list of \(count)")
      return contents[position]
    }
    set {
      precondition(
        contents.indices.contains(position), "row \(position) was written in a list of \(count)")
      put(newValue, at: position)
    }
  }

  /// Returns the position of the row with the identity.
  ///
  /// - Complexity: O(1) on average, and O(√*n*) while rows are inserted, removed and moved; O(*n*) for the first call
  ///   and after a replacement or a large range.
  @inlinable
  public mutating func position(of id: Element.ID) -> Int? {
    identities.position(of: id, in: contents)
  }

  /// Appends a row.
  ///
  /// - Returns: False when the list already has the identity; then the row is rejected and reported.
  @inlinable
  @discardableResult
  public mutating func append(_ row: Element) -> Bool { insert(row, at: count) }

  /// Appends rows; rows whose identity the list already has are left out and reported.
  @inlinable
  public mutating func append(contentsOf new: some Sequence<Element>) {
    insert(contentsOf: new, at: count)
  }

  /// Inserts a row before the row at `position`.
  ///
  /// - Returns: False when the list already has the identity; then the row is rejected and reported.
  @inlinable
  @discardableResult
  public mutating func insert(_ row: Element, at position: Int) -> Bool {
    precondition(
      position >= 0 && position <= count,
      "a row was inserted at \(position) of a list of \(count)")
    guard identities.insert(row.id, at: position, in: contents) else {
      refuse(row)
      return false
    }
    record?.prepare(contents, traits)
    record?.insert(1, at: position)
    identities.didShift(by: 1, others: count - position)
    contents.insert(row, at: position)
    isTouched = true
    return true
  }

  /// Inserts rows before the row at `position`; rows whose identity the list already has are left out and
  /// reported.
  ///
  /// - Complexity: O(*n* + *m*) for *m* rows.
  @inlinable
  public mutating func insert(contentsOf new: some Sequence<Element>, at position: Int) {
    precondition(
      position >= 0 && position <= count,
      "rows were inserted at \(position) of a list of \(count)")
    var taken: [Element] = []
    for row in new {
      if identities.insert(row.id, at: position + taken.count, in: contents) {
        taken.append(row)
      } else {
        refuse(row)
      }
    }
    if taken.isEmpty { return }
    record?.prepare(contents, traits)
    record?.insert(taken.count, at: position)
    identities.didShift(by: taken.count, others: count - position)
    contents.insert(contentsOf: taken, at: position)
    isTouched = true
  }

  /// Removes a row.
  ///
  /// - Returns: The row.
  @inlinable
  @discardableResult
  public mutating func remove(at position: Int) -> Element {
    precondition(
      contents.indices.contains(position), "row \(position) was removed from a list of \(count)")
    let row = contents[position]
    removeSubrange(position..<(position + 1))
    return row
  }

  /// Removes the row with the identity.
  ///
  /// - Returns: The row, or nil when the list has no such row.
  @inlinable
  @discardableResult
  public mutating func remove(id: Element.ID) -> Element? {
    position(of: id).map { remove(at: $0) }
  }

  /// Removes the rows of a range.
  @inlinable
  public mutating func removeSubrange(_ range: Range<Int>) {
    precondition(
      range.lowerBound >= 0 && range.upperBound <= count,
      "rows \(range) were removed from a list of \(count)")
    if range.isEmpty { return }
    record?.prepare(contents, traits)
    record?.remove(contents[range], at: range.lowerBound)
    for position in range { identities.didRemove(contents[position].id) }
    gone.append(contentsOf: contents[range])
    contents.removeSubrange(range)
    identities.didShift(by: range.count, others: count - range.lowerBound)
    isTouched = true
  }

  /// Removes the rows for which `isRemoved` returns true.
  ///
  /// - Complexity: O(*n*).
  /// - Throws: The error of `isRemoved`; then no row is removed.
  @inlinable
  public mutating func removeAll<Failure: Error>(
    where isRemoved: (Element) throws(Failure) -> Bool
  ) throws(Failure) {
    var kept: [Element] = []
    var ranges: [Range<Int>] = []
    for position in contents.indices {
      if try !isRemoved(contents[position]) {
        kept.append(contents[position])
      } else if let last = ranges.last, last.upperBound == position {
        ranges[ranges.count - 1] = last.lowerBound..<(position + 1)
      } else {
        ranges.append(position..<(position + 1))
      }
    }
    if ranges.isEmpty { return }
    record?.prepare(contents, traits, edits: ranges.count)
    for range in ranges.reversed() {
      record?.remove(contents[range], at: range.lowerBound)
      gone.append(contentsOf: contents[range])
    }
    contents = kept
    identities = IdentityIndex()
    isTouched = true
  }

  /// Removes all rows.
  @inlinable
  public mutating func removeAll() { removeSubrange(0..<count) }

  /// Moves a row so that its new position is `goal`.
  @inlinable
  public mutating func move(from position: Int, to goal: Int) {
    precondition(
      contents.indices.contains(position) && contents.indices.contains(goal),
      "a row was moved from \(position) to \(goal) in a list of \(count)")
    move(position..<(position + 1), to: goal)
  }

  /// Moves the rows of a range so that they begin at `goal`, counted after the removal.
  @inlinable
  mutating func move(_ range: Range<Int>, to goal: Int) {
    if range.isEmpty || range.lowerBound == goal { return }
    record?.prepare(contents, traits)
    let moved = Array(contents[range])
    contents.removeSubrange(range)
    contents.insert(contentsOf: moved, at: goal)
    record?.move(range, to: goal)
    for (offset, row) in moved.enumerated() { identities.didPut(row.id, at: goal + offset) }
    identities.didShift(by: moved.count, others: count - moved.count)
    isTouched = true
  }

  /// Changes the content of the row at `position`.
  ///
  /// A new identity makes it another row, and the old row is removed; if the list already has the new
  /// identity, nothing changes and the list reports an issue.
  ///
  /// - Throws: The error of `body`; then the row stays unchanged.
  @inlinable
  public mutating func update<Failure: Error>(
    at position: Int, _ body: (inout Element) throws(Failure) -> Void
  ) throws(Failure) {
    precondition(
      contents.indices.contains(position),
      "row \(position) was updated in a list of \(count)")
    var new = contents[position]
    do throws(Failure) { try body(&new) } catch {
      gone.append(new)
      throw error
    }
    put(new, at: position)
  }

  /// Replaces the row at `position`.
  @inlinable
  mutating func put(_ new: Element, at position: Int) {
    if contents[position].id == new.id {
      record?.prepare(contents, traits)
      if record?.isRecording == true { record?.update(contents[position], at: position) }
      gone.append(contents[position])
      contents[position] = new
      isTouched = true
    } else if identities.contains(new.id, in: contents) {
      refuse(new)
    } else {
      remove(at: position)
      insert(new, at: position)
    }
  }

  /// Rejects a row whose identity the list already has.
  @inlinable
  mutating func refuse(_ row: Element) {
    refused.append(row.id)
    gone.append(row)
  }

  /// Changes the content of the row with the identity.
  ///
  /// - Returns: Whether the list has such a row.
  /// - Throws: The error of `body`; then the row stays unchanged.
  @inlinable
  @discardableResult
  public mutating func update<Failure: Error>(
    id: Element.ID, _ body: (inout Element) throws(Failure) -> Void
  ) throws(Failure) -> Bool {
    guard let position = position(of: id) else { return false }
    try update(at: position, body)
    return true
  }

  /// Replaces all rows; observers get only the difference.
  ///
  /// Rows whose identity occurs earlier in `new` are left out and reported.
  public mutating func replace(with new: [Element]) {
    var taken = new
    var changes = record.flatMap { _ in traits.fewChanges(contents, taken) }
    if !traits.areUnique(changes, taken) {
      goneVersions.append(new)
      refused += taken.removeRepeatedIdentities()
      changes = record.flatMap { _ in traits.fewChanges(contents, taken) }
    }
    if let changes, changes.isEmpty { return goneVersions.append(new) }
    record?.add(changes, from: contents, traits)
    goneVersions.append(contents)
    contents = taken
    identities = IdentityIndex()
    isTouched = true
  }
}
