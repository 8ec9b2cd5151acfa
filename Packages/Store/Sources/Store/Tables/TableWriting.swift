/// The writing operations of a table, be it through the store, a handle or a transaction.
public protocol TableWriting: TableReading {}

extension TableWriting {
  /// Puts a value under `id`, in place of the one that was there.
  ///
  /// Any `Encodable` will do: models, strings, numbers, optionals; `Data` is stored as it is. The
  /// value lives for `lifetime`, or forever; putting it again starts its time again.
  ///
  /// - Throws: ``StoreError`` with `unencodable`, `diskFull`, `busy`, `readOnly` and the like; the old value stays.
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

  /// Puts every value, or none when one fails, in one transaction.
  ///
  /// Of several values under one identifier the last one stays.
  public func putAll<Value: Encodable & Sendable>(
    _ values: some Sequence<(id: String, value: Value)>, expiresAfter lifetime: Duration? = nil
  ) throws(StoreError) {
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

  /// Puts every value of a dictionary, or none when one fails, in one transaction.
  public func putAll(
    _ values: [String: some Encodable & Sendable], expiresAfter lifetime: Duration? = nil
  ) throws(StoreError) {
    try putAll(values.lazy.map { (id: $0.key, value: $0.value) }, expiresAfter: lifetime)
  }

  /// Deletes the value under `id`; whether there was one.
  @discardableResult
  public func delete(id: String) throws(StoreError) -> Bool {
    try access.write { try $0.delete(id: id, in: $1) }
  }

  /// Deletes the values under these identifiers in one transaction; how many there were.
  @discardableResult
  public func delete(ids: some Sequence<String>) throws(StoreError) -> Int {
    try access.write { try $0.delete(ids: ids, in: $1) }
  }

  /// Deletes the values of a range, such as `.prefix("draft/")`; how many there were.
  @discardableResult
  public func delete(in range: IDRange) throws(StoreError) -> Int {
    try access.write { try $0.delete(in: range, in: $1) }
  }

  /// Deletes every value; the table stays.
  public func clear() throws(StoreError) {
    try access.write { try $0.clear($1) }
  }

  /// Deletes what is past its time to live in this table; how many rows went.
  @discardableResult
  public func purgeExpired() throws(StoreError) -> Int {
    try access.write { try $0.purgeExpired(in: $1) }
  }
}

extension RowWriter {
  /// The moment a lifetime ends; the far end of time instead of an overflow.
  func time(after lifetime: Duration) -> Int64 {
    let (sum, overflow) = now.addingReportingOverflow(lifetime.microseconds)
    return overflow ? (lifetime < .zero ? .min : .max) : sum
  }
}
