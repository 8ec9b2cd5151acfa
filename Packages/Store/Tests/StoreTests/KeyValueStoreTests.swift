import Foundation
import Store
import Testing

@Suite struct KeyValueStoreTests {
  /// T6 of the old suite, by its name.
  @Test(arguments: StoreKind.allCases) func testSaveNSString(kind: StoreKind) throws {
    try kind.withStore { store in
      let table = try store.table("test_table")
      try table.put("abc", id: "key1")
      try table.put("abc2", id: "key2")
      #expect(try table.get(String.self, id: "key1") == "abc")
      #expect(try table.get(String.self, id: "key2") == "abc2")
      #expect(try table.get(String.self, id: "key3") == nil)
    }
  }

  /// T7.
  @Test(arguments: StoreKind.allCases) func testSaveNumber(kind: StoreKind) throws {
    try kind.withStore { store in
      let table = try store.table("test_table")
      try table.put(1, id: "key1")
      try table.put(2, id: "key2")
      #expect(try table.get(Int.self, id: "key1") == 1)
      #expect(try table.get(Int.self, id: "key2") == 2)
      #expect(try table.get(Int.self, id: "key3") == nil)
    }
  }

  /// T9.
  @Test(arguments: StoreKind.allCases) func testGetAllItemIDsFromTable(kind: StoreKind) throws {
    try kind.withStore { store in
      let table = try store.table("test_table")
      try table.put(1, id: "key1")
      try table.put(2, id: "key2")
      #expect(try table.ids() == ["key1", "key2"])
    }
  }

  /// T10: a custom object was an exception once.
  @Test(arguments: StoreKind.allCases) func testInvalidObject(kind: StoreKind) throws {
    try kind.withStore { store in
      let table = try store.table("test_table")
      let contact = Contact(name: "李", phones: ["186"], age: nil)
      try table.put(contact, id: "key")
      #expect(try table.get(Contact.self, id: "key") == contact)
    }
  }

  /// T5: what one test puts, no other sees.
  @Test(arguments: StoreKind.allCases) func everyStoreBeginsEmptyAndEndsClosed(
    kind: StoreKind
  ) throws {
    try kind.withStore { store in
      #expect(try store.tableNames() == ["default"])
      #expect(try store.count() == 0)
      let table = try store.table("test_table")
      try table.put(1, id: "key")
      try table.clear()
      #expect(try table.count() == 0)
      try store.close()
      #expect(throws: StoreError.self) { try table.count() }
    }
  }

  @Test(arguments: StoreKind.allCases) func keepsValuesOfEveryKind(kind: StoreKind) throws {
    try kind.withStore { store in
      func roundTrips<Value: Codable & Sendable & Equatable>(_ value: Value) throws {
        try store.put(value, id: "value")
        #expect(try store.get(Value.self, id: "value") == value)
        #expect(try store.item(Value.self, id: "value")?.value == value)
      }
      try roundTrips("")
      try roundTrips("line\nbreak \u{0} \u{1F469}\u{200D}\u{1F680} \u{2028}")
      try roundTrips(Int.min)
      try roundTrips(UInt64.max)
      try roundTrips(true)
      try roundTrips(0.1 + 0.2)
      try roundTrips(-0.0)
      try roundTrips(Double.leastNonzeroMagnitude)
      try roundTrips(Date(timeIntervalSince1970: 1_234_567.891))
      try roundTrips(Data())
      try roundTrips(Data([0, 255, 10]))
      try roundTrips([Int?.none, 3])
      try roundTrips(["a": ["b": [1.5]]])
      try roundTrips(Int?.none)
      try roundTrips(Contact(name: "n", phones: ["1"], age: 3))
      try roundTrips(String(repeating: "é", count: 1 << 19))
    }
  }

  @Test(arguments: StoreKind.allCases) func aValueOfAnotherTypeIsAnErrorAndNeverNil(
    kind: StoreKind
  ) throws {
    try kind.withStore { store in
      try store.put(["secret-1"], id: "strings")
      try store.put(Data([1]), id: "bytes")
      try store.put("text", id: "text")
      for attempt in [
        { _ = try store.get(String.self, id: "strings") },
        { _ = try store.get(Int.self, id: "text") },
        { _ = try store.get(Data.self, id: "text") },
        { _ = try store.get(Data?.self, id: "text") },
        { _ = try store.item(Data?.self, id: "text") },
        { _ = try store.get(String?.self, id: "bytes") },
        { _ = try store.get(String.self, id: "bytes") },
        { _ = try store.get(Contact.self, id: "strings") },
      ] {
        let error = #expect(throws: StoreError.self) { try attempt() }
        #expect(error?.code == .wrongType)
        #expect(error.map { "\($0)".contains("secret") } == false)
      }
    }
  }

