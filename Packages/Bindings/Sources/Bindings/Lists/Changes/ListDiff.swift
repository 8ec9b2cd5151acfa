extension ListChanges where Element: Equatable {
  /// Makes the changes between two versions by comparing the versions.
  ///
  /// The diff skips equal ends, walks through both versions in parallel as long as they match, and hashes the rest.
  /// The number of moves is minimal.
  ///
  /// - Complexity: O(*n*), and O(*m* log *m*) in the rows out of order.
  @inlinable
  public init(from old: [Element], to new: [Element]) {
    self = RowMatcher<RowsByValue<Element>>.changes(from: old, to: new)
  }
}

/// The comparison of the content of two rows; a type, so that the compiler can inline it into the loops.
@usableFromInline
protocol RowComparison {
  associatedtype Row: Identifiable
  static func areEqual(_ first: Row, _ second: Row) -> Bool
}

/// Compares rows by value.
@usableFromInline
enum RowsByValue<Row: Identifiable & Equatable>: RowComparison {
  @inlinable @inline(__always)
  static func areEqual(_ first: Row, _ second: Row) -> Bool { first == second }
}

/// Compares rows that are objects by reference; objects report changes of their content themselves.
@usableFromInline
enum RowsByReference<Row: Identifiable & AnyObject>: RowComparison {
  @inlinable @inline(__always)
  static func areEqual(_ first: Row, _ second: Row) -> Bool { first === second }
}

/// Finds for each row of the newer version the row with the same identity in the older version.
///
/// Identities are unique, so every match is correct, however it was found. The cheap methods come first and
/// leave fewer rows to hash.
@usableFromInline
struct RowMatcher<Comparison: RowComparison> {
  @usableFromInline typealias Row = Comparison.Row
  @usableFromInline let old: [Row]
  @usableFromInline let new: [Row]
  /// The numbers of rows that match at both ends.
  @usableFromInline var head = 0
  @usableFromInline var tail = 0
  /// For each row between the ends, the position of its match, or -1.
  @usableFromInline var matches: [Int32] = []
  /// The matched rows whose content differs, as far as the matcher found them by rising position; recording them at
  /// once is cheaper, because later the rows of a long list are no longer in the CPU's cache.
  @usableFromInline var updates: [ListRowUpdate<Row, Int>] = []
  /// The other matched rows whose content differs, as positions in the newer version.
  @usableFromInline var lateUpdates: [Int32] = []
  /// The positions that the walk could not match, rising.
  @usableFromInline var oldRest: [Int32] = []
  @usableFromInline var newRest: [Int32] = []

  @inlinable
  init(old: [Row], new: [Row]) {
    self.old = old
    self.new = new
  }

  /// Returns the changes between two versions.
  @inlinable
  static func changes(from old: [Row], to new: [Row]) -> ListChanges<Row> {
    var matcher = RowMatcher(old: old, new: new)
    _ = matcher.match()
    return matcher.changes()
  }

  /// Returns the changes, or nil when most rows are new or have other content.
  @inlinable
  static func fewChanges(from old: [Row], to new: [Row]) -> ListChanges<Row>? {
    var matcher = RowMatcher(old: old, new: new)
    return matcher.match(orGiveUp: true) ? matcher.changes() : nil
  }

  /// Finds the matches, or gives up when most rows turn out to be new or to have other content.
  ///
  /// - Returns: Whether it has matched the rows; false when it gave up.
  @inlinable
  mutating func match(orGiveUp: Bool = false) -> Bool {
    trim()
    if head == old.count, head == new.count { return true }
    matches = [Int32](repeating: -1, count: new.count - head - tail)
    if matches.isEmpty || old.count == head + tail { return true }
    walk()
    if oldRest.isEmpty || newRest.isEmpty { return true }
    let table = IdentityTable(oldRest, of: old)
    if orGiveUp, ListTuning.isWorthSampling(unmatched: newRest.count, rows: new.count),
      isMostlyOther(table)
    {
      return false
    }
    hashRest(table)
    return true
  }

  /// Whether most rows are new or have other content, estimated from a sample of the rows that the walk did not match.
  @inlinable
  func isMostlyOther(_ table: IdentityTable) -> Bool {
    var others = 0
    for sample in 0..<64 {
      let row = new[Int(newRest[sample * newRest.count / 64])]
      let match = table.first(row.id, of: old) { _ in true }
      if match.map({ !Comparison.areEqual(old[$0], row) }) ?? true { others += 1 }
    }
    return others > 32
  }

  /// Whether two rows have the same identity; records an update when their content differs.
  @inlinable @inline(__always)
  mutating func isSameRow(_ i: Int, _ j: Int) -> Bool {
    if Comparison.areEqual(old[i], new[j]) { return true }
    if old[i].id != new[j].id { return false }
    // Extrapolates the number of updates from the rows so far: growing step by step would copy each update twice.
    if updates.count == 64 { updates.reserveCapacity(min(new.count, 72 * new.count / (j + 1))) }
    updates.append(ListRowUpdate(from: i, to: j, old: old[i], new: new[j]))
    return true
  }

