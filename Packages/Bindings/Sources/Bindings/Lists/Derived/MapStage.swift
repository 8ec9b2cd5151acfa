/// One output for each row of the source.
@MainActor
@usableFromInline
final class MapStage<Source: Identifiable, Element: Identifiable>: ListStage {
  @usableFromInline let transform: @MainActor (Source) -> Element
  @usableFromInline let areEqual: (Element, Element) -> Bool
  @usableFromInline let criteria: Criteria<[Element]>
  @usableFromInline var outputs: [Element] = []

  @inlinable
  init(
    _ source: ListContents<Source>, _ graph: Graph, label: String?,
    areEqual: @escaping (Element, Element) -> Bool,
    _ transform: @escaping @MainActor (Source) -> Element
  ) {
    self.transform = transform
    self.areEqual = areEqual
    criteria = Criteria(graph, label: label) {
      var outputs: [Element] = []
      outputs.reserveCapacity(source.count)
      for row in source.rows { outputs.append(transform(row)) }
      return outputs
    }
  }

  @inlinable var storage: StageStorage { .stage }
  @inlinable var count: Int { outputs.count }
  @inlinable
  func rows(of _: () -> [Source]) -> [Element] { outputs }
  @inlinable
  func row(at position: Int, _: ListContents<Source>) -> Element { outputs[position] }

  @inlinable
  func begin(_ source: ListContents<Source>) { outputs = criteria.evaluateAnew() }

  @inlinable
  func take(
    _ changes: ListChanges<Source>, _ source: ListContents<Source>
  ) -> RowChanges<Element> {
    let batch = changes.rows
    if let fresh = criteria.refresh() { return follow(batch, fresh) }
    if batch.isEmpty { return RowChanges(unchanged: outputs.count) }
    var made: (inserted: [Element], updated: [Element]) = ([], [])
    let isCovered = criteria.covers {
      for row in batch.inserted.elements { made.inserted.append(transform(row)) }
      for update in batch.updated { made.updated.append(transform(update.new)) }
    }
    if !isCovered { return follow(batch, criteria.evaluateAnew()) }
    return outputs.exchange(
      batch, inserted: made.inserted,
      changed: zip(batch.updated, made.updated).map { ($0.from, $0.to, $1) }, areEqual: areEqual)
  }

  /// Follows a batch with the outputs for all rows.
  @inlinable
  func follow(_ batch: RowChanges<Source>, _ fresh: [Element]) -> RowChanges<Element> {
    var changed: [(from: Int, to: Int, new: Element)] = []
    var position = 0
    for piece in batch.provenance.pieces {
      if piece.isKept {
        for offset in 0..<piece.count {
          changed.append((piece.start + offset, position + offset, fresh[position + offset]))
        }
      }
      position += piece.count
    }
    return outputs.exchange(
      batch, inserted: fresh.elements(in: batch.inserted.ranges), changed: changed,
      areEqual: areEqual)
  }
}

extension Array where Element: Identifiable {
  /// Follows a batch of the source with the outputs for its new and changed rows.
  ///
  /// - Returns: What that means for the outputs. One that comes out with another identity is another
  ///   row.
  @inlinable
  mutating func exchange<Source>(
    _ batch: RowChanges<Source>, inserted: [Element],
    changed: [(from: Int, to: Int, new: Element)], areEqual: (Element, Element) -> Bool
  ) -> RowChanges<Element> {
    var updated: [ListRowUpdate<Element>] = []
    var renewed: [Int] = []
    for (from, to, new) in changed {
      let old = self[from]
      if old.id != new.id {
        renewed.append(to)
      } else if !areEqual(old, new) {
        updated.append(ListRowUpdate(from: from, to: to, old: old, new: new))
      }
    }
    let result =
      renewed.isEmpty ? batch.provenance : batch.provenance.renewing(renewed)
    let removedRanges = renewed.isEmpty ? batch.removed.ranges : result.removed
    let insertedRanges = renewed.isEmpty ? batch.inserted.ranges : result.inserted
    let removed = elements(in: removedRanges)
    rearrange(by: batch.provenance, inserting: inserted)
    for (_, to, new) in changed { self[to] = new }
    var changes = RowChanges(
      result, removed: ListRuns(ranges: removedRanges, elements: removed),
      inserted: ListRuns(
        ranges: insertedRanges,
        elements: renewed.isEmpty ? inserted : elements(in: insertedRanges)),
      updated: updated)
    // Another row of the source may come out with the identity that one had.
    changes.joinRowsThatWentElsewhere(areEqual)
    return changes
  }
}

extension RowChanges {
  /// A row that goes in one place and comes in another has moved.
  @usableFromInline
  mutating func joinRowsThatWentElsewhere(_ areEqual: (Element, Element) -> Bool) {
    if removed.isEmpty || inserted.isEmpty { return }
    var gone: [Element.ID: (position: Int, row: Element)] = [:]
    for (position, row) in removed {
      gone[row.id] = (position, row)
    }
    var back: [(new: Int, old: Int)] = []
    var stillInserted = ListRuns<Element>()
    for (position, row) in inserted {
      guard let old = gone.removeValue(forKey: row.id) else {
        stillInserted.append(row, at: position)
        continue
      }
      back.append((position, old.position))
      if !areEqual(old.row, row) {
        updated.append(ListRowUpdate(from: old.position, to: position, old: old.row, new: row))
      }
    }
    if back.isEmpty { return }
    provenance = provenance.keeping(back)
    inserted = stillInserted
    let old = Set(back.map(\.old))
    var stillRemoved = ListRuns<Element>()
    for (position, row) in removed where !old.contains(position) {
      stillRemoved.append(row, at: position)
    }
    removed = stillRemoved
    updated.sort { $0.to < $1.to }
  }
}

extension Provenance {
  /// The same with new rows at the given positions, which rise.
  @usableFromInline
  func renewing(_ positions: [Int]) -> Provenance {
    var result = Provenance(countBefore: countBefore)
    var next = positions.makeIterator()
    var renewed = next.next()
    var position = 0
    for piece in pieces {
      var rest = piece
      while let place = renewed, place < position + rest.count {
        result.append(rest.prefix(place - position))
        result.append(.new(1))
        rest = rest.dropping(place - position + 1)
        position = place + 1
        renewed = next.next()
      }
      result.append(rest)
      position += rest.count
    }
    return result
  }
}

extension LiveList {
  /// One output for each row.
  ///
  /// ```swift
  /// let titles = messages.map { Title(id: $0.id, text: $0.subject.uppercased()) }
  /// ```
  /// The reads of `transform` are tracked. For outputs that live longer than one version of their row,
  /// such as view-models, use ``cells(label:fileID:line:_:update:end:)``.
  ///
  /// - Complexity: A batch of *k* changes costs O(*k*) transformations.
  @inlinable
  public func map<Output: Identifiable & Equatable>(
    label: String? = nil, fileID: StaticString = #fileID, line: UInt = #line,
    _ transform: @escaping @MainActor (Element) -> Output
  ) -> LiveList<Output> {
    let traits = ListTraits(RowsByValue<Output>.self)
    return derived(
      MapStage(contents, graph, label: label, areEqual: traits.areEqual, transform),
      traits: traits, label: label, fileID: fileID, line: line)
  }
}
