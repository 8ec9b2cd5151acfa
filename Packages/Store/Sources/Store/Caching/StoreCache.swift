internal import Models
internal import Synchronization

/// Values that may be had again elsewhere, in a table that is kept below a size: what was used longest
/// ago goes first.
///
/// ```swift
/// let covers = try StoreCache(Data.self, in: store, table: "covers", capacity: 50 << 20)
/// try covers.put(image, id: "978-7")
/// let kept = try covers.get(id: "978-7")
/// ```
///
/// Putting and reading are use. What was read is remembered in memory and noted in the file with the
/// next put, so that a read makes no write; a process that ends before has forgotten it, which costs a
/// cache nothing but its best order.
///
/// The size counts the encoded values, expired ones included until they are purged. A put takes the
/// same time however much is stored. Several caches, in several processes, may share a table.
public final class StoreCache<Value: Codable & Sendable>: Sendable {
  /// The table beneath, to count, delete, list identifiers or read times with.
  ///
  /// Values cannot be put through it, since they would not be counted.
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
  ///   - capacity: How many bytes the values may occupy together; less than what is there shrinks the
  ///     cache with the next put.
  /// - Throws: ``StoreError`` as ``KeyValueStore/table(_:)`` does.
  /// - Complexity: O(1), or O(values) when a plain table becomes a cache.
  public init(
    _ type: Value.Type, in store: KeyValueStore, table name: String, capacity: Int
  ) throws(StoreError) {
    try StoreTable.check(name: name)
    let engine = store.engine
    do {
      let found = try engine.read { reader in
        try reader.table(named: name).flatMap { table in
          try reader.isCache(table) ? table : nil
        }
      }
      let identity =
        if let found { found } else { try engine.write { try $0.prepareCache(named: name) } }
      self.table = StoreTable(engine: engine, identity: identity)
    } catch { throw .wrapping(error, at: store.path) }
    self.capacity = max(0, capacity)
  }

  /// The value put under `id`, or nil when it is gone; reading it is use.
  ///
  /// - Throws: ``StoreError`` with `wrongType` or `damaged`, as ``TableReading/get(_:id:)`` does.
  public func get(id: String) throws(StoreError) -> Value? {
    let value = try table.get(Value.self, id: id)
    if value != nil { uses.withLock { $0.note(id) } }
    return value
  }

  /// The value put under `id` with its times, or nil when it is gone; reading it is use.
  ///
  /// - Throws: ``StoreError`` with `wrongType` or `damaged`.
  public func item(id: String) throws(StoreError) -> StoreItem<Value>? {
    let item = try table.item(Value.self, id: id)
    if item != nil { uses.withLock { $0.note(id) } }
    return item
  }

  /// Puts a value and deletes, in the same transaction, what then is too much.
  ///
  /// A value larger than the whole cache is not kept, nor is the one it was to replace.
  ///
  /// - Throws: ``StoreError`` as ``TableWriting/put(_:id:expiresAfter:)`` does, and `noSuchTable` when
  ///   the table was dropped.
  /// - Complexity: O(log n), and as much for each value that goes.
  public func put(
    _ value: Value, id: String, expiresAfter lifetime: Duration? = nil
  ) throws(StoreError) {
    try put(value, id: id, expiresAfter: lifetime, through: table)
  }

  /// Puts a value as part of a transaction of the store, such as one of `await store.write`.
  ///
  /// - Throws: ``StoreError`` as the other `put` does.
  public func put(
    _ value: Value, id: String, expiresAfter lifetime: Duration? = nil,
    in transaction: StoreTransaction
  ) throws(StoreError) {
    let table = TransactionTable(transaction: transaction, identity: table.identity)
    try put(value, id: id, expiresAfter: lifetime, through: table)
  }

  /// The bytes that the values occupy, expired ones included.
  ///
  /// - Complexity: O(1).
  public func byteCount() throws(StoreError) -> Int {
    try table.withReader { try $0.rows.cachedBytes(of: $0.table) }
  }

  private func put(
    _ value: Value, id: String, expiresAfter lifetime: Duration?, through table: some TableWriting
  ) throws(StoreError) {
    let encoded = try Codec.encode(value, id: id)
    let used = uses.withLock { $0.take() }
    try table.withWriter { writer in
      try writer.rows.noteUse(of: used, inCache: writer.table)
      try writer.rows.put(
        encoded.bytes, as: encoded.format, id: id, inCache: writer.table, capacity: capacity,
        expires: lifetime.map(writer.rows.time(after:)))
    }
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
}
