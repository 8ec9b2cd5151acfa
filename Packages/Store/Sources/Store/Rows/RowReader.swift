internal import CStoreSums
internal import Foundation
internal import GRDB

/// The read operations of the row store; it contains their SQL and works on any connection.
struct RowReader {
  let database: Database
  let path: String
  let now: Int64

  func statement(_ sql: String) throws -> PreparedStatement {
    try PreparedStatement(sql, on: database, path: path)
  }

  func table(named name: String) throws -> TableIdentity? {
    let statement = try statement("SELECT id FROM tables WHERE name = ?1")
    try statement.bind(name, at: 1)
    return try statement.first { TableIdentity(key: statement.int(0), name: name) }
  }

  /// Returns the tables in creation order; reads only an index, because its pages have checksums.
  func tables() throws -> [TableIdentity] {
    let statement = try statement(
      "SELECT id, name FROM tables INDEXED BY sqlite_autoindex_tables_1 ORDER BY id")
    return try statement.map { TableIdentity(key: statement.int(0), name: statement.text(1)) }
  }

  /// Throws if the table was dropped, which an empty result would not show.
  func checkExists(_ table: TableIdentity) throws {
    guard table != .default else { return }
    // The name is compared, too, because after a rolled-back savepoint the next table gets the same key.
    let statement = try statement("SELECT 1 FROM tables WHERE id = ?1 AND name = ?2")
    statement.bind(table.key, at: 1)
    try statement.bind(table.name, at: 2)
    guard try statement.first({ true }) != nil else { throw StoreError.noSuchTable(table.name) }
  }

  /// Returns the row, or `nil` if it does not exist or has expired.
  func row(_ table: TableIdentity, id: String) throws -> StoredRow? {
    let row = try find(table, id: id) { try StoredRow($0, table: table, id: id) }
    return row.flatMap { $0.isExpired(at: now) ? nil : $0 }
  }

  func contains(_ table: TableIdentity, id: String) throws -> Bool {
    try find(table, id: id) { try !isExpired($0, table, id: id) } ?? false
  }

  /// Returns the value that `read` makes from a row, or `nil` if the row does not exist.
  private func find<Value>(
    _ table: TableIdentity, id: String, _ read: (PreparedStatement) throws -> Value
  ) throws -> Value? {
    let statement = try statement(Self.rowSQL)
    func first() throws -> Value? {
      statement.bind(table.key, at: 1)
      try statement.bind(id, at: 2)
      return try statement.first { try read(statement) }
    }
    let found: Value?
    do { found = try first() } catch let error as StoreError where error.code == .damaged {
      // SQLite has undone a transaction that writes, and what is read now would belong to none.
      guard database.configuration.readonly || database.isInsideTransaction else { throw error }
      // If an overflow page of the row is damaged, its own checksum names the row, or shows that the row is right.
      let verified = try PageSums.checking(StoreSumsTrustRows, of: database) {
        statement.bind(table.key, at: 1)
        try statement.bind(id, at: 2)
        return try statement.first {
          _ = try StoredRow(statement, table: table, id: id)
          return try read(statement)
        }
      }
      if let verified { return verified }
      throw error
    }
    if found == nil { try checkExists(table) }
    return found
  }

  // The text is built only once, because building it would cost a tenth of a read.
  private static let rowSQL =
    "SELECT \(StoredRow.columns) FROM rows WHERE table_id = ?1 AND id = ?2"

  /// Calls `body` with each live row of the range until it returns `false`.
  func forEachRow(
    _ table: TableIdentity, in range: IDRange, order: ItemOrder = .ascending, limit: Int? = nil,
    offset: Int = 0, _ body: (StoredRow) throws -> Bool
  ) throws {
    try checkExists(table)
    guard limit != 0 else { return }
    try checkOrder(table, in: range, order)
    // Expiry is checked here, not in SQL, because a damaged expiry time must cause an error, not hide the row.
    let statement = try statement(
      "SELECT \(StoredRow.columns), id FROM rows \(range.conditionWithExpired) "
        + "ORDER BY \(order.sql)")
    try bind(table, range, to: statement)
    var passed = 0
    var left = limit
    try statement.forEachRow {
      guard try !isExpired(statement, table) else { return true }
      passed += 1
      guard passed > offset else { return true }
      guard try body(try StoredRow(statement, table: table, id: nil)) else { return false }
      left = left.map { $0 - 1 }
      return left != 0
    }
  }

  func rows(
    _ table: TableIdentity, in range: IDRange, order: ItemOrder, limit: Int?, offset: Int = 0
  ) throws -> [StoredRow] {
    var rows: [StoredRow] = []
    try forEachRow(
      table, in: range, order: order, limit: limit.map { max(0, $0) }, offset: offset
    ) {
      rows.append($0)
      return true
    }
    return rows
  }

