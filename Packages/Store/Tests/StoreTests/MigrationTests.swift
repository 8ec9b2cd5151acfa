import Foundation
import Store
import Synchronization
import Testing

@Suite struct MigrationTests {
  struct Refusal: Error {}

  static let upperCase = StoreMigration("1 upper case") { transaction in
    for item in try transaction.all(String.self) {
      try transaction.put(item.value.uppercased(), id: item.id)
    }
  }

  static let exclaim = StoreMigration("2 exclaim") { transaction in
    for item in try transaction.all(String.self) {
      try transaction.put(item.value + "!", id: item.id)
    }
  }

  private func open(_ folder: URL, _ migrations: [StoreMigration]) throws -> KeyValueStore {
    var configuration = StoreConfiguration()
    configuration.migrations = migrations
    return try KeyValueStore(name: "m", in: folder, configuration: configuration)
  }

  @Test func eachMigrationRunsOnceInTheLifeOfAFile() throws {
    try withTemporaryFolder { folder in
      var store = try open(folder, [])
      try store.put("word", id: "k")
      try store.close()
      for _ in 0..<2 {
        store = try open(folder, [Self.upperCase])
        #expect(try store.get(String.self, id: "k") == "WORD")
        try store.close()
      }
      store = try open(folder, [Self.upperCase, Self.exclaim])
      #expect(try store.get(String.self, id: "k") == "WORD!")
      try store.close()
    }
  }

  @Test func aFileFromANewerVersionIsRefusedByNameAndUntouched() throws {
    try withTemporaryFolder { folder in
      var store = try open(folder, [Self.upperCase, Self.exclaim])
      try store.put("kept", id: "k")
      let path = store.path
      try store.close()
      let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
      // A lock file stays if it was there, and only then.
      for names in [["m.store", "m.store-lock"], ["m.store"]] {
        if names.count == 1 { try FileManager.default.removeItem(atPath: path + "-lock") }
        let error = #expect(throws: StoreError.self) { try open(folder, [Self.upperCase]) }
        #expect(error?.code == .newerFile)
        #expect(error?.message.contains("2 exclaim") == true)
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == bytes)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == names)
      }
      store = try open(folder, [Self.upperCase, Self.exclaim])
      #expect(try store.get(String.self, id: "k") == "kept")
      try store.close()
    }
  }

  @Test func aFailingMigrationLeavesTheFileAsItWas() throws {
    try withTemporaryFolder { folder in
      var store = try open(folder, [])
      try store.put("word", id: "k")
      try store.close()
      let failing = StoreMigration("2 fails") { transaction in
        try transaction.clear()
        throw Refusal()
      }
      let error = #expect(throws: StoreError.self) { try open(folder, [failing]) }
      #expect(error?.code == .migrationFailed)
      #expect(error?.cause is Refusal)
      store = try open(folder, [Self.upperCase])
      #expect(try store.get(String.self, id: "k") == "WORD")
      try store.close()
    }
  }

  @Test func aReadOnlyStoreSaysThatItNeedsAMigration() throws {
    try withTemporaryFolder { folder in
      let store = try open(folder, [])
      let path = store.path
      try store.close()
      var configuration = StoreConfiguration()
      configuration.isReadOnly = true
      configuration.migrations = [Self.upperCase]
      let error = #expect(throws: StoreError.self) {
        try KeyValueStore(path: path, configuration: configuration)
      }
      #expect(error?.code == .readOnly)
      #expect(error?.message.contains("migration") == true)
    }
  }

  @Test func memoryStoresMigrateToo() throws {
    let ran = Mutex(0)
    var configuration = StoreConfiguration()
    configuration.migrations = [StoreMigration("1") { _ in ran.withLock { $0 += 1 } }]
    try KeyValueStore.inMemory(configuration: configuration).close()
    #expect(ran.withLock { $0 } == 1)
  }

  @Test func aReadOnlyStoreInMemoryMigratesAndThenRefusesToWrite() async throws {
    var configuration = StoreConfiguration()
    configuration.isReadOnly = true
    configuration.migrations = [StoreMigration("1") { try $0.put("sample", id: "k") }]
    let store = try KeyValueStore.inMemory(configuration: configuration)
    #expect(try store.get(String.self, id: "k") == "sample")
    for attempt in [
      { try store.put("other", id: "k") }, { try store.clear() }, { try store.compact() },
      { try store.write { _ in } }, { try store.deleteDatabase() }, { try store.purgeExpired() },
      { _ = try StoreCache(Int.self, in: store, table: "cache", capacity: 1) },
    ] as [() throws -> Void] { expectCode(.readOnly) { try attempt() } }
    let error = await #expect(throws: StoreError.self) { try await store.write { _ in } }
    #expect(error?.code == .readOnly)
    expectCode(.noSuchTable) { _ = try store.table("new") }
    #expect(try store.get(String.self, id: "k") == "sample")
    try store.close()
  }

  /// Not the first of them either: the application that made the file can still open it.
  @Test func ofSeveralMigrationsNoneIsKeptWhenOneFails() throws {
    try withTemporaryFolder { folder in
      var store = try open(folder, [])
      try store.put("word", id: "k")
      let path = store.path
      try store.close()
      let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
      let failing = StoreMigration("2 fails") { _ in throw Refusal() }
      let error = #expect(throws: StoreError.self) { try open(folder, [Self.upperCase, failing]) }
      #expect(error?.code == .migrationFailed)
      #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == bytes)
      store = try open(folder, [])
      #expect(try store.get(String.self, id: "k") == "word")
      try store.close()
      store = try open(folder, [Self.upperCase, Self.exclaim])
      #expect(try store.get(String.self, id: "k") == "WORD!")
      try store.close()
    }
  }
}
