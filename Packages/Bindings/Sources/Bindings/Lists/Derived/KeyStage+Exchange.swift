extension KeyStage {
  /// Lets the few rows that changed leave their sections and come to others; all others stay where they
  /// are in theirs.
  ///
  /// `inserted` and `updated` are the numbers of the keys of those rows of the batch.
  func exchange(
    _ batch: ListChanges<Element>, inserted: [Int32], updated: [Int32]
  ) -> RowChanges<Element> {
    var exchange = SectionExchange<Element>(sections, bounds, keyCount: keys.count)
    exchange.takeOut(batch, updated: updated, slots: slots, members: members)
    for (position, number) in zip(batch.inserted.ranges.joined(), inserted) {
      exchange.arrive(position, number, from: nil)
    }
    exchange.removeLeaving(from: &members)
    let shift = PositionShift(batch.rows.provenance, moved: Set(batch.moved.map(\.from)))
    for number in members.indices { shift.apply(to: &members[number]) }
    exchange.insertArriving(into: &members)
    slots.rearrange(by: batch.rows.provenance, inserting: inserted)
    for (update, number) in zip(batch.updated, updated) { slots[update.to] = number }

    arrangeSections(sections + exchange.numbersWithoutSection)
    return exchange.changes(batch, sections, bounds, slots: slots, members: members)
  }
}

/// The effect of a few changed rows on the sections of a list.
private struct SectionExchange<Element: Identifiable> {
  /// A row that comes to a section.
  struct Arrival {
    /// Its position in the source, after.
    let position: Int32
    /// Where it stood among the rows of all sections; nil when it is new.
    let place: Int?
    /// Its index among the rows of its section, once it is there.
    var index = 0
  }

  let boundsBefore: SectionBounds
  /// Where the rows of each key stood among all.
  var ranges: [Range<Int>]
  /// The places that rows leave, and the rows that come, by the number of their key.
  var gaps: [[Int]]
  var arrivals: [[Arrival]]
  var removed: [(place: Int, row: Element)] = []
  /// Where the updated rows stood.
  var updatedPlaces: [Int] = []

  init(_ sections: [Int32], _ bounds: SectionBounds, keyCount: Int) {
    boundsBefore = bounds
    ranges = [Range<Int>](repeating: 0..<0, count: keyCount)
    gaps = [[Int]](repeating: [], count: keyCount)
    arrivals = [[Arrival]](repeating: [], count: keyCount)
    for (section, number) in sections.enumerated() {
      ranges[Int(number)] = bounds.range(of: section)
    }
  }

  /// Finds the rows that leave their places, and lets those of them that stay in the list arrive.
  mutating func takeOut(
    _ batch: ListChanges<Element>, updated: [Int32], slots: [Int32], members: [[Int32]]
  ) {
    func place(_ position: Int) -> Int {
      let number = Int(slots[position])
      return ranges[number].lowerBound
        + members[number].firstIndex(from: 0) { $0 >= Int32(position) }
    }
    for (position, row) in batch.removed {
      let place = place(position)
      gaps[Int(slots[position])].append(place)
      removed.append((place, row))
    }
    var goals = Dictionary(uniqueKeysWithValues: batch.moved.map { ($0.from, $0.to) })
    updatedPlaces.reserveCapacity(updated.count)
    for (update, number) in zip(batch.updated, updated) {
      let place = place(update.from)
      updatedPlaces.append(place)
      if goals.removeValue(forKey: update.from) == nil, slots[update.from] == number { continue }
      gaps[Int(slots[update.from])].append(place)
      arrive(update.to, number, from: place)
    }
    for (from, to) in goals {
      let place = place(from)
      gaps[Int(slots[from])].append(place)
      arrive(to, slots[from], from: place)
    }
  }

  mutating func arrive(_ position: Int, _ number: Int32, from place: Int?) {
    arrivals[Int(number)].append(Arrival(position: Int32(position), place: place))
  }

  mutating func removeLeaving(from members: inout [[Int32]]) {
    for number in gaps.indices where !gaps[number].isEmpty {
      gaps[number].sort()
      for place in gaps[number].reversed() {
        members[number].remove(at: place - ranges[number].lowerBound)
      }
    }
  }

  mutating func insertArriving(into members: inout [[Int32]]) {
    for number in arrivals.indices where !arrivals[number].isEmpty {
      arrivals[number].sort { $0.position < $1.position }
      for index in arrivals[number].indices {
        let position = arrivals[number][index].position
        let slot = members[number].firstIndex(from: 0) { $0 > position }
        members[number].insert(position, at: slot)
        arrivals[number][index].index = slot
      }
    }
  }

  /// The numbers of the keys that had no rows and have some now.
  var numbersWithoutSection: [Int32] {
    arrivals.indices.filter { !arrivals[$0].isEmpty && ranges[$0].isEmpty }.map { Int32($0) }
  }

  /// The changes of the rows of all sections, which are in their new order.
  func changes(
    _ batch: ListChanges<Element>, _ sections: [Int32], _ bounds: SectionBounds, slots: [Int32],
    members: [[Int32]]
  ) -> RowChanges<Element> {
    var provenance = Provenance(countBefore: boundsBefore.rowCount)
    var starts = [Int](repeating: 0, count: members.count)
    for (section, number) in sections.enumerated() {
      starts[Int(number)] = bounds.range(of: section).lowerBound
      append(Int(number), to: &provenance, count: members[Int(number)].count)
    }
    func place(_ position: Int) -> Int {
      let number = Int(slots[position])
      return starts[number] + members[number].firstIndex(from: 0) { $0 >= Int32(position) }
    }
    let inserted = batch.inserted
      .map { (place: place($0), row: $1) }.sorted { $0.place < $1.place }
    let updated = zip(batch.updated, updatedPlaces).map { update, before in
      ListRowUpdate(from: before, to: place(update.to), old: update.old, new: update.new)
    }
    return RowChanges(
      provenance, removed: removed.sorted { $0.place < $1.place }.map(\.row),
      inserted: inserted.map(\.row), updated: updated.sorted { $0.to < $1.to })
  }

  /// Adds the rows of one section.
  private func append(_ number: Int, to provenance: inout Provenance, count: Int) {
    var old = ranges[number].lowerBound
    var gaps = gaps[number][...]
    var index = 0
    func keep(upTo end: Int) {
      while index < end {
        while gaps.first == old {
          gaps.removeFirst()
          old += 1
        }
        let kept = min(end - index, (gaps.first ?? .max) - old)
        provenance.append(Piece(old: old, length: kept))
        old += kept
        index += kept
      }
    }
    for arrival in arrivals[number] {
      keep(upTo: arrival.index)
      provenance.append(arrival.place.map { Piece(old: $0, length: 1) } ?? .new(1))
      index += 1
    }
    keep(upTo: count)
  }
}
