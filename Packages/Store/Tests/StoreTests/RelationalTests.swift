import Foundation
import GRDB
import Store
import Synchronization
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

  /// The handle's table is undone with a part of the transaction, and its key goes to the next one.
  @Test(arguments: StoreKind.allCases) func aTableThatASavepointTookBackTakesNoRows(
    kind: StoreKind
  ) throws {
    try withStore(kind) { store in
      try store.write { transaction in
        var handle: StoreTransaction?
        try transaction.database.inSavepoint {
          handle = try transaction.table("new")
          try handle?.put("lost", id: "k")
          return .rollback
        }
        let lost = try #require(handle)
        #expect(throws: StoreError.self) { try lost.put("orphan", id: "k") }
        let next = try transaction.table("next")
        try next.put("secret", id: "k")
        for error in [
          #expect(throws: StoreError.self) { try lost.put("orphan", id: "k") },
          #expect(throws: StoreError.self) { try lost.delete(id: "k") },
          #expect(throws: StoreError.self) { try lost.ids() },
          #expect(throws: StoreError.self) { try lost.get(String.self, id: "k") },
          #expect(throws: StoreError.self) { try lost.item(String.self, id: "k") },
          #expect(throws: StoreError.self) { try lost.contains(id: "k") },
          #expect(throws: StoreError.self) { try lost.count() },
          #expect(throws: StoreError.self) { try lost.items(String.self) },
          #expect(throws: StoreError.self) { try lost.clear() },
          #expect(throws: StoreError.self) { try lost.purgeExpired() },
        ] { #expect(error?.code == .noSuchTable) }
        try next.put("kept", id: "n")
        try transaction.put("kept", id: "d")
      }
      #expect(try store.tableNames() == ["default", "next"])
      #expect(try store.table("next").ids() == ["k", "n"])
      #expect(try store.ids() == ["d"])
      #expect(try store.verify().isIntact)
    }
  }

  /// GRDB tells of a commit while it holds the connection.
  @Test(arguments: StoreKind.allCases) func aStoreThatIsUsedAsACommitIsToldSaysSo(
    kind: StoreKind
  ) async throws {
    try await kind.withStore { store in
      let codes = Mutex<[StoreError.Code?]>([])
      let use: @Sendable (Database) -> Void = { _ in
        do throws(StoreError) { try store.put(1, id: "k") } catch {
          codes.withLock { $0.append(error.code) }
        }
      }
      let write: @Sendable (StoreTransaction) throws -> Void = { transaction in
        try transaction.put(0, id: "a")
        try transaction.database.afterNextTransaction(onCommit: use)
      }
      try Self.now(store, write)
      try await store.write(write)
      #expect(codes.withLock { $0 } == [.reentrant, .reentrant])
      #expect(try store.ids() == ["a"])
    }
  }

  private static func now(
    _ store: KeyValueStore, _ body: (StoreTransaction) throws -> Void
  ) throws { try store.write(body) }

  /// The words of GRDB's errors have the row that could not be decoded.
  @Test(arguments: StoreKind.allCases) func noErrorQuotesARowThatCannotBeDecoded(
    kind: StoreKind
  ) async throws {
    struct Narrow: Decodable, FetchableRecord { var year: Int }
    try await kind.withStore({ $0.migrations = [Self.books] }) { store in
      try await store.write { try Book(id: "1", title: "hunter2", year: 1).insert($0.database) }
      let query: @Sendable (Database) throws -> Int = {
        try Narrow.fetchAll($0, sql: "SELECT title, NULL AS year FROM book").count
      }
      do {
        var values = store.observe(query).makeAsyncIterator()
        let value = try await values.next()
        Issue.record("There is a value: \(value as Any)")
      } catch {
        let message = try #require(error as? StoreError).message
        #expect(!message.contains("hunter2") && !"\(error)".contains("hunter2"))
      }
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

  private static func columns(_ table: String, _ transaction: StoreTransaction) throws -> [String] {
    try transaction.database.columns(in: table).map(\.name)
  }

  @Test func aWriterSeesATableThatAnotherConnectionChanged() throws {
    try withTemporaryFolder { folder in
      let store = try KeyValueStore(name: "s", in: folder)
      let other = try KeyValueStore(name: "s", in: folder)
      try store.write { try $0.database.execute(sql: "CREATE TABLE book (id TEXT)") }
      #expect(try store.write { try Self.columns("book", $0) } == ["id"])
      for name in ["title", "year"] {
        try other.write { try $0.database.execute(sql: "ALTER TABLE book ADD COLUMN \(name)") }
        let columns = try store.write { try Self.columns("book", $0) }
        #expect(columns.last == name)
        #expect(try other.write { try Self.columns("book", $0) } == columns)
      }
      try other.close()
      try store.close()
    }
  }

  /// GRDB keeps what it knows of the tables when a transaction is undone.
  @Test(arguments: StoreKind.allCases) func aWriterDoesNotSeeATableThatWasUndone(
    kind: StoreKind
  ) async throws {
    try await kind.withStore { store in
      let make: @Sendable (StoreTransaction) throws -> Void = { transaction in
        try transaction.database.execute(sql: "CREATE TABLE lost (id TEXT)")
        #expect(try Self.columns("lost", transaction) == ["id"])
        throw CancellationError()
      }
      #expect(throws: CancellationError.self) { try Self.now(store, make) }
      #expect(throws: StoreError.self) { try Self.now(store) { _ = try Self.columns("lost", $0) } }
      await #expect(throws: CancellationError.self) { try await store.write(make) }
      await #expect(throws: StoreError.self) {
        try await store.write { _ = try Self.columns("lost", $0) }
      }
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

  /// A failure to read, such as a busy file, is no reason to wait for another commit.
  @Test(.timeLimit(.minutes(10)), arguments: StoreKind.allCases)
  func anObservationWhoseReadFailedReadsAgainWhenAsked(kind: StoreKind) async throws {
    try await kind.withStore({ $0.migrations = [Self.books] }) { store in
      let fails = Mutex(false)
      let observation = store.observe { database -> Int in
        if fails.withLock({ $0 }) { throw DatabaseError(resultCode: .SQLITE_BUSY) }
        return try Book.fetchCount(database)
      }
      var counts = observation.makeAsyncIterator()
      #expect(try await counts.next() == 0)
      fails.withLock { $0 = true }
      try await store.write { try Self.classic.insert($0.database) }
      for _ in 0..<2 {
        do {
          let count = try await counts.next()
          Issue.record("A query that failed gave \(String(describing: count))")
        } catch let error as StoreError {
          #expect(error.code == .busy)
        }
      }
      fails.withLock { $0 = false }
      #expect(try await counts.next() == 1)
    }
  }

  private struct Average: Codable, Equatable {
    var year: Double
    var count: Int
  }

  /// NaN is not equal to itself; what is observed has not changed for that.
  @Test(.timeLimit(.minutes(10))) func aNaNThatStaysIsDeliveredOnce() async throws {
    try await StoreKind.memory.withStore({ $0.migrations = [Self.books] }) { store in
      let average = Mutex(Average(year: .nan, count: 1))
      let (runs, run) = AsyncStream.makeStream(of: Void.self)
      let observation = store.observe { _ -> Average in
        defer { run.yield() }
        return average.withLock { $0 }
      }
      var values = observation.makeAsyncIterator()
      var ran = runs.makeAsyncIterator()
      #expect(try await values.next()?.count == 1)
      await ran.next()
      try await store.write { try Self.classic.insert($0.database) }
      let next = Task { [values] in
        var values = values
        return try await values.next()
      }
      await ran.next()
      average.withLock { $0.count = 2 }
      try await store.write { _ = try Self.classic.delete($0.database) }
      #expect(try await next.value?.count == 2)
    }
  }
}
