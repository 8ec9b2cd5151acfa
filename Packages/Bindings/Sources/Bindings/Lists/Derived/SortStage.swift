/// The rows of the source in order, as positions in the source.
///
/// Rows of equal rank keep the source's order, so positions decide where the comparison does not.
@MainActor
@usableFromInline
final class SortStage<Element: Identifiable>: ListStage {
  @usableFromInline let comparison: RowOrdering<Element>
  @usableFromInline let criteria: Criteria<[Int32]>
  @usableFromInline var order: [Int32] = []

  @inlinable
  init(
    _ source: ListContents<Element>, _ graph: Graph, label: String?,
    _ comparison: RowOrdering<Element>
  ) {
    self.comparison = comparison
    criteria = Criteria(graph, label: label) { comparison.positions(source.rows) }
  }

  @inlinable var count: Int { order.count }
  @inlinable var storage: StageStorage { .source }

  @inlinable
  func begin(_ source: ListContents<Element>) { order = criteria.evaluateAnew() }

  @inlinable
  func rows(of source: () -> [Element]) -> [Element] {
    let all = source()
    var rows: [Element] = []
    rows.reserveCapacity(order.count)
    for position in order { rows.append(all[Int(position)]) }
    return rows
  }

  @inlinable
  func row(at position: Int, _ source: ListContents<Element>) -> Element {
    source.row(at: Int(order[position]))
  }

  @inlinable
  func take(
    _ batch: ListChanges<Element>, _ source: ListContents<Element>
  ) -> ListChanges<Element> {
    if let fresh = criteria.refresh() { return follow(batch, fresh) }
    if batch.isEmpty { return ListChanges(unchanged: order.count) }
    var result: (order: [Int32], changes: ListChanges<Element>)?
    let isCovered = criteria.covers { result = comparison.exchange(batch, source, order) }
    guard isCovered, let result else { return follow(batch, criteria.evaluateAnew()) }
    order = result.order
    return result.changes
  }

  /// Follows a batch with the order that a comparison of all rows has found.
  @inlinable
  func follow(_ batch: ListChanges<Element>, _ fresh: [Int32]) -> ListChanges<Element> {
    let old = order
    order = fresh
    return ListChanges(batch, rearrangedFrom: old, to: order)
  }
}

extension LiveList {
  /// The rows in the order that `isBefore` says; those of equal rank keep the order of this list.
  ///
  /// ```swift
  /// let newest = messages.sorted { $0.date > $1.date }
  /// ```
  /// The reads of `isBefore` are tracked: when one changes, all rows are compared again. A row whose new
  /// content gives it another place has moved.
  ///
  /// - Complexity: A batch of *k* changes costs O(*k* log *n*) comparisons and O(*n*) steps over 4 bytes a
  ///   row.
  @inlinable @inline(__always)
  public func sorted(
    label: String? = nil, fileID: StaticString = #fileID, line: UInt = #line,
    by isBefore: @escaping @MainActor (Element, Element) -> Bool
  ) -> LiveList<Element> {
    derived(
      SortStage(contents, graph, label: label, RowOrdering(isBefore)), traits: contents.traits,
      label: label, fileID: fileID, line: line)
  }

  /// The rows in the order of a key that each has.
  @inlinable @inline(__always)
  public func sorted<Key: Comparable>(
    by key: KeyPath<Element, Key>, label: String? = nil, fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> LiveList<Element> {
    sorted(label: label, fileID: fileID, line: line) { $0[keyPath: key] < $1[keyPath: key] }
  }
}
