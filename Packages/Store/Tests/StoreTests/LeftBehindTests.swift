import Foundation
import GRDB
import ProcessTestSupport
import Store
import Testing

/// What a killed process, a careless copy or another program may have left beside a store.
@Suite struct LeftBehindTests {
  private static let values = Dictionary(
    uniqueKeysWithValues: (0..<200).map { ("key/\($0)", Data(repeating: UInt8($0), count: 500)) })

  private static func makeStore(_ path: String) throws {
    let store = try KeyValueStore(path: path)
    try store.putAll(values)
    try store.close()
  }

  private static func expectEverything(_ store: KeyValueStore) throws {
    let items = try store.all(Data.self)
    #expect(Dictionary(uniqueKeysWithValues: items.map { ($0.id, $0.value) }) == values)
    #expect(try store.verify().isIntact)
  }

  private static func journalMode(_ path: String) throws -> String? {
    let queue = try DatabaseQueue(path: path)
    defer { try? queue.close() }
    return try queue.writeWithoutTransaction { try String.fetchOne($0, sql: "PRAGMA journal_mode") }
  }

  /// A store that another program has switched to a rollback journal and was killed while writing.
  private static func leaveHotJournal(_ path: String) throws {
    try makeStore(path)
    let intact = try Data(contentsOf: URL(fileURLWithPath: path))
    let child = try ChildProcess("hot journal", path)
    #expect(child.line() == nil)
    #expect(child.wait() == .signal(SIGKILL))
    let size = try FileManager.default.attributesOfItem(atPath: path + "-journal")[.size] as? Int
    #expect(size ?? 0 > 0)
    let torn = try Data(contentsOf: URL(fileURLWithPath: path))
    #expect(torn != intact)
  }

  @Test func aHotRollbackJournalIsRolledBack() throws {
    try withTemporaryFolder { folder in
      let path = folder.appendingPathComponent("hot.store").path
      try Self.leaveHotJournal(path)
      let store = try KeyValueStore(path: path)
      try Self.expectEverything(store)
      try store.put(1, id: "new")
      try store.close()
      #expect(!FileManager.default.fileExists(atPath: path + "-journal"))
      #expect(try Self.journalMode(path) == "wal")
    }
  }

