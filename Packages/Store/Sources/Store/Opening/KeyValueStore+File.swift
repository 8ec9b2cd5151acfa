internal import Foundation
internal import GRDB

extension KeyValueStore {
  /// Writes the last committed state to a new store file at `path`, while others read and write this one.
  ///
  /// It takes one of the ``StoreConfiguration/maximumReaders`` until it is done, and the log grows with what is written
  /// meanwhile. A store in memory has one connection, on which all others wait.
  ///
  /// - Throws: ``StoreError`` with `cannotOpen` when there is a file, `diskFull` and the like; no file is left then.
  public func backup(to path: String) throws(StoreError) {
    try Self.check(path: path)
    try engine.wrapping {
      try engine.checkUsable()
      // One step: a link to nowhere, or a file made meanwhile, would be written with another mode.
      guard try PrivateFile.create(at: path) else {
        throw StoreError(
          .cannotOpen, "There already is a file at \(path). Remove it or choose another path.")
      }
      do {
        let copy = try PageSums.open(path)
        // Before the file is removed, when something fails; closing again does nothing.
        defer { try? copy.close() }
        if try engine.read({ PageSums.haveRoom(in: $0.database) }) {
          // The header comes first, so that every page of the copy gets its checksum.
          try copy.writeWithoutTransaction { database in
            PageSums.makeRoom(in: database)
            try database.execute(sql: "PRAGMA application_id = \(OpenedFile.applicationID)")
          }
        }
        // All pages in one step, which is one reading transaction: after a commit between two steps SQLite would begin
        // anew.
        try copy.writeWithoutTransaction { copy in
          try engine.read { try $0.database.backup(to: copy) }
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

  /// Returns the space of deleted values to the file system and rewrites the file without gaps.
  ///
  /// - Complexity: O(size of the store); needs as much free disk space again.
  public func compact() throws(StoreError) {
    try engine.wrapping {
      try engine.checkUsable()
      try engine.checkWritable()
      try engine.writer.writeWithoutTransaction { try $0.execute(sql: "VACUUM") }
    }
  }

  /// Closes the store and deletes its file with everything that belongs to it.
  ///
  /// The file is deleted while its lock is held: another opener waits, and then makes an empty store.
  ///
  /// - Throws: ``StoreError`` with `busy` when the file is open elsewhere, and with `readOnly`; nothing happens then.
  public func deleteDatabase() throws(StoreError) {
    try engine.checkUsable()
    try engine.checkWritable()
    // Nobody opens the file meanwhile, and whoever waited finds another lock file in the place of this one.
    let turn = OpeningTurn(folderOf: path, patience: configuration.patience)
    try engine.lock?.makeExclusive(path)
    try engine.wrapping { try engine.close { try Self.removeFiles(at: path) } }
    _ = consume turn
  }

  private static func removeFiles(at path: String) throws(StoreError) {
    guard path != OpenedFile.memory else { return }
    do {
      for suffix in ["", "-wal", "-shm", FileLock.suffix] {
        let file = path + suffix
        guard FileManager.default.fileExists(atPath: file) else { continue }
        try FileManager.default.removeItem(atPath: file)
      }
    } catch {
      throw StoreError(
        .inputOutput, "The store at \(path) is closed but could not be deleted.", cause: error)
    }
  }

  /// Reads the whole store and reports every row and page that is not what was written.
  ///
  /// Reading a damaged row throws; this finds them all, and also damage through which rows are
  /// missing altogether. It looks at one committed state, whatever is written meanwhile.
  ///
  /// - Complexity: O(size of the store).
  public func verify() throws(StoreError) -> VerificationReport {
    try engine.wrapping { try engine.snapshot { try $0.verify() } }
  }
}
