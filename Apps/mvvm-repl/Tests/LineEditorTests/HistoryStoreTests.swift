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
      #expect(HistoryStore(file).entries() == ["one"])
      #expect(store.entries() == ["one", "two", "three"])
      #expect(store.append("four") == nil)
      #expect(HistoryStore(file).entries() == ["one", "two", "three", "four"])
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
      #expect(HistoryStore(file).entries() == ["one"])
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
      #expect(store.entries() == ["let a = ***", "let b = ***"])
      #expect(store.append("let c = 1") == nil)
      #expect(HistoryStore(file).entries() == ["let a = ***", "let b = ***", "let c = 1"])
    }
  }

  /// Nothing more is written after the failure, but secrets are still taken out.
  @Test func aRevisionAfterAFailureWaitsToo() throws {
    try withTemporaryFolder { folder in
      let file = HistoryFile(path: "\(folder)/history")
      var store = HistoryStore(file)
      #expect(store.append("let a = hunter2") == nil)
      let aside = "\(folder)/aside"
      try FileManager.default.moveItem(atPath: file.path, toPath: aside)
      try #require(unsafe mkfifo(file.path, 0o600) == 0)
      #expect(store.append("let b = 1") == .unwritable(code: EINVAL, keepsSecrets: false))
      try FileManager.default.removeItem(atPath: file.path)
      try FileManager.default.moveItem(atPath: aside, toPath: file.path)
      try withLock(on: file.path) {
        #expect(store.revise { $0.replacing("hunter2", with: "***") } == nil)
        #expect(store.finish() == .inUse(keepsSecrets: true))
        #expect(HistoryStore(file).entries() == ["let a = hunter2"])
      }
      #expect(store.append("let c = 1") == nil)
      #expect(HistoryStore(file).entries() == ["let a = ***"])
      #expect(store.finish() == nil)
    }
  }

  @Test func aFileLeftBesideItDoesNotHinderARevision() throws {
    try withTemporaryFolder { folder in
      let file = HistoryFile(path: "\(folder)/history")
      var store = HistoryStore(file)
      #expect(store.append("hunter2") == nil)
      try "".write(toFile: "\(file.path).\(getpid())", atomically: true, encoding: .utf8)
      #expect(store.revise { _ in "***" } == nil)
      #expect(HistoryStore(file).entries() == ["***"])
    }
  }

  @Test func whatIsTakenOutIsTakenOutOfTheFileThatALinkLeadsTo() throws {
    try withTemporaryFolder { folder in
      let real = "\(folder)/real"
      try "".write(toFile: real, atomically: true, encoding: .utf8)
      try #require(unsafe chmod(real, 0o640) == 0)
      let file = HistoryFile(path: "\(folder)/history", limit: 2)
      try FileManager.default.createSymbolicLink(atPath: file.path, withDestinationPath: "real")
      var store = HistoryStore(file)
      #expect(store.append("let a = hunter2") == nil)
      #expect(store.revise { $0.replacing("hunter2", with: "***") } == nil)
      #expect(try String(contentsOfFile: real, encoding: .utf8).hasSuffix("\nlet a = ***\n"))
      for number in 1...5 { #expect(store.append("\(number)") == nil) }
      // A file that has grown is shortened at its place, too.
      #expect(HistoryStore(file).entries() == ["4", "5"])
      #expect(try String(contentsOfFile: real, encoding: .utf8).hasSuffix(" 1\n4\n5\n"))
      let about = try FileManager.default.attributesOfItem(atPath: real)
      #expect(about[.posixPermissions] as? Int == 0o640)
      #expect(try FileManager.default.destinationOfSymbolicLink(atPath: file.path) == "real")
    }
  }

  @Test(.timeLimit(.minutes(10)))
  func aPipeOrADeviceIsLeftAsItIs() throws {
    try withTemporaryFolder { folder in
      let file = HistoryFile(path: "\(folder)/history")
      try #require(unsafe mkfifo(file.path, 0o600) == 0)
      var store = HistoryStore(file)
      #expect(store.load().trouble == .foreign)
      #expect(store.append("one") == nil)
      let devices: [(String, HistoryTrouble?)] = [("/dev/zero", .foreign), ("/dev/null", nil)]
      for (device, trouble) in devices {
        try FileManager.default.removeItem(atPath: file.path)
        try FileManager.default.createSymbolicLink(
          atPath: file.path, withDestinationPath: device)
        var store = HistoryStore(file)
        #expect(store.load().trouble == trouble)
        #expect(store.append("one") == nil && store.finish() == nil)
      }
      // Somebody has put a pipe in the place of the file.
      try FileManager.default.removeItem(atPath: file.path)
      var other = HistoryStore(file)
      #expect(other.load().trouble == nil)
      try #require(unsafe mkfifo(file.path, 0o600) == 0)
      var third = other
      #expect(other.append("one") == .unwritable(code: EINVAL, keepsSecrets: false))
      #expect(third.revise { $0 } == .unwritable(code: EINVAL, keepsSecrets: true))
      for trouble in [HistoryTrouble.unwritable(code: EINVAL, keepsSecrets: true), nil] {
        #expect(other.revise { $0 } == trouble)
      }
    }
  }
}