  @Test func aHotRollbackJournalCannotBeRolledBackByAReader() throws {
    try withTemporaryFolder { folder in
      let path = folder.appendingPathComponent("hot.store").path
      try Self.leaveHotJournal(path)
      var configuration = StoreConfiguration()
      configuration.isReadOnly = true
      let error = #expect(throws: StoreError.self) {
        try KeyValueStore(path: path, configuration: configuration)
      }
      #expect(error?.code == .readOnly)
      #expect(error?.message.contains("Open it for writing once") == true)
      try KeyValueStore(path: path).close()
      let reader = try KeyValueStore(path: path, configuration: configuration)
      try Self.expectEverything(reader)
      try reader.close()
    }
  }

  @Test(arguments: ["DELETE", "TRUNCATE", "PERSIST"])
  func aStoreInAnotherJournalModeReturnsToWAL(mode: String) throws {
    try withTemporaryFolder { folder in
      let path = folder.appendingPathComponent("old.store").path
      try Self.makeStore(path)
      let queue = try DatabaseQueue(path: path)
      let set = try queue.writeWithoutTransaction {
        try String.fetchOne($0, sql: "PRAGMA journal_mode = \(mode)")
      }
      #expect(set == mode.lowercased())
      try queue.close()
      let store = try KeyValueStore(path: path)
      #expect(try Self.journalMode(path) == "wal")
      try Self.expectEverything(store)
      try store.close()
    }
  }

  /// The state after a kill, the index of the log in one of its possible conditions.
  @Test(arguments: ["intact", "missing", "garbage", "empty"], [false, true])
  func theLogOfAKilledProcessIsReadBack(index: String, isReadOnly: Bool) throws {
    try withTemporaryFolder { folder in
      let path = folder.appendingPathComponent("killed.store").path
      let child = try ChildProcess("groups", path, "kill")
      for _ in 0..<12 { _ = child.line() }
      let acknowledged = child.linesUntilKilled().last.flatMap(Int.init) ?? 12
      let file = URL(fileURLWithPath: path + "-shm")
      switch index {
      case "missing": try FileManager.default.removeItem(at: file)
      case "garbage": try Data(repeating: 0xA5, count: 32_768).write(to: file)
      case "empty": try Data().write(to: file)
      default: break
      }
      var configuration = StoreConfiguration()
      configuration.isReadOnly = isReadOnly
      let store = try KeyValueStore(path: path, configuration: configuration)
      #expect(try CrashTests.checkInvariant(store) >= acknowledged)
      #expect(try store.verify().isIntact)
      try store.close()
    }
  }

  @Test func aLogWithoutItsStoreIsRefusedAndKept() throws {
    try withTemporaryFolder { folder in
      let path = folder.appendingPathComponent("s.store").path
      let away = folder.appendingPathComponent("away.store").path
      let child = try ChildProcess("groups", path, "kill")
      for _ in 0..<5 { _ = child.line() }
      child.kill()
      try FileManager.default.moveItem(atPath: path, toPath: away)
      let error = #expect(throws: StoreError.self) { try KeyValueStore(path: path) }
      #expect(error?.code == .cannotOpen)
      #expect(error?.message.contains("-wal") == true)
      try FileManager.default.moveItem(atPath: away, toPath: path)
      let store = try KeyValueStore(path: path)
      #expect(try CrashTests.checkInvariant(store) >= 5)
      try store.close()
    }
  }

  /// What an interrupted copy or a full disk leaves; for SQLite it is as good as no file.
  @Test(arguments: [false, true]) func aLogBesideAnEmptyFileIsRefusedAndKept(
    isReadOnly: Bool
  ) throws {
    try withTemporaryFolder { folder in
      let store = try KeyValueStore(path: folder.appendingPathComponent("s.store").path)
      try store.put("precious", id: "k")
      let log = try Data(contentsOf: URL(fileURLWithPath: store.path + "-wal"))
      let path = folder.appendingPathComponent("copy.store").path
      try Data().write(to: URL(fileURLWithPath: path))
      try log.write(to: URL(fileURLWithPath: path + "-wal"))
      var configuration = StoreConfiguration()
      configuration.isReadOnly = isReadOnly
      let error = #expect(throws: StoreError.self) {
        try KeyValueStore(path: path, configuration: configuration)
      }
      #expect(error?.code == .cannotOpen)
      #expect(error?.message.contains("-wal") == true)
      #expect(try Data(contentsOf: URL(fileURLWithPath: path + "-wal")) == log)
      try store.close()
    }
  }

  @Test func aJournalWithoutItsStoreIsRefusedAndKept() throws {
    try withTemporaryFolder { folder in
      let path = folder.appendingPathComponent("hot.store").path
      let away = folder.appendingPathComponent("away.store").path
      try Self.leaveHotJournal(path)
      try FileManager.default.moveItem(atPath: path, toPath: away)
      let error = #expect(throws: StoreError.self) { try KeyValueStore(path: path) }
      #expect(error?.code == .cannotOpen)
      #expect(error?.message.contains("-journal") == true)
      try FileManager.default.moveItem(atPath: away, toPath: path)
      let store = try KeyValueStore(path: path)
      try Self.expectEverything(store)
      try store.close()
    }
  }

  /// A killed program's file: its log is not written into it, either.
  @Test(arguments: [false, true]) func aForeignFileWithALogIsLeftUntouched(isReadOnly: Bool) throws
  {
    try withTemporaryFolder { folder in
      let source = folder.appendingPathComponent("source.db").path
      let foreign = try DatabaseQueue(path: source)
      try foreign.writeWithoutTransaction {
        _ = try String.fetchOne($0, sql: "PRAGMA journal_mode = WAL")
        try $0.execute(sql: "CREATE TABLE mine (x); INSERT INTO mine VALUES (1)")
      }
      let path = folder.appendingPathComponent("foreign.db").path
      for suffix in ["", "-wal"] {
        try FileManager.default.copyItem(atPath: source + suffix, toPath: path + suffix)
      }
      try foreign.close()
      func content() throws -> [Data] {
        try ["", "-wal"].map { try Data(contentsOf: URL(fileURLWithPath: path + $0)) }
      }
      let before = try content()
      var configuration = StoreConfiguration()
      configuration.isReadOnly = isReadOnly
      expectCode(.notAStore) { _ = try KeyValueStore(path: path, configuration: configuration) }
      #expect(try content() == before)
    }
  }

  /// SQLite undoes the other program's unfinished write as soon as it reads the file.
  @Test func aForeignFileWithAJournalIsRefusedAndKeepsWhatWasCommitted() throws {
    try withTemporaryFolder { folder in
      let source = folder.appendingPathComponent("source.db").path
      let path = folder.appendingPathComponent("foreign.db").path
      let foreign = try DatabaseQueue(path: source)
      try foreign.writeWithoutTransaction { database in
        try database.execute(
          sql: """
            PRAGMA cache_size = 1; CREATE TABLE mine (x);
            INSERT INTO mine VALUES (randomblob(50000)), (randomblob(50000));
            BEGIN; UPDATE mine SET x = zeroblob(50000);
            """)
        for suffix in ["", "-journal"] {
          try FileManager.default.copyItem(atPath: source + suffix, toPath: path + suffix)
        }
        try database.execute(sql: "ROLLBACK")
      }
      try foreign.close()
      let error = #expect(throws: StoreError.self) { try KeyValueStore(path: path) }
      #expect(error?.code == .notAStore)
      #expect(error?.message.contains("untouched") == false)
      let original = try Data(contentsOf: URL(fileURLWithPath: source))
      #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == original)
    }
  }

  @Test(arguments: [false, true]) func nothingIsLeftBesideAForeignFileWithoutALog(
    isReadOnly: Bool
  ) throws {
    try withTemporaryFolder { folder in
      let path = folder.appendingPathComponent("foreign.db").path
      let foreign = try DatabaseQueue(path: path)
      try foreign.writeWithoutTransaction {
        _ = try String.fetchOne($0, sql: "PRAGMA journal_mode = WAL")
        try $0.execute(sql: "CREATE TABLE mine (x); INSERT INTO mine VALUES (1)")
      }
      try foreign.close()
      let before = try Data(contentsOf: URL(fileURLWithPath: path))
      var configuration = StoreConfiguration()
      configuration.isReadOnly = isReadOnly
      expectCode(.notAStore) { _ = try KeyValueStore(path: path, configuration: configuration) }
      #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
      // SQLite leaves its own files when it has only read.
      if isReadOnly { return }
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      #expect(names == ["foreign.db"])
    }
  }

  /// A store that is being created gets content before its log does.
  ///
  /// Who looked at the file first could find it empty, and then its log, which seemed to belong to no store.
  @Test func theLogIsLookedAtBeforeTheFile() throws {
    try withTemporaryFolder { folder in
      let path = folder.appendingPathComponent("new.store").path
      let whole = folder.appendingPathComponent("whole.store").path
      try Self.makeStore(whole)
      // Who opens a pipe waits for its other end, so the store is created between the two looks.
      let journal = URL(fileURLWithPath: path + "-journal")
      #expect(unsafe mkfifo(journal.path, 0o600) == 0)
      Thread.detachNewThread {
        guard let pipe = try? FileHandle(forWritingTo: journal) else { return }
        try? FileManager.default.copyItem(atPath: whole, toPath: path)
        try? FileManager.default.removeItem(at: journal)
        // The beginning of the journal of a file that had nine pages.
        try? pipe.write(contentsOf: Data([0xD9, 0xD5, 0x05, 0xF9]) + Data(count: 15) + [9])
        try? pipe.close()
      }
      let store = try KeyValueStore(path: path)
      try Self.expectEverything(store)
      try store.close()
    }
  }

  @Test func aFileSystemWithoutSharedMemoryIsAClearError() throws {
    try withTemporaryFolder { folder in
      let path = folder.appendingPathComponent("s.store").path
      let child = try ChildProcess("fault", path, "kill", "no shared memory", "0", "0", "1")
      #expect(child.line() == "cannotOpen")
      #expect(child.wait() == .status(0))
    }
  }
}
