internal import Foundation
internal import GRDB
internal import GRDBSQLite

/// A statement from GRDB's per-connection cache, executed through SQLite's own interface.
///
/// GRDB's bindings cut text at NUL and box each argument; here, lengths are explicit and bytes are copied once. The
/// pointers stay valid, because the cache that owns the statement belongs to the connection, and a statement is used
/// only inside the access that prepared it.
@safe
struct PreparedStatement {
  /// Keeps the handle alive if GRDB empties its cache.
  private let owner: Statement
  private let handle: OpaquePointer
  private let connection: OpaquePointer
  private let path: String

  init(_ sql: String, on database: Database, path: String) throws {
    guard let connection = unsafe database.sqliteConnection else { throw StoreError.closed(path) }
    unsafe self.connection = connection
    owner = try database.cachedStatement(sql: sql)
    unsafe self.handle = owner.sqliteStatement
    self.path = path
  }

  func bind(_ value: Int64, at index: Int32) {
    unsafe sqlite3_bind_int64(handle, index, value)
  }

  func bind(_ value: Int64?, at index: Int32) {
    if let value { bind(value, at: index) } else { unsafe sqlite3_bind_null(handle, index) }
  }

  /// Binds text with its length, so that NUL is an ordinary character.
  func bind(_ text: String, at index: Int32) throws {
    var text = text
    try text.withUTF8 { utf8 in
      try unsafe bind(text: UnsafeRawBufferPointer(utf8), at: index, Self.transient)
    }
  }

  private func bind(
    text: UnsafeRawBufferPointer, at index: Int32, _ lifetime: sqlite3_destructor_type?
  ) throws {
    // Without an address, SQLite would bind NULL instead of the empty text.
    guard let base = text.baseAddress else {
      return try check(unsafe sqlite3_bind_text(handle, index, "", 0, Self.transient))
    }
    try check(
      unsafe sqlite3_bind_text64(
        handle, index, base.assumingMemoryBound(to: CChar.self), UInt64(text.count), lifetime,
        UInt8(SQLITE_UTF8)))
  }

  func step() throws -> Bool {
    switch unsafe sqlite3_step(handle) {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    case let code: throw failure(code)
    }
  }

  /// Runs the statement to its end and makes it ready for the next use.
  func run() throws {
    defer { reset() }
    while try step() {}
  }

  /// Runs the statement with borrowed text and bytes, which are not copied.
  func run(
    lendingText text: UnsafeRawBufferPointer, at textIndex: Int32,
    bytes: UnsafeRawBufferPointer, at bytesIndex: Int32
  ) throws {
    // The statement must never keep the borrowed memory, even after an error.
    defer { reset() }
    try unsafe bind(text: text, at: textIndex, nil)
    try check(
      unsafe bytes.isEmpty
        ? sqlite3_bind_zeroblob(handle, bytesIndex, 0)
        : sqlite3_bind_blob64(handle, bytesIndex, bytes.baseAddress, UInt64(bytes.count), nil))
    while try step() {}
  }

  /// Calls `body` for each row until it returns `false`, then resets the statement.
  func forEachRow(_ body: () throws -> Bool) throws {
    defer { reset() }
    while try step() {
      guard try body() else { return }
    }
  }

  /// Returns the value that `read` makes from the first row, or nil if there is none; then resets the statement.
  func first<Value>(_ read: () throws -> Value) throws -> Value? {
    defer { reset() }
    return try step() ? try read() : nil
  }

  /// Returns the values that `read` makes from the rows; then resets the statement.
  func map<Value>(_ read: () throws -> Value) throws -> [Value] {
    var values: [Value] = []
    try forEachRow {
      values.append(try read())
      return true
    }
    return values
  }

  /// Ends the current execution and drops the bound values.
  func reset() {
    unsafe sqlite3_reset(handle)
    unsafe sqlite3_clear_bindings(handle)
  }

  func int(_ column: Int32) -> Int64 { unsafe sqlite3_column_int64(handle, column) }

  func optionalInt(_ column: Int32) -> Int64? {
    unsafe sqlite3_column_type(handle, column) == SQLITE_NULL ? nil : int(column)
  }

  /// The column's text, with invalid UTF-8 replaced; callers verify the row's checksum first.
  func text(_ column: Int32) -> String {
    unsafe withBytes(column) { bytes in unsafe String(decoding: bytes, as: UTF8.self) }
  }

  func data(_ column: Int32) -> Data {
    unsafe withBytes(column) { bytes in unsafe Data(bytes) }
  }

  /// Lends the column's bytes to the closure; SQLite owns them, and they are valid only during the call.
  func withBytes<Result>(_ column: Int32, _ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    let start = unsafe sqlite3_column_blob(handle, column)
    let count = unsafe Int(sqlite3_column_bytes(handle, column))
    return unsafe body(UnsafeRawBufferPointer(start: start, count: count))
  }

  private func check(_ code: Int32) throws {
    guard code == SQLITE_OK else { throw failure(code) }
  }

  private func failure(_ code: Int32) -> StoreError {
    let extended = unsafe sqlite3_extended_errcode(connection)
    let message = unsafe String(cString: sqlite3_errmsg(connection))
    let found = extended & 0xFF == code & 0xFF ? extended : code
    return StoreError(
      sqlite: found, message: message, path: path,
      cause: DatabaseError(resultCode: ResultCode(rawValue: found), message: message))
  }

  /// SQLite's `SQLITE_TRANSIENT`, a macro that Swift does not import.
  private static var transient: sqlite3_destructor_type {
    unsafe unsafeBitCast(-1, to: sqlite3_destructor_type.self)
  }
}