  /// Whether the current row has expired; a row that seems expired is verified first.
  private func isExpired(
    _ statement: PreparedStatement, _ table: TableIdentity, id: String? = nil
  ) throws -> Bool {
    guard let expires = statement.optionalInt(3), expires <= now else { return false }
    return try StoredRow(statement, table: table, id: id).isExpired(at: now)
  }

  /// Verifies the rows of a range that seem expired.
  private func checkExpired(_ table: TableIdentity, in range: IDRange) throws {
    let statement = try statement(
      "SELECT \(StoredRow.columns), id FROM rows \(range.conditionWithExpired) AND expires <= ?2")
    try bind(table, range, to: statement)
    try statement.forEachRow {
      _ = try StoredRow(statement, table: table, id: nil)
      return true
    }
  }

  /// Verifies the creation times that order the rows of a range, because a damaged time would misplace its row.
  private func checkOrder(
    _ table: TableIdentity, in range: IDRange, _ order: ItemOrder
  ) throws {
    guard order == .oldestFirst || order == .newestFirst else { return }
    let statement = try statement(
      "SELECT id, created, created_checksum FROM rows \(range.condition)")
    try bind(table, range, to: statement)
    try statement.forEachRow {
      let created = statement.int(1)
      let checksum = unsafe statement.withBytes(0) { id in
        unsafe StoredRow.createdChecksum(table: table.key, id: id, created: created)
      }
      guard UInt64(bitPattern: statement.int(2)) == checksum else {
        throw StoreError.damaged(id: statement.text(0), table: table.name)
      }
      return true
    }
  }

  func ids(
    _ table: TableIdentity, in range: IDRange, order: ItemOrder, limit: Int?
  ) throws -> [String] {
    try checkExists(table)
    guard limit != 0 else { return [] }
    try checkOrder(table, in: range, order)
    // Expiry is checked here, not in SQL, so that a page costs only as much as the identifiers on it.
    let statement = try statement(
      "SELECT id, expires FROM rows \(range.conditionWithExpired) ORDER BY \(order.sql)")
    try bind(table, range, to: statement)
    var ids: [String] = []
    try statement.forEachRow {
      let id = statement.text(0)
      if let expires = statement.optionalInt(1), expires <= now {
        guard let row = try find(table, id: id, { try StoredRow($0, table: table, id: id) }) else {
          throw StoreError.damaged(id: id, table: table.name)
        }
        if row.isExpired(at: now) { return true }
      }
      ids.append(id)
      return ids.count != limit
    }
    return ids
  }

  func count(_ table: TableIdentity, in range: IDRange) throws -> Int {
    try checkExists(table)
    try checkExpired(table, in: range)
    return try liveCount(table, in: range)
  }

  /// Returns the number of rows whose unverified expiry time has not passed.
  func liveCount(_ table: TableIdentity, in range: IDRange) throws -> Int {
    let statement = try statement("SELECT count(*) FROM rows \(range.condition)")
    try bind(table, range, to: statement)
    return Int(try statement.first { statement.int(0) } ?? 0)
  }

  func bind(_ table: TableIdentity, _ range: IDRange, to statement: PreparedStatement) throws {
    statement.bind(table.key, at: 1)
    statement.bind(now, at: 2)
    if let lower = range.lower { try statement.bind(lower.id, at: 3) }
    if let upper = range.upper { try statement.bind(upper.id, at: 4) }
  }
}

extension IDRange {
  /// The SQL condition for the live rows of a table in the range: ?1 table, ?2 now, ?3 lower, ?4 upper.
  var condition: String { conditionWithExpired + " AND (expires IS NULL OR expires > ?2)" }

  /// The same SQL condition, including expired rows.
  var conditionWithExpired: String {
    var sql = "WHERE table_id = ?1"
    if let lower { sql += lower.isIncluded ? " AND id >= ?3" : " AND id > ?3" }
    if let upper { sql += upper.isIncluded ? " AND id <= ?4" : " AND id < ?4" }
    return sql
  }
}

extension ItemOrder {
  /// The SQL sort order; the identifier breaks ties, so that paging never skips or repeats a row.
  var sql: String {
    switch self {
    case .ascending: "id"
    case .descending: "id DESC"
    case .oldestFirst: "created, id"
    case .newestFirst: "created DESC, id DESC"
    }
  }
}

extension StoreError {
  static func noSuchTable(_ name: String) -> StoreError {
    StoreError(
      .noSuchTable,
      "There is no table \(name.debugDescription), or it was dropped. Ask the store for it again "
        + "with table(_:), which makes it.")
  }
}
