/// The rows of the source in order, as positions in the source.
///
/// Rows of equal rank keep the source's order, so positions decide where the comparison does not.
@MainActor
@usableFromInline
final class SortStage<Element: Identifiable>: ListStage {
  @usableFromInline let comparison: RowOrdering<Element>
  @usableFromInline let criteria: Criteria<[Int32]>
  @usableFromInline var order: [Int32] = []

  @inlinable
  init(
    _ source: ListContents<Element>, _ graph: Graph, label: String?,
    _ comparison: RowOrdering<Element>
  ) {
    self.comparison = comparison
    criteria = Criteria(graph, label: label) { comparison.positions(source.rows) }
  }

  @inlinable var count: Int { order.count }
  @inlinable var storage: StageStorage { .source }

  @inlinable
  func begin(_ source: ListContents<Element>) { order = criteria.evaluateAnew() }

  @inlinable
  func rows(of source: () -> [Element]) -> [Element] {
    let all = source()
    var rows: [Element] = []
    rows.reserveCapacity(order.count)
    for position in order { rows.append(all[Int(position)]) }
    return rows
  }

  @inlinable
  func row(at position: Int, _ source: ListContents<Element>) -> Element {
    source.row(at: Int(order[position]))
  }

  @inlinable
  func take(
    _ batch: ListChanges<Element>, _ source: ListContents<Element>
  ) -> RowChanges<Element> {
    if let fresh = criteria.refresh() { return follow(batch.rows, fresh) }
    if batch.isEmpty { return RowChanges(unchanged: order.count) }
    var result: (order: [Int32], changes: RowChanges<Element>)?
    let isCovered = criteria.covers {
      if batch.count <= ListTuning.exchangedRows(sorted: source.count) {
        result = exchange(batch, source)
      }
      if result == nil { result = comparison.merged(batch, source.rows, order) }
    }
    guard isCovered, let result else { return follow(batch.rows, criteria.evaluateAnew()) }
    order = result.order
    return result.changes
  }

  /// Follows a batch with the order that a comparison of all rows has found.
  @inlinable
  func follow(_ batch: RowChanges<Element>, _ fresh: [Int32]) -> RowChanges<Element> {
    let old = order
    order = fresh
    return RowChanges(batch, rearrangedFrom: old, to: order)
  }
}

extension SortStage {
  /// A row of the source that has to find its place.
  @usableFromInline
  struct Arrival {
    @usableFromInline let position: Int32
    @usableFromInline let row: Element
    /// Where it stood before; nil when it is new.
    @usableFromInline let place: Int?
    /// Its content before, when that is another.
    @usableFromInline let old: Element?
    @usableFromInline var slot = 0

    @inlinable
    init(position: Int32, row: Element, place: Int?, old: Element?) {
      self.position = position
      self.row = row
      self.place = place
      self.old = old
    }
  }

  /// Takes out the few rows that changed and puts them where they belong now, one by one.
  ///
  /// - Returns: nil when one of them does not stand where the comparison looks for it.
  @inlinable
  func exchange(
    _ changes: ListChanges<Element>, _ source: ListContents<Element>
  ) -> (order: [Int32], changes: RowChanges<Element>)? {
    let batch = changes.rows
    let moving = changes.moved
    var leaving: [Int32] = []
    for range in batch.removed.ranges {
      for position in range { leaving.append(Int32(position)) }
    }
    var moved = Set<Int>(minimumCapacity: moving.count)
    for move in moving {
      leaving.append(Int32(move.from))
      moved.insert(move.from)
    }
    for update in batch.updated where !moved.contains(update.from) {
      leaving.append(Int32(update.from))
    }
    let places = places(of: leaving, batch, source)
    guard let places else { return nil }

    var arrivals = arrivals(batch, moving, places, source)
    let taken = places.values.sorted()
    var kept = order
    kept.remove(atSorted: taken)
    PositionShift(batch.provenance, moved: moved).apply(to: &kept)
    arrivals.sort { precedes($0.row, $0.position, $1.row, $1.position) }
    var low = 0
    for index in arrivals.indices {
      low = kept.firstIndex(from: low) { position in
        precedes(
          arrivals[index].row, arrivals[index].position, source.row(at: Int(position)), position)
      }
      arrivals[index].slot = low
    }
    kept.insert(arrivals.map { ($0.slot, $0.position) })
    return (kept, self.changes(batch, taken, places, arrivals))
  }

  @inlinable
  func precedes(_ a: Element, _ i: Int32, _ b: Element, _ j: Int32) -> Bool {
    if comparison.isBefore(a, b) { return true }
    return i < j && !comparison.isBefore(b, a)
  }

