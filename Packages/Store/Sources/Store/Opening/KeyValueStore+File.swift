internal import CStoreSums
internal import Foundation
internal import GRDB

extension KeyValueStore {
  /// Copies the last committed state to a new store file at `path`, while other tasks read and write this store.
  ///
  /// It uses one of the ``StoreConfiguration/maximumReaders`` until it is done. The write-ahead log grows by the writes
  /// in the meantime. A store in memory has a single connection, so other operations wait.
  ///
  /// - Throws: ``StoreError``, such as `cannotOpen` if the file or a log of its name exists, `diskFull`, or `damaged`,
  ///   because a copy would hide the damage; then no new file is left.
  public func backup(to path: String) throws(StoreError) {
    try Self.check(path: path)
    try checkIsNotOwn(path)
    // SQLite takes ":memory:" and "file:…" for something else than names of files, unless a folder precedes them.
    let path = path.hasPrefix("/") ? path : "./" + path
    try engine.wrapping {
      try engine.checkUsable()
      if let log = OpenedFile.logs(of: path).first(where: FileManager.default.fileExists) {
        throw StoreError(
          .cannotOpen, "There already is a file at \(log). Remove it or choose another path.")
      }
      // The file is created in one step: a dangling link, or a file created meanwhile, would get another mode.
      guard try PrivateFile.create(at: path) else {
        throw StoreError(
          .cannotOpen, "There already is a file at \(path). Remove it or choose another path.")
      }
      do {
        let copy = try PageSums.open(path)
        // The copy must be closed before its file is removed after an error; closing it twice is harmless.
        defer { try? copy.close() }
        if try engine.read({ PageSums.haveRoom(in: $0.database) }) {
          // The header comes first, so that every page of the copy gets its checksum.
          try copy.writeWithoutTransaction { database in
            PageSums.makeRoom(in: database)
            try database.execute(sql: "PRAGMA application_id = \(OpenedFile.applicationID)")
          }
        }
        // All pages are copied in one step, which is one read transaction: if a commit came between two steps, SQLite
        // would start again.
        try copy.writeWithoutTransaction { copy in
          try engine.snapshot { reader in
            try reader.copying { try reader.database.backup(to: copy) }
          }
        }
        try copy.close()
      } catch {
        for suffix in ["", "-journal"] {
          try? FileManager.default.removeItem(atPath: path + suffix)
        }
        throw error
      }
    }
  }

  /// Refuses the store's own files: one that is replaced is lost, SQLite would play a new journal back, and closing a file
  /// ends the locks that SQLite holds on it in this process.
  func checkIsNotOwn(_ other: String) throws(StoreError) {
    let file = Self.file(at: other)
    let isOwn = OpenedFile.suffixes.contains { suffix in
      file == path + suffix || FileLock.areSame(file, path + suffix)
    }
    guard isOwn else { return }
    throw StoreError(.cannotOpen, "\(other) is a file of the store itself. Choose another path.")
  }

  /// Gives the space of deleted values back to the file system and rewrites the file without gaps.
  ///
  /// It waits up to the ``StoreConfiguration/busyTimeout`` for reads of earlier states. If one takes longer, the space
  /// is in the write-ahead log until the next call, or until the store is closed.
  ///
  /// - Throws: ``StoreError``, such as `damaged`, because the new file would hide the damage; then nothing changes.
  /// - Complexity: O(size of the store); needs twice the amount of free disk space.
  public func compact() throws(StoreError) {
    try engine.wrapping {
      try engine.checkUsable()
      try engine.checkWritable()
      // In WAL mode, the new pages are in the log; a checkpoint writes them to the file and cuts both. If it has to
      // wait too long, SQLite returns a row that says so, not an error.
      try engine.writer.writeWithoutTransaction { database in
        let reader = RowReader(database: database, path: path, now: 0)
        try reader.copying { try database.execute(sql: "VACUUM") }
        try database.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)")
      }
    }
  }

  /// Closes the store and deletes its file with all accompanying files.
  ///
  /// The lock is held during the deletion: another opener waits and then makes an empty store.
  ///
  /// - Throws: ``StoreError`` with `busy` if the file is open elsewhere, with `readOnly`, or with `closed` if the store is
  ///   closed before its files can be deleted; then nothing changes.
  public func deleteDatabase() throws(StoreError) {
    try engine.checkUsable()
    try engine.checkWritable()
    // No other opener can open the file now; a waiting opener will find a new lock file.
    let turn = OpeningTurn(folderOf: path, patience: configuration.patience)
    try engine.wrapping { try engine.close { try Self.removeFiles(at: path) } }
    _ = consume turn
  }

  private static func removeFiles(at path: String) throws(StoreError) {
    guard path != OpenedFile.memory else { return }
    do {
      for suffix in OpenedFile.suffixes {
        let file = path + suffix
        guard FileManager.default.fileExists(atPath: file) else { continue }
        try FileManager.default.removeItem(atPath: file)
      }
    } catch {
      throw StoreError(
        .inputOutput, "The store at \(path) is closed but could not be deleted.", cause: error)
    }
  }

  /// Reads the whole store and reports every row and page whose content differs from what was written.
  ///
  /// Bytes that hold no content, such as those of a free page, are not reported.
  ///
  /// Reading a damaged row throws. This method finds all of them, and also damage that makes rows disappear. It reads
  /// one committed state, even during writes.
  ///
  /// - Complexity: O(size of the store).
  public func verify() throws(StoreError) -> VerificationReport {
    try engine.wrapping {
      try engine.snapshot { reader in
        let report = try reader.verify()
        // After the end of the snapshot, right rows of a later state would be reported as damaged.
        try reader.checkSnapshot()
        return report
      }
    }
  }
}
