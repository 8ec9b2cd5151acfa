internal import Foundation

extension StoreTable {
  /// Observes the value under `id`; nil if there is none.
  public func observe<Value: Decodable & Sendable>(
    _ type: Value.Type, id: String
  ) -> StoreObservation<Value?> {
    StoreObservation(
      engine: engine, table: identity.key, range: IDRange.from(id).through(id)
    ) { [self] in
      guard let row = try engine.read({ try $0.row(identity, id: id) }) else {
        return (Fingerprint(0), { nil })
      }
      return (row.valueFingerprint, { try Codec.decode(type, from: row) })
    }
  }

  /// Observes the items of a range, in order, at most `limit`; by default the whole table.
  public func observeItems<Value: Decodable & Sendable>(
    _ type: Value.Type, in range: IDRange = .all, order: ItemOrder = .ascending,
    limit: Int? = nil
  ) -> StoreObservation<[StoreItem<Value>]> {
    StoreObservation(engine: engine, table: identity.key, range: range) { [self] in
      let rows = try engine.snapshot { reader in
        try reader.besideDamage {
          try reader.rows(identity, in: range, order: order, limit: limit)
        }
      }
      return (
        StoredRow.fingerprint(of: rows),
        { try rows.map { StoreItem($0, value: try Codec.decode(type, from: $0)) } }
      )
    }
  }
}

extension KeyValueStore {
  /// Observes the value under `id` in the default table; nil if there is none.
  public func observe<Value: Decodable & Sendable>(
    _ type: Value.Type, id: String
  ) -> StoreObservation<Value?> {
    defaultTable.observe(type, id: id)
  }

  /// Observes the items of a range of the default table; by default the whole table.
  public func observeItems<Value: Decodable & Sendable>(
    _ type: Value.Type, in range: IDRange = .all, order: ItemOrder = .ascending,
    limit: Int? = nil
  ) -> StoreObservation<[StoreItem<Value>]> {
    defaultTable.observeItems(type, in: range, order: order, limit: limit)
  }
}

extension StoredRow {
  /// Identifies the value; the times are ignored.
  var valueFingerprint: Fingerprint {
    Fingerprint(
      unsafe value.withUnsafeBytes { unsafe Checksum.hash($0, seed: UInt64(format.rawValue)) })
  }

  /// Identifies a list of items, including their times.
  static func fingerprint(of rows: [StoredRow]) -> Fingerprint {
    Fingerprint(
      rows.reduce(UInt64(rows.count)) { seed, row in
        Checksum.fold(row.created, into: Checksum.fold(Int64(bitPattern: row.checksum), into: seed))
      })
  }
}