  @Test(arguments: StoreKind.allCases) func overwritingKeepsCreatedAndMovesUpdated(
    kind: StoreKind
  ) throws {
    let time = ManualTime()
    try kind.withStore({ $0.now = { time.now } }) { store in
      let first = time.now
      try store.put(1, id: "k")
      time.advance(by: 10)
      try store.put(2, id: "k")
      let item = try #require(try store.item(Int.self, id: "k"))
      #expect(item.value == 2)
      #expect(item.created == first)
      #expect(item.updated == time.now)
      #expect(item.expires == nil)
      #expect(item.isOlder(than: .seconds(5), at: time.now + 6))
      #expect(!item.isOlder(than: .seconds(7), at: time.now + 6))
      try store.delete(id: "k")
      try store.put(3, id: "k")
      #expect(try store.item(Int.self, id: "k")?.created == time.now)
    }
  }

  @Test(arguments: StoreKind.allCases) func deletingTellsWhetherThereWasSomething(
    kind: StoreKind
  ) throws {
    try kind.withStore { store in
      try store.putAll(["a": 1, "b": 2, "c": 3])
      #expect(try store.delete(id: "a"))
      #expect(try !store.delete(id: "a"))
      #expect(try store.delete(ids: ["b", "c", "none"]) == 2)
      #expect(try store.delete(ids: []) == 0)
      #expect(try store.count() == 0)
    }
  }

  /// S43: an ancestor wrote the identifiers to delete into its SQL.
  @Test(arguments: StoreKind.allCases) func anApostropheInAnIdentifierNeitherBreaksNorInjects(
    kind: StoreKind
  ) throws {
    try kind.withStore { store in
      let ids = ["it's", "b'; DROP TABLE rows; --", "c\"", "x') OR ('1'='1"]
      try store.putAll(ids.map { (id: $0, value: 1) } + [(id: "kept", value: 2)])
      #expect(try store.delete(ids: ids.dropLast()) == 3)
      #expect(try store.ids() == ["kept", "x') OR ('1'='1"])
      #expect(try store.delete(ids: ids) == 1)
      #expect(try store.get(Int.self, id: "kept") == 2)
    }
  }

  @Test(arguments: StoreKind.allCases) func identifiersAreExactText(kind: StoreKind) throws {
    try kind.withStore { store in
      let ids = [
        "", " ", "'", "\"", "%", "_", "a", "A", "a\u{0}", "a\u{0}b", "\u{0}", "é", "e\u{301}",
        "👩‍🚀", "\u{10FFFF}", "\u{D7FF}", "\u{E000}", "\n", String(repeating: "x", count: 1 << 20),
      ]
      for (index, id) in ids.enumerated() { try store.put(index, id: id) }
      #expect(try store.count() == ids.count)
      for (index, id) in ids.enumerated() {
        #expect(try store.get(Int.self, id: id) == index)
        #expect(try store.contains(id: id))
      }
      let sorted = ids.map { Array($0.utf8) }.sorted { $0.lexicographicallyPrecedes($1) }
      #expect(try store.ids().map { Array($0.utf8) } == sorted)
    }
  }

  @Test(arguments: StoreKind.allCases) func putAllIsAllOrNothing(kind: StoreKind) throws {
    struct Stubborn: Encodable, Sendable {
      struct Refusal: Error {}
      var refuses: Bool
      func encode(to encoder: any Encoder) throws {
        if refuses { throw Refusal() }
        var container = encoder.singleValueContainer()
        try container.encode(1)
      }
    }
    try kind.withStore { store in
      let error = #expect(throws: StoreError.self) {
        try store.putAll([
          (id: "a", value: Stubborn(refuses: false)), (id: "b", value: Stubborn(refuses: true)),
        ])
      }
      #expect(error?.code == .unencodable)
      let count = try store.count()
      #expect(count == 0)
    }
  }

  @Test func whatWasPutIsThereAfterReopening() throws {
    try withTemporaryFolder { folder in
      let first = try KeyValueStore(name: "login", in: folder)
      try first.put("18612345678", id: "phone")
      try first.table("other").put(1, id: "one")
      #expect(first.path == folder.appendingPathComponent("login.store").path)
      try first.close()
      try first.close()

      let second = try KeyValueStore(path: first.path)
      #expect(try second.get(String.self, id: "phone") == "18612345678")
      #expect(try second.table("other").get(Int.self, id: "one") == 1)
      #expect(try second.tableNames() == ["default", "other"])
      try second.close()
    }
  }

  @Test func everyUseAfterCloseThrows() throws {
    try withTemporaryFolder { folder in
      let store = try KeyValueStore(name: "closed", in: folder)
      let table = try store.table("t")
      try store.close()
      for attempt in [
        { try store.put(1, id: "a") }, { _ = try store.get(Int.self, id: "a") },
        { _ = try table.ids() }, { _ = try store.table("t") },
        { try store.write { try $0.put(1, id: "a") } }, { _ = try store.read { try $0.count() } },
      ] as [() throws -> Void] {
        let error = #expect(throws: StoreError.self) { try attempt() }
        #expect(error?.code == .closed)
      }
    }
  }

  @Test(arguments: ["", ".", "..", "a/b", "nul\u{0}", ".hidden", ".\u{301}hidden"])
  func anImpossibleStoreNameIsRefused(name: String) throws {
    try withTemporaryFolder { folder in
      let error = #expect(throws: StoreError.self) {
        try KeyValueStore(name: name, in: folder.appendingPathComponent("new"))
      }
      #expect(error?.code == .invalidName)
      let left = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      #expect(left.isEmpty)
    }
  }
}
