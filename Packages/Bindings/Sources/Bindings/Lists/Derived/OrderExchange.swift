/// An order of rows, kept as positions in their source, while it follows a batch.
///
/// The rows that went, changed or moved in the source leave the order; those of them that are there
/// still arrive where they belong, together with the new ones. All others stay as they are.
///
/// - Complexity: O(*k* log *n*) comparisons for *k* changes, and O(*n*) steps over 4 bytes a row.
@usableFromInline
struct OrderExchange<Element: Identifiable> {
  /// A row that has to find its place.
  @usableFromInline
  struct Arrival {
    /// Its position in the source after the batch.
    @usableFromInline let position: Int32
    /// Its place in the order before; -1 for a new row.
    @usableFromInline let place: Int32
    /// Its index among the insertions or the updates of the batch; -1 when its content is the same.
    @usableFromInline let index: Int32

    @inlinable
    init(_ position: Int, place: Int32 = -1, index: Int = -1) {
      self.position = Int32(truncatingIfNeeded: position)
      self.place = place
      self.index = Int32(truncatingIfNeeded: index)
    }
  }

  @usableFromInline let batch: ListChanges<Element>
  @usableFromInline let countBefore: Int
  /// The rows that stay, as positions in the source after the batch; in the end, all rows.
  @usableFromInline var order: [Int32]
  /// The places before of the rows that leave: the removed ones first, in the order of the batch.
  @usableFromInline let places: [Int32]
  /// The same, rising.
  @usableFromInline let gaps: [Int32]
  /// The rows that arrive, by position.
  @usableFromInline var arrivals: [Arrival] = []

  /// Lets the rows leave.
  ///
  /// - Parameters:
  ///   - batch: The changes of the source.
  ///   - old: The order before, as positions in the source before.
  @inlinable
  init(_ batch: ListChanges<Element>, in old: [Int32]) {
    self.batch = batch
    countBefore = old.count
    let allMoved = batch.moved
    // The moves of rows whose content is the same.
    var updates = batch.updated[...]
    let moved = allMoved.filter { move in
      updates = updates.drop { $0.to < move.to }
      return updates.first?.to != move.to
    }
    var leaving = batch.removed.ranges.joined().map { Int32(truncatingIfNeeded: $0) }
    for update in batch.updated { leaving.append(Int32(truncatingIfNeeded: update.from)) }
    for move in moved { leaving.append(Int32(truncatingIfNeeded: move.from)) }
    (places, gaps) = old.indexes(of: leaving)
    order = old
    order.remove(atSorted: gaps)
    PositionShift(batch.provenance, moved: Set(allMoved.lazy.map(\.from)))
      .apply(to: &order)

    arrivals.reserveCapacity(batch.inserted.count + batch.updated.count + moved.count)
    for (index, position) in batch.inserted.ranges.joined().enumerated() {
      arrivals.append(Arrival(position, index: index))
    }
    var next = batch.removed.count
    for (index, update) in batch.updated.enumerated() {
      arrivals.append(Arrival(update.to, place: places[next], index: index))
      next += 1
    }
    for move in moved {
      arrivals.append(Arrival(move.to, place: places[next]))
      next += 1
    }
    arrivals.sort { $0.position < $1.position }
  }

  /// Lets the rows arrive.
  ///
  /// - Parameters:
  ///   - sequence: The indexes of the arrivals, in order.
  ///   - belongsBefore: Whether an arrival stands before the row at a position of the source.
  /// - Returns: The changes of the order.
  @inlinable
  mutating func arrive(
    _ sequence: [Int32], _ belongsBefore: (Int, Int32) -> Bool
  ) -> ListChanges<Element> {
    var track = StayingRows(gaps: gaps, count: countBefore)
    var inserted: [Element] = []
    var updated: [ListRowUpdate<Element, Int>] = []
    var slots: [(slot: Int, element: Int32)] = []
    slots.reserveCapacity(sequence.count)
    var slot = 0
    for index in sequence {
      let arrival = arrivals[Int(index)]
      slot = order.firstIndex(from: slot) { belongsBefore(Int(index), $0) }
      slots.append((slot, arrival.position))
      track.keep(upTo: slot)
      if arrival.place < 0 {
        inserted.append(batch.inserted.elements[Int(arrival.index)])
      } else if arrival.index >= 0 {
        let update = batch.updated[Int(arrival.index)]
        updated.append(
          ListRowUpdate(
            from: Int(arrival.place), to: track.provenance.countAfter, old: update.old,
            new: update.new))
      }
      track.provenance.append(Piece(old: Int(arrival.place), length: 1))
    }
    track.keep(upTo: order.count)
    order.insert(slots)
    let removed = zip(places, batch.removed.elements).sorted { $0.0 < $1.0 }
    return ListChanges(
      track.provenance, removed: removed.map(\.1), inserted: inserted, updated: updated)
  }
}

/// The way through an order along the rows that stay in it.
@usableFromInline
struct StayingRows {
  @usableFromInline var provenance: Provenance
  /// The places before of the rows that left, rising.
  @usableFromInline let gaps: [Int32]
  @usableFromInline var gap = 0
  /// The next place before.
  @usableFromInline var place = 0
  /// The number of staying rows so far.
  @usableFromInline var count = 0

  @inlinable
  init(gaps: [Int32], count: Int) {
    provenance = Provenance(countBefore: count)
    self.gaps = gaps
  }

  /// Goes on until so many rows have stayed.
  @inlinable
  mutating func keep(upTo goal: Int) {
    while count < goal {
      let end = gap < gaps.count ? Int(gaps[gap]) : provenance.countBefore
      let length = min(end - place, goal - count)
      provenance.append(Piece(old: place, length: length))
      count += length
      place += length
      if place == end {
        place += 1
        gap += 1
      }
    }
  }
}
