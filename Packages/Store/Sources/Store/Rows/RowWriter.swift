internal import Foundation
internal import GRDB

/// The write operations of the row store for one transaction; it records changes for observers.
final class RowWriter {
  let reader: RowReader
  private(set) var changes: ChangeLog
  /// The tables known to exist, and whether each is a cache.
  private var caches = [TableIdentity.default.key: false]

  // These statements are kept for the transaction's next row, because a lookup by text costs as much as a row.
  private lazy var upsert = Result { try statement(Self.upsertSQL) }
  private lazy var beginPart = Result { try statement("SAVEPOINT part") }
  private lazy var endPart = Result { try statement("RELEASE part") }

  private(set) var hasLentDatabase = false
  /// The undo actions for the transaction or its current part.
  private var undos: [() -> Void] = []

  /// The error after which SQLite rolled back the whole transaction.
  private var abortion: (any Error)?

  var database: Database { reader.database }
  var now: Int64 { reader.now }

  /// Whether the transaction continues after one of its operations fails.
  private let hasParts: Bool

  /// The store of the transaction; `nil` while the store is being opened.
  let engine: Engine?

  init(
    _ reader: RowReader, of engine: Engine? = nil, recordsIDs: Bool, hasParts: Bool
  ) {
    self.reader = reader
    self.engine = engine
    self.hasParts = hasParts
    self.changes = ChangeLog(recordsIDs: recordsIDs)
  }

  func statement(_ sql: String) throws -> PreparedStatement {
    try reader.statement(sql)
  }

  /// Runs an operation of the transaction, unless an earlier error has rolled it back completely.
  ///
  /// For example, SQLite rolls back when the disk is full; each further statement would then commit by itself.
  func perform<Result>(_ body: () throws -> Result) throws -> Result {
    try checkTransaction()
    do { return try body() } catch {
      if !database.isInsideTransaction, abortion == nil { abortion = error }
      throw error
    }
  }

  /// - Throws: The error that rolled back the transaction.
  func checkTransaction() throws {
    guard !database.isInsideTransaction else { return }
    throw abortion
      ?? StoreError(.database, "The transaction ended before its closure did; nothing was kept.")
  }

  /// Registers an undo action for state outside the file; it runs if the writes up to now are rolled back.
  func whenUndone(_ action: @escaping () -> Void) { undos.append(action) }

  /// Runs the undo actions after a rollback: all of them, or those after the first `count`.
  func noteUndone(since count: Int = 0) {
    // GRDB would still know tables that the application made.
    if hasLentDatabase { database.clearSchemaCache() }
    while undos.count > count { undos.removeLast()() }
  }

  /// Runs `body` atomically within the transaction.
  ///
  /// A transaction with a single operation needs no savepoint: an error rolls back everything. A savepoint would make
  /// SQLite copy every page that the operation changes.
  func atomically<Result>(_ body: () throws -> Result) throws -> Result {
    guard hasParts else { return try body() }
    let undoCount = undos.count
    try beginPart.get().run()
    do {
      let result = try body()
      try endPart.get().run()
      return result
    } catch {
      // After some errors, such as a full disk, the whole transaction has already been rolled back.
      guard database.isInsideTransaction else { throw error }
      try statement("ROLLBACK TO part").run()
      try endPart.get().run()
      caches = [TableIdentity.default.key: false]
      noteUndone(since: undoCount)
      throw error
    }
  }

  /// Records that the application got the database: it may change its tables and roll back parts of the transaction.
  func noteDatabase() throws {
    // GRDB does not notice that another connection changed the schema.
    if !hasLentDatabase, try engine?.hasChanged(schemaVersion: database.schemaVersion()) ?? true {
      database.clearSchemaCache()
    }
    changes.noteAnything(in: ChangeLog.database)
    hasLentDatabase = true
  }

  func makeTable(named name: String) throws -> TableIdentity {
    if let table = try reader.table(named: name) { return table }
    let statement = try statement("INSERT INTO tables (name) VALUES (?1)")
    try statement.bind(name, at: 1)
    try statement.run()
    return TableIdentity(key: database.lastInsertedRowID, name: name)
  }

  func dropTable(_ table: TableIdentity) throws {
    try atomically {
      try clear(table)
      try dropIndex(of: table)
      try database.execute(sql: "DELETE FROM tables WHERE id = ?", arguments: [table.key])
      changes.noteAnything(in: table.key)
    }
    caches[table.key] = nil
  }

  /// Refuses to read a table whose creation the application rolled back, because the next table may get its number.
  func checkExists(_ table: TableIdentity) throws {
    if hasLentDatabase { try reader.checkExists(table) }
  }

  /// Returns whether the table is a cache; throws if the table does not exist.
  @discardableResult
  private func isCache(_ table: TableIdentity) throws -> Bool {
    if let isCache = caches[table.key], !hasLentDatabase || table == .default { return isCache }
    try reader.checkExists(table)
    let isCache = try reader.isCache(table)
    caches[table.key] = isCache
    return isCache
  }

