/// A hash table of the rows of one array, from identity to position.
@usableFromInline
struct IdentityTable {
  @usableFromInline let bits: Int
  @usableFromInline let seed = identitySeed
  @usableFromInline var slots: [Int32]

  @inlinable
  init(count: Int) {
    var bits = 4
    while 1 << bits < count * 2 { bits += 1 }
    self.bits = bits
    slots = [Int32](repeating: -1, count: 1 << bits)
  }

  @inlinable
  init<Row: Identifiable>(_ positions: [Int32], of rows: [Row]) {
    self.init(count: positions.count)
    // Of repeated identities only the first row; searches would pass all the others.
    for position in positions { _ = insert(Int(position), of: rows) }
  }

  /// Returns the row with the identity, if `isOpen` holds for it.
  @inlinable @inline(__always)
  func first<Row: Identifiable>(
    _ id: Row.ID, of rows: [Row], where isOpen: (Int) -> Bool
  ) -> Int? {
    var slot = Bindings.slot(of: id, bits: bits, seed: seed)
    while slots[slot] >= 0 {
      let position = Int(slots[slot])
      if isOpen(position), rows[position].id == id { return position }
      slot = (slot + 1) & (slots.count - 1)
    }
    return nil
  }

  /// Inserts a row, unless a row with its identity is in the table.
  @inlinable
  mutating func insert<Row: Identifiable>(_ position: Int, of rows: [Row]) -> Bool {
    let id = rows[position].id
    var slot = Bindings.slot(of: id, bits: bits, seed: seed)
    while slots[slot] >= 0 {
      if rows[Int(slots[slot])].id == id { return false }
      slot = (slot + 1) & (slots.count - 1)
    }
    slots[slot] = Int32(truncatingIfNeeded: position)
    return true
  }
}

/// A random seed of this process; rows may come from a server, which must not be able to choose colliding identities.
@usableFromInline let identitySeed = Int.random(in: .min ... .max)

extension Array where Element: Identifiable {
  /// Whether no two rows have the same identity.
  @inlinable var areUnique: Bool {
    var table = IdentityTable(count: count)
    return indices.allSatisfy { table.insert($0, of: self) }
  }

  /// Removes the rows whose identity occurs earlier in the array.
  ///
  /// - Returns: The repeated identities, once for each repetition.
  mutating func removeRepeatedIdentities() -> [Element.ID] {
    var seen = Set<Element.ID>(minimumCapacity: count)
    var repeated: [Element.ID] = []
    removeAll { row in
      let isNew = seen.insert(row.id).inserted
      if !isNew { repeated.append(row.id) }
      return !isNew
    }
    return repeated
  }
}

/// The slot at which the search for an identity begins, in a table of 2^`bits` slots.
@inlinable @inline(__always)
func slot<ID: Hashable>(of id: ID, bits: Int, seed: Int) -> Int {
  // Multiplicative hashing (Knuth): integers need no stronger hash, because the table is short-lived
  // and a collision costs only a comparison.
  // The static type decides, because an `AnyHashable` of an `Int` equals one of a `Double`.
  let word = ID.self == Int.self ? (id as? Int) ?? 0 : id.hashValue
  let product = UInt(bitPattern: word ^ seed) &* 0x9E37_79B9_7F4A_7C15
  return Int(truncatingIfNeeded: product >> (64 - bits))
}
