import Foundation
import Models
import Testing

@testable import Store

/// What stands in a row: JSON in one form, bytes as bytes, rows of the first format.
@Suite struct RowContentTests {
  private struct Event: Codable, Equatable, Sendable { var at: Date }

  @Test(arguments: StoreKind.allCases) func aDateIsTextInTheStoreAndSurvives(kind: StoreKind) throws
  {
    try kind.withStore { store in
      let event = Event(at: Date(timeIntervalSince1970: 1_772_706_386.123))
      try store.put(event, id: "e")
      #expect(
        try store.get(StoredContent.self, id: "e") == .json(#"{"at":"2026-03-05T10:26:26.123Z"}"#))
      let back = try #require(try store.get(Event.self, id: "e"))
      #expect(abs(back.at.timeIntervalSince(event.at)) < 0.001)
      let texts = (try ModelEncoder().text(back), try ModelEncoder().text(event))
      #expect(texts.0 == texts.1)
      try store.put(StoredContent.json(#"{"at":"2026-02-30T00:00:00Z"}"#), id: "none")
      expectCode(.wrongType) { _ = try store.get(Event.self, id: "none") }
      expectCode(.unencodable) { try store.put(Double.infinity, id: "infinite") }
      expectCode(.unencodable) { try store.put([Double.nan], id: "infinite") }
    }
  }

  @Test func rowsOfTheFirstFormatAreReadExportedAndImported() throws {
    try withTemporaryFolder { folder in
      let file = folder.appendingPathComponent("lines.jsonl")
      let store = try KeyValueStore(name: "old", in: folder)
      let event = Event(at: Date(timeIntervalSinceReferenceDate: 785_000_000.25))
      let old = try JSONEncoder().encode(event)
      for (id, bytes) in [
        ("e", old), ("infinite", Data(#""Infinity""#.utf8)), ("no JSON", Data("\u{0}1".utf8)),
      ] {
        try store.engine.write { writer in
          try writer.put(bytes, as: .legacyJSON, id: id, in: .default, expires: nil)
        }
      }
      #expect(try store.get(Event.self, id: "e") == event)
      #expect(try store.get(Double.self, id: "infinite") == .infinity)
      try store.put(event, id: "new")
      #expect(try store.exportLines(to: file) == 4)
      let copy = try KeyValueStore(name: "new", in: folder)
      #expect(try copy.importLines(from: file) == 4)
      #expect(try copy.get(Event.self, id: "e") == event)
      #expect(try copy.get(Event.self, id: "new") == event)
      #expect(try copy.get(Double.self, id: "infinite") == .infinity)
      #expect(try copy.get(Data.self, id: "no JSON") == Data("\u{0}1".utf8))
      // A line without a format is of an export before there were two.
      let line = #"{"table":"default","id":"line","created":1,"updated":1,"value":{"at":0}}"#
      try Data(line.utf8).write(to: file)
      try copy.importLines(from: file)
      let imported = try copy.get(Event.self, id: "line")
      #expect(imported?.at == Date(timeIntervalSinceReferenceDate: 0))
      try copy.close()
      try store.close()
    }
  }

  @Test(arguments: [
    "\u{0}1", "1\u{0}", "", " ", "[1,]", "{\"a\":1,}", "01", "+1", "NaN", "'a'", "1 2", "[1",
    "\"\u{1}\"", "\"\\ud800\"",
  ]) func textThatIsNoJSONIsRefused(text: String) throws {
    try StoreKind.memory.withStore { store in
      expectCode(.unencodable) { try store.put(StoredContent.json(text), id: "k") }
      let count = try store.count()
      #expect(count == 0)
    }
  }

  @Test func anExportOfAnyTextCanBeImported() throws {
    try withTemporaryFolder { folder in
      let file = folder.appendingPathComponent("lines.jsonl")
      let store = try KeyValueStore(name: "s", in: folder)
      let texts = [
        "\u{FEFF}1", "1.50", "-0.0", "1E400", #"{"b":1,"a":2,"b":3}"#, "\"\u{2028}\"",
        " [ 1 ,\n2 ] ",
        #""\u0000""#, "null",
      ]
      for (number, text) in texts.enumerated() {
        try store.put(StoredContent.json(text), id: "\(number)\u{0}")
      }
      #expect(try store.exportLines(to: file) == texts.count)
      let copy = try KeyValueStore(name: "copy", in: folder)
      #expect(try copy.importLines(from: file) == texts.count)
      let copied = try copy.all(StoredContent.self).map(\.value)
      let original = try store.all(StoredContent.self).map(\.value)
      #expect(copied == original)
      #expect(try copy.get(StoredContent.self, id: "4\u{0}") == .json(#"{"b":1,"a":2,"b":3}"#))
      try copy.close()
      try store.close()
    }
  }

  @Test(arguments: StoreKind.allCases) func optionalBytesAreBytes(kind: StoreKind) throws {
    try kind.withStore { store in
      let bytes: Data? = Data([1, 2, 3])
      try store.put(bytes, id: "some")
      #expect(try store.get(Data.self, id: "some") == bytes)
      #expect(try store.get(Data?.self, id: "some") == bytes)
      try store.put(Data?.none, id: "none")
      #expect(try store.get(Data?.self, id: "none") == .some(nil))
      try store.put(Data([4]), id: "plain")
      #expect(try store.get(Data?.self, id: "plain") == Data([4]))
      let content: StoredContent? = .json("[1]")
      try store.put(content, id: "content")
      #expect(try store.get([Int].self, id: "content") == [1])
    }
  }
}
