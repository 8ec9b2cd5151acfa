/// The rows of the source by section, as positions in the source, and the sections.
@MainActor
final class KeyStage<Element: Identifiable, Key: Hashable>: ListStage {
  let shape: SectionShape<ListKey<Key>>
  private(set) var isOtherwiseChanged = false
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

  init(
    _ source: ListContents<Element>, _ graph: Graph, label: String?,
    sort: ((Key, Key) -> Bool)?, _ key: @escaping @MainActor (Element) -> Key
  ) {
    self.key = key
    self.sort = sort
    let headers = ListContents<ListKey<Key>>(
      [], traits: ListTraits(RowsByValue.self), graph.engine, makeRows: { [] })
    shape = SectionShape(headers, SectionBounds([]))
    criteria = Criteria(graph, label: label) {
      var keys: [Key] = []
      keys.reserveCapacity(source.count)
      for row in source.rows { keys.append(key(row)) }
      return keys
    }
  }

  var count: Int { order.count }
  var storage: StageStorage { .source }

  func rows(of source: () -> [Element]) -> [Element] {
    let all = source()
    return order.map { all[Int($0)] }
  }

  func row(at position: Int, _ source: ListContents<Element>) -> Element {
    source.row(at: Int(order[position]))
  }

  func begin(_ source: ListContents<Element>) {
    tellingSections {
      number(criteria.evaluateAnew())
      arrange()
    }
  }

  func take(
    _ batch: ListChanges<Element>, _ source: ListContents<Element>
  ) -> ListChanges<Element> {
    tellingSections {
      let changes = follow(batch)
      if keys.count > ListTuning.rememberedKeys(sections: sections.count) {
        number(slots.map { keys[Int($0)] })
        arrange()
      }
      return changes
    }
  }

  /// Runs `body`, which follows the rows, and tells what it means for the sections.
  private func tellingSections<Result>(_ body: () -> Result) -> Result {
    let (bounds, headers) = (shape.bounds, shape.headers.rows)
    shape.headers.willChange()
    let result = body()
    shape.bounds = SectionBounds(sections.lazy.map { self.counts[Int($0)] })
    let new = sections.map { ListKey(keys[Int($0)]) }
    let changes = ListChanges(from: headers, to: new)
    (shape.headers.stored, shape.headers.count) = (new, new.count)
    if !changes.isEmpty { shape.headers.didChange(.changes(changes)) }
    isOtherwiseChanged = !changes.isEmpty || shape.bounds != bounds
    return result
  }

  private func follow(_ batch: ListChanges<Element>) -> ListChanges<Element> {
    if let fresh = criteria.refresh() { return follow(batch, fresh) }
    if batch.isEmpty { return ListChanges(unchanged: slots.count) }
    var found: (inserted: [Key], updated: [Key]) = ([], [])
    let isCovered = criteria.covers {
      for row in batch.inserted.elements { found.inserted.append(key(row)) }
      for update in batch.updated { found.updated.append(key(update.new)) }
    }
    if !isCovered { return follow(batch, criteria.evaluateAnew()) }
    let (inserted, updated) = (found.inserted.map(number), found.updated.map(number))
    return follow(batch, inserted: inserted, updated: updated)
  }

  /// Follows a batch with the keys of all rows.
  private func follow(_ batch: ListChanges<Element>, _ fresh: [Key]) -> ListChanges<Element> {
    let old = order
    number(fresh)
    arrange()
    return ListChanges(batch, rearrangedFrom: old, to: order)
  }

  /// Follows a batch with the numbers of the keys of its rows.
  private func follow(
    _ batch: ListChanges<Element>, inserted: [Int32], updated: [Int32]
  ) -> ListChanges<Element> {
    let (oldOrder, oldSlots) = (order, slots)
    slots.rearrange(by: batch.provenance, inserting: inserted)
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
      return ListChanges(batch, rearrangedFrom: oldOrder, to: order)
    }

    var ranks = [Int32](repeating: 0, count: keys.count)
    for (rank, number) in sections.enumerated() { ranks[Int(number)] = Int32(rank) }
    func isBefore(_ a: Int32, _ b: Int32) -> Bool {
      let (rankA, rankB) = (ranks[Int(slots[Int(a)])], ranks[Int(slots[Int(b)])])
      return rankA == rankB ? a < b : rankA < rankB
    }
    let positions = exchange.arrivals.map(\.position)
    let sequence = positions.indices.map { Int32($0) }
      .sorted { isBefore(positions[Int($0)], positions[Int($1)]) }
    let changes = exchange.arrive(sequence) { isBefore(positions[$0], $1) }
    order = exchange.order
    return changes
  }

  /// Numbers the keys of all rows, and forgets those that were.
  private func number(_ fresh: [Key]) {
    (keys, counts, numbers, sections) = ([], [], [:], [])
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
    var start = 0
    for number in sections {
      next[Int(number)] = start
      start += counts[Int(number)]
    }
    order = slots
    for (position, slot) in slots.enumerated() {
      order[next[Int(slot)]] = Int32(position)
      next[Int(slot)] += 1
    }
  }

  /// Puts the keys that have rows in order; `first` are the positions of the first row of each key.
  private func arrangeSections(_ first: [Int32]) {
    sections = keys.indices.map { Int32($0) }.filter { counts[Int($0)] > 0 }
    sections.sort { a, b in
      if let sort {
        if sort(keys[Int(a)], keys[Int(b)]) { return true }
        if sort(keys[Int(b)], keys[Int(a)]) { return false }
      }
      return first[Int(a)] < first[Int(b)]
    }
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
    let (rows, versions) = following(
      stage, traits: contents.traits, label: label, fileID: fileID, line: line)
    return LiveSections(stage.shape, rows, versions: versions, graph: graph)
  }
}
