/// One pass through the order of a sorted list, for batches of more than a few rows: those that came,
/// changed or moved in the source are sorted among themselves and merged with those that stay.
@usableFromInline
struct SortMerge<Element: Identifiable> {
  @usableFromInline let batch: ListChanges<Element>
  /// The source's rows after the batch.
  @usableFromInline let rows: [Element]
  /// The rows in order, as positions in the source.
  @usableFromInline var order: [Int32] = []
  /// For each row of the source after the batch its place in the order before; -1 for a new one.
  @usableFromInline var places: [Int32]
  /// For each row of the source after the batch why it has to find its place, if it has.
  @usableFromInline var reasons: [Reason]
  /// The rows that have to find their place, by rising position until they are sorted.
  @usableFromInline var arrivals: [Int32] = []
  /// The rows that stay where they are, in order.
  @usableFromInline var staying: [Int32] = []
  @usableFromInline var provenance: Provenance
  @usableFromInline var removed = ListRuns<Element>()
  @usableFromInline var inserted = ListRuns<Element>()
  @usableFromInline var updated: [ListRowUpdate<Element>] = []

  /// Why a row has to find its place: a kind, or its index among the batch's rows of that kind.
  @frozen
  @usableFromInline
  struct Reason {
    /// An index of updated rows, or below -2 one of inserted rows.
    @usableFromInline let code: Int32

    @inlinable
    init(code: Int) { self.code = Int32(truncatingIfNeeded: code) }

    @inlinable static var none: Reason { Reason(code: -1) }
    @inlinable static var moved: Reason { Reason(code: -2) }
    @inlinable static func updated(_ index: Int) -> Reason { Reason(code: index) }
    @inlinable static func inserted(_ index: Int) -> Reason { Reason(code: -3 - index) }

    @inlinable var isNone: Bool { code == -1 }
    @inlinable var updatedIndex: Int? { code >= 0 ? Int(code) : nil }
    @inlinable var insertedIndex: Int? { code <= -3 ? -3 - Int(code) : nil }
  }

  @inlinable
  init(
    _ batch: ListChanges<Element>, of rows: [Element], inOrder old: [Int32]
  ) {
    self.batch = batch
    self.rows = rows
    places = [Int32](repeating: -1, count: rows.count)
    reasons = [Reason](repeating: .none, count: rows.count)
    provenance = Provenance(countBefore: old.count)
    let goals = findArrivals()
    takeOut(of: old, goals)
  }

  /// Finds the rows that have to find their place.
  ///
  /// - Returns: For each row of the source before the batch its position after it; of a removed row,
  ///   one less than minus its index among those.
  @inlinable
  mutating func findArrivals() -> [Int32] {
    for move in batch.moved { reasons[move.to] = .moved }
    for (index, update) in batch.updated.enumerated() { reasons[update.to] = .updated(index) }
    arrivals.reserveCapacity(batch.inserted.count + batch.updated.count + batch.moved.count)
    var goals = [Int32](repeating: 0, count: batch.countBefore)
    var nextRemoved = 0
    for range in batch.removed.ranges {
      for position in range {
        nextRemoved += 1
        goals[position] = Int32(truncatingIfNeeded: -nextRemoved)
      }
    }
    var nextInserted = 0
    var position = 0
    for piece in batch.rows.provenance.pieces {
      for offset in 0..<piece.count {
        if piece.isKept {
          goals[piece.start + offset] = Int32(truncatingIfNeeded: position)
        } else {
          reasons[position] = .inserted(nextInserted)
          nextInserted += 1
        }
        if !reasons[position].isNone { arrivals.append(Int32(truncatingIfNeeded: position)) }
        position += 1
      }
    }
    return goals
  }

  /// Leaves the rows that stay, and notes where the others stood.
  @inlinable
  mutating func takeOut(of old: [Int32], _ goals: [Int32]) {
    staying.reserveCapacity(old.count)
    for (place, position) in old.enumerated() {
      let goal = Int(goals[Int(position)])
      if goal < 0 {
        removed.append(batch.removed.elements[-1 - goal], at: place)
        continue
      }
      places[goal] = Int32(truncatingIfNeeded: place)
      if reasons[goal].isNone { staying.append(Int32(truncatingIfNeeded: goal)) }
    }
  }

  /// Puts the arriving rows where they belong.
  @inlinable
  mutating func run(by isBefore: (Element, Element) -> Bool) {
    // Sorting keeps the order of positions where the comparison says nothing.
    arrivals.sort(asOf: rows, by: isBefore)
    order.reserveCapacity(rows.count)
    provenance.reserve(min(rows.count, 2 * arrivals.count + 1))
    var next = 0
    for arrival in arrivals {
      let slot = slot(of: arrival, from: next, isBefore)
      stay(next..<slot)
      next = slot
      arrive(arrival)
    }
    stay(next..<staying.count)
  }

  /// The first of the staying rows, from `low` on, before which the row belongs.
  @inlinable
  func slot(
    of arrival: Int32, from low: Int, _ isBefore: (Element, Element) -> Bool
  ) -> Int {
    let row = rows[Int(arrival)]
    func belongsBefore(_ index: Int) -> Bool {
      let other = staying[index]
      return arrival < other
        ? !isBefore(rows[Int(other)], row) : isBefore(row, rows[Int(other)])
    }
    // It is seldom far from the one before it, so the steps grow until they reach too far.
    var low = low
    var high = low
    var step = 1
    while high < staying.count, !belongsBefore(high) {
      low = high + 1
      high += step
      step *= 2
    }
    high = min(high, staying.count)
    while low < high {
      let middle = (low + high) / 2
      if belongsBefore(middle) { high = middle } else { low = middle + 1 }
    }
    return low
  }

  @inlinable
  mutating func stay(_ range: Range<Int>) {
    for index in range {
      let position = staying[index]
      provenance.append(Piece(old: Int(places[Int(position)]), length: 1))
      order.append(position)
    }
  }

  @inlinable
  mutating func arrive(_ arrival: Int32) {
    let place = Int(places[Int(arrival)])
    let reason = reasons[Int(arrival)]
    if let index = reason.insertedIndex {
      inserted.append(batch.inserted.elements[index], at: order.count)
    } else if let index = reason.updatedIndex {
      let update = batch.updated[index]
      updated.append(
        ListRowUpdate(from: place, to: order.count, old: update.old, new: update.new))
    }
    provenance.append(Piece(old: place, length: 1))
    order.append(arrival)
  }

  /// The exchange of rows as changes of the order before.
  @inlinable var changes: RowChanges<Element> {
    RowChanges(provenance, removed: removed, inserted: inserted, updated: updated)
  }
}

/// The same order as by sorting all rows again, and what it means.
///
/// Not isolated: a closure of the main actor would ask for its actor at every comparison.
@inlinable
func merged<Element: Identifiable>(
  _ batch: ListChanges<Element>, of rows: [Element], inOrder old: [Int32],
  by isBefore: (Element, Element) -> Bool
) -> (order: [Int32], changes: RowChanges<Element>) {
  var merge = SortMerge(batch, of: rows, inOrder: old)
  merge.run(by: isBefore)
  return (merge.order, merge.changes)
}
