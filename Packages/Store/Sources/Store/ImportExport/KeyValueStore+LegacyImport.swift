internal import Foundation
internal import GRDB

extension KeyValueStore {
  /// Copies every row of a YTKKeyValueStore or SMKStore file, table by table; how many there were.
  ///
  /// Such a file is a SQLite database whose tables have the columns `id`, `json` and `createdTime`;
  /// other tables are passed over, and the file is only read. A row replaces what is here under the
  /// same table and identifier, and keeps its creation time. Those libraries wrapped a string or a
  /// number in an array of one: read it as `[String]` or `[Int]`.
  ///
  /// - Throws: ``StoreError`` with `notAStore` when the file is no database or has no such table, with
  ///   `malformedImport` when a row is not JSON; nothing is kept then.
  @discardableResult
  public func importLegacyFile(at path: String) throws(StoreError) -> Int {
    do {
      var configuration = GRDB.Configuration()
      configuration.readonly = true
      let legacy = try DatabaseQueue(path: path, configuration: configuration)
      return try legacy.read { old in
        let tables = try Self.legacyTables(in: old)
        guard !tables.isEmpty else {
          throw StoreError(
            .notAStore,
            "\(path) has no table with the columns id, json and createdTime. Choose the right file."
          )
        }
        return try engine.write { writer in
          try tables.reduce(0) { try $0 + Self.copy($1, of: old, to: writer) }
        }
      }
    } catch { throw .wrapping(error, at: path) }
  }

  private static func legacyTables(in old: Database) throws -> [String] {
    let names = try String.fetchAll(
      old, sql: "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY rowid")
    return try names.filter { name in
      try String.fetchSet(old, sql: "SELECT name FROM pragma_table_info(?)", arguments: [name])
        .isSuperset(of: ["id", "json", "createdTime"])
    }
  }

  private static func copy(_ name: String, of old: Database, to writer: RowWriter) throws -> Int {
    try StoreTable.check(name: name)
    let table = try writer.makeTable(named: name)
    // A name that the old library let pass may hold a quotation mark; GRDB's own quoting does not.
    let quoted = "\"\(name.replacing("\"", with: "\"\""))\""
    // The casts make SQLite answer these types or null, whatever the column holds.
    let rows = try Row.fetchCursor(
      old,
      sql: """
        SELECT CAST(id AS TEXT), CAST(json AS TEXT), CAST(createdTime AS REAL) FROM \(quoted)
        """)
    var count = 0
    while let row = try rows.next() {
      let id: String? = row[0]
      let json = (row[1] as String?).map { Data($0.utf8) }
      guard let id, let json, Codec.isJSON(json) else {
        throw StoreError(
          .malformedImport,
          "The row \((id ?? "null").debugDescription) of table \(name.debugDescription) is not JSON. "
            + "Nothing was imported.")
      }
      let created = (row[2] as Double?).map { Date(timeIntervalSince1970: $0).microseconds }
      try writer.put(
        json, as: .json, id: id, in: table, created: created, updated: created, expires: nil)
      count += 1
    }
    return count
  }
}
