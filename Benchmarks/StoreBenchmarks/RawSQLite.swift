import Foundation
import GRDBSQLite

/// The baseline: SQLite's C interface with prepared statements and nothing else.
@safe
final class RawSQLite {
  private let connection: OpaquePointer
  private let upsert: OpaquePointer
  private let select: OpaquePointer

  init(_ path: String, pragmas: String) throws {
    var opened: OpaquePointer?
    guard unsafe sqlite3_open(path, &opened) == SQLITE_OK, let connection = unsafe opened else {
      throw CocoaError(.fileReadUnknown)
    }
    unsafe self.connection = connection
    unsafe sqlite3_exec(
      connection,
      pragmas + """
        ;CREATE TABLE IF NOT EXISTS kv (
          id TEXT PRIMARY KEY, value BLOB NOT NULL, created INTEGER NOT NULL, updated INTEGER NOT NULL
        ) WITHOUT ROWID;
        """, nil, nil, nil)
    unsafe upsert = try Self.prepare(
      connection,
      """
      INSERT INTO kv (id, value, created, updated) VALUES (?1, ?2, ?3, ?3)
      ON CONFLICT (id) DO UPDATE SET value = excluded.value, updated = excluded.updated
      """)
    unsafe select = try Self.prepare(connection, "SELECT value FROM kv WHERE id = ?1")
  }

  deinit {
    unsafe sqlite3_finalize(upsert)
    unsafe sqlite3_finalize(select)
    unsafe sqlite3_close(connection)
  }

  func execute(_ sql: String) {
    unsafe sqlite3_exec(connection, sql, nil, nil, nil)
  }

  func put(_ id: String, _ value: Data, _ time: Int64) {
    unsafe bind(upsert, id)
    unsafe value.withUnsafeBytes { bytes in
      _ = unsafe sqlite3_bind_blob(upsert, 2, bytes.baseAddress, Int32(bytes.count), Self.transient)
    }
    unsafe sqlite3_bind_int64(upsert, 3, time)
    let code = unsafe sqlite3_step(upsert)
    precondition(code == SQLITE_DONE, "SQLite failed with \(code)")
    unsafe sqlite3_reset(upsert)
  }

  func get(_ id: String) -> Data? {
    unsafe bind(select, id)
    defer { unsafe sqlite3_reset(select) }
    guard unsafe sqlite3_step(select) == SQLITE_ROW else { return nil }
    return unsafe Data(
      bytes: sqlite3_column_blob(select, 0), count: Int(sqlite3_column_bytes(select, 0)))
  }

  private func bind(_ statement: OpaquePointer, _ id: String) {
    var id = id
    id.withUTF8 { utf8 in
      unsafe utf8.withMemoryRebound(to: CChar.self) { characters in
        _ = unsafe sqlite3_bind_text(
          statement, 1, characters.baseAddress, Int32(characters.count), Self.transient)
      }
    }
  }

  private static func prepare(_ connection: OpaquePointer, _ sql: String) throws -> OpaquePointer {
    var statement: OpaquePointer?
    guard unsafe sqlite3_prepare_v2(connection, sql, -1, &statement, nil) == SQLITE_OK,
      let statement = unsafe statement
    else { throw CocoaError(.fileReadUnknown) }
    return unsafe statement
  }

  private static var transient: sqlite3_destructor_type {
    unsafe unsafeBitCast(-1, to: sqlite3_destructor_type.self)
  }
}
