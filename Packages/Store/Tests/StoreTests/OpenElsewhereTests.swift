import Foundation
import ProcessTestSupport
import Store
import Synchronization
import Testing

/// One file that is opened in several ways, and copies of it that fail.
@Suite struct OpenElsewhereTests {
  /// Opening a store replaces SQLite's default VFS for a moment, which the application may have chosen.
  @Test func theDefaultVFSOfTheApplicationStays() throws {
    try withTemporaryFolder { folder in
      let child = try ChildProcess("default", folder.appendingPathComponent("s.store").path)
      #expect(child.line() == "kept")
      #expect(child.wait() == .status(0))
    }
  }

  /// Without patience the openers do not take turns, and each sees the others' file at any moment.
  @Test func openersAtOnceWithoutPatienceAreBusyAtWorst() throws {
    try withTemporaryFolder { folder in
      let others = Mutex<[StoreError]>([])
      for round in 0..<60 {
        let path = folder.appendingPathComponent("\(round).store").path
        DispatchQueue.concurrentPerform(iterations: 6) { _ in
          var configuration = StoreConfiguration()
          configuration.busyTimeout = .zero
          configuration.migrations = [StoreMigration("1 put") { try $0.put(1, id: "k") }]
          do throws(StoreError) {
            try KeyValueStore(path: path, configuration: configuration).close()
          } catch {
            if error.code != .busy { others.withLock { $0.append(error) } }
          }
        }
      }
      #expect(others.withLock { $0.map(\.message) } == [])
    }
  }

  @Test(arguments: ["target.store", "./inner/../target.store", "second.store", "/target.store"])
  func aStoreIsTheSameThroughALinkToAFileThatIsYetToBeMade(_ destination: String) throws {
    try withTemporaryFolder { folder in
      let folder = folder.resolvingSymlinksInPath()
      let target = folder.appendingPathComponent("target.store").path
      let link = folder.appendingPathComponent("link.store").path
      try FileManager.default.createDirectory(
        at: folder.appendingPathComponent("inner"), withIntermediateDirectories: false)
      try FileManager.default.createSymbolicLink(
        atPath: folder.appendingPathComponent("second.store").path,
        withDestinationPath: "target.store")
      try FileManager.default.createSymbolicLink(
        atPath: link,
        withDestinationPath: destination.hasPrefix("/") ? folder.path + destination : destination)
      let one = try KeyValueStore(path: link)
      try one.put(1, id: "k")
      #expect(one.path == target)
      let two = try KeyValueStore(path: target)
      #expect(try two.get(Int.self, id: "k") == 1)
      let error = #expect(throws: StoreError.self) { try two.deleteDatabase() }
      #expect(error?.code == .busy)
      try one.close()
      try two.deleteDatabase()
      #expect(!FileManager.default.fileExists(atPath: target))
    }
  }

  @Test func linksInACircleAreAClearError() throws {
    try withTemporaryFolder { folder in
      let names = ["a.store", "b.store"].map { folder.appendingPathComponent($0).path }
      for (name, other) in zip(names, names.reversed()) {
        try FileManager.default.createSymbolicLink(atPath: name, withDestinationPath: other)
      }
      let error = #expect(throws: StoreError.self) { try KeyValueStore(path: names[0]) }
      #expect(error?.code == .cannotOpen)
    }
  }

  @Test(arguments: [true, false]) func aFileThatIsOpenForReadingIsNotDeleted(
    hasLockFile: Bool
  ) throws {
    try withTemporaryFolder { folder in
      let path = folder.appendingPathComponent("test.store").path
      let made = try KeyValueStore(path: path)
      try made.put(1, id: "k")
      try made.close()
      if !hasLockFile { try FileManager.default.removeItem(atPath: path + "-lock") }
      var configuration = StoreConfiguration()
      configuration.isReadOnly = true
      let reading = try KeyValueStore(path: path, configuration: configuration)
      let writing = try KeyValueStore(path: path)
      let error = #expect(throws: StoreError.self) { try writing.deleteDatabase() }
      #expect(error?.code == .busy)
      try writing.put(2, id: "k")
      #expect(try reading.get(Int.self, id: "k") == 2)
      try reading.close()
      try writing.deleteDatabase()
      #expect(!FileManager.default.fileExists(atPath: path))
    }
  }

  @Test func aBackupThatCannotBeOpenedLeavesNoFile() throws {
    try withTemporaryFolder { folder in
      // SQLite opens paths of at most 512 bytes, the system longer ones.
      var deep = folder
      for _ in 0..<3 { deep.appendPathComponent(String(repeating: "d", count: 200)) }
      try FileManager.default.createDirectory(at: deep, withIntermediateDirectories: true)
      let copy = deep.appendingPathComponent("copy.store").path
      let store = try KeyValueStore.inMemory()
      try store.put(1, id: "k")
      let error = #expect(throws: StoreError.self) { try store.backup(to: copy) }
      #expect(error?.code == .cannotOpen)
      #expect(try FileManager.default.contentsOfDirectory(atPath: deep.path).isEmpty)
    }
  }
}
