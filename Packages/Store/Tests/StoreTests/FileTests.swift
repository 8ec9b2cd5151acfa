import Foundation
import Models
import GRDB
import Store
import Testing

@Suite struct FileTests {
  @Test(arguments: Durability.allCases) func theLiveWriterHasTheDurabilityThatWasAskedFor(
    durability: Durability
  ) throws {
    try StoreKind.file.withStore({ $0.durability = durability }) { store in
      try store.put(1, id: "k")
      // As the writing connection itself has it.
      let live = try store.write { try Int.fetchOne($0.database, sql: "PRAGMA synchronous") }
      #expect(live == (durability == .survivesPowerLoss ? 2 : 1))
    }
  }

  @Test func aReadOnlyStoreReadsAndRefusesToWrite() throws {
    try withTemporaryFolder { folder in
      let path = folder.appendingPathComponent("r.store").path
      var configuration = StoreConfiguration()
      configuration.isReadOnly = true
      let missing = #expect(throws: StoreError.self) {
        try KeyValueStore(path: path, configuration: configuration)
      }
      #expect(missing?.code == .cannotOpen)
      #expect(!FileManager.default.fileExists(atPath: path))
      let none = folder.appendingPathComponent("none")
      expectCode(.cannotOpen) {
        _ = try KeyValueStore(name: "r", in: none, configuration: configuration)
      }
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)

