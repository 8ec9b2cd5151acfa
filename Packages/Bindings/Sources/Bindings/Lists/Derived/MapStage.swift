/// One output for each row of the source.
@MainActor
@usableFromInline
final class MapStage<Source: Identifiable, Element: Identifiable>: ListStage {
  @usableFromInline let transform: @MainActor (Source) -> Element
  @usableFromInline let traits: ListTraits<Element>
  @usableFromInline let criteria: Criteria<[Element]>
  @usableFromInline var outputs: [Element] = []

  @inlinable
  init(
    _ source: ListContents<Source>, _ graph: Graph, label: String?,
    _ traits: ListTraits<Element>,
    _ transform: @escaping @MainActor (Source) -> Element
  ) {
    self.transform = transform
    self.traits = traits
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
      changed: zip(batch.updated, made.updated).map { ($0.from, $0.to, $1) }, traits)
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
      batch, inserted: fresh.elements(in: batch.inserted.ranges), changed: changed, traits)
  }
}

extension Array where Element: Identifiable {
  /// Follows a batch of the source with the outputs for its new and changed rows.
  ///
  /// Outputs are compared when an identity goes to another row of the source, or when one comes out
  /// with another identity, which is seldom.
  ///
  /// - Returns: The changes of the outputs.
  @inlinable
  mutating func exchange<Source>(
    _ batch: RowChanges<Source>, inserted: [Element],
    changed: [(from: Int, to: Int, new: Element)], _ traits: ListTraits<Element>
  ) -> RowChanges<Element> {
    let removed = elements(in: batch.removed.ranges)
    if changed.contains(where: { self[$0.from].id != $0.new.id })
      || haveCommonIdentity(removed, inserted)
    {
      let old = self
      rearrange(by: batch.provenance, inserting: inserted)
      for (_, to, new) in changed { self[to] = new }
      return traits.changes(old, self)
    }
    var updated: [ListRowUpdate<Element>] = []
    for (from, to, new) in changed where !traits.areEqual(self[from], new) {
      updated.append(ListRowUpdate(from: from, to: to, old: self[from], new: new))
    }
    rearrange(by: batch.provenance, inserting: inserted)
    for (_, to, new) in changed { self[to] = new }
    return RowChanges(
      batch.provenance, removed: ListRuns(ranges: batch.removed.ranges, elements: removed),
      inserted: ListRuns(ranges: batch.inserted.ranges, elements: inserted), updated: updated)
  }
}

/// Whether a row of the first array has the identity of one of the second.
@inlinable
func haveCommonIdentity<Row: Identifiable>(_ first: [Row], _ second: [Row]) -> Bool {
  if first.isEmpty || second.isEmpty { return false }
  let identities = Set(first.lazy.map(\.id))
  return second.contains { identities.contains($0.id) }
}

extension LiveList {
  /// One output for each row.
  ///
  /// ```swift
  /// let titles = messages.map { Title(id: $0.id, text: $0.subject.uppercased()) }
  /// ```
  /// The reads of `transform` are tracked. For outputs that live longer than one version of their row,
  /// such as view-models, use ``cells(label:fileID:line:_:update:end:)``. The outputs must differ in
  /// identity, as rows do; they are not compared with each other.
  ///
  /// - Complexity: A batch of *k* changes costs O(*k*) transformations.
  @inlinable
  public func map<Output: Identifiable & Equatable>(
    label: String? = nil, fileID: StaticString = #fileID, line: UInt = #line,
    _ transform: @escaping @MainActor (Element) -> Output
  ) -> LiveList<Output> {
    let traits = ListTraits(RowsByValue<Output>.self)
    return derived(
      MapStage(contents, graph, label: label, traits, transform),
      traits: traits, label: label, fileID: fileID, line: line)
  }
}
