internal import CStoreSums
internal import Foundation
internal import GRDB

/// The connections to a file that was checked, converted to the current format and migrated.
struct OpenedFile {
  let path: String
  let writer: DatabaseQueue
  let readers: ReaderPool?
  let lock: FileLock?

  static let memory = ":memory:"

  /// The endings of the paths of a store's files: its own, SQLite's and the lock.
  static let suffixes = ["", "-wal", "-shm", "-journal", FileLock.suffix]

  /// The application ID in SQLite's header that marks the file as a store ("MVST").
  static let applicationID = Int64(STORE_SUMS_APPLICATION_ID)

  /// Opens a file, or a store in memory if `path` is nil.
  init(path: String?, configuration: StoreConfiguration) throws(StoreError) {
    let shown = path ?? Self.memory
    self.path = shown
    try Format.check(configuration.migrations)
    do {
      guard let path else {
        self.lock = nil
        self.readers = nil
        // The store itself refuses writes once its migrations have run.
        var configuration = configuration
        configuration.isReadOnly = false
        self.writer = try DatabaseQueue(configuration: Self.connection(configuration, path: shown))
        try Self.prepare(writer, configuration, path: shown, lock: nil)
        return
      }
      if configuration.isReadOnly {
        try Self.checkReadable(path)
      } else {
        try Self.checkPlace(path)
      }
      // The opening turn comes before the lock, because converting a lock to exclusive may release it for a moment.
      let turn = OpeningTurn(folderOf: path, patience: configuration.patience)
      let lock = try FileLock(besides: path, isReadOnly: configuration.isReadOnly)
      do {
        try Self.checkLogHasStore(path)
        if !configuration.isReadOnly { try PrivateFile.create(at: path) }
        self.writer = try PageSums.open(path, Self.connection(configuration, path: shown))
        try Self.prepare(writer, configuration, path: shown, lock: lock)
      } catch {
        lock?.removeIfNew(path)
        throw error
      }
      self.lock = lock
      _ = consume turn
      var reading = Self.connection(configuration, path: shown)
      reading.readonly = true
      reading.busyMode = .timeout(configuration.patience.seconds)
      let readerConfiguration = reading
      self.readers = ReaderPool(path, capacity: configuration.readers) {
        try PageSums.open(path, readerConfiguration)
      }
    } catch {
      throw Self.explained(
        StoreError.wrapping(error, at: shown), isReadOnly: configuration.isReadOnly, path: shown)
    }
  }

  private static func connection(_ configuration: StoreConfiguration, path: String)
    -> GRDB.Configuration
  {
    var connection = GRDB.Configuration()
    connection.label = "Store"
    connection.readonly = configuration.isReadOnly
    connection.busyMode = .timeout(configuration.patience.seconds)
    connection.prepareDatabase { database in
      // These checks come first: a file that does not belong to the store must not be changed.
      // So its log is not written into it, either; without one, closing removes the empty log that SQLite makes.
      PageSums.keepLog(!isEmpty(path + "-wal"), of: database)
      try checkOwner(of: database, path: path)
      PageSums.keepLog(false, of: database)
      // After a crash, the log may have pages with room for checksums, and the file none yet.
      if PageSums.haveRoom(in: database) { PageSums.begin(in: database) }
      try checkVersion(of: database, Format.steps(configuration, path: path), path: path)
      // The page cache has 8 MB; SQLite's default of 2 MB would spill a batch of ten thousand rows to the log.
      try database.execute(
        sql: """
          PRAGMA cell_size_check = ON; PRAGMA trusted_schema = OFF; PRAGMA mmap_size = 0;
          PRAGMA cache_size = -8000;
          """)
    }
    return connection
  }

