internal import Foundation

/// The writing operations of a table, be it through the store, a handle or a transaction.
public protocol TableWriting: TableReading {
  /// Lends a writer of the table; a building block of the other methods.
  func withWriter<Result>(_ body: (TableWriter) throws -> Result) throws(StoreError) -> Result
}

/// Access to a table's stored rows, for the writing methods of ``TableWriting``.
public struct TableWriter {
  let rows: RowWriter
  let table: TableIdentity
}

extension TableWriting {
  /// Puts a value under `id`, in place of the one that was there.
  ///
  /// Any `Encodable` will do: models, strings, numbers, optionals; `Data` is stored as it is. The
  /// value lives for `lifetime`, or for ever; putting it again starts its time anew.
  ///
  /// - Throws: ``StoreError`` with `unencodable`, `diskFull`, `busy`, `readOnly` and the like. When
  ///   it throws, what was there before is still there.
  public func put(
    _ value: some Encodable & Sendable, id: String, expiresAfter lifetime: Duration? = nil
  ) throws(StoreError) {
    let encoded = try Codec.encode(value, id: id)
    try withWriter { writer in
      try writer.rows.put(
        encoded.bytes, as: encoded.format, id: id, in: writer.table,
        expires: lifetime.map(writer.rows.time(after:)))
    }
  }

  /// Puts every value, or none when one fails, in one transaction.
  ///
  /// Of several values under one identifier the last one stays.
  public func putAll<Value: Encodable & Sendable>(
    _ values: some Sequence<(id: String, value: Value)>, expiresAfter lifetime: Duration? = nil
  ) throws(StoreError) {
    try withWriter { writer in
      let expires = lifetime.map(writer.rows.time(after:))
      try writer.rows.atomically {
        for (id, value) in values {
          let encoded = try Codec.encode(value, id: id)
          try writer.rows.put(
            encoded.bytes, as: encoded.format, id: id, in: writer.table, expires: expires)
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
    try withWriter { try $0.rows.delete(id: id, in: $0.table) }
  }

  /// Deletes the values under these identifiers in one transaction; how many there were.
  @discardableResult
  public func delete(ids: some Sequence<String>) throws(StoreError) -> Int {
    try withWriter { writer in
      try writer.rows.delete(ids: ids, in: writer.table)
    }
  }

  /// Deletes the values of a range, such as `.prefix("draft/")`; how many there were.
  @discardableResult
  public func delete(in range: IDRange) throws(StoreError) -> Int {
    try withWriter { try $0.rows.delete(in: range, in: $0.table) }
  }

  /// Deletes every value; the table stays.
  public func clear() throws(StoreError) {
    try withWriter { try $0.rows.clear($0.table) }
  }

  /// Deletes what is past its time to live in this table; how many rows went.
  @discardableResult
  public func purgeExpired() throws(StoreError) -> Int {
    try withWriter { try $0.rows.purgeExpired(in: $0.table) }
  }
}

extension RowWriter {
  /// The moment a lifetime ends; the far end of time instead of an overflow.
  func time(after lifetime: Duration) -> Int64 {
    let (sum, overflow) = now.addingReportingOverflow(lifetime.microseconds)
    return overflow ? (lifetime < .zero ? .min : .max) : sum
  }
}
