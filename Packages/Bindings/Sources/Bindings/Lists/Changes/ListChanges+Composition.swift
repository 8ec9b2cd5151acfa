extension ListChanges {
  /// A row of the version before, with its position.
  @usableFromInline typealias Former = (position: Int, row: Element)

  /// The changes that the origins of rows mean, once what some of them were is known.
  ///
  /// Rows that went and came again have stayed.
  ///
  /// - Parameters:
  ///   - origins: Where each row comes from.
  ///   - formers: All rows that went and all whose content may be another, in any order; of several
  ///     entries with one position the first counts.
  ///   - areEqual: Whether two rows have the same content.
  ///   - row: The row at a position after, which is a new one or one of `formers`.
  @inlinable
  init(
    _ origins: Provenance, _ formers: [Former], areEqual: (Element, Element) -> Bool,
    row: (Int) -> Element
  ) {
    let formers = Self.firstOfEach(formers)
    var provenance = origins
    var goals = PieceFinder(provenance.inverted)
    var comers = provenance.inserted
    let gone = comers.isEmpty ? [] : formers.filter { goals.origin(of: $0.position) == nil }
    if !gone.isEmpty {
      var places = Dictionary(
        gone.lazy.map { ($0.row.id, $0.position) }, uniquingKeysWith: { first, _ in first })
      let back: [(new: Int, old: Int)] = comers.joined().compactMap { position in
        places.removeValue(forKey: row(position).id).map { (position, $0) }
      }
      if !back.isEmpty {
        provenance = provenance.keeping(back)
        goals = PieceFinder(provenance.inverted)
        comers = provenance.inserted
      }
    }

    var removed: [Element] = []
    var updated: [ListRowUpdate<Element, Int>] = []
    for former in formers {
      guard let goal = goals.origin(of: former.position) else {
        removed.append(former.row)
        continue
      }
      let new = row(goal)
      if areEqual(former.row, new) { continue }
      updated.append(ListRowUpdate(from: former.position, to: goal, old: former.row, new: new))
    }
    var inserted: [Element] = []
    for position in comers.joined() { inserted.append(row(position)) }
    self.init(
      provenance, removed: removed, inserted: inserted,
      updated: Self.order(of: updated.map(\.to)).map { updated[$0] })
  }

  /// The first entry of each position, by position.
  @inlinable
  static func firstOfEach(_ formers: [Former]) -> [Former] {
    var first: [Former] = []
    first.reserveCapacity(formers.count)
    for index in order(of: formers.map(\.position))
    where formers[index].position != first.last?.position {
      first.append(formers[index])
    }
    return first
  }

  /// The indexes of small numbers in rising order of these; equal ones keep theirs.
  @inlinable
  static func order(of numbers: [Int]) -> [Int] {
    if numbers.count < 2 { return Array(numbers.indices) }
    var keys = numbers.enumerated().map { UInt64($0.element) << 32 | UInt64($0.offset) }
    keys.sort()
    return keys.map { Int($0 & 0xFFFF_FFFF) }
  }

  /// This step and the next one as one: from where this begins to where `next` ends.
  ///
  /// A row that goes and comes back is a row that stayed or moved; what changes and changes back has
  /// not changed.
  ///
  /// - Complexity: O(*k* log *k*) in the changes of both.
  @usableFromInline
  func then(_ next: ListChanges, areEqual: (Element, Element) -> Bool) -> ListChanges {
    var sum = isEmpty ? next : next.isEmpty ? self : joined(next, areEqual)
    sum.animation = next.animation ?? animation
    return sum
  }

  private func joined(
    _ next: ListChanges, _ areEqual: (Element, Element) -> Bool
  ) -> ListChanges {
    let origins = PieceFinder(provenance)
    let goals = PieceFinder(next.provenance.inverted)
    var formers: [Former] = removed.map { ($0.position, $0.element) }
    for update in updated { formers.append((update.from, update.old)) }
    for (position, row) in next.removed {
      if let origin = origins.origin(of: position) { formers.append((origin, row)) }
    }
    for update in next.updated {
      if let origin = origins.origin(of: update.from) { formers.append((origin, update.old)) }
    }
    // What the next step says of a row is newer, so it comes last.
    var rows: [Int: Element] = [:]
    for (position, row) in inserted {
      if let goal = goals.origin(of: position) { rows[goal] = row }
    }
    for update in updated {
      if let goal = goals.origin(of: update.to) { rows[goal] = update.new }
    }
    for (position, row) in next.inserted { rows[position] = row }
    for update in next.updated { rows[update.to] = update.new }
    return ListChanges(provenance.then(next.provenance), formers, areEqual: areEqual) { position in
      guard let row = rows[position] else {
        fatalError("two batches do not say what row \(position) is after them")
      }
      return row
    }
  }
}
