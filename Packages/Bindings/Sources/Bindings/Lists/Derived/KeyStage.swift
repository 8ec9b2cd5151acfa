/// The section that each row of a source belongs to, and its place among all rows.
@MainActor
final class KeyStage<Element: Identifiable, Key: Hashable>: SectionStage {
  private let source: ListContents<Element>
  private let key: @MainActor (Element) -> Key
  private let sort: ((Key, Key) -> Bool)?
  private let criteria: Criteria<[Key]>
  /// The keys that there are or were, and for each row of the source the number of its key.
  private(set) var keys: [Key] = []
  private var numbers: [Key: Int32] = [:]
  var slots: [Int32] = []
  /// The rows of each key, as rising positions in the source.
  var members: [[Int32]] = []
  /// The numbers of the keys that have rows, in the order of their sections.
  private(set) var sections: [Int32] = []
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

  /// The rows by section, as positions in the source.
  private var order: [Int32] {
    var order: [Int32] = []
    order.reserveCapacity(slots.count)
    for number in sections { order.append(contentsOf: members[Int(number)]) }
    return order
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
    if batch.count <= ListTuning.exchangedRows(sectioned: slots.count) {
      return exchange(batch, inserted: inserted, updated: updated)
    }
    let old = order
    slots.rearrange(by: batch.rows.provenance, inserting: inserted)
    for (update, number) in zip(batch.updated, updated) { slots[update.to] = number }
    arrange()
    return RowChanges(batch.rows, rearrangedFrom: old, to: order)
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
    (keys, numbers, members, sections, headers) = ([], [:], [], [], [])
    slots = fresh.map(number)
  }

  private func number(_ key: Key) -> Int32 {
    if let number = numbers[key] { return number }
    let number = Int32(keys.count)
    keys.append(key)
    members.append([])
    numbers[key] = number
    return number
  }

  /// Finds the rows of each key, and the sections.
  private func arrange() {
    for number in members.indices { members[number].removeAll(keepingCapacity: true) }
    for (position, slot) in slots.enumerated() { members[Int(slot)].append(Int32(position)) }
    arrangeSections(keys.indices.map { Int32($0) })
  }

  /// Puts those of the given keys that have rows in order.
  func arrangeSections(_ candidates: [Int32]) {
    var new = candidates.filter { !members[Int($0)].isEmpty }
    new.sort { a, b in
      if let sort {
        if sort(keys[Int(a)], keys[Int(b)]) { return true }
        if sort(keys[Int(b)], keys[Int(a)]) { return false }
      }
      return members[Int(a)][0] < members[Int(b)][0]
    }
    bounds = SectionBounds(new.lazy.map { self.members[Int($0)].count })
    if new == sections, headers.count == new.count { return }
    sections = new
    headers = sections.map { ListKey(keys[Int($0)]) }
  }

  private func forgetUnusedKeys() {
    let old = (keys: keys, members: members)
    var renumbered = [Int32](repeating: -1, count: old.keys.count)
    (keys, numbers, members) = ([], [:], [])
    for number in sections {
      let new = self.number(old.keys[Int(number)])
      renumbered[Int(number)] = new
      members[Int(new)] = old.members[Int(number)]
    }
    for position in slots.indices { slots[position] = renumbered[Int(slots[position])] }
    sections = sections.map { renumbered[Int($0)] }
  }
}

extension LiveList {
  /// The rows under the keys that `key` gives them, sections in the order in which their first rows
  /// stand in this list.
  ///
  /// ```swift
  /// let days = messages.sections { $0.day }
  /// ```
  /// The reads of `key` are tracked. A section lives as long as it has rows.
  ///
  /// - Complexity: A batch of *k* changes costs O(*k*) keys and O(*k* log *n*) steps, and O(*s*) in the
  ///   sections; where rows come, go or change their section, others are shifted in memory.
  public func sections<Key: Hashable>(
    label: String? = nil, fileID: StaticString = #fileID, line: UInt = #line,
    by key: @escaping @MainActor (Element) -> Key
  ) -> LiveSections<ListKey<Key>, Element> {
    sections(label: label, fileID: fileID, line: line, sort: nil, by: key)
  }

  /// The rows under the keys that `key` gives them, sections in the order of `areInOrder`.
  ///
  /// - Complexity: A batch of *k* changes costs O(*k*) keys and O(*k* log *n*) steps, and O(*s*) in the
  ///   sections; where rows come, go or change their section, others are shifted in memory.
  public func sections<Key: Hashable>(
    label: String? = nil, fileID: StaticString = #fileID, line: UInt = #line,
    by key: @escaping @MainActor (Element) -> Key,
    orderedBy areInOrder: @escaping (Key, Key) -> Bool
  ) -> LiveSections<ListKey<Key>, Element> {
    sections(label: label, fileID: fileID, line: line, sort: areInOrder, by: key)
  }

  private func sections<Key: Hashable>(
    label: String?, fileID: StaticString, line: UInt, sort: ((Key, Key) -> Bool)?,
    by key: @escaping @MainActor (Element) -> Key
  ) -> LiveSections<ListKey<Key>, Element> {
    let stage = KeyStage(contents, graph, label: label, sort: sort, key)
    let cursor = contents.follow()
    return SectionContents(
      [], headerTraits: ListTraits(RowsByValue.self), rowTraits: contents.traits
    )
    .list(after: versions, stage, graph, label: label, fileID: fileID, line: line) { [self] in
      contents.advance(cursor)?.changes
    }
  }
}
