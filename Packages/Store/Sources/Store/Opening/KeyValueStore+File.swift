internal import Foundation
internal import GRDB

extension KeyValueStore {
  /// The durability of acknowledged writes, as the live writing connection reports it.
  ///
  /// A store in memory answers what it was configured with, although nothing of it outlives the
  /// process.
  public func durability() throws(StoreError) -> Durability {
    do {
      try engine.checkUsable()
      let level = try engine.writer.unsafeRead {
        try Int64.fetchOne($0, sql: "PRAGMA synchronous")
      }
      return level == Durability.survivesProcessKill.synchronous
        ? .survivesProcessKill : .survivesPowerLoss
    } catch { throw .wrapping(error, at: path) }
  }

  /// The bytes the store occupies, with its write-ahead log.
  public func size() throws(StoreError) -> Int {
    do {
      let pages = try engine.read { reader in
        let count = try Int.fetchOne(reader.database, sql: "PRAGMA page_count") ?? 0
        return try count * (Int.fetchOne(reader.database, sql: "PRAGMA page_size") ?? 0)
      }
      let log = try? FileManager.default.attributesOfItem(atPath: path + "-wal")[.size] as? Int
      return pages + (log ?? 0)
    } catch { throw .wrapping(error, at: path) }
  }

  /// Writes the present state to a new store file at `path`, while others read and write this one.
  ///
  /// - Throws: ``StoreError`` with `cannotOpen` when there is a file already, with `diskFull` and the like;
  ///   nothing is left at `path` then.
  public func backup(to path: String) throws(StoreError) {
    try Self.check(path: path)
    guard !FileManager.default.fileExists(atPath: path) else {
      throw StoreError(
        .cannotOpen, "There is a file at \(path) already. Remove it or choose another path.")
    }
    do {
      try engine.checkUsable()
      try PrivateFile.create(at: path)
      let copy = try PageSums.open(path)
      do {
        if engine.writer.unsafeRead({ PageSums.haveRoom(in: $0) }) {
          // The header comes first, so that every page of the copy gets its checksum.
          try copy.writeWithoutTransaction { database in
            PageSums.makeRoom(in: database)
            try database.execute(sql: "PRAGMA application_id = \(OpenedFile.applicationID)")
          }
        }
        try engine.writer.backup(to: copy)
        try copy.close()
      } catch {
        try? copy.close()
        for suffix in ["", "-journal"] {
          try? FileManager.default.removeItem(atPath: path + suffix)
        }
        throw error
      }
    } catch { throw .wrapping(error, at: path) }
  }

  /// Returns the space of deleted values to the file system and rewrites the file without gaps.
  ///
  /// - Complexity: O(size of the store); needs as much free disk space again.
  public func compact() throws(StoreError) {
    do {
      try engine.checkUsable()
      try engine.checkWritable()
      try engine.writer.writeWithoutTransaction { try $0.execute(sql: "VACUUM") }
    } catch { throw .wrapping(error, at: path) }
  }

  /// Closes the store and deletes its file with everything that belongs to it.
  ///
  /// The file is deleted while its lock is held: who opens it at the same time waits, and finds an empty store.
  ///
  /// - Throws: ``StoreError`` with `busy`, before anything happens, when the file is open elsewhere;
  ///   with `readOnly` for a read-only store.
  public func deleteDatabase() throws(StoreError) {
    try engine.checkUsable()
    try engine.checkWritable()
    // Nobody opens the file meanwhile, and whoever waited finds another lock file in the place of this one.
    let turn = OpeningTurn(folderOf: path, patience: configuration.patience)
    try engine.lock?.makeExclusive(path)
    do { try engine.close { try Self.removeFiles(at: path) } } catch {
      throw .wrapping(error, at: path)
    }
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
  /// missing altogether.
  ///
  /// - Complexity: O(size of the store).
  public func verify() throws(StoreError) -> VerificationReport {
    do { return try engine.read { try $0.verify() } } catch { throw .wrapping(error, at: path) }
  }
}

/// The findings of ``KeyValueStore/verify()``.
public struct VerificationReport: Sendable, Equatable {
  /// A row that is not what was written.
  public struct Row: Sendable, Hashable {
    /// The name of its table, or its number when that is unknown.
    public let table: String
    /// Its identifier, as far as it can be read.
    public let id: String
  }

  /// The damaged rows; deleting them by identifier mends the store.
  public internal(set) var damagedRows: [Row] = []

  /// The findings of SQLite's own check of the file's structure.
  public internal(set) var fileProblems: [String] = []

  /// Whether nothing was found.
  public var isIntact: Bool { damagedRows.isEmpty && fileProblems.isEmpty }
}
