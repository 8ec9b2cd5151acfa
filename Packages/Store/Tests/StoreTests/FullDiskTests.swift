import Dispatch
import Foundation
import GRDB
import Synchronization
import Testing

@testable import Store

/// A full disk undoes a transaction as a whole, and nobody else's.
@Suite struct FullDiskTests {
  /// Leaves room for so many more pages.
  private static func limit(_ store: KeyValueStore, pages: Int) throws {
    try store.engine.writer.unsafeRead { database in
      let count = try Int.fetchOne(database, sql: "PRAGMA page_count") ?? 0
      _ = try Int.fetchOne(database, sql: "PRAGMA max_page_count = \(count + pages)")
    }
  }

  private static let huge = Data(repeating: 7, count: 4 << 20)

  @Test(arguments: StoreKind.allCases)
  func nothingIsCommittedAfterAFailureThatUndidTheTransaction(kind: StoreKind) throws {
    try kind.withStore { store in
      try store.put(0, id: "a")
      try Self.limit(store, pages: 20)
      let error = #expect(throws: StoreError.self) {
        try store.write { transaction in
          try transaction.put(1, id: "a")
          do { try transaction.put(Self.huge, id: "b") } catch {}
          do { try transaction.put(3, id: "c") } catch {}
          do { try transaction.table("t").put(3, id: "c") } catch {}
          do { try transaction.delete(id: "a") } catch {}
          do { _ = try transaction.get(Int.self, id: "a") } catch {
            // Reading on would show what was there before the transaction.
          }
        }
      }
      #expect(error?.code == .diskFull)
      #expect(try store.get(Int.self, id: "a") == 0)
      #expect(try store.count() == 1)
      #expect(try store.tableNames() == ["default"])
      try store.put(2, id: "a")
      #expect(try store.verify().isIntact)
    }
  }

  @Test func aMigrationThatCatchesAFullDiskChangesNothing() throws {
    try withTemporaryFolder { folder in
      let path = folder.appendingPathComponent("s.store").path
      let store = try KeyValueStore(path: path)
      try store.put(0, id: "a")
      try store.close()
      var configuration = StoreConfiguration()
      configuration.migrations = [
        StoreMigration("1") { transaction in
          let database = try transaction.database
          let count = try Int.fetchOne(database, sql: "PRAGMA page_count") ?? 0
          _ = try Int.fetchOne(database, sql: "PRAGMA max_page_count = \(count + 20)")
          try transaction.put(1, id: "a")
          do { try transaction.put(Self.huge, id: "b") } catch {}
          do { try transaction.put(3, id: "c") } catch {}
          do { try database.execute(sql: "CREATE TABLE later (id INTEGER)") } catch {}
        }
      ]
      expectCode(.diskFull) { _ = try KeyValueStore(path: path, configuration: configuration) }
      let again = try KeyValueStore(path: path)
      #expect(try again.get(Int.self, id: "a") == 0)
      #expect(try again.count() == 1)
      let later = try again.read {
        try Int.fetchOne(
          $0.database, sql: "SELECT count(*) FROM sqlite_master WHERE name = 'later'")
      }
      #expect(later == 0)
      #expect(try again.verify().isIntact)
      try again.close()
    }
  }

  /// How often the closure of each writer ran.
  private final class Runs: Sendable {
    let counts = Mutex([Int: Int]())
  }

  @Test func oneWritersCaughtErrorFailsNoOtherWriter() async throws {
    try await StoreKind.file.withStore { store in
      try Self.limit(store, pages: 40)
      let gate = DispatchSemaphore(value: 0)
      let runs = Runs()
      try await withThrowingTaskGroup(of: (Int, StoreError.Code?).self) { group in
        let hasBegun = AsyncStream.makeStream(of: Void.self)
        group.addTask {
          try await store.write { _ in
            hasBegun.continuation.finish()
            gate.wait()
          }
          return (-1, nil)
        }
        for await _ in hasBegun.stream {}
        for number in 0..<30 {
          group.addTask {
            do {
              try await store.write { transaction in
                runs.counts.withLock { $0[number, default: 0] += 1 }
                try transaction.put(number, id: "\(number)")
                if number == 7 { try? transaction.put(Self.huge, id: "huge") }
                try? transaction.put(number, id: "\(number) too")
              }
              return (number, nil)
            } catch {
              return (number, (error as? StoreError)?.code ?? .database)
            }
          }
        }
        // All of them wait for the first one, and then for each other.
        while store.engine.pending.count < 30 { await Task.yield() }
        gate.signal()
        for try await (number, code) in group {
          let expected: StoreError.Code? = number == 7 ? .diskFull : nil
          #expect(code == expected, "\(number)")
        }
      }
      for number in 0..<30 where number != 7 {
        #expect(try store.get(Int.self, id: "\(number)") == number)
        #expect(try store.get(Int.self, id: "\(number) too") == number)
      }
      #expect(try store.count() == 58)
      #expect(runs.counts.withLock { $0.values.max() } == 2)
    }
  }
}
