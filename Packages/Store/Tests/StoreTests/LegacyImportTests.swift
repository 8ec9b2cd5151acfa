import Foundation
import GRDB
import Store
import Testing

/// Files that the ancestors wrote, table layout and all.
@Suite struct LegacyImportTests {
  private func makeLegacyFile(in folder: URL, rows: [(String, String, String)]) throws -> String {
    let path = folder.appendingPathComponent("legacy.sqlite").path
    let legacy = try DatabaseQueue(path: path)
    try legacy.write { database in
      try database.execute(
        sql: """
          CREATE TABLE IF NOT EXISTS user_table ( id TEXT NOT NULL, json TEXT NOT NULL,
            createdTime TEXT NOT NULL, PRIMARY KEY(id));
          CREATE TABLE "odd""name" (id TEXT NOT NULL, json TEXT NOT NULL, createdTime TEXT NOT NULL);
          CREATE TABLE blobs (id, json, createdTime);
          CREATE TABLE unrelated (x);
          INSERT INTO "odd""name" VALUES ('k', '[1]', '5');
          """)
      for (id, json, created) in rows {
        try database.execute(
          sql: "INSERT INTO user_table VALUES (?, ?, ?)", arguments: [id, json, created])
      }
    }
    try legacy.close()
    return path
  }

  @Test func anOldFileIsImportedWithItsTimes() throws {
    try withTemporaryFolder { folder in
      let path = try makeLegacyFile(
        in: folder,
        rows: [
          ("1", #"{"id": 1, "name": "tangqiao", "age": 30}"#, "1416666666.25"),
          ("text", #"["abc"]"#, "1416666667"),
        ])
      struct User: Codable, Sendable, Equatable { var id: Int, name: String, age: Int }
      try StoreKind.file.withStore { store in
        #expect(try store.importLegacyFile(at: path) == 3)
        let users = try store.table("user_table")
        let item = try #require(try users.item(User.self, id: "1"))
        #expect(item.value == User(id: 1, name: "tangqiao", age: 30))
        #expect(item.created == Date(timeIntervalSince1970: 1_416_666_666.25))
        #expect(try users.get([String].self, id: "text") == ["abc"])
        #expect(try store.table("odd\"name").get([Int].self, id: "k") == [1])
        #expect(try !store.tableExists("unrelated"))
        #expect(try store.verify().isIntact)
      }
    }
  }

  @Test(arguments: ["NULL, '[]', 1", "1, NULL, 1", "x'FF', x'FE', NULL", "1, 2.5, 1e300"])
  func oddColumnsAreAnErrorOrAValueButNoCrash(row: String) throws {
    try withTemporaryFolder { folder in
      let path = try makeLegacyFile(in: folder, rows: [])
      let legacy = try DatabaseQueue(path: path)
      try legacy.write { try $0.execute(sql: "INSERT INTO blobs VALUES (\(row))") }
      try legacy.close()
      try StoreKind.memory.withStore { store in
        if row.contains("2.5") {
          #expect(try store.importLegacyFile(at: path) == 2)
          #expect(try store.table("blobs").get(Double.self, id: "1") == 2.5)
        } else {
          let error = #expect(throws: StoreError.self) { try store.importLegacyFile(at: path) }
          #expect(error?.code == .malformedImport)
        }
        try store.close()
      }
    }
  }

  @Test func whatIsNoOldFileIsRefusedWhole() throws {
    try withTemporaryFolder { folder in
      let path = try makeLegacyFile(in: folder, rows: [("a", "[1]", "1"), ("b", "{", "1")])
      try StoreKind.memory.withStore { store in
        let error = #expect(throws: StoreError.self) { try store.importLegacyFile(at: path) }
        #expect(error?.code == .malformedImport)
        let exists = try store.tableExists("user_table")
        #expect(!exists)
        let text = folder.appendingPathComponent("text")
        try Data(repeating: 65, count: 999).write(to: text)
        let other = #expect(throws: StoreError.self) { try store.importLegacyFile(at: text.path) }
        #expect(other?.code == .notAStore)
        let missing = #expect(throws: StoreError.self) {
          try store.importLegacyFile(at: folder.path + "/none")
        }
        #expect(missing?.code == .cannotOpen)
      }
    }
  }
}
