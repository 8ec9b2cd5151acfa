extension ListChanges {
  /// A row of the older version, with its position there.
  @usableFromInline typealias Former = (position: Int, row: Element)

  /// Makes a batch from the origins of rows and the older content of the rows that were written.
  ///
  /// A row that was removed and inserted again counts as a row that stayed.
  ///
  /// - Parameters:
  ///   - origins: The origin of each row of the newer version.
  ///   - formers: All removed rows and all rows whose content may have changed, in any order; of several
  ///     entries with one position the first counts.
  ///   - areEqual: Whether two rows have the same content.
  ///   - row: Returns the row at a position of the newer version, which is a new row or one of `formers`.
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

  /// The first entry for each position, in the order of the positions.
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

  /// The indexes of small numbers in ascending order of the numbers; the sort is stable.
  @inlinable
  static func order(of numbers: [Int]) -> [Int] {
    if numbers.count < 2 { return Array(numbers.indices) }
    var keys = numbers.enumerated().map { UInt64($0.element) << 32 | UInt64($0.offset) }
    keys.sort()
    return keys.map { Int($0 & 0xFFFF_FFFF) }
  }

  /// Composes this step with the next step: the result leads from this step's old version to the new version of `next`.
  ///
  /// A row that is removed and inserted again counts as a row that stayed or moved. Content that changes and
  /// changes back has not changed.
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
    // The entries of the next step are newer, so they overwrite those of this step.
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