  /// Where the rows stand in the present order, by their old positions in the source.
  @inlinable
  func places(
    of leaving: [Int32], _ batch: RowChanges<Element>, _ source: ListContents<Element>
  ) -> [Int32: Int]? {
    var places = [Int32: Int](minimumCapacity: leaving.count)
    // The rows as they were: what changed is in the batch, the others are where they went.
    var known = [Int: Element](minimumCapacity: leaving.count)
    for (position, row) in batch.removed {
      known[position] = row
    }
    for update in batch.updated { known[update.from] = update.old }
    let goals = PieceFinder(batch.provenance.inverted)
    func row(_ position: Int32) -> Element? {
      known[Int(position)] ?? goals.origin(of: Int(position)).map { source.row(at: $0) }
    }
    for position in leaving {
      guard let wanted = row(position) else { return nil }
      let place = order.firstIndex(from: 0) { other in
        guard other != position, let row = row(other) else { return true }
        return !precedes(row, other, wanted, position)
      }
      // Otherwise the comparison is no order, or objects have changed behind our back.
      guard place < order.count, order[place] == position else { return nil }
      places[position] = place
    }
    return places
  }

  @inlinable
  func arrivals(
    _ batch: RowChanges<Element>, _ moving: [ListMove], _ places: [Int32: Int],
    _ source: ListContents<Element>
  ) -> [Arrival] {
    var arrivals: [Arrival] = []
    for (position, row) in batch.inserted {
      arrivals.append(Arrival(position: Int32(position), row: row, place: nil, old: nil))
    }
    var updates = Set<Int>()
    for update in batch.updated {
      updates.insert(update.to)
      arrivals.append(
        Arrival(
          position: Int32(update.to), row: update.new, place: places[Int32(update.from)],
          old: update.old))
    }
    for move in moving where !updates.contains(move.to) {
      arrivals.append(
        Arrival(
          position: Int32(move.to), row: source.row(at: move.to), place: places[Int32(move.from)],
          old: nil))
    }
    return arrivals
  }

  /// The exchange of rows as changes of the order before.
  @inlinable
  func changes(
    _ batch: RowChanges<Element>, _ taken: [Int], _ places: [Int32: Int], _ arrivals: [Arrival]
  ) -> RowChanges<Element> {
    var provenance = Provenance(countBefore: order.count)
    var inserted: [Element] = []
    var updated: [ListRowUpdate<Element>] = []
    var next = 0  // in the order before
    var kept = 0  // of the rows that stay in place
    var gap = 0
    func keep(upTo slot: Int) {
      while kept < slot {
        let end = gap < taken.count ? taken[gap] : order.count
        let count = min(end - next, slot - kept)
        provenance.append(Piece(old: next, length: count))
        next += count
        kept += count
        if next == end, gap < taken.count, kept < slot || count == 0 {
          next += 1
          gap += 1
        }
      }
    }
    for arrival in arrivals {
      keep(upTo: arrival.slot)
      if let place = arrival.place {
        if let old = arrival.old {
          updated.append(
            ListRowUpdate(from: place, to: provenance.countAfter, old: old, new: arrival.row))
        }
        provenance.append(Piece(old: place, length: 1))
      } else {
        provenance.append(.new(1))
        inserted.append(arrival.row)
      }
    }
    keep(upTo: order.count - taken.count)
    let removed = batch.removed
      .map { (place: places[Int32($0)] ?? 0, row: $1) }
      .sorted { $0.place < $1.place }
    return RowChanges(
      provenance, removed: removed.map(\.row), inserted: inserted, updated: updated)
  }
}

extension LiveList {
  /// The rows in the order that `isBefore` says; those of equal rank keep the order of this list.
  ///
  /// ```swift
  /// let newest = messages.sorted { $0.date > $1.date }
  /// ```
  /// The reads of `isBefore` are tracked: when one changes, all rows are compared again. A row whose new
  /// content gives it another place has moved.
  ///
  /// - Complexity: A batch of *k* changes costs O(*k* log *n*) comparisons and O(*n*) steps over 4 bytes a
  ///   row.
  @inlinable @inline(__always)
  public func sorted(
    label: String? = nil, fileID: StaticString = #fileID, line: UInt = #line,
    by isBefore: @escaping @MainActor (Element, Element) -> Bool
  ) -> LiveList<Element> {
    derived(
      SortStage(contents, graph, label: label, RowOrdering(isBefore)), traits: contents.traits,
      label: label, fileID: fileID, line: line)
  }

  /// The rows in the order of a key that each has.
  @inlinable @inline(__always)
  public func sorted<Key: Comparable>(
    by key: KeyPath<Element, Key>, label: String? = nil, fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> LiveList<Element> {
    sorted(label: label, fileID: fileID, line: line) { $0[keyPath: key] < $1[keyPath: key] }
  }
}
