internal import GRDB

/// The format of the store's file and its versions.
enum Format {
  /// Refuses migration names that are duplicates, reserved for the store, or cut by GRDB when they are recorded.
  static func check(_ migrations: [StoreMigration]) throws(StoreError) {
    var names: Set<String> = []
    for name in migrations.map(\.name) {
      guard !name.utf8.starts(with: "store ".utf8) else {
        throw StoreError(
          .invalidName,
          "The migration \(name.debugDescription) has a name that begins as the store's own do. Choose "
            + "another.")
      }
      guard !name.utf8.contains(0) else {
        throw StoreError(
          .invalidName,
          "The migration \(name.debugDescription) has a NUL in its name. Choose another.")
      }
      guard names.insert(name).inserted else {
        throw StoreError(
          .invalidName, "Two migrations are named \(name.debugDescription). Give each its own name."
        )
      }
    }
  }

  /// A migration step, with the name that GRDB's version table records.
  typealias Step = (name: String, run: (Database) throws -> Void)

  /// Returns the store's own migrations, followed by the application's.
  static func steps(_ configuration: StoreConfiguration, path: String) -> [Step] {
    let now = configuration.now
    let own: [Step] = [
      ("store 1", createVersion1),
      // The file does not change, but versions that do not know the second value format must not open it.
      (secondFormat, { _ in }),
      // From this step on, pages have room for checksums, which older versions would not write.
      (thirdFormat, dropRecordIndexes),
    ]
    return own
      + configuration.migrations.map { migration in
        (
          migration.name,
          { database in
            let reader = RowReader(database: database, path: path, now: now().microseconds)
            let writer = RowWriter(reader, recordsIDs: false, hasParts: true)
            try writer.lend(to: migration.body)
            // An error that the body caught may have rolled back the transaction.
            try writer.checkTransaction()
          }
        )
      }
  }

  /// Returns the steps that the file has been through.
  ///
  /// It asks for the table first: GRDB asks after a failed query, and then another opener may have made the table.
  static func applied(to database: Database) throws -> Set<String> {
    let isThere = try Int.fetchOne(
      database, sql: "SELECT 1 FROM sqlite_master WHERE name = 'grdb_migrations'")
    guard isThere != nil else { return [] }
    return try String.fetchSet(database, sql: "SELECT identifier FROM grdb_migrations")
  }

  /// Runs the missing steps of a file in one transaction.
  ///
  /// GRDB's migrator uses a transaction per step: if a step failed, the earlier steps would stay.
  static func migrate(_ database: Database, through steps: [Step]) throws {
    guard try !Set(steps.map(\.name)).isSubset(of: applied(to: database)) else { return }
    try database.inTransaction(.immediate) {
      try database.execute(
        sql: "CREATE TABLE IF NOT EXISTS grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY)")
      let applied = try applied(to: database)
      for step in steps where !applied.contains(step.name) {
        try step.run(database)
        try database.execute(
          sql: "INSERT INTO grdb_migrations (identifier) VALUES (?)", arguments: [step.name])
      }
      return .commit
    }
  }

  // A file can be read even if these migrations have not run.
  static let secondFormat = "store 2"
  static let thirdFormat = "store 3"

  /// Converts the tables that earlier versions indexed by fields of their values to plain tables.
  private static func dropRecordIndexes(_ database: Database) throws {
    let tables = try Int64.fetchAll(
      database, sql: "SELECT table_id FROM records WHERE fields <> CAST('\"cache\"' AS BLOB)")
    for table in tables {
      try database.execute(
        sql: """
          DROP TRIGGER IF EXISTS index_\(table)_deletion;
          DROP TABLE IF EXISTS index_\(table);
          DELETE FROM records WHERE table_id = \(table);
          """)
    }
  }

  /// Creates the tables of the first format.
  ///
  /// `AUTOINCREMENT` ensures that the handle of a dropped table never refers to another table. The value is the last
  /// column, so that reading the other columns touches no overflow page. Rows are ordered by their first put and found
  /// through the index of their key: rows put together share pages, however different their identifiers are, and an
  /// overwrite changes no index. Without rowids, a tree of whole rows would hold only nine rows per page on every
  /// level. The small table `records` has no rowids, because the pages of such a table have checksums.
  private static func createVersion1(_ database: Database) throws {
    try database.execute(
      sql: """
        CREATE TABLE tables (
          id INTEGER PRIMARY KEY AUTOINCREMENT,
          name TEXT NOT NULL UNIQUE
        ) STRICT;
        INSERT INTO tables (id, name) VALUES (1, 'default');
        CREATE TABLE rows (
          table_id INTEGER NOT NULL,
          id TEXT NOT NULL,
          format INTEGER NOT NULL,
          created INTEGER NOT NULL,
          updated INTEGER NOT NULL,
          expires INTEGER,
          checksum INTEGER NOT NULL,
          created_checksum INTEGER NOT NULL,
          value BLOB NOT NULL,
          PRIMARY KEY (table_id, id)
        ) STRICT;
        CREATE TABLE records (
          table_id INTEGER PRIMARY KEY,
          fields BLOB NOT NULL
        ) WITHOUT ROWID, STRICT;
        CREATE INDEX rows_by_expiry ON rows (expires) WHERE expires IS NOT NULL;
        """)
  }
}
