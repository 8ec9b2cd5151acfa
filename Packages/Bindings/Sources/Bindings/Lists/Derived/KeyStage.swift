/// The section that each row of a source belongs to, and its place among all rows.
@MainActor
final class KeyStage<Element: Identifiable, Key: Hashable>: SectionStage {
  private let source: ListContents<Element>
  private let key: @MainActor (Element) -> Key
  private let sort: ((Key, Key) -> Bool)?
  private let criteria: Criteria<[Key]>
  /// The keys that there are or were, and the number of rows of each.
  private var keys: [Key] = []
  private var counts: [Int] = []
  private var numbers: [Key: Int32] = [:]
  /// For each row of the source the number of its key.
  private var slots: [Int32] = []
  /// The rows by section, as positions in the source.
  private var order: [Int32] = []
  /// The numbers of the keys that have rows, in the order of their sections.
  private var sections: [Int32] = []
  private(set) var headers: [ListKey<Key>] = []
  private(set) var bounds = SectionBounds([])

  init(
    _ source: ListContents<Element>, _ graph: Graph, label: String?,
    sort: ((Key, Key) -> Bool)?, _ key: @escaping @MainActor (Element) -> Key
  ) {
    self.key = key
    self.sort = sort
    self.source = source
    criteria = Criteria(graph, label: label) {
      var keys: [Key] = []
      keys.reserveCapacity(source.count)
      for row in source.rows { keys.append(key(row)) }
      return keys
    }
  }

  func begin() -> [Element] {
    take(criteria.evaluateAnew())
    arrange()
    let rows = source.rows
    return order.map { rows[Int($0)] }
  }

  func take(
    _ step: ListChanges<Element>, _ rows: inout [Element]
  ) -> SectionChanges<ListKey<Key>, Element> {
    let before = (headers: headers, bounds: bounds)
    let changes = take(step)
    rows.rearrange(by: changes.provenance, inserting: changes.inserted.elements)
    for update in changes.updated { rows[update.to] = update.new }
    return SectionChanges(
      changes, sections: ListChanges(from: before.headers, to: headers), before: before.bounds,
      after: bounds, animation: step.animation)
  }

  /// Takes over what happened to the source, and says what it means for the rows by section.
  private func take(_ batch: ListChanges<Element>) -> RowChanges<Element> {
    defer {
      if keys.count > ListTuning.rememberedKeys(sections: sections.count) { forgetUnusedKeys() }
    }
    if let fresh = criteria.refresh() { return follow(batch.rows, fresh) }
    if batch.isEmpty { return RowChanges(unchanged: slots.count) }
    var found: (inserted: [Key], updated: [Key]) = ([], [])
    let isCovered = criteria.covers {
      for row in batch.inserted.elements { found.inserted.append(key(row)) }
      for update in batch.updated { found.updated.append(key(update.new)) }
    }
    if !isCovered { return follow(batch.rows, criteria.evaluateAnew()) }
    let (inserted, updated) = (found.inserted.map(number), found.updated.map(number))
    return follow(batch, inserted: inserted, updated: updated)
  }

  /// Follows a batch with the numbers of the keys of its rows.
  private func follow(
    _ batch: ListChanges<Element>, inserted: [Int32], updated: [Int32]
  ) -> RowChanges<Element> {
    let (oldOrder, oldSlots) = (order, slots)
    slots.rearrange(by: batch.rows.provenance, inserting: inserted)
    for (update, number) in zip(batch.updated, updated) { slots[update.to] = number }

    var exchange = OrderExchange(batch, in: order)
    var staying = counts
    for place in exchange.gaps { staying[Int(oldSlots[Int(order[Int(place)])])] -= 1 }
    var first = [Int32](repeating: .max, count: keys.count)
    var start = 0
    for number in sections where staying[Int(number)] > 0 {
      first[Int(number)] = exchange.order[start]
      start += staying[Int(number)]
    }
    counts = staying
    for arrival in exchange.arrivals {
      let number = Int(slots[Int(arrival.position)])
      counts[number] += 1
      first[number] = min(first[number], arrival.position)
    }
    let stayingSections = sections.filter { staying[Int($0)] > 0 }
    arrangeSections(first)
    if stayingSections != sections.filter({ staying[Int($0)] > 0 }) {
      arrange()
      return RowChanges(batch.rows, rearrangedFrom: oldOrder, to: order)
    }

    var ranks = [Int32](repeating: 0, count: keys.count)
    for (rank, number) in sections.enumerated() { ranks[Int(number)] = Int32(rank) }
    let positions = exchange.arrivals.map(\.position)
    func isBefore(_ a: Int32, _ b: Int32) -> Bool {
      let (rankA, rankB) = (ranks[Int(slots[Int(a)])], ranks[Int(slots[Int(b)])])
      return rankA == rankB ? a < b : rankA < rankB
    }
    let sequence = positions.indices.map { Int32($0) }
      .sorted { isBefore(positions[Int($0)], positions[Int($1)]) }
    let rows = positions.map { source.row(at: Int($0)) }
    let changes = exchange.arrive(sequence, rows) { isBefore(positions[$0], $1) }
    order = exchange.order
    return changes
  }

