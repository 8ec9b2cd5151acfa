/// An index of rows by identity: exact about which identities exist, approximate about their positions.
///
/// The error of a cached position is at most the number of rows that were inserted, removed or moved before
/// other rows since. So an edit does not have to update the positions of all rows after it.
@usableFromInline
struct IdentityIndex<Element: Identifiable> {
  /// The cached positions; nil until the first lookup.
  @usableFromInline var hints: [Element.ID: Int]?
  @usableFromInline var drift = 0
  /// The number of rows that lookups have passed since the positions were computed.
  @usableFromInline var passed = 0

  @inlinable
  init() {}

  @inlinable
  mutating func contains(_ id: Element.ID, in rows: [Element]) -> Bool {
    if hints == nil { build(rows) }
    return hints?[id] != nil
  }

  /// The position of the row with the identity.
  @inlinable
  mutating func position(of id: Element.ID, in rows: [Element]) -> Int? {
    if hints == nil || drift > ListTuning.positionDrift(rows: rows.count)
      || passed > ListTuning.passedRows(rows: rows.count)
    {
      build(rows)
    }
    guard let hint = hints?[id] else { return nil }
    for distance in 0...drift {
      if distance > 0 { passed += 1 }
      if hint + distance < rows.count, rows[hint + distance].id == id { return hint + distance }
      if hint >= distance, hint - distance < rows.count, rows[hint - distance].id == id {
        return hint - distance
      }
    }
    build(rows)
    return hints?[id]
  }

  @inlinable
  mutating func build(_ rows: [Element]) {
    (drift, passed) = (0, 0)
    hints = Dictionary(
      rows.indices.lazy.map { (rows[$0].id, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// Inserts a new identity.
  ///
  /// - Returns: Whether the identity is new.
  @inlinable
  mutating func insert(_ id: Element.ID, at position: Int, in rows: [Element]) -> Bool {
    if hints == nil { build(rows) }
    if let known = hints?.updateValue(position, forKey: id) {
      hints?[id] = known
      return false
    }
    return true
  }

  /// Records the position of a row that was inserted or moved.
  @inlinable
  mutating func didPut(_ id: Element.ID, at position: Int) {
    if hints != nil { hints?[id] = position }
  }

  @inlinable
  mutating func didRemove(_ id: Element.ID) {
    if hints != nil { hints?[id] = nil }
  }

  /// Records that `count` rows were inserted or removed before `others` rows; at the end of the list no row shifts.
  @inlinable
  mutating func didShift(by count: Int, others: Int) {
    if others > 0 { drift += count }
  }
}
