/// The update of a sorted order (positions in the source) for one batch of the source.
///
/// Removed, changed and moved rows leave the order; those that still exist are inserted again at their
/// new places, together with the new rows. All other rows keep their order.
///
/// - Complexity: O(*k* log *n*) comparisons for *k* changes, and O(*n*) steps over 4 bytes a row.
@usableFromInline
struct OrderExchange<Element: Identifiable> {
  /// A row that must be inserted into the order.
  @usableFromInline
  struct Arrival {
    /// The row's position in the source after the batch.
    @usableFromInline let position: Int32
    /// The row's place in the previous order; -1 for a new row.
    @usableFromInline let place: Int32
    /// The row's index among the insertions or updates of the batch; -1 when its content is the same.
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
  /// The previous places of the rows that leave, removed rows first, in the order of the batch.
  @usableFromInline let places: [Int32]
  /// The elements of `places` in ascending order.
  @usableFromInline let gaps: [Int32]
  /// The rows to insert, by position.
  @usableFromInline var arrivals: [Arrival] = []

  /// Removes the rows that leave.
  ///
  /// - Parameters:
  ///   - batch: The changes of the source.
  ///   - old: The previous order, as positions in the source before the batch.
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

  /// Inserts the rows that arrive.
  ///
  /// - Parameters:
  ///   - sequence: The indexes of the arrivals, in sorted order.
  ///   - belongsBefore: Whether an arrival comes before the row at a position of the source.
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

/// A cursor through the rows that stay in an order.
@usableFromInline
struct StayingRows {
  @usableFromInline var provenance: Provenance
  /// The previous places of the rows that left, in ascending order.
  @usableFromInline let gaps: [Int32]
  @usableFromInline var gap = 0
  /// The next place in the previous order.
  @usableFromInline var place = 0
  /// The number of staying rows that the cursor has passed.
  @usableFromInline var count = 0

  @inlinable
  init(gaps: [Int32], count: Int) {
    provenance = Provenance(countBefore: count)
    self.gaps = gaps
  }

  /// Advances until the cursor has passed `goal` staying rows.
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
