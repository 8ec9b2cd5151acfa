import Foundation
import Store
import Testing

/// An import leaves what the export saw.
@Suite struct ImportedRowTests {
  @Test(arguments: StoreKind.allCases) func anImportRestoresTheTimesOfAValueThatIsThere(
    kind: StoreKind
  ) throws {
    let time = ManualTime()
    try withTemporaryFolder { folder in
      let file = folder.appendingPathComponent("lines.jsonl")
      try kind.withStore({ $0.now = { time.now } }) { store in
        try store.put("old", id: "k", expiresAfter: .seconds(60))
        let exported = try store.item(String.self, id: "k")
        try store.exportLines(to: file)
        time.advance(by: 10)
        try store.delete(id: "k")
        try store.put("new", id: "k")
        #expect(try store.importLines(from: file) == 1)
        let imported = try store.item(String.self, id: "k")
        #expect(imported?.value == "old")
        #expect(imported?.created == exported?.created)
        #expect(imported?.updated == exported?.updated)
        #expect(imported?.expires == exported?.expires)
        #expect(try store.verify().isIntact)
      }
    }
  }

  @Test func tablesWhoseNamesAreTwoSpellingsOfOneTextStayApart() throws {
    let names = ["\u{e9}", "e\u{301}"]
    try withTemporaryFolder { folder in
      let file = folder.appendingPathComponent("lines.jsonl")
      let store = try KeyValueStore.inMemory()
      for (number, name) in names.enumerated() {
        for spelling in names { try store.table(name).put(number, id: spelling) }
      }
      #expect(try store.exportLines(to: file) == 4)
      let copy = try KeyValueStore.inMemory()
      #expect(try copy.importLines(from: file) == 4)
      for (number, name) in names.enumerated() {
        for spelling in names {
          #expect(try copy.table(name).get(Int.self, id: spelling) == number)
        }
      }
    }
  }
}
