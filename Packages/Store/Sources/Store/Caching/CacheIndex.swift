internal import Foundation
internal import GRDB

extension TableIdentity {
  /// The SQL name of the table with a cache's order of use; made of the table's number only.
  var index: String { "index_\(key)" }

  /// The SQL name of the table with the sum of a cache's bytes.
  var total: String { "\(index)_total" }
}

/// The mark of a cache, in the file's table `records`: earlier versions had other kinds of tables, too.
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
  /// Makes the table of a cache; values that are there count as used in the order of their putting.
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

  /// One row a value with its place in the order of use; triggers keep the sum and follow deletions.
  ///
  /// The triggers belong to the index, but for one on deletions of rows, whose condition the rows of other tables
  /// do not meet: puts into other tables pay nothing. Without rowids the pages of both tables have checksums.
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

  /// Puts a value as the one used last, and deletes those unused for longest beyond `capacity`.
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

  /// Notes that these values were read, in this order; those that are gone are passed over.
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

  /// Makes a plain table of a cache; its rows stay.
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
