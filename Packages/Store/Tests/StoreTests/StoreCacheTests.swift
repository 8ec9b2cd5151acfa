import Foundation
import GRDB
import Synchronization
import Testing

@testable import Store

@Suite struct StoreCacheTests {
  private static func cache(
    _ store: KeyValueStore, _ capacity: Int, table: String = "cache"
  ) throws -> StoreCache<Data> {
    try StoreCache(Data.self, in: store, table: table, capacity: capacity)
  }

  @Test(arguments: StoreKind.allCases) func whatWasUsedLongestAgoGoesFirst(
    kind: StoreKind
  ) throws {
    try kind.withStore { store in
      let cache = try Self.cache(store, 300)
      for id in ["a", "b", "c"] { try cache.put(Data(count: 100), id: id) }
      #expect(try cache.byteCount() == 300)
      #expect(try cache.get(id: "a") != nil)
      try cache.put(Data(count: 50), id: "d")
      #expect(try cache.table.ids() == ["a", "c", "d"])
      #expect(try cache.item(id: "c")?.value.count == 100)
      try cache.put(Data(count: 150), id: "a")
      #expect(try cache.table.ids() == ["a", "c", "d"])
      #expect(try cache.byteCount() == 300)
      try cache.put(Data(count: 1), id: "e")
      #expect(try cache.table.ids() == ["a", "c", "e"])
      #expect(try cache.byteCount() == 251)
      #expect(try store.verify().isIntact)
    }
  }

