import Foundation
import Store
import Testing

/// What a tool sees that knows no types.
@Suite struct StoredContentTests {
  @Test(arguments: StoreKind.allCases) func everyRowHasContentWhateverWasPut(
    kind: StoreKind
  ) throws {
    let time = ManualTime()
    try kind.withStore({ $0.now = { time.now } }) { store in
      try store.put(Data([0, 255]), id: "bytes")
      time.advance(by: 1)
      try store.put(Contact(name: "李"), id: "contact")
      try store.put(Int?.none, id: "null")
      try store.put("text", id: "text")
      let items = try store.all(StoredContent.self)
      #expect(items.map(\.id) == ["bytes", "contact", "null", "text"])
      #expect(
        items.map(\.value) == [
          .bytes(Data([0, 255])), .json(#"{"name":"李","phones":[]}"#), .json("null"),
          .json(#""text""#),
        ])
      #expect(
        items.map { "\($0.value)" }
          == ["2 bytes", #"{"name":"李","phones":[]}"#, "null", #""text""#])
      #expect(items[1].created == time.now)
      #expect(items[0].updated < items[1].updated)
      #expect(try store.tableNames() == ["default"])
    }
  }

  @Test(arguments: StoreKind.allCases) func jsonTextIsReadAsTheTypeItFits(kind: StoreKind) throws {
    try kind.withStore { store in
      try store.put(StoredContent.json(#" { "name" : "A \" b" , "phones" : [ ] } "#), id: "k")
      #expect(try store.get(Contact.self, id: "k") == Contact(name: #"A " b"#))
      try store.put(StoredContent.bytes(Data([7])), id: "k")
      #expect(try store.get(Data.self, id: "k") == Data([7]))
      #expect(try store.get(StoredContent.self, id: "k") == .bytes(Data([7])))
    }
  }

  @Test func digitsAndOrderAreKeptAndSpaceIsNot() throws {
    try StoreKind.memory.withStore { store in
      let text = "{\n  \"z\": 12345678901234567890.10,\r\n\t\"a\": \"two  words\\n\"\n}"
      try store.put(StoredContent.json(text), id: "k")
      #expect(
        try store.get(StoredContent.self, id: "k")
          == .json(#"{"z":12345678901234567890.10,"a":"two  words\n"}"#))
    }
  }

  @Test(arguments: ["", "{", "[1", "nul", "\"a\nb\"", "1 2", "'a'", "[1, ]", #"{"a":"\\",}"#])
  func textThatIsNotJSONIsRefused(text: String) throws {
    try StoreKind.memory.withStore { store in
      try store.put(1, id: "k")
      let error = #expect(throws: StoreError.self) {
        try store.put(StoredContent.json(text), id: "k")
      }
      #expect(error?.code == .unencodable)
      #expect(try store.get(Int.self, id: "k") == 1)
    }
  }

  @Test func contentIsObservedAndExported() async throws {
    try await StoreKind.file.withStore { store in
      var watched = store.observeItems(StoredContent.self).makeAsyncIterator()
      let before = try await watched.next()
      #expect(before?.isEmpty == true)
      try await store.write { try $0.put(StoredContent.json("[1,\n2]"), id: "k") }
      let after = try await watched.next()
      #expect(after?.map(\.value) == [.json("[1,2]")])

      let folder = try makeTemporaryFolder()
      defer { try? FileManager.default.removeItem(at: folder) }
      let file = folder.appendingPathComponent("all.jsonl")
      #expect(try store.exportLines(to: file) == 1)
      let copy = try KeyValueStore.inMemory()
      #expect(try copy.importLines(from: file) == 1)
      #expect(try copy.get([Int].self, id: "k") == [1, 2])
    }
  }
}
