import Foundation
import Testing

@testable import Store

/// Who deletes a store, and when; and whose its files are.
@Suite struct DeletionTests {
  @Test func theLockSurvivesARefusedDeletion() throws {
    try withTemporaryFolder { folder in
      let path = folder.appendingPathComponent("s.store").path
      let first = try KeyValueStore(path: path)
      let second = try KeyValueStore(path: path)
      for _ in 0..<3 { expectCode(.busy) { try first.deleteDatabase() } }
      try first.put(1, id: "k")
      try second.close()
      let third = try KeyValueStore(path: path)
      expectCode(.busy) { try third.deleteDatabase() }
      #expect(try third.get(Int.self, id: "k") == 1)
      #expect(try first.get(Int.self, id: "k") == 1)
      try first.close()
      try third.deleteDatabase()
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
    }
  }

  @Test func whatWasPutStaysWhileItsStoreIsOpenWhoeverDeletes() async throws {
    let folder = try makeTemporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appendingPathComponent("s.store").path
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        for number in 0..<60 {
          guard let store = try? KeyValueStore(path: path) else { continue }
          try store.put(number, id: "k")
          await Task.yield()
          #expect(try store.get(Int.self, id: "k") == number)
          let other = try KeyValueStore(path: path)
          #expect(try other.get(Int.self, id: "k") == number)
          try other.close()
          try store.close()
        }
      }
      group.addTask {
        for _ in 0..<60 {
          guard let store = try? KeyValueStore(path: path) else { continue }
          await Task.yield()
          do { try store.deleteDatabase() } catch {
            #expect((error as? StoreError)?.code == .busy)
            try store.close()
          }
        }
      }
      try await group.waitForAll()
    }
  }

  /// Deleting is closing with the files' removal inside, in the lock.
  @Test func theLockIsHeldUntilTheFilesAreGone() throws {
    try withTemporaryFolder { folder in
      let path = folder.appendingPathComponent("s.store").path
      let store = try KeyValueStore(path: path)
      try store.put(1, id: "k")
      try store.engine.lock?.makeExclusive(path)
      var isHeld = false
      try store.engine.close {
        do { _ = try FileLock(besides: path, isReadOnly: false) } catch {
          isHeld = (error as? StoreError)?.code == .busy
        }
      }
      #expect(isHeld)
      // Nobody has it any more.
      let lock = try #require(try FileLock(besides: path, isReadOnly: false))
      try lock.makeExclusive(path)
    }
  }

  @Test func filesAreTheirUsersOnly() throws {
    try withTemporaryFolder { folder in
      let path = folder.appendingPathComponent("s.store").path
      let store = try KeyValueStore(path: path)
      try store.put("secret", id: "k")
      try store.exportLines(to: folder.appendingPathComponent("lines.jsonl"))
      try store.backup(to: folder.appendingPathComponent("copy.store").path)
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      #expect(names.count >= 6)
      for name in names {
        let attributes = try FileManager.default.attributesOfItem(
          atPath: folder.appendingPathComponent(name).path)
        #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600, "\(name)")
      }
      try store.close()
    }
  }
}
