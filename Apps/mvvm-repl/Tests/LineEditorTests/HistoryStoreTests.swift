import Foundation
import Testing

@testable import LineEditor

@Suite struct HistoryStoreTests {
  /// Holds the lock of a file, as another program would.
  private func withLock(on path: String, _ body: () throws -> Void) throws {
    let descriptor = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    defer {
      // A child that another test has begun may have the file open still, and would keep the lock.
      _ = flock(descriptor, LOCK_UN)
      close(descriptor)
    }
    // A child that another test is about to begin may have the file open, and its lock, for a moment.
    try #require(flock(descriptor, LOCK_EX) == 0)
    try body()
  }

  @Test func entriesWaitWhileAnotherProgramHoldsTheFile() throws {
    try withTemporaryFolder { folder in
      let file = HistoryFile(path: "\(folder)/history")
      var store = HistoryStore(file)
      #expect(store.append("one") == nil)
      try withLock(on: file.path) {
        #expect(store.append("two") == nil)
        #expect(store.append("three") == nil)
      }
      #expect(file.entries() == ["one"])
      #expect(store.append("four") == nil)
      #expect(file.entries() == ["one", "two", "three", "four"])
    }
  }

  @Test func entriesThatWaitAreWrittenAtTheEndOrTold() throws {
    try withTemporaryFolder { folder in
      let file = HistoryFile(path: "\(folder)/history")
      var store = HistoryStore(file)
      try withLock(on: file.path) {
        #expect(store.append("one") == nil)
        #expect(store.finish() == .inUse(keepsSecrets: false))
      }
      #expect(store.finish() == nil)
      #expect(file.entries() == ["one"])
    }
  }

  @Test func aRevisionWaitsToo() throws {
    try withTemporaryFolder { folder in
      let file = HistoryFile(path: "\(folder)/history")
      var store = HistoryStore(file)
      #expect(store.append("let a = hunter2") == nil)
      try withLock(on: file.path) {
        #expect(store.append("let b = hunter2") == nil)
        #expect(store.revise { $0.replacing("hunter2", with: "***") } == nil)
      }
      #expect(store.append("let c = 1") == nil)
      #expect(file.entries() == ["let a = ***", "let b = ***", "let c = 1"])
    }
  }

  @Test func aFileLeftBesideItDoesNotHinderARevision() throws {
    try withTemporaryFolder { folder in
      let file = HistoryFile(path: "\(folder)/history")
      var store = HistoryStore(file)
      #expect(store.append("hunter2") == nil)
      try "".write(toFile: "\(file.path).\(getpid())", atomically: true, encoding: .utf8)
      #expect(store.revise { _ in "***" } == nil)
      #expect(file.entries() == ["***"])
    }
  }
}
