/// The reading operations of a table, be it through the store, a handle, a snapshot or a transaction.
///
/// Identifiers may be any text up to SQLite's limit of a billion bytes: quotes, emoji, NUL and the empty text included.
/// Two are the same when their UTF-8 bytes are; nothing is normalised.
public protocol TableReading {
  /// The way to the rows of the table.
  var access: TableAccess { get }
}

extension TableReading {
  /// The value put under `id`, or nil when there is none or its time to live is over.
  ///
  /// - Throws: ``StoreError`` with `wrongType` when the value is intact but not a `Value`, and with
  ///   `damaged` when it is not what was written. A value is never nil because it cannot be read.
  /// - Complexity: O(log n) pages, in practice one or two reads.
  public func get<Value: Decodable & Sendable>(
    _ type: Value.Type, id: String
  ) throws(StoreError) -> Value? {
    guard let row = try access.read({ try $0.row($1, id: id) }) else { return nil }
    return try Codec.decode(type, from: row)
  }

  /// The value put under `id` with its times, or nil when there is none.
  public func item<Value: Decodable & Sendable>(
    _ type: Value.Type, id: String
  ) throws(StoreError) -> StoreItem<Value>? {
    guard let row = try access.read({ try $0.row($1, id: id) }) else { return nil }
    return StoreItem(row, value: try Codec.decode(type, from: row))
  }

  /// The items of a range, in order, at most `limit` of them.
  ///
  /// To page in ascending order, ask for the next ones with `after(_:)`: that costs the same for
  /// each page and neither skips nor repeats when items are put or deleted meanwhile. The other orders
  /// do not follow the range; page through them by position.
  ///
  /// - Throws: ``StoreError`` with `wrongType` or `damaged` for the first item that cannot be had.
  /// - Complexity: O(items) for the identifier orders; the others sort the whole range.
  public func items<Value: Decodable & Sendable>(
    _ type: Value.Type, in range: IDRange = .all, order: ItemOrder = .ascending,
    limit: Int? = nil
  ) throws(StoreError) -> [StoreItem<Value>] {
    try decode(type, rows(in: range, order: order, limit: limit, offset: 0))
  }

  /// The items at these positions of the ordered table; fewer when it ends before.
  ///
  /// - Complexity: O(`positions.upperBound`); prefer paging by identifier in a long table.
  public func items<Value: Decodable & Sendable>(
    _ type: Value.Type, at positions: Range<Int>, order: ItemOrder = .ascending
  ) throws(StoreError) -> [StoreItem<Value>] {
    let first = max(0, positions.lowerBound)
    let count = max(0, positions.upperBound - first)
    return try decode(type, rows(in: .all, order: order, limit: count, offset: first))
  }

  /// Every item, by identifier.
  public func all<Value: Decodable & Sendable>(
    _ type: Value.Type
  ) throws(StoreError) -> [StoreItem<Value>] {
    try items(type)
  }

  /// The identifiers of a range, in order, at most `limit` of them.
  ///
  /// - Complexity: O(identifiers) for the identifier orders; the others sort the whole range.
  public func ids(
    in range: IDRange = .all, order: ItemOrder = .ascending, limit: Int? = nil
  ) throws(StoreError) -> [String] {
    try access.read {
      try $0.ids($1, in: range, order: order, limit: limit.map { max(0, $0) })
    }
  }

  /// The number of values in a range.
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
