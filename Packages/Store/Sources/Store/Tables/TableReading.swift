/// The read operations of a table, through the store, a table handle, a snapshot or a transaction.
///
/// An identifier may be any text up to SQLite's limit of a billion bytes, including quotes, emoji, NUL and the empty
/// text. Two identifiers are equal if their UTF-8 bytes are equal; they are not normalised.
public protocol TableReading {
  /// The access to the rows of the table.
  var access: TableAccess { get }
}

extension TableReading {
  /// Returns the value under `id`, or nil if there is none or it has expired.
  ///
  /// - Throws: ``StoreError`` with `wrongType` if the value is intact but not a `Value`, and with `damaged` if it is
  ///   not what was written. The result is never nil because of a read error.
  /// - Complexity: O(log n) pages, usually one or two reads.
  public func get<Value: Decodable & Sendable>(
    _ type: Value.Type, id: String
  ) throws(StoreError) -> Value? {
    guard let row = try access.read({ try $0.row($1, id: id) }) else { return nil }
    return try Codec.decode(type, from: row)
  }

  /// Returns the value under `id` with its times, or nil if there is none.
  public func item<Value: Decodable & Sendable>(
    _ type: Value.Type, id: String
  ) throws(StoreError) -> StoreItem<Value>? {
    guard let row = try access.read({ try $0.row($1, id: id) }) else { return nil }
    return StoreItem(row, value: try Codec.decode(type, from: row))
  }

  /// Returns the items of a range, in order, at most `limit`.
  ///
  /// To page in ascending order, request the next items with `after(_:)`: each page costs the same, and no item is
  /// skipped or repeated if items are put or deleted meanwhile. Other orders do not follow the range; page through them
  /// by position.
  ///
  /// - Throws: ``StoreError`` with `wrongType` or `damaged` for the first item that cannot be read.
  /// - Complexity: O(items) for the identifier orders; the others sort the whole range.
  public func items<Value: Decodable & Sendable>(
    _ type: Value.Type, in range: IDRange = .all, order: ItemOrder = .ascending,
    limit: Int? = nil
  ) throws(StoreError) -> [StoreItem<Value>] {
    try decode(type, rows(in: range, order: order, limit: limit, offset: 0))
  }

  /// Returns the items at positions of the ordered table; fewer if the table ends earlier.
  ///
  /// - Complexity: O(`positions.upperBound`); prefer paging by identifier in a long table.
  public func items<Value: Decodable & Sendable>(
    _ type: Value.Type, at positions: Range<Int>, order: ItemOrder = .ascending
  ) throws(StoreError) -> [StoreItem<Value>] {
    let first = max(0, positions.lowerBound)
    let count = max(0, positions.upperBound - first)
    return try decode(type, rows(in: .all, order: order, limit: count, offset: first))
  }

  /// Returns every item, ordered by identifier.
  public func all<Value: Decodable & Sendable>(
    _ type: Value.Type
  ) throws(StoreError) -> [StoreItem<Value>] {
    try items(type)
  }

  /// Returns the identifiers of a range, in order, at most `limit`.
  ///
  /// - Complexity: O(identifiers) for the identifier orders; the others sort the whole range.
  public func ids(
    in range: IDRange = .all, order: ItemOrder = .ascending, limit: Int? = nil
  ) throws(StoreError) -> [String] {
    try access.read {
      try $0.ids($1, in: range, order: order, limit: limit.map { max(0, $0) })
    }
  }

  /// Returns the number of values in a range.
  ///
  /// - Complexity: O(values in the range).
  public func count(in range: IDRange = .all) throws(StoreError) -> Int {
    try access.read { try $0.count($1, in: range) }
  }

  /// Whether there is a value under `id`.
  public func contains(id: String) throws(StoreError) -> Bool {
    try access.read { try $0.contains($1, id: id) }
  }

  private func rows(
    in range: IDRange, order: ItemOrder, limit: Int?, offset: Int
  ) throws(StoreError) -> [StoredRow] {
    try access.read { try $0.rows($1, in: range, order: order, limit: limit, offset: offset) }
  }

  private func decode<Value: Decodable & Sendable>(
    _ type: Value.Type, _ rows: [StoredRow]
  ) throws(StoreError) -> [StoreItem<Value>] {
    try rows.map { row throws(StoreError) in
      StoreItem(row, value: try Codec.decode(type, from: row))
    }
  }
}