  /// Follows a batch with the keys of all rows.
  private func follow(_ batch: RowChanges<Element>, _ fresh: [Key]) -> RowChanges<Element> {
    let old = order
    take(fresh)
    arrange()
    return RowChanges(batch, rearrangedFrom: old, to: order)
  }

  /// Forgets all keys for those of all rows.
  private func take(_ fresh: [Key]) {
    (keys, counts, numbers, sections, headers) = ([], [], [:], [], [])
    slots = fresh.map(number)
  }

  private func number(_ key: Key) -> Int32 {
    if let number = numbers[key] { return number }
    let number = Int32(keys.count)
    keys.append(key)
    counts.append(0)
    numbers[key] = number
    return number
  }

  /// Puts the sections, and the rows of each, in order.
  private func arrange() {
    counts = [Int](repeating: 0, count: keys.count)
    var first = [Int32](repeating: .max, count: keys.count)
    for (position, slot) in slots.enumerated() {
      if counts[Int(slot)] == 0 { first[Int(slot)] = Int32(position) }
      counts[Int(slot)] += 1
    }
    arrangeSections(first)
    var next = [Int](repeating: 0, count: keys.count)
    for (section, number) in sections.enumerated() { next[Int(number)] = bounds.starts[section] }
    order = slots
    for (position, slot) in slots.enumerated() {
      order[next[Int(slot)]] = Int32(position)
      next[Int(slot)] += 1
    }
  }

  /// Puts the keys that have rows in order; `first` are the positions of the first row of each key.
  private func arrangeSections(_ first: [Int32]) {
    var new = keys.indices.map { Int32($0) }.filter { counts[Int($0)] > 0 }
    new.sort { a, b in
      if let sort {
        if sort(keys[Int(a)], keys[Int(b)]) { return true }
        if sort(keys[Int(b)], keys[Int(a)]) { return false }
      }
      return first[Int(a)] < first[Int(b)]
    }
    bounds = SectionBounds(new.lazy.map { self.counts[Int($0)] })
    if new == sections, headers.count == new.count { return }
    sections = new
    headers = sections.map { ListKey(keys[Int($0)]) }
  }

  private func forgetUnusedKeys() {
    let old = (keys: keys, counts: counts)
    var renumbered = [Int32](repeating: -1, count: old.keys.count)
    (keys, counts, numbers) = ([], [], [:])
    for number in sections {
      renumbered[Int(number)] = self.number(old.keys[Int(number)])
      counts[counts.count - 1] = old.counts[Int(number)]
    }
    for position in slots.indices { slots[position] = renumbered[Int(slots[position])] }
    sections = sections.map { renumbered[Int($0)] }
  }
}

extension LiveList {
  /// The rows under the keys that `key` gives them, sections in the order of `areInOrder`.
  ///
  /// ```swift
  /// let days = messages.sections { $0.day }
  /// ```
  /// Without an order, or where it says nothing, sections stand in the order in which their first rows
  /// stand in this list. The reads of `key` are tracked. A section lives as long as it has rows.
  ///
  /// - Complexity: A batch of *k* changes costs O(*k*) keys, O(*s*) in the sections, and O(*n*) steps over 4
  ///   bytes a row.
  public func sections<Key: Hashable>(
    label: String? = nil, fileID: StaticString = #fileID, line: UInt = #line,
    by key: @escaping @MainActor (Element) -> Key,
    orderedBy areInOrder: ((Key, Key) -> Bool)? = nil
  ) -> LiveSections<ListKey<Key>, Element> {
    let stage = KeyStage(contents, graph, label: label, sort: areInOrder, key)
    let cursor = contents.follow()
    return SectionContents(
      [], headerTraits: ListTraits(RowsByValue.self), rowTraits: contents.traits
    )
    .list(after: versions, stage, graph, label: label, fileID: fileID, line: line) {
      [self] update in
      contents.advance(cursor) { update($0?.changes) }
    }
  }
}
