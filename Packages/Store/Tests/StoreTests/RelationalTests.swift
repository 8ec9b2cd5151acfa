import Foundation
import GRDB
import Store
import Testing

/// Tables of the application's own, in the store's file, through GRDB.
@Suite struct RelationalTests {
  struct Book: Codable, FetchableRecord, PersistableRecord, Hashable {
    var id: String
    var title: String
    var year: Int
  }

  private static let books = StoreMigration("1 books") { transaction in
    try transaction.database.create(table: "book") { table in
      table.primaryKey("id", .text)
      table.column("title", .text).notNull().unique()
      table.column("year", .integer).indexed()
    }
  }

  private static let classic = Book(id: "1", title: "红楼梦", year: 1791)

  private func withStore(_ kind: StoreKind, _ body: (KeyValueStore) throws -> Void) throws {
    try kind.withStore({ $0.migrations = [Self.books] }, body)
  }

  @Test(arguments: StoreKind.allCases) func rowsAndValuesAreKeptOrUndoneTogether(
    kind: StoreKind
  ) throws {
    try withStore(kind) { store in
      try store.write { transaction in
        try transaction.put("1", id: "last")
        try Self.classic.insert(transaction.database)
      }
      let error = #expect(throws: StoreError.self) {
        try store.write { transaction in
          try transaction.put("2", id: "last")
          try Book(id: "2", title: "红楼梦", year: 2000).insert(transaction.database)
        }
      }
      #expect(error?.code == .constraint)
      #expect(try store.get(String.self, id: "last") == "1")
      let old = try store.read { snapshot in
        try Book.filter(Column("year") < 1900).fetchAll(snapshot.database)
      }
      #expect(old == [Self.classic])
      #expect(try store.verify().isIntact)
    }
  }

  @Test(arguments: StoreKind.allCases) func aReaderSeesATableThatWasMadeLater(
    kind: StoreKind
  ) throws {
    try withStore(kind) { store in
      #expect(throws: StoreError.self) {
        try store.read { try Row.fetchAll($0.database, sql: "SELECT * FROM later") }
      }
      try store.write { transaction in
        try transaction.database.execute(
          sql: "CREATE TABLE later (id INTEGER PRIMARY KEY); INSERT INTO later VALUES (7)")
      }
      #expect(try store.read { try Int.fetchOne($0.database, sql: "SELECT id FROM later") } == 7)
      try store.write { transaction in
        try transaction.database.execute(sql: "ALTER TABLE later ADD COLUMN name TEXT DEFAULT 'n'")
      }
      #expect(
        try store.read { try Row.fetchOne($0.database, sql: "SELECT * FROM later")?["name"] } == "n"
      )
    }
  }

  @Test(arguments: StoreKind.allCases) func aQueryIsObserved(kind: StoreKind) async throws {
    try await kind.withStore({ $0.migrations = [Self.books] }) { store in
      var counts = store.observe { try Book.fetchCount($0) }.makeAsyncIterator()
      #expect(try await counts.next() == 0)
      try await store.write { try Self.classic.insert($0.database) }
      #expect(try await counts.next() == 1)
      // Neither values nor an update that leaves the result as it was are news.
      try await store.write { try $0.put(1, id: "k") }
      try await store.write { try Book(id: "1", title: "t", year: 1).update($0.database) }
      try await store.write { try Book(id: "2", title: "u", year: 2).insert($0.database) }
      #expect(try await counts.next() == 2)
    }
  }

  @Test(arguments: StoreKind.allCases) func aForeignKeyIsObeyed(kind: StoreKind) throws {
    try withStore(kind) { store in
      try store.write { transaction in
        try transaction.database.create(table: "note") { table in
          table.primaryKey("id", .text)
          table.column("book", .text).notNull().references("book", onDelete: .cascade)
        }
        try Self.classic.insert(transaction.database)
        try transaction.database.execute(sql: "INSERT INTO note VALUES ('n', '1')")
      }
      let error = #expect(throws: StoreError.self) {
        try store.write { try $0.database.execute(sql: "INSERT INTO note VALUES ('m', '9')") }
      }
      #expect(error?.code == .constraint)
      _ = try store.write { try Self.classic.delete($0.database) }
      #expect(
        try store.read { try Int.fetchOne($0.database, sql: "SELECT count(*) FROM note") } == 0)
    }
  }

  @Test func aDatabaseIsNotToBeHadAfterItsClosure() throws {
    try StoreKind.memory.withStore { store in
      let transaction = try store.write { $0 }
      let snapshot = try store.read { $0 }
      #expect(throws: StoreError.self) { try transaction.database }
      #expect(throws: StoreError.self) { try snapshot.database }
    }
  }
}
