internal import CStoreSums
internal import GRDB
internal import GRDBSQLite

/// Page checksums: opens connections that verify the pages by which SQLite finds rows and room.
///
/// SQLite does not notice a flipped bit in a tree pointer, and a row's own checksum is useless if the row is not found.
/// The checksums are stored in bytes that SQLite reserves at the end of each page.
enum PageSums {
  static func open(
    _ path: String, _ configuration: GRDB.Configuration = GRDB.Configuration()
  ) throws -> DatabaseQueue {
    let code = storeSumsBegin()
    guard code == SQLITE_OK else { throw StoreError(sqlite: code, message: "", path: path) }
    defer { storeSumsEnd() }
    return try DatabaseQueue(path: path, configuration: configuration)
  }

  static func haveRoom(in database: Database) -> Bool {
    reservedBytes(of: database, setting: -1) == STORE_SUMS_RESERVED
  }

  /// Requests the reserved bytes; a new file has them from its first page, an older file after a `VACUUM`.
  static func makeRoom(in database: Database) {
    _ = reservedBytes(of: database, setting: STORE_SUMS_RESERVED)
  }

  /// Makes the connection compare and write checksums, even if the file's own header does not yet say that it has them.
  static func begin(in database: Database) {
    unsafe sqlite3_file_control(database.sqliteConnection, "main", STORE_SUMS_BEGIN, nil)
  }

  /// Sets whether the connection leaves a write-ahead log as it is when it is closed.
  static func keepLog(_ keeps: Bool, of database: Database) {
    unsafe storeSumsKeepLog(database.sqliteConnection, keeps ? 1 : 0)
  }

  /// Runs `body` with other checks than the connection's own; no page is kept that was read before or in the meantime.
  ///
  /// Overflow pages of rows, of indexes and the list of free pages look alike. So rows may be trusted only if each row
  /// is verified, or if the structure of the file has been.
  static func checking<Result>(
    _ checks: StoreSumsChecks, of database: Database, _ body: () throws -> Result
  ) rethrows -> Result {
    func exchange(_ checks: StoreSumsChecks) -> StoreSumsChecks {
      var checks = checks
      unsafe sqlite3_file_control(database.sqliteConnection, "main", STORE_SUMS_CHECKS, &checks)
      unsafe sqlite3_db_release_memory(database.sqliteConnection)
      return checks
    }
    let own = exchange(checks)
    defer { _ = exchange(own) }
    return try body()
  }

  private static func reservedBytes(of database: Database, setting count: Int32) -> Int32 {
    var count = count
    unsafe sqlite3_file_control(
      database.sqliteConnection, "main", SQLITE_FCNTL_RESERVE_BYTES, &count)
    return count
  }
}
