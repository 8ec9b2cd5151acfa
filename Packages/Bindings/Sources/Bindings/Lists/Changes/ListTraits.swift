/// The operations on rows that a list needs: equality, and the comparison of versions.
///
/// Made where the type of row is known, so that both are compiled for it.
@usableFromInline
struct ListTraits<Element: Identifiable> {
  @usableFromInline let areEqual: (Element, Element) -> Bool
  @usableFromInline let changes: ([Element], [Element]) -> RowChanges<Element>
  /// The changes, unless most rows are new or have other content.
  @usableFromInline let fewChanges: ([Element], [Element]) -> RowChanges<Element>?
  /// Whether the identities of rows are unique, which the batch that leads to them may show.
  @usableFromInline let areUnique: (RowChanges<Element>?, [Element]) -> Bool

  @inlinable
  init<Comparison: RowComparison>(_: Comparison.Type) where Comparison.Row == Element {
    areEqual = { Comparison.areEqual($0, $1) }
    changes = { RowChanges(from: $0, to: $1, by: Comparison.self) }
    fewChanges = { RowChanges(fewFrom: $0, to: $1, by: Comparison.self) }
    areUnique = { $0?.isKnownUnique(leadingTo: $1) ?? $1.areUnique }
  }
}

extension RowChanges {
  /// Checks cheaply whether the identities of the newer version are unique: kept rows are unique already,
  /// so only the inserted ones are compared.
  @inlinable
  func isKnownUnique(leadingTo new: [Element]) -> Bool {
    if inserted.isEmpty { return true }
    var bits = 9
    while 1 << bits < inserted.count * 8 { bits += 1 }
    // One bit for the slot of each: most of the other rows are told apart without their hash.
    var filter = [UInt64](repeating: 0, count: 1 << (bits - 6))
    var seen = Set<Element.ID>(minimumCapacity: inserted.count)
    for row in inserted.elements {
      let id = row.id
      let slot = Bindings.slot(of: id, bits: bits)
      filter[slot >> 6] |= 1 << UInt64(slot & 63)
      if !seen.insert(id).inserted { return false }
    }
    var next = 0
    for piece in provenance.pieces {
      if piece.isKept {
        for position in next..<(next + piece.count) {
          let id = new[position].id
          let slot = Bindings.slot(of: id, bits: bits)
          if filter[slot >> 6] >> UInt64(slot & 63) & 1 != 0, seen.contains(id) { return false }
        }
      }
      next += piece.count
    }
    return true
  }
}
