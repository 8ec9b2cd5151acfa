import Dispatch
import Foundation
import GRDB
import Testing

@testable import Store

/// After a failure that has undone its transaction, no statement of the application's commits by itself.
@Suite struct AbortedTransactionTests {
  /// Failures after which SQLite has undone everything, on a table of four pages at most.
  private static let failures = [
    "INSERT INTO book VALUES ('b', zeroblob(4194304))",
    "INSERT OR ROLLBACK INTO book VALUES ('first', NULL)",
    "UPDATE book SET text = NULL",
    "ROLLBACK",
  ]

  private static let books = StoreMigration("1 books") { transaction in
    try transaction.database.execute(
      sql: """
        CREATE TABLE book (id TEXT PRIMARY KEY, text BLOB);
        INSERT INTO book VALUES ('first', NULL);
        CREATE TRIGGER undo BEFORE UPDATE ON book BEGIN SELECT RAISE(ROLLBACK, 'no'); END;
        """)
  }

  private func withStore(
    _ kind: StoreKind, _ body: (KeyValueStore) async throws -> Void
  ) async throws {
    try await kind.withStore({ $0.migrations = [Self.books] }) { store in
      try Self.limit(store)
      try await body(store)
    }
  }

  private static func limit(_ store: KeyValueStore) throws {
    try store.engine.writer.unsafeRead { database in
      let count = try Int.fetchOne(database, sql: "PRAGMA page_count") ?? 0
      _ = try Int.fetchOne(database, sql: "PRAGMA max_page_count = \(count + 40)")
    }
  }

  private static func books(_ store: KeyValueStore) throws -> [String] {
    try store.read { try String.fetchAll($0.database, sql: "SELECT id FROM book ORDER BY id") }
  }

  /// Meets the failure, and goes on as if nothing were.
  private static func goOn(after failure: String, in transaction: StoreTransaction) throws {
    let database = try transaction.database
    try? database.execute(sql: failure)
    try? database.execute(sql: "INSERT INTO book VALUES ('c', NULL)")
    try? database.inSavepoint {
      try database.execute(sql: "INSERT INTO book VALUES ('d', NULL)")
      return .commit
    }
    try? database.inTransaction(.immediate) {
      try database.execute(sql: "INSERT INTO book VALUES ('e', NULL)")
      return .commit
    }
    try? database.execute(sql: "BEGIN; INSERT INTO book VALUES ('f', NULL); COMMIT")
    try? transaction.database.execute(sql: "INSERT INTO book VALUES ('g', NULL)")
    try? database.makeStatement(sql: "INSERT INTO book VALUES ('h', NULL)").execute()
    _ = try? String.fetchAll(
      database, sql: "INSERT INTO book VALUES ('i', NULL) RETURNING id")
    try? database.execute(sql: "CREATE TABLE later (id INTEGER)")
    try? transaction.put(2, id: "after")
    _ = try? transaction.delete(id: "kept")
  }

  @Test(arguments: StoreKind.allCases, failures)
  func nothingOfATransactionIsKept(kind: StoreKind, failure: String) async throws {
    try await withStore(kind) { store in
      try store.put(0, id: "kept")
      let body: @Sendable (StoreTransaction) throws -> Void = { transaction in
        try transaction.put(1, id: "before")
        try Self.goOn(after: failure, in: transaction)
      }
      #expect(throws: StoreError.self) { () throws -> Void in try store.write(body) }
      await #expect(throws: StoreError.self) { try await store.write(body) }
      #expect(try Self.books(store) == ["first"])
      #expect(try store.ids() == ["kept"])
      #expect(throws: StoreError.self) {
        try store.read { try Int.fetchOne($0.database, sql: "SELECT count(*) FROM later") }
      }
      // The connection is as good as before.
      try await store.write { try $0.database.execute(sql: "INSERT INTO book VALUES ('z', NULL)") }
      try store.put(3, id: "kept")
      #expect(try Self.books(store) == ["first", "z"])
      #expect(try store.verify().isIntact)
    }
  }

  /// What has failed is undone with the closure's own changes; its group is run again job by job.
  @Test(arguments: failures)
  func aWriteThatRunsAgainFindsNothingOfItsFirstTime(failure: String) async throws {
    try await withStore(.file) { store in
      let gate = DispatchSemaphore(value: 0)
      try await withThrowingTaskGroup(of: Void.self) { group in
        let hasBegun = AsyncStream.makeStream(of: Void.self)
        group.addTask {
          try await store.write { _ in
            hasBegun.continuation.finish()
            gate.wait()
          }
        }
        for await _ in hasBegun.stream {}
        for number in 0..<6 {
          group.addTask {
            _ = try? await store.write { transaction in
              try transaction.put(number, id: "\(number)")
              try transaction.database.execute(
                sql: "INSERT INTO book VALUES (?, NULL)", arguments: ["\(number)"])
              if number % 2 == 1 { try Self.goOn(after: failure, in: transaction) }
            }
          }
        }
        while store.engine.pending.count < 6 { await Task.yield() }
        gate.signal()
        try await group.waitForAll()
      }
      #expect(try Self.books(store) == ["0", "2", "4", "first"])
      #expect(try store.ids() == ["0", "2", "4"])
    }
  }

  @Test(arguments: failures)
  func nothingOfAMigrationIsKept(failure: String) throws {
    try withTemporaryFolder { folder in
      let path = folder.appendingPathComponent("s.store").path
      var configuration = StoreConfiguration()
      configuration.migrations = [Self.books]
      let store = try KeyValueStore(path: path, configuration: configuration)
      try store.put(0, id: "kept")
      try store.close()
      var next = configuration
      next.migrations.append(
        StoreMigration("2") { transaction in
          let database = try transaction.database
          let count = try Int.fetchOne(database, sql: "PRAGMA page_count") ?? 0
          _ = try Int.fetchOne(database, sql: "PRAGMA max_page_count = \(count + 20)")
          try transaction.put(1, id: "before")
          try Self.goOn(after: failure, in: transaction)
        })
      #expect(throws: StoreError.self) { try KeyValueStore(path: path, configuration: next) }
      let again = try KeyValueStore(path: path, configuration: configuration)
      #expect(try Self.books(again) == ["first"])
      #expect(try again.ids() == ["kept"])
      try again.close()
    }
  }

  /// The one connection of a store in memory could write where a file's reading ones cannot.
  @Test(arguments: StoreKind.allCases) func aSnapshotWritesNothing(kind: StoreKind) throws {
    try kind.withStore({ $0.migrations = [Self.books] }) { store in
      try Self.limit(store)
      let error = #expect(throws: StoreError.self) {
        try store.read { try $0.database.execute(sql: "INSERT INTO book VALUES ('c', NULL)") }
      }
      #expect(error?.code == .readOnly)
      // It ends the snapshot, whose closure fails, because it may have read a later state.
      let ended = #expect(throws: StoreError.self) {
        try store.read { snapshot in
          do { try Self.write(snapshot.database) } catch {}
        }
      }
      #expect(ended?.code == .snapshotEnded)
      #expect(try Self.books(store) == ["first"])
      try store.write { try $0.database.execute(sql: "INSERT INTO book VALUES ('z', NULL)") }
      #expect(try Self.books(store) == ["first", "z"])
    }
  }

  private static func write(_ database: Database) throws {
    try? database.execute(sql: failures[0])
    try? database.execute(sql: failures[1])
    try? database.execute(sql: "ROLLBACK")
    try database.execute(sql: "INSERT INTO book VALUES ('d', NULL)")
  }
}
