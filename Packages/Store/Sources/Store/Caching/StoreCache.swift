internal import Models
internal import Synchronization

/// A least-recently-used (LRU) cache: a table with a bound on the bytes of its values.
///
/// ```swift
/// let covers = try StoreCache(Data.self, in: store, table: "covers", capacity: 50 << 20)
/// try covers.put(image, id: "978-7")
/// let kept = try covers.get(id: "978-7")
/// ```
///
/// Putting and reading count as use; reads are remembered in memory and recorded with the next put. The size counts the
/// encoded values, expired ones included until they are purged. Several caches, in several processes, may share a table.
public final class StoreCache<Value: Codable & Sendable>: Sendable {
  /// The table beneath, to count, delete, list identifiers or read times with.
  ///
  /// Putting through it throws `wrongTableKind`, since the value would not be counted.
  public let table: StoreTable

  /// The number of bytes that the values may occupy together.
  public let capacity: Int

  private let uses = Mutex(RecentUses())

  /// Opens a cache in a table of its own, making it when there is none.
  ///
  /// - Parameters:
  ///   - type: The type of the values.
  ///   - store: The store that keeps them.
  ///   - name: The table. Plain values that are there already become the cache's.
  ///   - capacity: How many bytes the values may occupy together; the next put drops what is beyond it.
  /// - Throws: ``StoreError`` with `invalidName`; with `readOnly` when a read-only store has no such cache.
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

  /// The value put under `id`, or nil when it is gone; reading it is use.
  ///
  /// - Throws: ``StoreError`` with `wrongType` or `damaged`, as ``TableReading/get(_:id:)`` does.
  public func get(id: String) throws(StoreError) -> Value? {
    try item(id: id)?.value
  }

  /// The value put under `id` with its times, or nil when it is gone; reading it is use.
  ///
  /// - Throws: ``StoreError`` with `wrongType` or `damaged`.
  public func item(id: String) throws(StoreError) -> StoreItem<Value>? {
    let item = try table.item(Value.self, id: id)
    if item != nil { uses.withLock { $0.note(id) } }
    return item
  }

  /// Puts a value and evicts, in the same transaction, the least recently used ones that no longer fit.
  ///
  /// A value larger than the whole cache is not kept, nor is the one it was to replace.
  ///
  /// With a transaction of the store, such as one of `await store.write`, it is a part of that.
  ///
  /// - Throws: ``StoreError`` as ``TableWriting/put(_:id:expiresAfter:)`` does, and `noSuchTable` when
  ///   the table was dropped, or for a transaction of another store.
  /// - Complexity: O(log n), and as much for each value that goes.
  public func put(
    _ value: Value, id: String, expiresAfter lifetime: Duration? = nil,
    in transaction: StoreTransaction? = nil
  ) throws(StoreError) {
    var access = table.access
    if let transaction {
      guard try transaction.lent.usable().engine == ObjectIdentifier(table.engine) else {
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
        // A savepoint that the application undoes would take with it what is recorded.
        let used = rows.hasLentDatabase ? [] : uses.withLock { $0.take() }
        rows.whenUndone { [self] in uses.withLock { $0.putBack(used) } }
        try rows.noteUse(of: used, inCache: table)
        try rows.put(
          encoded.bytes, as: encoded.format, id: id, inCache: table, capacity: capacity,
          expires: lifetime.map(rows.time(after:)))
      }
    }
  }

  /// The bytes that the values occupy, expired ones included.
  ///
  /// - Complexity: O(1).
  public func byteCount() throws(StoreError) -> Int {
    try table.access.read { try $0.cachedBytes(of: $1) }
  }
}

/// The identifiers read since the last put, in order; only the latest matter.
private struct RecentUses {
  private var ids: [ExactKey] = []

  /// Enough to keep what is in use, few enough for a put to note.
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

  /// Notes identifiers again that were taken for nothing, as read before all others.
  mutating func putBack(_ taken: [String]) {
    let later = ids
    ids = []
    for id in taken { note(id) }
    for id in later { note(id.text) }
  }
}
