internal import Foundation
internal import GRDB

extension TableIdentity {
  /// The SQL name of the table that orders a cache's values by use; it contains only the table's number.
  var index: String { "index_\(key)" }

  /// The SQL name of the table with a cache's total size in bytes.
  var total: String { "\(index)_total" }
}

/// The value in the table `records` that marks a cache; earlier versions recorded other kinds of tables there, too.
private let cacheMark = Data(#""cache""#.utf8)

extension RowReader {
  func isCache(_ table: TableIdentity) throws -> Bool {
    let statement = try statement("SELECT fields FROM records WHERE table_id = ?1")
    statement.bind(table.key, at: 1)
    let mark = try statement.first { statement.data(0) }
    guard mark == nil || mark == cacheMark else {
      throw StoreError(
        .damaged,
        "The kind of the table \(table.name.debugDescription) is damaged. Restore the store from a "
          + "backup or an export.")
    }
    return mark != nil
  }

  func cachedBytes(of table: TableIdentity) throws -> Int {
    try checkExists(table)
    guard try isCache(table) else { throw StoreError.wrongKind(of: table) }
    return Int(try total(of: table))
  }

  fileprivate func total(of table: TableIdentity) throws -> Int64 {
    let statement = try statement("SELECT bytes FROM \(table.total)")
    return try statement.first { statement.int(0) } ?? 0
  }
}

extension RowWriter {
  /// Makes the table of a cache; the order of existing values is the order in which they were put.
  func prepareCache(named name: String) throws -> TableIdentity {
    try atomically {
      let table = try makeTable(named: name)
      guard table != .default else {
        throw StoreError(
          .invalidName, "A cache cannot be the default table. Choose another name.")
      }
      guard try !reader.isCache(table) else { return table }
      try makeCacheIndex(of: table)
      try database.execute(
        sql: "INSERT INTO records (table_id, fields) VALUES (?, ?)",
        arguments: [table.key, cacheMark])
      noteKind(of: table, isCache: true)
      return table
    }
  }

  /// Creates an index with one row per value, ordered by use; triggers keep the total size and follow deletions.
  ///
  /// The triggers belong to the index, except the trigger on deletions in `rows`, whose condition excludes the rows of
  /// other tables: puts into other tables cost nothing extra. Without rowids, the pages of both tables have checksums.
  private func makeCacheIndex(of table: TableIdentity) throws {
    let index = table.index
    try database.execute(
      sql: """
        CREATE TABLE \(index) (id TEXT PRIMARY KEY, use INTEGER NOT NULL, bytes INTEGER NOT NULL)
        WITHOUT ROWID, STRICT;
        CREATE INDEX \(index)_use ON \(index) (use);
        INSERT INTO \(index) (id, use, bytes)
        SELECT id, row_number() OVER (ORDER BY updated, id), length(value)
        FROM rows WHERE table_id = \(table.key);
        CREATE TABLE \(table.total) (key INTEGER PRIMARY KEY, bytes INTEGER NOT NULL)
        WITHOUT ROWID, STRICT;
        INSERT INTO \(table.total) SELECT 1, coalesce(sum(bytes), 0) FROM \(index);
        CREATE TRIGGER \(index)_insertion AFTER INSERT ON \(index)
        BEGIN UPDATE \(table.total) SET bytes = bytes + new.bytes; END;
        CREATE TRIGGER \(index)_change AFTER UPDATE OF bytes ON \(index)
        BEGIN UPDATE \(table.total) SET bytes = bytes - old.bytes + new.bytes; END;
        CREATE TRIGGER \(index)_removal AFTER DELETE ON \(index)
        BEGIN UPDATE \(table.total) SET bytes = bytes - old.bytes; END;
        CREATE TRIGGER \(index)_deletion AFTER DELETE ON rows WHEN old.table_id = \(table.key)
        BEGIN DELETE FROM \(index) WHERE id = old.id; END;
        """)
  }

  /// Puts a value as the most recently used one and deletes the least recently used values beyond `capacity`.
  func put(
    _ value: Data, as format: ValueFormat, id: String, inCache table: TableIdentity,
    capacity: Int, expires: Int64?
  ) throws {
    try checkIsCache(table)
    try atomically {
      if value.count > capacity {
        _ = try delete(id: id, in: table)
      } else {
        let statement = try statement(
          """
          INSERT INTO \(table.index) (id, use, bytes)
          VALUES (?1, (SELECT coalesce(max(use), 0) + 1 FROM \(table.index)), ?2)
          ON CONFLICT (id) DO UPDATE SET use = excluded.use, bytes = excluded.bytes
          """)
        try statement.bind(id, at: 1)
        statement.bind(Int64(value.count), at: 2)
        try statement.run()
        try put(value, as: format, id: id, in: table, isCached: true, expires: expires)
      }
      while try reader.total(of: table) > capacity, let oldest = try leastRecentlyUsed(in: table) {
        _ = try delete(id: oldest, in: table)
      }
    }
  }

  /// Records that values were read, in this order; deleted values are skipped.
  func noteUse(of ids: some Sequence<String>, inCache table: TableIdentity) throws {
    try checkIsCache(table)
    for id in ids {
      let statement = try statement(
        """
        UPDATE \(table.index) SET use = (SELECT max(use) + 1 FROM \(table.index)) WHERE id = ?1
        """)
      try statement.bind(id, at: 1)
      try statement.run()
    }
  }

  private func leastRecentlyUsed(in table: TableIdentity) throws -> String? {
    let statement = try statement("SELECT id FROM \(table.index) ORDER BY use LIMIT 1")
    return try statement.first { statement.text(0) }
  }

  /// Turns a cache into a plain table; its rows stay.
  func dropIndex(of table: TableIdentity) throws {
    guard try reader.isCache(table) else { return }
    try database.execute(
      sql: """
        DROP TRIGGER \(table.index)_deletion;
        DROP TABLE \(table.index);
        DROP TABLE IF EXISTS \(table.total);
        DELETE FROM records WHERE table_id = \(table.key);
        """)
    noteKind(of: table, isCache: false)
  }
}

extension StoreError {
  static func wrongKind(of table: TableIdentity) -> StoreError {
    StoreError(
      .wrongTableKind,
      "The table \(table.name.debugDescription) is a cache where one of plain values was asked for, or "
        + "the other way round. Put into a cache through its StoreCache, or choose another table.")
  }
}