  @inlinable
  mutating func trim() {
    let limit = min(old.count, new.count)
    while head < limit, isSameRow(head, head) { head += 1 }
    while tail < limit - head {
      let (i, j) = (old.count - tail - 1, new.count - tail - 1)
      if !Comparison.areEqual(old[i], new[j]) {
        if old[i].id != new[j].id { break }
        lateUpdates.append(Int32(truncatingIfNeeded: j))
      }
      tail += 1
    }
  }

  /// Walks through both lists in parallel and searches a few rows ahead where they differ.
  @inlinable
  mutating func walk() {
    let oldEnd = old.count - tail
    let newEnd = new.count - tail
    var i = head
    var j = head
    var steps = 0
    var misses = 0
    walking: while i < oldEnd, j < newEnd {
      steps += 1
      if isSameRow(i, j) {
        matches[j - head] = Int32(truncatingIfNeeded: i)
        i += 1
        j += 1
        continue
      }
      misses += 1
      // Rows after this point are matched by hashing, because the versions are too much out of step.
      if ListTuning.isOutOfStep(misses: misses, steps: steps) { break }
      let id = new[j].id
      let oldID = old[i].id
      for ahead in 1...ListTuning.matchingReach {
        if i + ahead < oldEnd, old[i + ahead].id == id {
          for skipped in i..<(i + ahead) { oldRest.append(Int32(truncatingIfNeeded: skipped)) }
          i += ahead
          continue walking
        }
        if j + ahead < newEnd, new[j + ahead].id == oldID {
          for skipped in j..<(j + ahead) { newRest.append(Int32(truncatingIfNeeded: skipped)) }
          j += ahead
          continue walking
        }
      }
      oldRest.append(Int32(truncatingIfNeeded: i))
      newRest.append(Int32(truncatingIfNeeded: j))
      i += 1
      j += 1
    }
    oldRest.append(contentsOf: (i..<oldEnd).lazy.map { Int32(truncatingIfNeeded: $0) })
    newRest.append(contentsOf: (j..<newEnd).lazy.map { Int32(truncatingIfNeeded: $0) })
  }

  /// Matches the remaining rows through a hash table of the identities of older rows.
  @inlinable
  mutating func hashRest(_ table: IdentityTable) {
    var isOpen = [Bool](repeating: false, count: old.count + 1)
    for position in oldRest { isOpen[Int(position)] = true }
    var guess = old.count
    for position in newRest {
      let id = new[Int(position)].id
      var found = -1
      // A row often follows the same row as in the older version, which makes hashing unnecessary.
      if isOpen[guess], old[guess].id == id {
        found = guess
      } else {
        found = table.first(id, of: old) { isOpen[$0] } ?? -1
      }
      if found < 0 {
        guess = old.count
        continue
      }
      guess = found + 1
      isOpen[found] = false
      matches[Int(position) - head] = Int32(truncatingIfNeeded: found)
      if !Comparison.areEqual(old[found], new[Int(position)]) { lateUpdates.append(position) }
    }
  }

  /// The batch that follows from the matches.
  @inlinable
  func changes() -> ListChanges<Row> {
    var provenance = Provenance(countBefore: old.count)
    provenance.reserve(newRest.count + 2)
    provenance.append(Piece(old: 0, length: head))
    for match in matches { provenance.append(Piece(old: Int(match), length: 1)) }
    provenance.append(Piece(old: old.count - tail, length: tail))

    return ListChanges(
      provenance, removed: old.elements(in: provenance.removed),
      inserted: new.elements(in: provenance.inserted), updated: allUpdates)
  }

  /// All updates by rising position.
  @inlinable var allUpdates: [ListRowUpdate<Row, Int>] {
    if lateUpdates.isEmpty { return updates }
    var all: [ListRowUpdate<Row, Int>] = []
    all.reserveCapacity(updates.count + lateUpdates.count)
    var next = 0
    for position in lateUpdates.sorted() {
      let to = Int(position)
      while next < updates.count, updates[next].to < to {
        all.append(updates[next])
        next += 1
      }
      let from = to < new.count - tail ? Int(matches[to - head]) : to - new.count + old.count
      all.append(ListRowUpdate(from: from, to: to, old: old[from], new: new[to]))
    }
    all.append(contentsOf: updates[next...])
    return all
  }
}

/// The operations that a list needs on rows: equality, and the comparison of versions.
///
/// The value is made where the type of row is known, so that the compiler specializes both for it.
@usableFromInline
struct ListTraits<Element: Identifiable> {
  @usableFromInline let areEqual: (Element, Element) -> Bool
  @usableFromInline let changes: ([Element], [Element]) -> ListChanges<Element>
  /// Returns the changes, or nil when most rows are new or have other content.
  @usableFromInline let fewChanges: ([Element], [Element]) -> ListChanges<Element>?
  /// Whether the identities of rows are unique; the batch that leads to the rows may answer this without a check.
  @usableFromInline let areUnique: (ListChanges<Element>?, [Element]) -> Bool

  @inlinable
  init<Comparison: RowComparison>(_: Comparison.Type) where Comparison.Row == Element {
    areEqual = { Comparison.areEqual($0, $1) }
    changes = { RowMatcher<Comparison>.changes(from: $0, to: $1) }
    fewChanges = { RowMatcher<Comparison>.fewChanges(from: $0, to: $1) }
    // Rows that stay have unique identities already.
    areUnique = { changes, rows in changes?.inserted.isEmpty == true || rows.areUnique }
  }
}
