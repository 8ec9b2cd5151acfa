internal import Models
internal import Synchronization

/// A least-recently-used (LRU) cache: a table with a limit on the total size of its values.
///
/// ```swift
/// let covers = try StoreCache(Data.self, in: store, table: "covers", capacity: 50 << 20)
/// try covers.put(image, id: "978-7")
/// let kept = try covers.get(id: "978-7")
/// ```
///
/// Puts and reads count as use; reads are recorded with the next put. The size counts the encoded values, including
/// expired ones until they are purged. Several caches, in several processes, may share a table.
public final class StoreCache<Value: Codable & Sendable>: Sendable {
  /// The underlying table, for counts, deletions, and lists of identifiers and times.
  ///
  /// A put through this table throws `wrongTableKind`, because the value would not be counted.
  public let table: StoreTable

  /// The maximum total size of the values in bytes.
  public let capacity: Int

  private let uses = Mutex(RecentUses())

  /// Opens a cache in its own table; makes the table if it does not exist.
  ///
  /// - Parameters:
  ///   - type: The type of the values.
  ///   - store: The store that contains the cache.
  ///   - name: The table. Plain values in an existing table become values of the cache.
  ///   - capacity: The maximum total size of the values in bytes; the next put evicts values above it.
  /// - Throws: ``StoreError`` with `invalidName`; with `readOnly` if a read-only store has no such cache.
  /// - Complexity: O(1), or O(values) when a plain table becomes a cache.
  public init(
    _ type: Value.Type, in store: KeyValueStore, table name: String, capacity: Int
  ) throws(StoreError) {
    try StoreTable.check(name: name)
    let engine = store.engine
    let identity = try engine.wrapping {
      let found = try engine.read { reader in
        try reader.table(named: name).flatMap { try reader.isCache($0) ? $0 : nil }
      }
      if let found { return found }
      return try engine.write { try $0.prepareCache(named: name) }
    }
    self.table = StoreTable(engine: engine, identity: identity)
    self.capacity = max(0, capacity)
  }

  /// Returns the value under `id`, or nil if it does not exist; the read counts as use.
  ///
  /// - Throws: ``StoreError`` with `wrongType` or `damaged`, as ``TableReading/get(_:id:)`` does.
  public func get(id: String) throws(StoreError) -> Value? {
    try item(id: id)?.value
  }

  /// Returns the value under `id` with its times, or nil if it does not exist; the read counts as use.
  ///
  /// - Throws: ``StoreError`` with `wrongType` or `damaged`.
  public func item(id: String) throws(StoreError) -> StoreItem<Value>? {
    let item = try table.item(Value.self, id: id)
    if item != nil { uses.withLock { $0.note(id) } }
    return item
  }

  /// Puts a value and evicts the least recently used values above the capacity, in one transaction.
  ///
  /// A value larger than the capacity is not stored, and the value that it should replace is deleted.
  ///
  /// If `transaction` is set, such as one of `await store.write`, the put becomes a part of it.
  ///
  /// - Throws: ``StoreError`` as ``TableWriting/put(_:id:expiresAfter:)`` does; `noSuchTable` if the table was dropped
  ///   or the transaction belongs to another store.
  /// - Complexity: O(log n), plus O(log n) for each evicted value.
  public func put(
    _ value: Value, id: String, expiresAfter lifetime: Duration? = nil,
    in transaction: StoreTransaction? = nil
  ) throws(StoreError) {
    var access = table.access
    if let transaction {
      guard try transaction.lent.usable().engine === table.engine else {
        throw StoreError(
          .noSuchTable,
          "The transaction is of another store than the cache \(table.name.debugDescription). Put within "
            + "a transaction of the cache's own store.")
      }
      access = TableAccess(source: .transaction(transaction.lent), table: table.identity)
    }
    let encoded = try Codec.encode(value, id: id)
    try access.write { rows, table in
      try rows.atomically {
        // If the application rolls back its own savepoint, recorded uses would be lost; so they stay in memory.
        let used = rows.hasLentDatabase ? [] : uses.withLock { $0.take() }
        rows.whenUndone { [self] in uses.withLock { $0.putBack(used) } }
        try rows.noteUse(of: used, inCache: table)
        try rows.put(
          encoded.bytes, as: encoded.format, id: id, inCache: table, capacity: capacity,
          expires: lifetime.map(rows.time(after:)))
      }
    }
  }

  /// The total size of the values in bytes, including expired ones.
  ///
  /// - Complexity: O(1).
  public func byteCount() throws(StoreError) -> Int {
    try table.access.read { try $0.cachedBytes(of: $1) }
  }
}

/// The identifiers read since the last put, in order; only the most recent ones are kept.
private struct RecentUses {
  private var ids: [ExactKey] = []

  /// Large enough for the values in use, small enough to be recorded with a put.
  private static let limit = 128

  mutating func note(_ id: String) {
    let id = ExactKey(id)
    guard ids.last != id else { return }
    ids.removeAll { $0 == id }
    if ids.count == Self.limit { ids.removeFirst() }
    ids.append(id)
  }

  mutating func take() -> [String] {
    defer { ids = [] }
    return ids.map(\.text)
  }

  /// Restores identifiers after a failed put; they count as read before all others.
  mutating func putBack(_ taken: [String]) {
    let later = ids
    ids = []
    for id in taken { note(id) }
    for id in later { note(id.text) }
  }
}
