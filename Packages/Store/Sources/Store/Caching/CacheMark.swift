internal import Foundation
internal import GRDB

extension TableIdentity {
  /// The SQL name of the table with a cache's order of use; made of the table's number only.
  var index: String { "index_\(key)" }
}

/// The mark of a cache, in the file's table `records`: earlier versions had other kinds of tables, too.
private let cacheMark = Data(#""cache""#.utf8)

extension RowReader {
  /// Whether the table is a cache and not one of plain values.
  func isCache(_ table: TableIdentity) throws -> Bool {
    let statement = try statement("SELECT fields FROM records WHERE table_id = ?1")
    statement.bind(table.key, at: 1)
    var mark: Data?
    try statement.forEachRow {
      mark = statement.data(0)
      return false
    }
    guard mark == nil || mark == cacheMark else {
      throw StoreError(
        .damaged,
        "The kind of the table \(table.name.debugDescription) is damaged. Restore the store from a "
          + "backup or an export.")
    }
    return mark != nil
  }

  /// Refuses to use the index of a table that is no cache, or no longer one.
  func checkIsCache(_ table: TableIdentity) throws {
    try checkExists(table)
    guard try !isCache(table) else { return }
    throw StoreError.wrongKind(of: table)
  }
}

extension RowWriter {
  /// Notes in the file that the table is a cache.
  func markAsCache(_ table: TableIdentity) throws {
    let statement = try statement("INSERT INTO records (table_id, fields) VALUES (?1, ?2)")
    statement.bind(table.key, at: 1)
    try statement.bind(cacheMark, at: 2)
    try statement.run()
    noteKind(of: table, isCache: true)
  }

  /// Makes a plain table of a cache; its rows stay.
  func dropIndex(of table: TableIdentity) throws {
    guard try reader.isCache(table) else { return }
    try database.execute(
      sql: """
        DROP TRIGGER \(table.index)_deletion;
        DROP TABLE \(table.index);
        DROP TABLE IF EXISTS \(table.total);
        """)
    let statement = try statement("DELETE FROM records WHERE table_id = ?1")
    statement.bind(table.key, at: 1)
    try statement.run()
    noteKind(of: table, isCache: false)
  }
}

extension StoreError {
  static func wrongKind(of table: TableIdentity) -> StoreError {
    StoreError(
      .wrongTableKind,
      "The table \(table.name.debugDescription) is a cache where one of plain values was asked for, or "
        + "the other way round. Ask the store for what it holds, or choose another table.")
  }
}
