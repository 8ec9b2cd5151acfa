import Foundation
import ProcessTestSupport
import Store
import Testing

/// What the operating system, other processes and full disks do to a store.
@Suite(.serialized) struct CrashTests {
  /// Checks the crash writer's promise on an open store; the number of its last whole transaction.
  static func checkInvariant(_ store: KeyValueStore) throws -> Int {
    let group = try store.items([Int].self, in: .prefix("group/")).map(\.value)
    guard let number = group.first?[0] else {
      let count = try store.table("log").count()
      #expect(count == 0)
      return 0
    }
    #expect(group == (0..<7).map { [number, $0] }, "a torn transaction")
    let log = try store.table("log")
    #expect(try log.count() == number)
    for index in [1, number / 2, number] where index > 0 {
      let value = try log.get(Data.self, id: "\(index)")
      #expect(value == Data(repeating: UInt8(index & 255), count: 300))
    }
    return number
  }

  @Test(arguments: ["kill", "full"]) func killedAtAnyMomentNothingAcknowledgedIsLost(
    durability: String
  ) throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    print("CrashTests seed: \(seed)")
    var random = SplitMix(seed: seed)
    for _ in 0..<5 {
      try withTemporaryFolder { folder in
        let path = folder.appendingPathComponent("crash.store").path
        for trial in 0..<20 {
          let child = try ChildProcess("groups", path, durability)
          var acknowledged = 0
          for _ in 0..<Int.random(in: 0..<25, using: &random) {
            acknowledged = child.line().flatMap(Int.init) ?? acknowledged
          }
          acknowledged = child.linesUntilKilled().last.flatMap(Int.init) ?? acknowledged
          let store = try KeyValueStore(path: path)
          let found = try Self.checkInvariant(store)
          #expect(found >= acknowledged, "trial \(trial), seed \(seed)")
          #expect(found <= acknowledged + 1 || acknowledged == 0, "trial \(trial), seed \(seed)")
          #expect(try store.verify().isIntact)
          try store.close()
        }
      }
    }
  }

  @Test func processesThatCreateAStoreAtTheSameTimeAllOpenIt() throws {
    for _ in 0..<10 {
      try withTemporaryFolder { folder in
        let path = folder.appendingPathComponent("shared.store").path
        let children = try (0..<4).map { _ in try ChildProcess("increment", path, "5") }
        for child in children {
          #expect(child.line() == "done")
          #expect(child.wait() == .status(0))
        }
        let store = try KeyValueStore(path: path)
        #expect(try store.get(Int.self, id: "count") == 20)
        try store.close()
      }
    }
  }

  @Test func twoProcessesLoseNoIncrement() throws {
    try withTemporaryFolder { folder in
      let path = folder.appendingPathComponent("shared.store").path
      let children = try (0..<2).map { _ in try ChildProcess("increment", path, "300") }
      for child in children {
        #expect(child.line() == "done")
        #expect(child.wait() == .status(0))
      }
      let store = try KeyValueStore(path: path)
      #expect(try store.get(Int.self, id: "count") == 600)
      try store.close()
    }
  }

  /// Two processes write one file, each rows of its own and a sum of both; both are killed at any moment.
  @Test func fiftyKillsOfTwoWritingProcessesLoseNothingAcknowledged() async throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    print("CrashTests seed: \(seed)")
    var random = SplitMix(seed: seed)
    try await withTemporaryFolder { folder in
      let path = folder.appendingPathComponent("pair.store").path
      for round in 0..<50 {
        await Task.yield()
        let children = try ["a", "b"].map { try ChildProcess("pair", path, $0) }
        var acknowledged = [0, 0]
        for _ in 0..<Int.random(in: 0..<12, using: &random) {
          let index = Int.random(in: 0...1, using: &random)
          acknowledged[index] = children[index].line().flatMap(Int.init) ?? acknowledged[index]
        }
        for index in [0, 1].shuffled(using: &random) {
          acknowledged[index] =
            children[index].linesUntilKilled().last.flatMap(Int.init)
            ?? acknowledged[index]
        }
        let store = try KeyValueStore(path: path)
        var sum = 0
        for (index, name) in ["a", "b"].enumerated() {
          let count = try store.get(Int.self, id: name) ?? 0
          #expect(count >= acknowledged[index], "round \(round), seed \(seed)")
          #expect(
            count <= acknowledged[index] + 1 || acknowledged[index] == 0,
            "round \(round), seed \(seed)")
          let rows = try store.table(name).all(Int.self)
          #expect(Set(rows.map(\.value)) == Set(1..<(count + 1)), "round \(round), seed \(seed)")
          sum += count
        }
        #expect(try store.get(Int.self, id: "sum") ?? 0 == sum, "round \(round), seed \(seed)")
        #expect(try store.verify().isIntact, "round \(round), seed \(seed)")
        try store.close()
      }
    }
  }

  @Test func aFileSizeLimitIsAnErrorAndNothingIsLost() throws {
    try withTemporaryFolder { folder in
      try checkFilling(folder, limit: "\(1 << 20)", codes: [.diskFull, .inputOutput])
    }
  }

  /// Whether a small disk can be mounted here: as root on Linux, unless a sandbox forbids it.
  static func canMount() async throws -> Bool {
    #if os(Linux)
      guard geteuid() == 0 else { return false }
      return try await withTemporaryFolder { folder in
        guard try await mount(folder) else { return false }
        return try await unmount(folder)
      }
    #else
      return false
    #endif
  }

  private static func mount(_ folder: URL) async throws -> Bool {
    try await FinishedProcess(
      running: "/bin/mount", ["-t", "tmpfs", "-o", "size=2m", "tmpfs", folder.path]
    ).isSuccess
  }

  private static func unmount(_ folder: URL) async throws -> Bool {
    try await FinishedProcess(running: "/bin/umount", [folder.path]).isSuccess
  }

  @Test(.enabled("mounting a small disk needs root", canMount))
  func aFullDiskIsAnErrorAndNothingIsLost() async throws {
    try await withTemporaryFolder { folder in
      let disk = folder.appendingPathComponent("disk")
      try FileManager.default.createDirectory(at: disk, withIntermediateDirectories: false)
      #expect(try await Self.mount(disk))
      let result = Result { try checkFilling(disk, limit: "none", codes: [.diskFull]) }
      #expect(try await Self.unmount(disk))
      try result.get()
    }
  }

  private func checkFilling(_ folder: URL, limit: String, codes: [StoreError.Code]) throws {
    let path = folder.appendingPathComponent("full.store").path
    let child = try ChildProcess("fill", path, limit)
    let words = try #require(child.line()).split(separator: " ")
    #expect(child.wait() == .status(0))
    let acknowledged = try #require(Int(words[0]))
    #expect(codes.map(\.rawValue).contains(String(words[1])))
    #expect(acknowledged > 50)
    var configuration = StoreConfiguration()
    configuration.isReadOnly = true
    let store = try KeyValueStore(path: path, configuration: configuration)
    #expect(try Self.checkInvariant(store) == acknowledged)
    #expect(try store.verify().isIntact)
    try store.close()
  }

  @Test func aReadOnlyFolderIsAClearError() throws {
    try withTemporaryFolder { folder in
      let path = folder.appendingPathComponent("s.store").path
      let store = try KeyValueStore(path: path)
      try store.put(1, id: "k")
      try store.close()
      for mode in [0o555, 0o755] {
        let attributes = [FileAttributeKey.posixPermissions: mode]
        try FileManager.default.setAttributes(attributes, ofItemAtPath: folder.path)
        guard mode == 0o555 else { continue }
        let writing = try ChildProcess("unprivileged", path, "write")
        let code = writing.line()
        #expect(code == "cannotOpen" || code == "readOnly")
        #expect(writing.wait() == .status(0))
        let reading = try ChildProcess("unprivileged", path, "read")
        #expect(reading.line() == "cannotOpen")
        #expect(reading.wait() == .status(0))
      }
    }
  }
}