      let writer = try KeyValueStore(path: path)
      try writer.put(1, id: "k")
      let reader = try KeyValueStore(path: path, configuration: configuration)
      #expect(try reader.get(Int.self, id: "k") == 1)
      try writer.put(2, id: "k")
      #expect(try reader.get(Int.self, id: "k") == 2)
      for attempt in [
        { try reader.put(3, id: "k") }, { try reader.clear() },
        { try reader.write { _ in } }, { try reader.deleteDatabase() },
        { _ = try StoreCache(Int.self, in: reader, table: "cache", capacity: 1) },
      ] as [() throws -> Void] {
        let error = #expect(throws: StoreError.self) { try attempt() }
        #expect(error?.code == .readOnly)
      }
      let error = #expect(throws: StoreError.self) { try reader.table("new") }
      #expect(error?.code == .noSuchTable)
      try reader.close()
      try writer.close()
      let again = try KeyValueStore(path: path, configuration: configuration)
      #expect(try again.get(Int.self, id: "k") == 2)
      try again.close()
    }
  }

  @Test func aMissingFolderIsAClearError() throws {
    try withTemporaryFolder { folder in
      let path = folder.appendingPathComponent("none/x.store").path
      let error = #expect(throws: StoreError.self) { try KeyValueStore(path: path) }
      #expect(error?.code == .cannotOpen)
      #expect(error?.message.contains("none") == true)
    }
    #expect(throws: StoreError.self) { try KeyValueStore(path: "") }
  }

  @Test(arguments: ["hello, I am a text", "", "SQLite format 3\u{0}and then garbage"])
  func aFileThatIsNoStoreIsRefusedAndUntouched(content: String) throws {
    try withTemporaryFolder { folder in
      let file = folder.appendingPathComponent("x.store")
      let bytes = Data(content.utf8 + content.utf8.flatMap { _ in Array(repeating: 65, count: 99) })
      try bytes.write(to: file)
      if content.isEmpty {
        try KeyValueStore(path: file.path).close()
        return
      }
      for isReadOnly in [false, true] {
        var configuration = StoreConfiguration()
        configuration.isReadOnly = isReadOnly
        expectCode(.notAStore) {
          _ = try KeyValueStore(path: file.path, configuration: configuration)
        }
        let after = try Data(contentsOf: file)
        #expect(after == bytes)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["x.store"])
      }
    }
  }

  @Test func aDirectoryIsRefusedAndNothingIsLeftBesideIt() throws {
    try withTemporaryFolder { folder in
      let place = folder.appendingPathComponent("place")
      try FileManager.default.createDirectory(at: place, withIntermediateDirectories: false)
      let error = #expect(throws: StoreError.self) { try KeyValueStore(path: place.path) }
      #expect(error?.code == .cannotOpen)
      #expect(error?.message.contains("is a folder") == true)
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["place"])
    }
  }

  #if os(Linux)
    /// As a process has it that is being started, until it becomes another program.
    @Test func whoHasTheDescriptorStillDoesNotKeepAClosedStoreLocked() throws {
      try withTemporaryFolder { folder in
        let store = try KeyValueStore(name: "s", in: folder)
        let inherited = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
          .compactMap(Int32.init)
          .filter { descriptor in
            let place = try? FileManager.default.destinationOfSymbolicLink(
              atPath: "/proc/self/fd/\(descriptor)")
            return place?.hasPrefix(folder.path) == true && place?.hasSuffix("-lock") == true
          }
          .map { dup($0) }
        defer { for descriptor in inherited { close(descriptor) } }
        #expect(inherited.count == 1)
        try store.close()
        let again = try KeyValueStore(name: "s", in: folder)
        try again.deleteDatabase()
      }
    }
  #endif

  @Test func aWriterThatHoldsTheFileTooLongMakesOthersBusy() throws {
    try withTemporaryFolder { folder in
      let store = try KeyValueStore(name: "s", in: folder)
      var hasty = StoreConfiguration()
      hasty.busyTimeout = .zero
      let other = try KeyValueStore(name: "s", in: folder, configuration: hasty)
      try store.write { transaction in
        try transaction.put(1, id: "k")
        let error = #expect(throws: StoreError.self) { try other.put(2, id: "k") }
        #expect(error?.code == .busy)
        #expect(try other.get(Int.self, id: "k") == nil)
      }
      try other.put(2, id: "k")
      #expect(try store.get(Int.self, id: "k") == 2)
      try store.close()
      try other.close()
    }
  }

  @Test func closingWhileOthersReadAndWriteIsCleanForAll() async throws {
    for kind in StoreKind.allCases {
      try await kind.withStore { store in
        try store.put(0, id: "k")
        await withTaskGroup(of: Void.self) { group in
          for task in 0..<8 {
            group.addTask {
              do {
                while true {
                  if task.isMultiple(of: 2) {
                    _ = try await store.read { try $0.get(Int.self, id: "k") }
                  } else {
                    try await store.write { try $0.put(task, id: "k") }
                  }
                }
              } catch {
                #expect((error as? StoreError)?.code == .closed)
              }
            }
          }
          group.addTask {
            for _ in 0..<20 { await Task.yield() }
            #expect(throws: Never.self) { try store.close() }
          }
        }
      }
    }
  }

  @Test func deletingTheDatabaseLeavesNothingAndWaitsForNobody() throws {
    try withTemporaryFolder { folder in
      let store = try KeyValueStore(name: "s", in: folder)
      let other = try KeyValueStore(name: "s", in: folder)
      try store.put(1, id: "k")
      let error = #expect(throws: StoreError.self) { try store.deleteDatabase() }
      #expect(error?.code == .busy)
      #expect(try store.get(Int.self, id: "k") == 1)
      try other.close()
      try store.deleteDatabase()
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
      let closed = #expect(throws: StoreError.self) { try store.count() }
      #expect(closed?.code == .closed)
    }
  }

  @Test(arguments: StoreKind.allCases) func aBackupIsAStoreOfItsOwn(kind: StoreKind) throws {
    try withTemporaryFolder { folder in
      try kind.withStore { store in
        try store.putAll(["a": 1, "b": 2])
        let path = folder.appendingPathComponent("copy.store").path
        try store.backup(to: path)
        try store.put(3, id: "a")
        let copy = try KeyValueStore(path: path)
        #expect(try copy.get(Int.self, id: "a") == 1)
        #expect(try copy.verify().isIntact)
        try copy.close()
        let error = #expect(throws: StoreError.self) { try store.backup(to: path) }
        #expect(error?.code == .cannotOpen)
      }
    }
  }

  /// A backup reads the last committed state beside whoever writes, as all readers do.
  @Test func aBackupIsMadeWhileATransactionIsUnderWay() throws {
    try withTemporaryFolder { folder in
      try StoreKind.file.withStore { store in
        try store.putAll(["a": 1, "b": 2])
        let path = folder.appendingPathComponent("copy.store").path
        try store.write { transaction in
          try transaction.put(3, id: "a")
          let isDone = DispatchSemaphore(value: 0)
          Thread.detachNewThread {
            #expect(throws: Never.self) { try store.backup(to: path) }
            isDone.signal()
          }
          #expect(isDone.wait(timeout: .now() + 60) == .success)
        }
        let copy = try KeyValueStore(path: path)
        #expect(try copy.all(Int.self).map(\.value) == [1, 2])
        #expect(try copy.verify().isIntact)
        try copy.close()
      }
    }
  }

  /// SQLite would make the file that the link names, with a mode for everybody.
  @Test func aBackupIsNotWrittenThroughALinkToNowhere() throws {
    try withTemporaryFolder { folder in
      try StoreKind.file.withStore { store in
        let target = folder.appendingPathComponent("target").path
        let link = folder.appendingPathComponent("link.store").path
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: target)
        let error = #expect(throws: StoreError.self) { try store.backup(to: link) }
        #expect(error?.code == .cannotOpen)
        #expect(!FileManager.default.fileExists(atPath: target))
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == target)
      }
    }
  }

  @Test(arguments: StoreKind.allCases) func compactingReturnsTheSpaceOfWhatWasDeleted(
    kind: StoreKind
  ) throws {
    try kind.withStore { store in
      try store.put(Data(count: 1 << 20), id: "big")
      try store.put(1, id: "small")
      func pages() throws -> Int {
        try store.write { try Int.fetchOne($0.database, sql: "PRAGMA page_count") } ?? 0
      }
      #expect(try pages() * 4096 >= 1 << 20)
      try store.delete(id: "big")
      try store.compact()
      #expect(try pages() * 4096 < 1 << 17)
      #expect(try store.get(Int.self, id: "small") == 1)
      #expect(try store.verify().isIntact)
    }
  }

  /// SQLite rewrites the file into its log, which has to be copied back and cut.
  @Test func compactingGivesTheSpaceBackToTheFileSystem() throws {
    try StoreKind.file.withStore { store in
      func size() throws -> Int {
        try ["", "-wal"].reduce(0) { sum, suffix in
          let attributes = try FileManager.default.attributesOfItem(atPath: store.path + suffix)
          return sum + (attributes[.size] as? Int ?? 0)
        }
      }
      try store.put(Data(count: 1 << 20), id: "big")
      try store.put(1, id: "small")
      try store.delete(id: "big")
      #expect(try size() >= 1 << 20)
      // A reader that keeps an old state does not fail it.
      try store.read { snapshot in
        _ = try snapshot.count()
        let isDone = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
          var hasty = StoreConfiguration()
          hasty.busyTimeout = .zero
          #expect(throws: Never.self) {
            let other = try KeyValueStore(path: store.path, configuration: hasty)
            try other.compact()
            try other.close()
          }
          isDone.signal()
        }
        isDone.wait()
      }
      try store.compact()
      #expect(try size() < 1 << 17)
      #expect(try store.get(Int.self, id: "small") == 1)
    }
  }

  @Test func anExportMayHaveAnyNameThatAFileMayHave() throws {
    try StoreKind.file.withStore { store in
      try store.put(1, id: "k")
      try withTemporaryFolder { folder in
        let file = folder.appendingPathComponent(String(repeating: "n", count: 255))
        let count = try store.exportLines(to: file)
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(count == 1 && names == [file.lastPathComponent])
      }
    }
  }

  @Test func whatNestsTooDeepToBeReadIsNotPut() throws {
    try StoreKind.file.withStore { store in
      func nested(_ depth: Int) throws -> JSONValue {
        try ModelDecoder(Self.deep).decode(
          from: String(repeating: "[", count: depth) + String(repeating: "]", count: depth))
      }
      try store.put(nested(512), id: "deep")
      #expect(try store.get(JSONValue.self, id: "deep") == nested(512))
      let error = #expect(throws: StoreError.self) { try store.put(nested(513), id: "deep") }
      #expect(error?.code == .unencodable)
      #expect(throws: StoreError.self) { try store.putAll(["other": nested(513)]) }
      #expect(try store.get(JSONValue.self, id: "deep") == nested(512))
      #expect(try store.ids() == ["deep"])
      // Many brackets beside each other are no depth.
      let wide = [[Int]](repeating: [1], count: 2_000)
      try store.put(wide, id: "wide")
      #expect(try store.get([[Int]].self, id: "wide") == wide)
    }
  }

  private static var deep: DecodingOptions {
    var options = DecodingOptions()
    options.depthLimit = 1000
    return options
  }
}