  private static func checkOwner(of database: Database, path: String) throws {
    // The order matters: a store is marked before it has tables.
    let objects = try Int.fetchOne(database, sql: "SELECT count(*) FROM sqlite_master") ?? 0
    let owner = try Int64.fetchOne(database, sql: "PRAGMA application_id") ?? 0
    guard owner != applicationID else { return }
    guard owner == 0, objects == 0, !database.configuration.readonly else {
      throw StoreError(
        .notAStore,
        "\(path) is a SQLite file but not a store. Choose another path.")
    }
  }

  private static func checkVersion(
    of database: Database, _ steps: [Format.Step], path: String
  ) throws {
    let applied = try Format.applied(to: database)
    let unknown = applied.subtracting(steps.map(\.name)).sorted()
    if let first = unknown.first {
      throw StoreError(
        .newerFile,
        "\(path) was written by a newer version: it has been through \(first.debugDescription), "
          + "which this version does not know. Update the application.")
    }
    guard path != memory, applied.contains(Format.thirdFormat),
      !PageSums.haveRoom(in: database)
    else { return }
    throw StoreError(
      .damaged, "The header of \(path) is damaged. Restore it from a backup or an export.")
  }

  /// Upgrades the file to this version's format and runs the application's migrations.
  private static func prepare(
    _ writer: DatabaseQueue, _ configuration: StoreConfiguration, path: String, lock: FileLock?
  ) throws {
    let steps = Format.steps(configuration, path: path)
    if configuration.isReadOnly {
      let missing = try writer.unsafeRead {
        try Set(steps.map(\.name)).subtracting(Format.applied(to: $0))
      }
      guard missing.subtracting([Format.secondFormat, Format.thirdFormat]).isEmpty else {
        throw StoreError(
          .readOnly,
          "The store needs a migration, which a read-only store cannot make. Open it for writing "
            + "once.")
      }
      return
    }
    try writer.writeWithoutTransaction { database in
      let lacksSums = !PageSums.haveRoom(in: database)
      let isNew = try Int.fetchOne(database, sql: "PRAGMA page_count") == 0
      if lacksSums, isNew { PageSums.makeRoom(in: database) }
      if try Int64.fetchOne(database, sql: "PRAGMA application_id") != applicationID {
        try database.execute(sql: "PRAGMA application_id = \(applicationID)")
      }
      if path != memory { try enterWAL(database, path: path) }
      if lacksSums, !isNew { try convert(database, path: path, lock: lock) }
      try database.execute(
        sql: "PRAGMA synchronous = \(configuration.durability.synchronous)")
      #if canImport(Darwin)
        if configuration.durability == .survivesPowerLoss {
          try database.execute(sql: "PRAGMA fullfsync = ON; PRAGMA checkpoint_fullfsync = ON;")
        }
      #endif
      let level = try Int64.fetchOne(database, sql: "PRAGMA synchronous")
      guard level == configuration.durability.synchronous else {
        throw StoreError(
          .database, "SQLite refused the durability that was asked for. Report this as a bug.")
      }
    }
    do {
      try writer.writeWithoutTransaction { try Format.migrate($0, through: steps) }
    } catch  where !(error is StoreError || error is DatabaseError) {
      throw StoreError(
        .migrationFailed,
        "A migration threw \(type(of: error)); the file is as it was before. Mend the migration and "
          + "open again.", cause: error)
    }
  }

