import Foundation
import Synchronization
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

  /// A call on a thread of its own.
  private final class Call: Sendable {
    private let error = Mutex<StoreError?>(nil)
    private let hasEnded = Flag()

    init(_ body: @escaping @Sendable () throws -> Void) {
      Thread.detachNewThread { [self] in
        do { try body() } catch {
          let error = StoreError.wrapping(error, at: "")
          self.error.withLock { $0 = error }
        }
        hasEnded.set()
      }
    }

    var isRunning: Bool { !hasEnded.isSet }

    /// The code of the error that it threw, or nil.
    func code() -> StoreError.Code? {
      while isRunning { sched_yield() }
      return error.withLock { $0?.code }
    }
  }

  /// Keeps a read of a store running until its flag is set, and begins to close the store.
  private static func closeDuringARead(_ store: KeyValueStore, until mayEnd: Flag) -> [Call] {
    let hasBegun = Flag()
    let reading = Call {
      try store.read { _ in
        hasBegun.set()
        while !mayEnd.isSet { sched_yield() }
      }
    }
    while !hasBegun.isSet { sched_yield() }
    let closing = Call { try store.close() }
    while (try? store.engine.checkOpen()) != nil { sched_yield() }
    return [reading, closing]
  }

  @Test(arguments: StoreKind.allCases)
  func everyClosingWaitsForTheRunningOperations(kind: StoreKind) throws {
    try kind.withStore { store in
      let mayEnd = Flag()
      let others = Self.closeDuringARead(store, until: mayEnd)
      let again = Call { try store.close() }
      for _ in 0..<1000 { sched_yield() }
      #expect(again.isRunning)
      mayEnd.set()
      for call in others + [again] { #expect(call.code() == nil) }
    }
  }

  #if os(Linux)
    /// How often the process has a folder open, as those do who wait for their turn.
    private static func descriptors(of folder: URL) throws -> Int {
      try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count {
        let place = try? FileManager.default.destinationOfSymbolicLink(
          atPath: "/proc/self/fd/\($0)")
        return place == folder.path
      }
    }

    /// The closing may be over when the deletion has its turn, or still wait for a read.
    @Test(arguments: [false, true])
    func aDeletionThatAClosingOvertakesIsToldSo(isReading: Bool) throws {
      try withTemporaryFolder { folder in
        let folder = folder.resolvingSymlinksInPath()
        let path = folder.appendingPathComponent("s.store").path
        var configuration = StoreConfiguration()
        configuration.busyTimeout = .seconds(3600)
        let store = try KeyValueStore(path: path, configuration: configuration)
        try store.put(1, id: "k")
        let turn = OpeningTurn(folderOf: path, patience: .zero)
        let before = try Self.descriptors(of: folder)
        let deletion = Call { try store.deleteDatabase() }
        while try Self.descriptors(of: folder) == before { sched_yield() }
        let mayEnd = Flag()
        let others = isReading ? Self.closeDuringARead(store, until: mayEnd) : []
        if !isReading { try store.close() }
        _ = consume turn
        for _ in 0..<1000 { sched_yield() }
        mayEnd.set()
        #expect(deletion.code() == .closed)
        for call in others { #expect(call.code() == nil) }
        let again = try KeyValueStore(path: path)
        #expect(try again.get(Int.self, id: "k") == 1)
        try again.deleteDatabase()
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
      }
    }
  #endif

  /// Another program may have left its journal, which a store does not need.
  @Test func deletingLeavesNoJournal() throws {
    try withTemporaryFolder { folder in
      let store = try KeyValueStore(name: "s", in: folder)
      try Data().write(to: URL(fileURLWithPath: store.path + "-journal"))
      try store.deleteDatabase()
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
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
