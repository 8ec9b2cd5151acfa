import Foundation
import Store
import Testing

@Suite struct TransferTests {
  @Test(arguments: StoreKind.allCases) func anExportBringsEverythingToAnotherStore(
    kind: StoreKind
  ) throws {
    let time = ManualTime()
    try withTemporaryFolder { folder in
      let file = folder.appendingPathComponent("lines.jsonl")
      try kind.withStore({ $0.now = { time.now } }) { store in
        try store.put(
          Contact(name: "李 \"x\" \n \\ {,}:[]", phones: [",", "}"]), id: "q\"\\\u{0}\n")
        time.advance(by: 5)
        try store.put(Data([0, 1, 255]), id: "bytes", expiresAfter: .seconds(60))
        try store.put(UInt64.max, id: "big")
        try store.table("表").put(Int?.none, id: "null")
        try store.put(1, id: "gone", expiresAfter: .zero)
        #expect(try store.exportLines(to: file) == 4)
        #expect(try store.exportLines(to: file) == 4)

        var configuration = StoreConfiguration()
        configuration.now = { time.now }
        let copy = try KeyValueStore.inMemory(configuration: configuration)
        try copy.put("old", id: "big")
        try copy.put("kept", id: "unrelated")
        #expect(try copy.importLines(from: file) == 4)
        #expect(try copy.all(UInt64.self, in: "big") == [UInt64.max])
        #expect(
          try copy.item(Contact.self, id: "q\"\\\u{0}\n")
            == store.item(Contact.self, id: "q\"\\\u{0}\n"))
        #expect(try copy.item(Data.self, id: "bytes") == store.item(Data.self, id: "bytes"))
        #expect(try copy.table("表").get(Int?.self, id: "null") == .some(nil))
        #expect(try copy.get(String.self, id: "unrelated") == "kept")
      }
      let left = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      #expect(left == ["lines.jsonl"])
    }
  }

  /// A value may nest as deep as JSON is taken; its line nests one level deeper.
  @Test(arguments: [1, 100, 511, 512]) func theDeepestValueIsExportedAndImported(depth: Int) throws
  {
    try withTemporaryFolder { folder in
      let file = folder.appendingPathComponent("lines.jsonl")
      let text = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
      try StoreKind.memory.withStore { store in
        try store.put(StoredContent.json(text), id: "deep")
        try store.put("last", id: "z")
        #expect(try store.exportLines(to: file) == 2)
      }
      try StoreKind.memory.withStore { store in
        let count = try store.importLines(from: file)
        #expect(count == 2)
        #expect(try store.get(StoredContent.self, id: "deep") == .json(text))
        #expect(try store.get(String.self, id: "z") == "last")
      }
    }
  }

  @Test func everyLineIsAnObjectOfItsOwn() throws {
    try withTemporaryFolder { folder in
      let file = folder.appendingPathComponent("lines.jsonl")
      try StoreKind.memory.withStore { store in
        try store.putAll(["a": "x\ny", "b": "\u{2028}"])
        try store.exportLines(to: file)
      }
      let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
      #expect(lines.count == 2)
      for line in lines {
        let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
        #expect(object?["table"] as? String == "default")
        #expect(object?["value"] is String)
      }
    }
  }

  @Test(arguments: [
    "not json", "[]", "{}", #"{"table":"t","id":"b","created":1,"updated":1}"#,
    #"{"table":"bad name","id":"b","created":1,"updated":1,"value":1}"#,
    #"{"table":"t","id":"b","created":1,"updated":1,"data":"%%%"}"#,
    #"{"table":"t","id":5,"created":1,"updated":1,"value":1}"#,
    #"{"table":"t","id":"b","created":1,"updated":1,"value":}"#, "\u{0}",
  ]) func aMalformedLineIsNamedAndNothingIsKept(bad: String) throws {
    try withTemporaryFolder { folder in
      let file = folder.appendingPathComponent("lines.jsonl")
      let good = #"{ "table" : "t", "id" : "a", "created":1, "updated":2, "value" : [1, 2] }"#
      try "\(good)\r\n\n\(bad)\n".write(to: file, atomically: true, encoding: .utf8)
      try StoreKind.memory.withStore { store in
        let error = try #require(
          #expect(throws: StoreError.self) { try store.importLines(from: file) })
        #expect(error.code == .malformedImport)
        #expect(error.message.contains("Line 3"))
        #expect(try !store.tableExists("t"))
        try good.write(to: file, atomically: true, encoding: .utf8)
        #expect(try store.importLines(from: file) == 1)
        #expect(try store.table("t").get([Int].self, id: "a") == [1, 2])
      }
    }
  }

  @Test func aCacheIsMadeAfterItsValuesAreImported() throws {
    try withTemporaryFolder { folder in
      let file = folder.appendingPathComponent("lines.jsonl")
      try StoreKind.memory.withStore { store in
        let cache = try StoreCache(Int.self, in: store, table: "cache", capacity: 100)
        for number in 0..<3 { try cache.put(number, id: "\(number)") }
        try store.exportLines(to: file)
        let error = #expect(throws: StoreError.self) { try store.importLines(from: file) }
        #expect(error?.code == .wrongTableKind)
      }
      try StoreKind.memory.withStore { store in
        try store.importLines(from: file)
        let cache = try StoreCache(Int.self, in: store, table: "cache", capacity: 100)
        #expect(try cache.get(id: "2") == 2)
        #expect(try cache.byteCount() == 3)
      }
    }
  }

  /// To replace one would lose the store; to close one would end SQLite's locks on it; a journal would be played back.
  @Test(arguments: ["", "-wal", "-shm", "-journal", "-lock"])
  func noFileOfTheStoreItselfIsWrittenOrImported(suffix: String) throws {
    try withTemporaryFolder { folder in
      let store = try KeyValueStore(name: "s", in: folder)
      try store.put(1, id: "k")
      let file = URL(fileURLWithPath: store.path + suffix)
      let link = folder.appendingPathComponent("link")
      let elsewhere = folder.appendingPathComponent("elsewhere")
      let manager = FileManager.default
      try manager.createSymbolicLink(at: link, withDestinationURL: file)
      try manager.createSymbolicLink(at: elsewhere, withDestinationURL: folder)
      var urls = [file, link, elsewhere.appendingPathComponent(file.lastPathComponent)]
      if manager.fileExists(atPath: file.path) {
        let hard = folder.appendingPathComponent("hard")
        try manager.linkItem(at: file, to: hard)
        urls.append(hard)
      }
      let names = try manager.contentsOfDirectory(atPath: folder.path).sorted()
      for url in urls {
        for attempt in [
          { try store.exportLines(to: url) }, { try store.importLines(from: url) },
          { try store.backup(to: url.path) },
        ] as [() throws -> Void] {
          let error = #expect(throws: StoreError.self) { try attempt() }
          #expect(error?.code == .cannotOpen)
          #expect(error?.message.contains("the store itself") == true)
        }
      }
      #expect(try manager.contentsOfDirectory(atPath: folder.path).sorted() == names)
      try store.put(2, id: "k")
      #expect(try store.verify().isIntact)
      try store.close()
      let again = try KeyValueStore(name: "s", in: folder)
      #expect(try again.get(Int.self, id: "k") == 2)
      try again.close()
    }
  }

  /// The store has not failed.
  @Test func anImportFromAFolderNamesTheFolder() throws {
    try withTemporaryFolder { folder in
      try StoreKind.file.withStore { store in
        let error = #expect(throws: StoreError.self) { try store.importLines(from: folder) }
        #expect(error?.code == .inputOutput)
        #expect(error?.message.hasPrefix("Reading \(folder.path) failed.") == true)
      }
    }
  }

  @Test func aMissingFileOrFolderIsAClearError() throws {
    try withTemporaryFolder { folder in
      let nowhere = folder.appendingPathComponent("missing/lines.jsonl")
      try StoreKind.memory.withStore { store in
        for attempt in [
          { try store.importLines(from: nowhere) }, { try store.exportLines(to: nowhere) },
        ] {
          let error = #expect(throws: StoreError.self) { try attempt() }
          #expect(error?.code == .cannotOpen)
        }
        try store.close()
      }
    }
  }
}

extension KeyValueStore {
  fileprivate func all<Value: Codable & Sendable>(
    _ type: Value.Type, in id: String
  ) throws -> [Value] {
    try items(type, in: .from(id).through(id)).map(\.value)
  }
}
