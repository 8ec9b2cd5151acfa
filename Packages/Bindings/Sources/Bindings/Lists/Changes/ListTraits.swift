/// The operations on rows that a list needs: equality, and the comparison of versions.
///
/// Made where the type of row is known, so that both are compiled for it.
@usableFromInline
struct ListTraits<Element: Identifiable> {
  @usableFromInline let areEqual: (Element, Element) -> Bool
  @usableFromInline let changes: ([Element], [Element]) -> ListChanges<Element>
  /// The changes, unless most rows are new or have other content.
  @usableFromInline let fewChanges: ([Element], [Element]) -> ListChanges<Element>?
  /// Whether the identities of rows are unique, which the batch that leads to them may show.
  @usableFromInline let areUnique: (ListChanges<Element>?, [Element]) -> Bool

  @inlinable
  init<Comparison: RowComparison>(_: Comparison.Type) where Comparison.Row == Element {
    areEqual = { Comparison.areEqual($0, $1) }
    changes = { RowMatcher<Comparison>.changes(from: $0, to: $1) }
    fewChanges = { RowMatcher<Comparison>.fewChanges(from: $0, to: $1) }
    // Kept rows are unique already.
    areUnique = { changes, rows in changes?.inserted.isEmpty == true || rows.areUnique }
  }
}
