/// A sort stage: the rows of the source in sorted order, as positions in the source.
///
/// Rows that compare as equal keep the source's order, so their positions decide.
@MainActor
@usableFromInline
final class SortStage<Element: Identifiable>: ListStage {
  @usableFromInline typealias Exchange =
    @MainActor (ListChanges<Element>, ListContents<Element>, [Int32])
    -> (order: [Int32], changes: ListChanges<Element>)

  /// Updates the sorted positions for a batch of the source.
  @usableFromInline let exchange: Exchange
  @usableFromInline let criteria: Criteria<[Int32]>
  @usableFromInline var order: [Int32] = []

  /// Makes a stage; `sort` sorts the positions of all rows.
  @inlinable
  init(
    _ source: LiveList<Element>, label: String?,
    sort: @escaping @MainActor ([Element]) -> [Int32], exchange: @escaping Exchange
  ) {
    self.exchange = exchange
    criteria = Criteria(source, label: label, sort)
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
    source.heldRow(at: Int(order[position]))
  }

  @inlinable
  func take(
    _ batch: ListChanges<Element>, _ source: ListContents<Element>
  ) -> ListChanges<Element> {
    if let fresh = criteria.refresh() { return follow(batch, fresh) }
    if batch.isEmpty { return ListChanges(unchanged: order.count) }
    var result: (order: [Int32], changes: ListChanges<Element>)?
    let isCovered = criteria.covers { result = exchange(batch, source, order) }
    guard isCovered, let result else { return follow(batch, criteria.evaluateAnew()) }
    order = result.order
    return result.changes
  }

  /// Applies a batch and takes over the order from a sort of all rows.
  @inlinable
  func follow(_ batch: ListChanges<Element>, _ fresh: [Int32]) -> ListChanges<Element> {
    let old = order
    order = fresh
    return ListChanges(batch, rearrangedFrom: old, to: order)
  }
}

/// Returns the positions of the rows in sorted order.
///
/// Not isolated, because a closure of the main actor would check its actor at every comparison.
@inlinable
func sortedPositions<Row>(
  of rows: [Row], by isBefore: (Row, Row) -> Bool
) -> [Int32] {
  var positions = rows.indices.map { Int32(truncatingIfNeeded: $0) }
  positions.sort(asOf: rows, by: isBefore)
  return positions
}

/// Applies a batch: returns the order that sorting all rows again would give, and its changes.
///
/// `all` are the source's rows after the batch; if it is nil, `one` returns the few rows that are needed.
///
/// Not isolated, for the same reason as `sortedPositions`.
@inlinable
func exchanged<Element: Identifiable>(
  _ batch: ListChanges<Element>, in order: [Int32], _ all: [Element]?, one: (Int) -> Element,
  by isBefore: (Element, Element) -> Bool
) -> (order: [Int32], changes: ListChanges<Element>) {
  func row(at position: Int32) -> Element {
    if let all { all[Int(position)] } else { one(Int(position)) }
  }
  var exchange = OrderExchange(batch, in: order)
  let positions = exchange.arrivals.map(\.position)
  let arriving = positions.map { row(at: $0) }
  let changes = exchange.arrive(sortedPositions(of: arriving, by: isBefore)) { arrival, position in
    // Rows that compare as equal keep the source's order.
    positions[arrival] < position
      ? !isBefore(row(at: position), arriving[arrival])
      : isBefore(arriving[arrival], row(at: position))
  }
  return (exchange.order, changes)
}

extension LiveList {
  /// Returns a list of the rows sorted by `isBefore`; the sort is stable.
  ///
  /// ```swift
  /// let newest = messages.sorted { $0.date > $1.date }
  /// ```
  /// The reads of `isBefore` are tracked: when a dependency changes, all rows are sorted again. A row that gets
  /// another place through new content counts as moved.
  ///
  /// - Complexity: A batch of *k* changes costs O(*k* log *n*) comparisons and O(*n*) steps over 4 bytes a
  ///   row. A comparison reads a row through all the filtered and sorted lists before this one.
  @inlinable @inline(__always)
  public func sorted(
    label: String? = nil, fileID: StaticString = #fileID, line: UInt = #line,
    by isBefore: @escaping @MainActor (Element, Element) -> Bool
  ) -> LiveList<Element> {
    // The loops are written here, at the call site, so that the compiler inlines the comparison: a closure call costs
    // several times as much as comparing two numbers, because it retains both rows.
    let stage = SortStage(self, label: label) { rows in
      sortedPositions(of: rows) { isBefore($0, $1) }
    } exchange: { batch, source, order in
      let asksForSingleRows = batch.writes <= ListTuning.singleRows(of: source.count)
      return exchanged(batch, in: order, asksForSingleRows ? source.stored : source.rows) {
        source.row(at: $0)
      } by: {
        isBefore($0, $1)
      }
    }
    return derived(stage, traits: contents.traits, label: label, fileID: fileID, line: line)
  }
}
