/// The caller's sort predicate, with the loops specialised for it.
///
/// The loops are closures made where the comparison is written, so that it is compiled into them: a
/// call costs several times as much as the comparison of two numbers, for it keeps both rows alive.
@usableFromInline
struct RowOrdering<Element: Identifiable> {
  /// The positions of the rows, in the order of the rows.
  @usableFromInline let positions: @MainActor ([Element]) -> [Int32]
  /// Follows a batch of a source, from the positions in order before it.
  @usableFromInline let exchange:
    @MainActor (ListChanges<Element>, ListContents<Element>, [Int32])
      -> (order: [Int32], changes: ListChanges<Element>)

  @inlinable @inline(__always)
  init(_ isBefore: @escaping @MainActor (Element, Element) -> Bool) {
    positions = { rows in sortedPositions(of: rows) { isBefore($0, $1) } }
    exchange = { batch, source, order in
      let asksForSingleRows = batch.writes <= ListTuning.singleRows(of: source.count)
      return exchanged(
        batch, in: order, asksForSingleRows ? source.stored : source.rows
      ) {
        source.row(at: $0)
      } by: {
        isBefore($0, $1)
      }
    }
  }
}

/// The positions of the rows, in the order of the rows.
///
/// Not isolated: a closure of the main actor would ask for its actor at every comparison.
@inlinable
func sortedPositions<Row>(
  of rows: [Row], by isBefore: (Row, Row) -> Bool
) -> [Int32] {
  var positions = rows.indices.map { Int32(truncatingIfNeeded: $0) }
  positions.sort(asOf: rows, by: isBefore)
  return positions
}

/// Follows a batch: the same order as by sorting all rows again, and what it means.
///
/// `all` are the source's rows after the batch, or nil when `one` makes the few that are needed.
///
/// Not isolated, as above.
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
    // Rows of equal rank keep the source's order.
    positions[arrival] < position
      ? !isBefore(row(at: position), arriving[arrival])
      : isBefore(arriving[arrival], row(at: position))
  }
  return (exchange.order, changes)
}