  @Test(arguments: StoreKind.allCases) func theSumFollowsEveryWayToGo(kind: StoreKind) throws {
    let time = ManualTime()
    try kind.withStore({ $0.now = { time.now } }) { store in
      let cache = try Self.cache(store, 1000)
      for id in ["a/1", "a/2", "b", "c", "d"] { try cache.put(Data(count: 10), id: id) }
      try cache.put(Data(count: 10), id: "short", expiresAfter: .seconds(1))
      try cache.put(Data(count: 7), id: "b")
      #expect(try cache.byteCount() == 57)
      #expect(try cache.table.delete(in: .prefix("a/")) == 2)
      #expect(try cache.byteCount() == 37)
      #expect(try cache.table.delete(ids: ["b", "none"]) == 1)
      #expect(try cache.byteCount() == 30)
      time.advance(by: 1)
      #expect(try cache.get(id: "short") == nil)
      #expect(try store.purgeExpired() == 1)
      #expect(try cache.byteCount() == 20)
      struct Refusal: Error {}
      #expect(throws: Refusal.self) {
        try store.write { transaction in
          try cache.put(Data(count: 100), id: "undone", in: transaction)
          throw Refusal()
        }
      }
      try store.write { try cache.put(Data(count: 5), id: "e", in: $0) }
      #expect(try cache.byteCount() == 25)
      #expect(try store.verify().isIntact)
      try cache.table.clear()
      #expect(try cache.byteCount() == 0)
    }
  }

  @Test(arguments: StoreKind.allCases) func aValueLargerThanTheCacheTakesNothingElseAway(
    kind: StoreKind
  ) throws {
    try kind.withStore { store in
      let cache = try Self.cache(store, 100)
      try cache.put(Data(count: 40), id: "kept")
      try cache.put(Data(count: 40), id: "k")
      try cache.put(Data(count: 101), id: "k")
      #expect(try cache.table.ids() == ["kept"])
      try cache.put(Data(count: 100), id: "k")
      #expect(try cache.table.ids() == ["k"])
      let none = try Self.cache(store, -1, table: "none")
      try none.put(Data(count: 1), id: "k")
      #expect(try none.get(id: "k") == nil)
    }
  }

  @Test(arguments: StoreKind.allCases) func aPutThatIsTooLargeShrinksTheCacheNevertheless(
    kind: StoreKind
  ) throws {
    try kind.withStore { store in
      let cache = try Self.cache(store, 100)
      for id in ["a", "b", "c", "d"] { try cache.put(Data(count: 20), id: id) }
      let smaller = try Self.cache(store, 50)
      try smaller.put(Data(count: 51), id: "a")
      #expect(try smaller.table.ids() == ["c", "d"])
      #expect(try smaller.byteCount() == 40)
    }
  }

  /// What a savepoint takes back is no use of what was read before it.
  @Test(arguments: StoreKind.allCases) func aPutThatASavepointTakesBackForgetsNoReads(
    kind: StoreKind
  ) throws {
    try kind.withStore { store in
      let cache = try Self.cache(store, 30)
      for id in ["a", "b", "c"] { try cache.put(Data(count: 10), id: id) }
      _ = try cache.get(id: "a")
      try store.write { transaction in
        try transaction.database.inSavepoint {
          try cache.put(Data(count: 10), id: "lost", in: transaction)
          return .rollback
        }
      }
      try cache.put(Data(count: 10), id: "d")
      #expect(try cache.table.ids() == ["a", "c", "d"])
      #expect(try store.verify().isIntact)
    }
  }

  @Test func theOrderOfUseOutlivesTheProcessUpToTheLastPut() throws {
    try withTemporaryFolder { folder in
      var store = try KeyValueStore(name: "s", in: folder)
      var cache = try Self.cache(store, 300)
      for id in ["a", "b", "c"] { try cache.put(Data(count: 100), id: id) }
      _ = try cache.get(id: "a")
      try cache.put(Data(count: 100), id: "c")
      _ = try cache.get(id: "b")
      try store.close()
      store = try KeyValueStore(name: "s", in: folder)
      cache = try Self.cache(store, 300)
      try cache.put(Data(count: 100), id: "d")
      #expect(try cache.table.ids() == ["a", "c", "d"])
      try store.close()
      var configuration = StoreConfiguration()
      configuration.isReadOnly = true
      store = try KeyValueStore(name: "s", in: folder, configuration: configuration)
      #expect(try Self.cache(store, 300).get(id: "a")?.count == 100)
      let error = #expect(throws: StoreError.self) { try Self.cache(store, 1, table: "new") }
      #expect(error?.code == .readOnly)
      try store.close()
    }
  }

  @Test func aPlainTableBecomesACache() throws {
    try StoreKind.memory.withStore { store in
      let plain = try store.table("plain")
      for id in ["b", "a"] { try plain.put(Data(count: 10), id: id) }
      let cache = try Self.cache(store, 20, table: "plain")
      #expect(try cache.byteCount() == 20)
      try cache.put(Data(count: 1), id: "c")
      #expect(try cache.table.count() == 2)
      let error = #expect(throws: StoreError.self) { try plain.put(1, id: "k") }
      #expect(error?.code == .wrongTableKind)
      let forbidden = #expect(throws: StoreError.self) {
        try Self.cache(store, 1, table: "default")
      }
      #expect(forbidden?.code == .invalidName)
      #expect(try store.dropTable("plain"))
      let dropped = #expect(throws: StoreError.self) { try cache.put(Data(), id: "k") }
      #expect(dropped?.code == .noSuchTable)
      let anew = try Self.cache(store, 20, table: "plain")
      #expect(try anew.byteCount() == 0)
      try store.close()
      for use in [
        { try anew.put(Data(), id: "k") }, { _ = try anew.get(id: "k") },
        { _ = try anew.byteCount() }, { _ = try Self.cache(store, 20) },
      ] as [() throws -> Void] {
        let error = #expect(throws: StoreError.self) { try use() }
        #expect(error?.code == .closed)
      }
    }
  }

  @Test(arguments: [UInt64.random(in: 0...UInt64.max)])
  func randomUseAgreesWithAList(seed: UInt64) throws {
    print("StoreCacheTests seed: \(seed)")
    var random = SplitMix(seed: seed)
    try StoreKind.file.withStore { store in
      let cache = try Self.cache(store, 500)
      var expected: [(id: String, size: Int)] = []
      for step in 0..<3000 {
        let id = "\(Int.random(in: 0..<40, using: &random))"
        let position = expected.firstIndex { $0.id == id }
        switch Int.random(in: 0..<10, using: &random) {
        case 0..<5:
          let size = Int.random(in: 0..<90, using: &random)
          try cache.put(Data(count: size), id: id)
          if let position { expected.remove(at: position) }
          expected.append((id, size))
          while expected.reduce(0, { $0 + $1.size }) > 500 { expected.removeFirst() }
        case 5..<9:
          let found = try cache.get(id: id)
          #expect(found?.count == position.map { expected[$0].size }, "step \(step)")
          if let position { expected.append(expected.remove(at: position)) }
        default:
          #expect(try cache.table.delete(id: id) == (position != nil), "step \(step)")
          if let position { expected.remove(at: position) }
        }
        #expect(try cache.byteCount() == expected.reduce(0) { $0 + $1.size }, "step \(step)")
      }
      #expect(try cache.table.ids() == expected.map(\.id).sorted())
      #expect(try store.verify().isIntact)
    }
  }

  /// Every statement of a put finds its rows through an index, so its cost does not grow with them.
  @Test func noStatementOfAPutScansATable() throws {
    try StoreKind.file.withStore { store in
      let cache = try Self.cache(store, 1000)
      for number in 0..<10 { try cache.put(Data(count: 100), id: "\(number)") }
      _ = try cache.get(id: "3")
      let writer = store.engine.writer
      let statements = StatementList()
      writer.inDatabase { database in
        database.trace(options: .statement) { event in
          if case .statement(let statement) = event { statements.add(statement.expandedSQL) }
        }
      }
      try cache.put(Data(count: 300), id: "new")
      writer.inDatabase { $0.trace(nil) }
      #expect(try cache.table.ids() == ["3", "4", "5", "6", "7", "8", "9", "new"].sorted())
      var plans = 0
      for sql in statements.all where !sql.hasPrefix("--") {
        guard ["SELECT", "INSERT", "UPDATE", "DELETE"].contains(where: sql.hasPrefix) else {
          continue
        }
        let steps = try writer.inDatabase { database in
          try Row.fetchAll(database, sql: "EXPLAIN QUERY PLAN \(sql)").map {
            $0["detail"] as String
          }
        }
        // The sum is a table of one row.
        for step in steps where step.hasPrefix("SCAN") && !step.contains("_total") {
          let isIndexed = step.contains("USING") && step.contains("INDEX")
          #expect(isIndexed, "\(step) in \(sql)")
        }
        plans += 1
      }
      #expect(plans > 10)
    }
  }
}

private final class StatementList: Sendable {
  private let statements = Mutex<[String]>([])

  var all: [String] { statements.withLock { $0 } }

  func add(_ sql: String) { statements.withLock { $0.append(sql) } }
}
