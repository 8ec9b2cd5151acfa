/// The changes of rows between two versions, before they are told as moves: the part of a batch
/// that lists with and without sections share.
@usableFromInline
struct RowChanges<Element: Identifiable> {
  @usableFromInline var provenance: Provenance
  /// The rows that the newer version has not kept, with their positions before.
  @usableFromInline var removed: ListRuns<Element>
  /// The rows that the older version did not have, with their positions after.
  @usableFromInline var inserted: ListRuns<Element>
  /// The kept rows with other content, by position after.
  @usableFromInline var updated: [ListRowUpdate<Element>]

  /// With the rows that were not kept and those that are new in their order.
  @inlinable
  init(
    _ provenance: Provenance, removed: [Element], inserted: [Element],
    updated: [ListRowUpdate<Element>]
  ) {
    self.init(
      provenance, removed: ListRuns(ranges: provenance.removed, elements: removed),
      inserted: ListRuns(ranges: provenance.inserted, elements: inserted), updated: updated)
  }

  @inlinable
  init(
    _ provenance: Provenance, removed: ListRuns<Element>, inserted: ListRuns<Element>,
    updated: [ListRowUpdate<Element>]
  ) {
    self.provenance = provenance
    self.removed = removed
    self.inserted = inserted
    self.updated = updated
  }

  @inlinable
  init(unchanged count: Int) {
    self.init(
      Provenance(unchanged: count), removed: ListRuns(), inserted: ListRuns(), updated: [])
  }

  @inlinable var isEmpty: Bool { updated.isEmpty && provenance.isIdentity }

  /// The number of rows that went, came and changed.
  @inlinable var count: Int { removed.count + inserted.count + updated.count }
}

extension RowChanges: Sendable where Element: Sendable {}
extension RowChanges: Equatable where Element: Equatable {}
