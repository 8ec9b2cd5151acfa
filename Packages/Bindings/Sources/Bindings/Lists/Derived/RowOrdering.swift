/// The caller's sort predicate, with the loops specialised for it.
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
