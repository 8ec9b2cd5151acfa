/// The rows of a list within a transaction.
///
/// ```swift
/// messages.edit { list in
///   list.insert(message, at: 0)
///   list.update(id: 7) { $0.isRead = true }
///   list.move(from: 4, to: 1)
/// }
/// ```
/// Positions are running positions: each operation counts with what the ones before it did. A position
/// out of bounds is a programmer's error that stops the program, as with an array.
///
/// An edit may put back a copy of itself. One that is kept from another transaction, and assigned, is
/// taken as a reload: observers get the rows without changes.
public struct ListEdit<Element: Identifiable> {
  /// The rows as they are now.
  @inlinable public var rows: [Element] { contents }
  @usableFromInline var contents: [Element]
  @usableFromInline var identities: IdentityIndex<Element>
  /// The identities of rows that were not taken, because the list has them.
  @usableFromInline var refused: [Element.ID] = []
  @usableFromInline var isTouched = false
  /// The rows that went, got other content or were not taken: the end of a row is user code, which runs
  /// after the edit.
  @usableFromInline var gone: [Element] = []
  @usableFromInline var goneVersions: [[Element]] = []
  @usableFromInline let traits: ListTraits<Element>
  @usableFromInline var record: EditRecord<Element>?
  /// The list that has lent the rows, and the number of the edit there.
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

  /// The changes of the transaction so far; nil when nobody follows the list.
  @inlinable
  func step(_ animation: ListAnimation?) -> ListTransition<Element>? {
    record?.step(to: contents, traits, animation)
  }

  /// Takes out what the list does not need any more, for the caller to let go of.
  @inlinable
  mutating func takeGone() -> ([Element], [[Element]], EditRecord<Element>?) {
    defer { (gone, goneVersions, record) = ([], [], nil) }
    return (gone, goneVersions, record)
  }
}

extension ListEdit {
  /// The number of rows.
  @inlinable public var count: Int { contents.count }

  /// The row at `position`; writing one with another identity replaces the row.
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

  /// Where the row with the identity is.
  ///
  /// - Complexity: O(1) on average; O(*n*) at first and after many edits.
  @inlinable
  public mutating func position(of id: Element.ID) -> Int? {
    identities.position(of: id, in: contents)
  }

  /// Puts a row at the end.
  ///
  /// - Returns: Whether it was taken: a row whose identity the list has is not, and is reported.
  @inlinable
  @discardableResult
  public mutating func append(_ row: Element) -> Bool { insert(row, at: count) }

  /// Puts rows at the end; those whose identity the list has are left out and reported.
  @inlinable
  public mutating func append(contentsOf new: some Sequence<Element>) {
    insert(contentsOf: new, at: count)
  }

  /// Puts a row before the one at `position`.
  ///
  /// - Returns: Whether it was taken: a row whose identity the list has is not, and is reported.
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

  /// Puts rows before the one at `position`; those whose identity the list has are left out and
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

  /// Takes a row out.
  ///
  /// - Returns: The row.
  @inlinable
  @discardableResult
  public mutating func remove(at position: Int) -> Element {
    precondition(
      contents.indices.contains(position), "row \(position) was removed from a list of \(count)")
    record?.prepare(contents, traits)
    record?.remove(contents[position...position], at: position)
    let row = contents.remove(at: position)
    gone.append(row)
    identities.didRemove(row.id)
    identities.didShift(by: 1, others: count - position)
    isTouched = true
    return row
  }

  /// Takes out the row with the identity.
  ///
  /// - Returns: The row, or nil when the list has no such row.
  @inlinable
  @discardableResult
  public mutating func remove(id: Element.ID) -> Element? {
    position(of: id).map { remove(at: $0) }
  }

  /// Takes out the rows of a range.
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

  /// Takes out the rows that `isRemoved` says.
  ///
  /// - Complexity: O(*n*).
  /// - Throws: What `isRemoved` throws; then no row is taken out.
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

  /// Takes out all rows.
  @inlinable
  public mutating func removeAll() { removeSubrange(0..<count) }

  /// Takes a row out and puts it back so that it ends at `goal`.
  @inlinable
  public mutating func move(from position: Int, to goal: Int) {
    precondition(
      contents.indices.contains(position) && contents.indices.contains(goal),
      "a row was moved from \(position) to \(goal) in a list of \(count)")
    move(position..<(position + 1), to: goal)
  }

  /// Takes the rows of a range out and puts them back so that they begin at `goal`.
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
  /// If it comes out with another identity it is another row, and the old one is gone; if the list has
  /// that identity already, nothing is changed and that is reported.
  ///
  /// - Throws: What `body` throws; then the row stays as it is.
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

  /// Puts a row in the place of one.
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

  /// Does not take a row whose identity the list has.
  @inlinable
  mutating func refuse(_ row: Element) {
    refused.append(row.id)
    gone.append(row)
  }

  /// Changes the content of the row with the identity.
  ///
  /// - Returns: Whether the list has such a row.
  /// - Throws: What `body` throws; then the row stays as it is.
  @inlinable
  @discardableResult
  public mutating func update<Failure: Error>(
    id: Element.ID, _ body: (inout Element) throws(Failure) -> Void
  ) throws(Failure) -> Bool {
    guard let position = position(of: id) else { return false }
    try update(at: position, body)
    return true
  }

  /// Goes to other rows: what they have in common with the present ones stays what it was.
  ///
  /// Rows whose identity came before are left out and reported.
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
