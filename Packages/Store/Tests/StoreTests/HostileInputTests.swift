import Foundation
import Store
import Testing

/// Values, files, settings and questions at the edges: each ends in a clear error, and nothing is lost.
@Suite struct HostileInputTests {
  private struct Nest: Codable, Sendable {
    var inner: [Nest]
  }

  /// Expects an error of that code.
  private func expect(
    _ code: StoreError.Code, sourceLocation: SourceLocation = #_sourceLocation,
    _ body: () throws -> Void
  ) {
    let error = #expect(throws: StoreError.self, sourceLocation: sourceLocation) { try body() }
    #expect(error?.code == code, sourceLocation: sourceLocation)
  }

  @Test func whatIsNestedTooDeepToBeReadIsNotPut() throws {
    try StoreKind.file.withStore { store in
      try store.put("before", id: "k")
      let deep = (0..<600).reduce(Nest(inner: [])) { nest, _ in Nest(inner: [nest]) }
      expect(.unencodable) { try store.put(deep, id: "k") }
      #expect(try store.get(String.self, id: "k") == "before")
      let shallow = (0..<200).reduce(Nest(inner: [])) { nest, _ in Nest(inner: [nest]) }
      try store.put(shallow, id: "nest")
      #expect(try store.get(Nest.self, id: "nest") != nil)
    }
  }

  /// Foundation's decoder walks over what it was not asked for without looking.
  @Test(arguments: [
    Array(#""a"#.utf8) + [0xFF] + Array(#"b""#.utf8), Array("01".utf8), Array("[1,]".utf8),
    Array("{1:2}".utf8), Array("tru".utf8), Array(#""\x""#.utf8), Array("\u{1}".utf8),
  ]) func anImportedValueIsJSON(value: [UInt8]) throws {
    try withTemporaryFolder { folder in
      let file = folder.appendingPathComponent("lines.jsonl")
      let frame = #"{"table":"t","id":"a","created":1,"updated":1,"value":"#
      try (Data(frame.utf8) + Data(value) + Data("}\n".utf8)).write(to: file)
      try StoreKind.memory.withStore { store in
        expect(.malformedImport) { try store.importLines(from: file) }
        let tables = try store.tableNames()
        #expect(tables == ["default"])
      }
    }
  }

  @Test func aLineOfMegabytesIsReadInOneWalk() async throws {
    try await StoreKind.memory.withStore { store in
      let folder = try makeTemporaryFolder()
      defer { try? FileManager.default.removeItem(at: folder) }
      let file = folder.appendingPathComponent("lines.jsonl")
      let bytes = Data((0..<(1 << 22)).map { UInt8(truncatingIfNeeded: $0 &* 7) })
      await Task.yield()
      try store.putAll(["big": bytes, "small": Data([1]), "big too": bytes])
      try store.exportLines(to: file)
      await Task.yield()
      try store.clear()
      #expect(try store.importLines(from: file) == 3)
      #expect(try store.get(Data.self, id: "big") == bytes)
      #expect(try store.get(Data.self, id: "big too") == bytes)
      #expect(try store.get(Data.self, id: "small") == Data([1]))
    }
  }

  @Test func timesAtTheEndsOfTimeHaveAnAge() throws {
    try withTemporaryFolder { folder in
      let file = folder.appendingPathComponent("lines.jsonl")
      for (updated, isOld) in [(Int64.min, true), (.max, false)] {
        let line = #"{"table":"t","id":"a","created":0,"updated":\#(updated),"value":1}"#
        try line.write(to: file, atomically: true, encoding: .utf8)
        try StoreKind.memory.withStore { store in
          try store.importLines(from: file)
          let item = try #require(try store.table("t").item(Int.self, id: "a"))
          #expect(item.isOlder(than: .seconds(1)) == isOld)
          #expect(!item.isOlder(than: .seconds(Int64.max)) || isOld)
          #expect(!item.isOlder(than: .zero, at: .distantPast) || isOld)
        }
      }
    }
  }

  @Test(arguments: [Duration.seconds(Int64.max), .seconds(-1), .seconds(Int64.min)])
  func anyBusyTimeoutOpens(timeout: Duration) throws {
    try StoreKind.file.withStore({ $0.busyTimeout = timeout }) { store in
      try store.put(1, id: "k")
      #expect(try store.get(Int.self, id: "k") == 1)
    }
  }

  @Test(arguments: [Int.min, 0, .max]) func anyNumberOfReadersOpens(readers: Int) async throws {
    try await StoreKind.file.withStore({ $0.maximumReaders = readers }) { store in
      try await store.write { try $0.put(1, id: "k") }
      #expect(try await store.read { try $0.get(Int.self, id: "k") } == 1)
    }
  }

  @Test(.timeLimit(.minutes(10))) func aLongReadHoldsUpNoOther() async throws {
    try await StoreKind.file.withStore { store in
      try store.put(1, id: "k")
      let end = DispatchSemaphore(value: 0)
      var long: Task<Void, any Error>?
      await withCheckedContinuation { begun in
        long = Task {
          try await store.read { _ in
            begun.resume()
            end.wait()
          }
        }
      }
      for _ in 0..<3 * StoreConfiguration().maximumReaders {
        #expect(try await store.read { try $0.get(Int.self, id: "k") } == 1)
      }
      end.signal()
      try await long?.value
    }
  }

  @Test(arguments: [["store 1"], ["store 7"], ["one", "two", "one"], ["one\0two"]])
  func migrationsThatCannotBeToldApartAreRefused(names: [String]) throws {
    try withTemporaryFolder { folder in
      var configuration = StoreConfiguration()
      configuration.migrations = names.map { StoreMigration($0) { _ in } }
      expect(.invalidName) {
        _ = try KeyValueStore(name: "s", in: folder, configuration: configuration)
      }
      let left = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      #expect(left.isEmpty)
    }
  }

  @Test func aLinkLeadsToTheStoreAndItsLock() throws {
    try withTemporaryFolder { folder in
      let file = folder.appendingPathComponent("real.store").path
      let link = folder.appendingPathComponent("link.store").path
      let store = try KeyValueStore(path: file)
      try store.put(1, id: "k")
      try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: file)
      let linked = try KeyValueStore(path: link)
      expect(.busy) { try linked.deleteDatabase() }
      try store.close()
      #expect(try linked.get(Int.self, id: "k") == 1)
      try linked.deleteDatabase()
      let left = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      #expect(left == ["link.store"])
    }
  }

  @Test func aBackupThatFailsLeavesNothingBehind() throws {
    try StoreKind.file.withStore { store in
      try store.put(1, id: "k")
      try withTemporaryFolder { folder in
        expect(.invalidName) { try store.backup(to: "") }
        let nowhere = folder.appendingPathComponent("none/copy.store").path
        expect(.cannotOpen) { try store.backup(to: nowhere) }
        expect(.cannotOpen) { try store.backup(to: folder.path) }
        let left = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(left.isEmpty)
      }
    }
  }
}
