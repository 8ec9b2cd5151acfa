/// Which section each row of a source belongs to, and where it stands among all rows.
@MainActor
final class SectionsStage<Element: Identifiable, Key: Hashable> {
  private let key: @MainActor (Element) -> Key
  private let sort: ((Key, Key) -> Bool)?
  private let criteria: Criteria
  private let fresh: FreshKeys
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

  /// The keys of the latest evaluation for all rows.
  @MainActor
  private final class FreshKeys {
    var keys: [Key] = []
  }

  init(
    _ source: ListContents<Element>, _ graph: Graph, label: String?,
    sort: ((Key, Key) -> Bool)?, _ key: @escaping @MainActor (Element) -> Key
  ) {
    self.key = key
    self.sort = sort
    let fresh = FreshKeys()
    self.fresh = fresh
    criteria = Criteria(graph, label: label) {
      var keys: [Key] = []
      keys.reserveCapacity(source.count)
      for row in source.rows { keys.append(key(row)) }
      fresh.keys = keys
    }
  }

  /// The rows by section, as positions in the source.
  private var order: [Int32] {
    var order: [Int32] = []
    order.reserveCapacity(slots.count)
    for number in sections { order.append(contentsOf: members[Int(number)]) }
    return order
  }

  /// Begins anew; returns the rows by section.
  func begin(_ source: ListContents<Element>) -> [Element] {
    criteria.evaluateAnew()
    takeFresh()
    arrange()
    let rows = source.rows
    return order.map { rows[Int($0)] }
  }

  /// Takes over what happened to the source, and says what it means for the rows by section.
  func take(_ batch: ListChanges<Element>) -> RowChanges<Element> {
    defer { if keys.count > 64 + 2 * sections.count { forgetUnusedKeys() } }
    let isFresh = criteria.refresh()
    if !isFresh, batch.isEmpty { return RowChanges(unchanged: slots.count) }
    var found: (inserted: [Key], updated: [Key]) = ([], [])
    let isCovered =
      isFresh
      || criteria.covers {
        for row in batch.inserted.elements { found.inserted.append(key(row)) }
        for update in batch.updated { found.updated.append(key(update.new)) }
      }
    if !isCovered { criteria.evaluateAnew() }
    if isFresh || !isCovered {
      let old = order
      takeFresh()
      arrange()
      return rearranged(batch.rows, from: old, to: order)
    }
    let (inserted, updated) = (found.inserted.map(number), found.updated.map(number))
    if batch.count <= 8 + slots.count / 32 {
      return exchange(batch, inserted: inserted, updated: updated)
    }
    let old = order
    slots.rearrange(by: batch.rows.provenance, inserting: inserted)
    for (update, number) in zip(batch.updated, updated) { slots[update.to] = number }
    arrange()
    return rearranged(batch.rows, from: old, to: order)
  }

  private func takeFresh() {
    (keys, numbers, members, sections, headers) = ([], [:], [], [], [])
    slots = fresh.keys.map(number)
    fresh.keys = []
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
  /// What `key` reads is tracked. A section lives as long as it has rows.
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
    let source = self
    let upstream = contents
    let stage = SectionsStage(upstream, graph, label: label, sort: sort, key)
    let contents = SectionContents<ListKey<Key>, Element>(
      [], headerTraits: ListTraits(RowsByValue.self), rowTraits: upstream.traits)
    let cursor = upstream.follow()
    let versions = Computed(label: label, graph: graph, fileID: fileID, line: line) {
      _ = source.versions.value
      let batch = upstream.advance(cursor)?.changes
      let before = stage.bounds
      var (headers, rows) = contents.take()
      guard let batch else {
        rows = stage.begin(upstream)
        contents.put(stage.headers, rows, bounds: stage.bounds)
        contents.didChange(nil)
        return contents.version
      }
      let moved = stage.take(batch)
      rows.rearrange(by: moved.provenance, inserting: moved.inserted.elements)
      for update in moved.updated { rows[update.to] = update.new }
      let changes = SectionChanges(
        moved, sections: ListChanges(from: headers, to: stage.headers), before: before,
        after: stage.bounds, animation: batch.animation)
      headers = stage.headers
      contents.put(headers, rows, bounds: stage.bounds)
      if !changes.isEmpty { contents.didChange(changes) }
      return contents.version
    }
    return LiveSections(contents, versions: versions, graph: graph)
  }
}
