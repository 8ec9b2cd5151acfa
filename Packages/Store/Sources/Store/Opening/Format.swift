internal import GRDB

/// The file's own format and its history.
enum Format {
  /// Refuses names that could not be told apart in the file.
  static func check(_ migrations: [StoreMigration]) throws(StoreError) {
    var names: Set<String> = []
    for name in migrations.map(\.name) {
      guard !name.hasPrefix("store ") else {
        throw StoreError(
          .invalidName,
          "The migration \(name.debugDescription) has a name that begins as the store's own do. Choose "
            + "another.")
      }
      guard names.insert(name).inserted else {
        throw StoreError(
          .invalidName, "Two migrations are named \(name.debugDescription). Give each its own name."
        )
      }
    }
  }

  /// A step in the history of a file, under the name that GRDB's version table records.
  typealias Step = (name: String, run: (Database) throws -> Void)

  /// The format's migrations, then the application's.
  static func steps(_ configuration: StoreConfiguration, path: String) -> [Step] {
    let now = configuration.now
    let own: [Step] = [
      ("store 1", createVersion1),
      // Nothing in the file changes; but versions that do not know the second format of values must not open it.
      (secondFormat, { _ in }),
      // By now the pages have room for checksums, which older versions would not write.
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
            // A failure that the body caught may have undone the transaction.
            try writer.checkTransaction()
          }
        )
      }
  }

  static func applied(to database: Database) throws -> Set<String> {
    try DatabaseMigrator().appliedIdentifiers(database)
  }

  /// Runs the steps that a file lacks in one transaction.
  ///
  /// GRDB's migrator has a transaction for each: when one fails, the file has been through those before.
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

  // Migrations that a file need not have been through to be read.
  static let secondFormat = "store 2"
  static let thirdFormat = "store 3"

  /// Makes plain tables of those that earlier versions indexed by fields of their values.
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

  /// Makes the tables of the first format.
  ///
  /// `AUTOINCREMENT`, so that the handle of a dropped table never means another one. The value stands
  /// last, so that reading the other columns touches no overflow page. Rows are in the order of their
  /// first putting, found through the index of their key: those put together share pages, however far
  /// apart their identifiers are, and overwriting touches no index. Without rowids a tree of whole
  /// rows would hold nine to a page on every level; the few `records` have none, since the pages of such a
  /// table have checksums.
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
