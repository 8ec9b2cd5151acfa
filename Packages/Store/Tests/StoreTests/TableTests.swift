import Foundation
import Store
import Testing

@Suite struct TableTests {
  @Test(arguments: StoreKind.allCases) func tablesAreApart(kind: StoreKind) throws {
    try kind.withStore { store in
      let a = try store.table("a")
      let b = try store.table("b")
      try a.put(1, id: "k")
      #expect(try b.get(Int.self, id: "k") == nil)
      #expect(try store.get(Int.self, id: "k") == nil)
      try store.put(0, id: "k")
      #expect(try store.table("default").get(Int.self, id: "k") == 0)
      #expect(try store.tableNames() == ["default", "a", "b"])
    }
  }

  @Test(
    arguments: StoreKind.allCases,
    ["'; DROP TABLE rows; --", "sqlite_master", "表", "\"quoted\"", "a.b/c", "SELECT"])
  func anyTextWithoutWhiteSpaceNamesATable(kind: StoreKind, name: String) throws {
    let name = name.replacing(" ", with: "_")
    try kind.withStore { store in
      try store.table(name).put(1, id: "k")
      #expect(try store.tableExists(name))
      #expect(try store.table(name).get(Int.self, id: "k") == 1)
    }
  }

  /// The ancestors ignored a bad name, or looked it up unchecked.
  @Test(arguments: ["", " ", "a b", "a\n", "nul\u{0}", String(repeating: "n", count: 129)])
  func aBadTableNameIsRefused(name: String) throws {
    try StoreKind.memory.withStore { store in
      let error = #expect(throws: StoreError.self) { try store.table(name) }
      #expect(error?.code == .invalidName)
      let exists = try store.tableExists(name)
      #expect(!exists)
    }
  }

  /// One ancestor answered yes whatever happened.
  @Test(arguments: StoreKind.allCases) func droppingTellsWhetherThereWasATable(
    kind: StoreKind
  ) throws {
    try kind.withStore { store in
      try store.table("t").put(1, id: "k")
      #expect(try store.dropTable("t"))
      #expect(try !store.dropTable("t"))
      #expect(try !store.tableExists("t"))
      let error = #expect(throws: StoreError.self) { try store.dropTable("default") }
      #expect(error?.code == .invalidName)
    }
  }

  @Test(arguments: StoreKind.allCases) func aHandleToADroppedTableThrowsForEver(
    kind: StoreKind
  ) throws {
    try kind.withStore { store in
      let old = try store.table("t")
      try old.put(1, id: "k")
      #expect(try old.get(Int.self, id: "k") == 1)
      _ = try store.dropTable("t")
      let new = try store.table("t")
      for attempt in [
        { try old.put(2, id: "k") }, { _ = try old.get(Int.self, id: "k") },
        { _ = try old.count() }, { _ = try old.ids() }, { _ = try old.delete(id: "k") },
        { _ = try old.contains(id: "k") }, { try old.clear() }, { _ = try old.all(Int.self) },
      ] as [() throws -> Void] {
        let error = #expect(throws: StoreError.self) { try attempt() }
        #expect(error?.code == .noSuchTable)
      }
      #expect(try new.count() == 0)
    }
  }

  @Test(arguments: StoreKind.allCases) func clearingEmptiesOneTable(kind: StoreKind) throws {
    try kind.withStore { store in
      let table = try store.table("t")
      try table.putAll(["a": 1, "b": 2])
      try store.put(3, id: "c")
      try table.clear()
      #expect(try table.count() == 0)
      #expect(try store.count() == 1)
    }
  }
}
