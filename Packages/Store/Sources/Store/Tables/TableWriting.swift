/// The write operations of a table, through the store, a table handle or a transaction.
public protocol TableWriting: TableReading {}

extension TableWriting {
  /// Puts a value under `id` and replaces an existing value.
  ///
  /// Any `Encodable` type works: models, strings, numbers, optionals. `Data` is stored as raw bytes. The value expires
  /// after `lifetime`, or never; each put restarts the lifetime.
  ///
  /// - Throws: ``StoreError``, such as `unencodable`, `diskFull`, `busy` or `readOnly`; then the old value stays.
  public func put(
    _ value: some Encodable & Sendable, id: String, expiresAfter lifetime: Duration? = nil
  ) throws(StoreError) {
    let encoded = try Codec.encode(value, id: id)
    try access.write { rows, table in
      try rows.put(
        encoded.bytes, as: encoded.format, id: id, in: table,
        expires: lifetime.map(rows.time(after:)))
    }
  }

  /// Puts all values in one transaction, or none if one fails.
  ///
  /// If several values have the same identifier, the last one stays.
  public func putAll<Value: Encodable & Sendable>(
    _ values: some Sequence<(id: String, value: Value)>, expiresAfter lifetime: Duration? = nil
  ) throws(StoreError) {
    // Beside damage, an operation is made twice, and some sequences can be read only once.
    let values = Array(values)
    try access.write { rows, table in
      let expires = lifetime.map(rows.time(after:))
      try rows.atomically {
        for (id, value) in values {
          let encoded = try Codec.encode(value, id: id)
          try rows.put(
            encoded.bytes, as: encoded.format, id: id, in: table, expires: expires)
        }
      }
    }
  }

  /// Puts all values of a dictionary in one transaction, or none if one fails.
  public func putAll(
    _ values: [String: some Encodable & Sendable], expiresAfter lifetime: Duration? = nil
  ) throws(StoreError) {
    try putAll(values.lazy.map { (id: $0.key, value: $0.value) }, expiresAfter: lifetime)
  }

  /// Deletes the value under `id`; returns whether there was one.
  @discardableResult
  public func delete(id: String) throws(StoreError) -> Bool {
    try access.write { try $0.delete(id: id, in: $1) }
  }

  /// Deletes the values under some identifiers in one transaction; returns the number of deleted values.
  @discardableResult
  public func delete(ids: some Sequence<String>) throws(StoreError) -> Int {
    let ids = Array(ids)
    return try access.write { try $0.delete(ids: ids, in: $1) }
  }

  /// Deletes the values of a range, such as `.prefix("draft/")`; returns their number.
  @discardableResult
  public func delete(in range: IDRange) throws(StoreError) -> Int {
    try access.write { try $0.delete(in: range, in: $1) }
  }

  /// Deletes every value; the table stays.
  public func clear() throws(StoreError) {
    try access.write { try $0.clear($1) }
  }

  /// Deletes the expired values of this table; returns the number of deleted rows.
  ///
  /// - Complexity: As of ``KeyValueStore/purgeExpired()``.
  @discardableResult
  public func purgeExpired() throws(StoreError) -> Int {
    try access.write { try $0.purgeExpired(in: $1) }
  }
}

extension RowWriter {
  /// Returns the end of a lifetime; an overflow becomes the minimum or maximum time.
  func time(after lifetime: Duration) -> Int64 {
    let (sum, overflow) = now.addingReportingOverflow(lifetime.microseconds)
    return overflow ? (lifetime < .zero ? .min : .max) : sum
  }
}
