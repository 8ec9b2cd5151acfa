/// What the user says of the order of rows, and the loops that ask it.
///
/// The loops are closures made where the comparison is written, so that it is compiled into them: a
/// call costs several times as much as the comparison of two numbers, for it keeps both rows alive.
@usableFromInline
struct RowOrdering<Element: Identifiable> {
  @usableFromInline let isBefore: @MainActor (Element, Element) -> Bool
  /// The positions of the rows, in the order of the rows.
  @usableFromInline let positions: @MainActor ([Element]) -> [Int32]
  /// Follows a batch, from the rows after it and the positions in order before it.
  @usableFromInline let merged:
    @MainActor (ListChanges<Element>, [Element], [Int32])
      -> (order: [Int32], changes: RowChanges<Element>)

  @inlinable @inline(__always)
  init(_ isBefore: @escaping @MainActor (Element, Element) -> Bool) {
    self.isBefore = isBefore
    positions = { rows in sortedPositions(of: rows) { isBefore($0, $1) } }
    merged = { batch, rows, order in
      Bindings.merged(batch, of: rows, inOrder: order) { isBefore($0, $1) }
    }
  }
}

/// A row that is to be sorted, and where it is.
@usableFromInline
struct PlacedRow<Row> {
  @usableFromInline let row: Row
  @usableFromInline let position: Int32

  @inlinable
  init(_ row: Row, at position: Int32) {
    self.row = row
    self.position = position
  }
}

/// The positions of the rows, in the order of the rows.
///
/// Not isolated: a closure of the main actor would ask for its actor at every comparison.
@inlinable
func sortedPositions<Row>(
  of rows: [Row], by isBefore: (Row, Row) -> Bool
) -> [Int32] {
  var placed: [PlacedRow<Row>] = []
  placed.reserveCapacity(rows.count)
  for position in rows.indices {
    placed.append(PlacedRow(rows[position], at: Int32(truncatingIfNeeded: position)))
  }
  placed.sort(by: isBefore)
  return placed.map(\.position)
}

extension Array {
  /// Puts rows in order; those of equal rank keep theirs.
  ///
  /// The rows themselves are moved about and not their positions: to look rows up by position costs
  /// more, for each comparison would keep both alive.
  @inlinable
  mutating func sort<Row>(
    by isBefore: (Row, Row) -> Bool
  ) where Element == PlacedRow<Row> {
    sort { (a: PlacedRow<Row>, b: PlacedRow<Row>) in isBefore(a.row, b.row) }
  }
}
