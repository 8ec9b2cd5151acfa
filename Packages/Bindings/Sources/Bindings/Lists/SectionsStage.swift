/// Which section each row of a source belongs to, and where it stands among all rows.
@MainActor
final class SectionsStage<Element: Identifiable, Key: Hashable> {
  private let key: @MainActor (Element) -> Key
  private let sort: ((Key, Key) -> Bool)?
  private let criteria: Criteria
  private let fresh: FreshKeys
  /// The keys that there are or were, and for each row of the source the number of its key.
  private var keys: [Key] = []
  private var numbers: [Key: Int32] = [:]
  private var slots: [Int32] = []
  /// The rows by section, as positions in the source.
  private var order: [Int32] = []
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

  /// Begins anew; returns the rows by section.
  func begin(_ source: ListContents<Element>) -> [Element] {
    criteria.evaluateAnew()
    takeFresh()
    arrange()
    let rows = source.rows
    return order.map { rows[Int($0)] }
  }

  /// Takes over what happened to the source, and says what it means for the rows by section.
  func take(_ batch: RowChanges<Element>) -> RowChanges<Element> {
    let isFresh = criteria.refresh()
    if !isFresh, batch.isEmpty { return RowChanges(unchanged: order.count) }
    var found: (inserted: [Key], updated: [Key]) = ([], [])
    let isCovered =
      isFresh
      || criteria.covers {
        for row in batch.inserted.elements { found.inserted.append(key(row)) }
        for update in batch.updated { found.updated.append(key(update.new)) }
      }
    if !isCovered { criteria.evaluateAnew() }
    if isFresh || !isCovered {
      takeFresh()
    } else {
      slots.rearrange(by: batch.provenance, inserting: found.inserted.map(number))
      for (update, key) in zip(batch.updated, found.updated) { slots[update.to] = number(key) }
    }
    let old = order
    arrange()
    return rearranged(batch, from: old, to: order)
  }

  private func takeFresh() {
    keys = []
    numbers = [:]
    slots = []
    slots.reserveCapacity(fresh.keys.count)
    for key in fresh.keys { slots.append(number(key)) }
    fresh.keys = []
  }

  private func number(_ key: Key) -> Int32 {
    if let number = numbers[key] { return number }
    let number = Int32(keys.count)
    keys.append(key)
    numbers[key] = number
    return number
  }

  /// Finds the sections, in order, and the rows of each.
  private func arrange() {
    var counts = [Int32](repeating: 0, count: keys.count)
    var sections: [Int32] = []
    for slot in slots {
      if counts[Int(slot)] == 0 { sections.append(slot) }
      counts[Int(slot)] += 1
    }
    if let sort { sections.sort { sort(keys[Int($0)], keys[Int($1)]) } }
    headers = sections.map { ListKey(keys[Int($0)]) }
    bounds = SectionBounds(sections.map { Int(counts[Int($0)]) })
    var next = [Int](repeating: 0, count: keys.count)
    for (section, slot) in sections.enumerated() {
      next[Int(slot)] = bounds.range(of: section).lowerBound
    }
    order = [Int32](repeating: 0, count: slots.count)
    for (position, slot) in slots.enumerated() {
      order[next[Int(slot)]] = Int32(position)
      next[Int(slot)] += 1
    }
    if keys.count > 64 + 2 * sections.count { forgetUnusedKeys(counts) }
  }

  private func forgetUnusedKeys(_ counts: [Int32]) {
    let old = keys
    keys = []
    numbers = [:]
    let renumbered = old.indices.map { counts[$0] == 0 ? -1 : number(old[$0]) }
    for position in slots.indices { slots[position] = renumbered[Int(slots[position])] }
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
  /// - Complexity: A batch of *k* changes costs O(*k*) keys and O(*n*) steps over 4 bytes a row.
  public func sections<Key: Hashable>(
    label: String? = nil, fileID: StaticString = #fileID, line: UInt = #line,
    by key: @escaping @MainActor (Element) -> Key
  ) -> LiveSections<ListKey<Key>, Element> {
    sections(label: label, fileID: fileID, line: line, sort: nil, by: key)
  }

  /// The rows under the keys that `key` gives them, sections in the order of `areInOrder`.
  ///
  /// - Complexity: A batch of *k* changes costs O(*k*) keys and O(*n*) steps over 4 bytes a row.
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
      let moved = stage.take(batch.rows)
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
