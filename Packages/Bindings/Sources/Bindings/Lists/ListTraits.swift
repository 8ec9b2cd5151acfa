/// What a list must know of its rows: when they are equal, and how to find what changed.
///
/// Made where the type of row is known, so that both are compiled for it.
@usableFromInline
struct ListTraits<Element: Identifiable> {
  @usableFromInline let areEqual: (Element, Element) -> Bool
  @usableFromInline let changes: ([Element], [Element]) -> RowChanges<Element>

  @inlinable
  init<Comparison: RowComparison>(_: Comparison.Type) where Comparison.Row == Element {
    areEqual = { Comparison.areEqual($0, $1) }
    changes = { RowChanges(from: $0, to: $1, by: Comparison.self) }
  }
}