  /// Makes room for checksums on the pages of an older file.
  ///
  /// Nobody else may have the file open: an older version would go on to write pages without checksums. The log is
  /// emptied first, so that it never holds pages with and without the room. The checksums would hide damage.
  private static func convert(_ database: Database, path: String, lock: FileLock?) throws {
    try lock?.makeExclusive(path)
    defer { lock?.makeShared() }
    let isBusy = try Int.fetchOne(database, sql: "PRAGMA wal_checkpoint(TRUNCATE)") != 0
    guard !isBusy else { throw StoreError.openElsewhere(path) }
    guard try RowReader(database: database, path: path, now: 0).structureProblems().isEmpty else {
      throw StoreError(
        .damaged,
        "\(path) is damaged, so it is not converted to the current format. Open it read-only and export what "
          + "can still be read, or restore it from a backup.")
    }
    PageSums.makeRoom(in: database)
    try database.execute(sql: "VACUUM")
    PageSums.begin(in: database)
    try database.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)")
  }

  /// Switches to WAL mode without GRDB, which would reset `synchronous` and write at each opening; checks the result,
  /// because SQLite reports no error if it keeps another mode.
  private static func enterWAL(_ database: Database, path: String) throws {
    let mode = try String.fetchOne(database, sql: "PRAGMA journal_mode = WAL")
    guard mode != "wal" else { return }
    throw StoreError(
      .cannotOpen,
      "\(path) lies where SQLite cannot keep a write-ahead log: processes cannot share memory "
        + "there, as on many network file systems. Move it to a local disk.")
  }

  private static func explained(
    _ error: StoreError, isReadOnly: Bool, path: String
  ) -> StoreError {
    guard isReadOnly, let cause = error.cause as? DatabaseError else { return error }
    if cause.extendedResultCode == .SQLITE_READONLY_ROLLBACK {
      return StoreError(
        .readOnly,
        "\(path) was left in the middle of a write, which has to be undone. Open it for writing once.",
        cause: cause)
    }
    guard error.code == .readOnly || error.code == .cannotOpen else { return error }
    return StoreError(
      .cannotOpen,
      "\(path) cannot be read where it is: SQLite keeps its log beside it, even for reading. Copy it "
        + "to a folder that can be written.", cause: cause)
  }

  /// Refuses a log without its store: SQLite would delete the log, and the last writes would be lost.
  ///
  /// For SQLite, an empty file is as good as none. A store that is being created is empty, too, but gets content before
  /// its log does; so the log is looked at first.
  private static func checkLogHasStore(_ path: String) throws(StoreError) {
    guard let log = logs(of: path).first(where: hasContent), isEmpty(path) else { return }
    throw StoreError(
      .cannotOpen,
      "There is a log \(log) but not the store it belongs to. Put the store back, or delete the log "
        + "to begin anew.")
  }

  /// The paths of the files from which SQLite would restore content when it opens a file.
  static func logs(of path: String) -> [String] { ["-wal", "-journal"].map { path + $0 } }

  /// Whether SQLite would restore something from a log; not from the journal of a store that was being created, which
  /// says in its header that the file had no pages (https://sqlite.org/fileformat2.html, 3).
  private static func hasContent(_ log: String) -> Bool {
    guard log.hasSuffix("-journal") else { return !isEmpty(log) }
    let header = try? FileHandle(forReadingFrom: URL(fileURLWithPath: log)).read(upToCount: 20)
    guard let header, header.count == 20 else { return false }
    return header.starts(with: [0xD9, 0xD5, 0x05, 0xF9]) && header.suffix(4).contains { $0 != 0 }
  }

  /// Whether the file has no content or does not exist.
  private static func isEmpty(_ path: String) -> Bool {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    return attributes?[.size] as? Int ?? 0 == 0
  }

  /// Refuses a path where no file can exist, before other files are created beside it.
  private static func checkPlace(_ path: String) throws(StoreError) {
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
    guard isFolder(folder) else {
      throw StoreError(.cannotOpen, "The folder \(folder) does not exist. Create it first.")
    }
    guard !isFolder(path) else {
      throw StoreError(.cannotOpen, "\(path) is a folder. Name a file in it.")
    }
  }

  private static func isFolder(_ path: String) -> Bool {
    var isFolder: ObjCBool = false
    return unsafe FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
      && isFolder.boolValue
  }

  private static func checkReadable(_ path: String) throws(StoreError) {
    guard FileManager.default.fileExists(atPath: path) else {
      throw StoreError(
        .cannotOpen, "There is no store at \(path) to read. Open it for writing to create it.")
    }
  }
}

extension Duration {
  var seconds: Double { Double(microseconds) / 1_000_000 }
}