  /// Refuses to write the index of a table that is not a cache.
  func checkIsCache(_ table: TableIdentity) throws {
    guard try isCache(table) else { throw StoreError.wrongKind(of: table) }
  }

  func noteKind(of table: TableIdentity, isCache: Bool) { caches[table.key] = isCache }

  func put(
    _ value: Data, as format: ValueFormat, id: String, in table: TableIdentity,
    isCached: Bool = false, created: Int64? = nil, updated: Int64? = nil, expires: Int64?
  ) throws {
    guard try isCached || !isCache(table) else { throw StoreError.wrongKind(of: table) }
    let updated = updated ?? now
    let isImport = created != nil
    let created = created ?? updated
    var utf8 = id
    try utf8.withUTF8 { utf8 in
      let idBytes = UnsafeRawBufferPointer(utf8)
      try unsafe value.withUnsafeBytes { bytes in
        let seed = unsafe StoredRow.seed(
          table: table.key, id: idBytes, format: format.rawValue, updated: updated,
          expires: expires)
        let checksum = unsafe Checksum.hash(bytes, seed: seed)
        let createdChecksum = unsafe StoredRow.createdChecksum(
          table: table.key, id: idBytes, created: created)
        let statement = try upsert.get()
        statement.bind(table.key, at: 1)
        statement.bind(format.rawValue, at: 3)
        statement.bind(created, at: 4)
        statement.bind(updated, at: 5)
        statement.bind(expires, at: 6)
        statement.bind(Int64(bitPattern: checksum), at: 7)
        statement.bind(Int64(bitPattern: createdChecksum), at: 8)
        statement.bind(isImport ? nil : now, at: 10)
        try unsafe statement.run(lendingText: idBytes, at: 2, bytes: bytes, at: 9)
      }
    }
    changes.note(id, in: table.key)
  }

  private static let upsertSQL = """
    INSERT INTO rows
      (table_id, id, format, created, updated, expires, checksum, created_checksum, value)
    VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)
    ON CONFLICT (table_id, id) DO UPDATE SET
      format = excluded.format, updated = excluded.updated, expires = excluded.expires,
      checksum = excluded.checksum, value = excluded.value,
      created = CASE WHEN \(isNew) THEN excluded.created ELSE created END,
      created_checksum = CASE WHEN \(isNew) THEN excluded.created_checksum ELSE created_checksum END
    """

  /// Whether `created` is set anew: for an import and in place of an expired value; an overwrite keeps it.
  private static let isNew = "?10 IS NULL OR rows.expires <= ?10"

  /// Deletes the row; returns whether a live row existed.
  ///
  /// Observers are also notified of an expired row, because it may be the last value they saw.
  func delete(id: String, in table: TableIdentity) throws -> Bool {
    try isCache(table)
    // SQLite 3.40 returns NULL for `expires IS NULL` here, so the column is checked in Swift.
    let statement = try statement(
      "DELETE FROM rows WHERE table_id = ?1 AND id = ?2 RETURNING expires")
    statement.bind(table.key, at: 1)
    try statement.bind(id, at: 2)
    var wasLive = false
    try statement.forEachRow {
      wasLive = statement.optionalInt(0).map { $0 > now } ?? true
      changes.note(id, in: table.key)
      return true
    }
    return wasLive
  }

  func delete(ids: some Sequence<String>, in table: TableIdentity) throws -> Int {
    try atomically { try ids.reduce(0) { try $0 + (delete(id: $1, in: table) ? 1 : 0) } }
  }

  /// Deletes the rows of a range; returns the number of live rows among them.
  func delete(in range: IDRange, in table: TableIdentity) throws -> Int {
    try isCache(table)
    let count = try reader.liveCount(table, in: range)
    let statement = try statement("DELETE FROM rows \(range.conditionWithExpired)")
    try reader.bind(table, range, to: statement)
    try statement.run()
    if database.changesCount > 0 { changes.noteAnything(in: table.key) }
    return count
  }

  func clear(_ table: TableIdentity) throws {
    _ = try delete(in: .all, in: table)
  }

  /// Deletes the expired rows of one table or of all; returns the number of deleted rows.
  ///
  /// A damaged row stays, because its expiry time may be the damaged part.
  func purgeExpired(in table: TableIdentity?) throws -> Int {
    if let table { try isCache(table) }
    let statement = try statement(
      """
      SELECT \(StoredRow.columns), id, table_id, rowid FROM rows
      WHERE expires <= ?1 AND (?2 IS NULL OR table_id = ?2)
      """)
    statement.bind(now, at: 1)
    statement.bind(table?.key, at: 2)
    var rows: [Int64] = []
    try statement.forEachRow {
      let owner = TableIdentity(key: statement.int(8), name: "")
      guard let row = try? StoredRow(statement, table: owner, id: nil), row.isExpired(at: now)
      else { return true }
      changes.note(row.id, in: owner.key)
      rows.append(statement.int(9))
      return true
    }
    let deletion = try self.statement("DELETE FROM rows WHERE rowid = ?1")
    for row in rows {
      deletion.bind(row, at: 1)
      try deletion.run()
    }
    return rows.count
  }
}
