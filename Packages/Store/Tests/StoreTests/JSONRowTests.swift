import Foundation
import Models
import Store
import Testing

/// Rows and imports take what ``JSONCases`` accepts, and nothing that it refuses.
@Suite struct JSONRowTests {
  private static func line(_ value: Data) -> Data {
    Data(#"{"table":"default","id":"k","created":0,"updated":0,"format":2,"value":"#.utf8) + value
      + Data("}\n".utf8)
  }

  @Test func everyTextOfTheListIsPutAndImportedOrRefused() throws {
    #expect(JSONCases.acceptedDocuments.count + JSONCases.refusedDocuments.count >= 318)
    try withTemporaryFolder { folder in
      let file = folder.appendingPathComponent("lines.jsonl")
      let store = try KeyValueStore.inMemory()
      for text in JSONCases.acceptedDocuments {
        let value = try JSONValue(parsing: text)
        try store.put(StoredContent.json(text), id: "k")
        #expect(try store.get(JSONValue.self, id: "k") == value, "\(text)")
        // A line holds no line break, and no byte order mark but in a string.
        guard text.unicodeScalars.allSatisfy({ $0 != "\n" && $0 != "\r" }),
          text.unicodeScalars.first != "\u{FEFF}"
        else { continue }
        try store.clear()
        try Self.line(Data(text.utf8)).write(to: file)
        #expect(try store.importLines(from: file) == 1, "\(text)")
        #expect(try store.get(JSONValue.self, id: "k") == value, "\(text)")
      }
      try store.clear()
      for bytes in JSONCases.refusedDocuments {
        let text = String(decoding: bytes, as: UTF8.self)
        if Data(text.utf8) == bytes {
          #expect(throws: StoreError.self, "\(text)") {
            try store.put(StoredContent.json(text), id: "k")
          }
        }
        try Self.line(bytes).write(to: file)
        let error = #expect(throws: StoreError.self, "\(text)") {
          try store.importLines(from: file)
        }
        #expect(error?.code == .malformedImport)
      }
      #expect(try store.count() == 0)
    }
  }
}
