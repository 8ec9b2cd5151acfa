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
  func begin(_ source: ListContents<Source>) { _ = replaceOutputs(source.engine, nil) }

  @inlinable
  func take(
    _ batch: ListChanges<Source>, _ source: ListContents<Source>
  ) -> ListChanges<Element> {
    let engine = source.engine
    if let fresh = criteria.refresh() {
      return traits.changes(replaceOutputs(engine, fresh), fresh)
    }
    if batch.isEmpty { return ListChanges(unchanged: outputs.count) }
    var made: (inserted: [Element], updated: [Element]) = ([], [])
    let isCovered = criteria.covers {
      for row in batch.inserted.elements { made.inserted.append(transform(row)) }
      for update in batch.updated { made.updated.append(transform(update.new)) }
    }
    engine.letGo(ofRows: made)
    if !isCovered { return traits.changes(replaceOutputs(engine, nil), outputs) }
    return outputs.exchange(
      batch, inserted: made.inserted, updated: made.updated, traits, engine)
  }

  /// Goes to the outputs for all rows, transformed anew if they are not given.
  ///
  /// - Returns: The outputs before.
  @inlinable
  func replaceOutputs(_ engine: Engine, _ fresh: [Element]?) -> [Element] {
    let fresh = fresh ?? criteria.evaluateAnew()
    let old = outputs
    engine.letGo(ofRows: old)
    outputs = fresh
    return old
  }
}

extension Array where Element: Identifiable {
  /// Follows a batch of the source with the outputs for its new rows and for those with new content; of
  /// the latter none if they keep their outputs.
  ///
  /// Outputs are compared when an identity goes to another row of the source, or when one comes out
  /// with another identity, which is seldom.
  ///
  /// - Returns: The changes of the outputs.
  @inlinable
  @MainActor
  mutating func exchange<Source>(
    _ batch: ListChanges<Source>, inserted: [Element], updated new: [Element],
    _ traits: ListTraits<Element>, _ engine: Engine
  ) -> ListChanges<Element> {
    let removed = elements(in: batch.removed.ranges)
    let old = zip(batch.updated, new).map { update, _ in self[update.from] }
    engine.letGo(ofRows: (removed, old))
    let hasOtherIdentities =
      zip(old, new).contains { $0.id != $1.id } || haveCommonIdentity(removed, inserted)
    let before = hasOtherIdentities ? self : []
    rearrange(by: batch.provenance, inserting: inserted)
    for (update, new) in zip(batch.updated, new) { self[update.to] = new }
    if hasOtherIdentities { return traits.changes(before, self) }
    var updated: [ListRowUpdate<Element, Int>] = []
    for (update, (old, new)) in zip(batch.updated, zip(old, new)) where !traits.areEqual(old, new) {
      updated.append(ListRowUpdate(from: update.from, to: update.to, old: old, new: new))
    }
    return ListChanges(
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
