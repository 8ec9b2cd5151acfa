/// One pass through the order of a sorted list, for batches of more than a few rows: those that came,
/// changed or moved in the source are sorted among themselves and merged with those that stay.
@usableFromInline
struct SortMerge<Element: Identifiable> {
  @usableFromInline let batch: RowChanges<Element>
  /// The source's rows after the batch.
  @usableFromInline let rows: [Element]
  /// The rows in order, as positions in the source.
  @usableFromInline var order: [Int32] = []
  /// For each row of the source after the batch its place in the order before; -1 for a new one.
  @usableFromInline var places: [Int32]
  /// The rows that stay where they are, in order.
  @usableFromInline var staying: [Int32] = []
  @usableFromInline var arrivals: [Arrival] = []
  @usableFromInline var provenance: Provenance
  @usableFromInline var removed: [Element] = []
  @usableFromInline var inserted: [Element] = []
  @usableFromInline var updated: [ListRowUpdate<Element>] = []

  /// A row of the source that has to find its place.
  @frozen
  @usableFromInline
  struct Arrival {
    @usableFromInline let position: Int32
    @usableFromInline let reason: Reason

    @inlinable
    init(_ position: Int, _ reason: Reason) {
      self.position = Int32(truncatingIfNeeded: position)
      self.reason = reason
    }
  }

  /// Why a row has to find its place, with its index among the batch's rows of that kind.
  @frozen
  @usableFromInline
  enum Reason {
    case inserted(Int)
    case updated(Int)
    case moved
  }

  @inlinable
  init(
    _ batch: RowChanges<Element>, _ moves: [ListMove], of rows: [Element], inOrder old: [Int32]
  ) {
    self.batch = batch
    self.rows = rows
    places = [Int32](repeating: -1, count: rows.count)
    provenance = Provenance(countBefore: old.count)
    let goals = findArrivals(moves)
    takeOut(of: old, goals)
  }

  /// Finds the rows that have to find their place, by rising position.
  ///
  /// - Returns: For each row of the source before the batch its position after it; of a removed row,
  ///   one less than minus its index among those.
  @inlinable
  mutating func findArrivals(_ moves: [ListMove]) -> [Int32] {
    var goals = [Int32](repeating: 0, count: batch.provenance.countBefore)
    for (index, position) in batch.provenance.removed.lazy.joined().enumerated() {
      goals[position] = Int32(truncatingIfNeeded: -1 - index)
    }
    arrivals.reserveCapacity(batch.inserted.count + batch.updated.count + moves.count)
    var nextInserted = 0
    var nextUpdated = 0
    var nextMove = 0
    var position = 0
    for piece in batch.provenance.pieces {
      let end = position + piece.count
      if piece.isKept {
        for offset in 0..<piece.count {
          goals[piece.start + offset] = Int32(truncatingIfNeeded: position + offset)
        }
        while true {
          let update = nextUpdated < batch.updated.count ? batch.updated[nextUpdated].to : end
          let move = nextMove < moves.count ? moves[nextMove].to : end
          if min(update, move) >= end { break }
          if update <= move {
            arrivals.append(Arrival(update, .updated(nextUpdated)))
            nextUpdated += 1
            if update == move { nextMove += 1 }
          } else {
            arrivals.append(Arrival(move, .moved))
            nextMove += 1
          }
        }
      } else {
        for place in position..<end {
          arrivals.append(Arrival(place, .inserted(nextInserted)))
          nextInserted += 1
        }
      }
      position = end
    }
    return goals
  }

  /// Leaves the rows that stay, and notes where the others stood.
  @inlinable
  mutating func takeOut(of old: [Int32], _ goals: [Int32]) {
    var isArriving = [Bool](repeating: false, count: rows.count)
    for arrival in arrivals { isArriving[Int(arrival.position)] = true }
    staying.reserveCapacity(old.count)
    removed.reserveCapacity(batch.removed.count)
    for (place, position) in old.enumerated() {
      let goal = Int(goals[Int(position)])
      if goal < 0 {
        removed.append(batch.removed[-1 - goal])
        continue
      }
      places[goal] = Int32(truncatingIfNeeded: place)
      if !isArriving[goal] { staying.append(Int32(truncatingIfNeeded: goal)) }
    }
  }

  /// Puts the arriving rows where they belong.
  @inlinable
  mutating func run(by isBefore: (Element, Element) -> Bool) {
    // They lie by rising position, and sorting keeps that order where the comparison says nothing.
    arrivals.sort { isBefore(rows[Int($0.position)], rows[Int($1.position)]) }
    order.reserveCapacity(rows.count)
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
    of arrival: Arrival, from low: Int, _ isBefore: (Element, Element) -> Bool
  ) -> Int {
    let row = rows[Int(arrival.position)]
    func belongsBefore(_ index: Int) -> Bool {
      let other = staying[index]
      return arrival.position < other
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
  mutating func arrive(_ arrival: Arrival) {
    let place = Int(places[Int(arrival.position)])
    switch arrival.reason {
    case .inserted(let index): inserted.append(batch.inserted[index])
    case .moved: break
    case .updated(let index):
      let update = batch.updated[index]
      updated.append(
        ListRowUpdate(from: place, to: order.count, old: update.old, new: update.new))
    }
    provenance.append(Piece(old: place, length: 1))
    order.append(arrival.position)
  }

  /// What the exchange of rows means, seen from the order before.
  @inlinable var changes: RowChanges<Element> {
    RowChanges(provenance, removed: removed, inserted: inserted, updated: updated)
  }
}

/// The same order as by sorting all rows again, and what it means.
///
/// Not isolated: a closure of the main actor would ask for its actor at every comparison.
@inlinable
func merged<Element: Identifiable>(
  _ batch: RowChanges<Element>, _ moves: [ListMove], of rows: [Element], inOrder old: [Int32],
  by isBefore: (Element, Element) -> Bool
) -> (order: [Int32], changes: RowChanges<Element>) {
  var merge = SortMerge(batch, moves, of: rows, inOrder: old)
  merge.run(by: isBefore)
  return (merge.order, merge.changes)
}
