import Foundation
import GRDB
import Synchronization
import Testing

@testable import Store

/// Code that runs beside, inside or after a closure of a store.
@Suite struct ClosureTests {
  private final class Kept: Sendable {
    let value = Mutex<Int?>(nil)
  }

  @Test(.timeLimit(.minutes(10)), arguments: StoreKind.allCases)
  func aTaskBegunInsideAClosureMayUseTheStoreBesideIt(kind: StoreKind) async throws {
    try await kind.withStore { store in
      let other = try KeyValueStore.inMemory()
      try store.put(1, id: "k")
      let read = Kept()
      let task = try await store.write { transaction -> Task<Void, any Error> in
        try transaction.put(2, id: "k")
        let begun = DispatchSemaphore(value: 0)
        // In a file a read runs beside the write; in memory it has to wait for its end.
        let isBeside = store.path != other.path
        let task = Task {
          if !isBeside { begun.signal() }
          defer { if isBeside { begun.signal() } }
          let value = try store.get(Int.self, id: "k")
          read.value.withLock { $0 = value }
        }
        let next = Task {
          try await task.value
          _ = try await store.write { try $0.put(3, id: "k") }
        }
        begun.wait()
        #expect(throws: StoreError.self) { try store.get(Int.self, id: "k") }
        _ = try other.write { _ in
          #expect(throws: StoreError.self) { try store.get(Int.self, id: "k") }
        }
        return next
      }
      try await task.value
      #expect(read.value.withLock { $0 } == (kind == .file ? 1 : 2))
      #expect(try store.get(Int.self, id: "k") == 3)
    }
  }

  /// A task inherits the closures in which it is begun; by its own, they have mostly ended.
  @Test func closuresThatHaveEndedAreForgotten() throws {
    let store = try KeyValueStore.inMemory()
    let other = try KeyValueStore.inMemory()
    var inherited: [ClosureInProgress] = []
    for _ in 0..<100 {
      try Engine.$current.withValue(inherited) {
        try other.write { _ in
          inherited = try store.write { _ in Engine.current }
          #expect(inherited.count == 2)
        }
      }
    }
  }

  /// What ends writes that it has ended: the store's last word may be somebody's end.
  private final class Ending: Sendable {
    let store: KeyValueStore
    let id: String
    let failures: Counter

    init(_ store: KeyValueStore, _ id: String, _ failures: Counter) {
      (self.store, self.id, self.failures) = (store, id, failures)
    }

    deinit {
      do { try store.put(true, id: id) } catch { failures.add() }
    }
  }

  private final class Counter: Sendable {
    private let count = Atomic(0)
    var value: Int { count.load(ordering: .relaxed) }
    func add() { count.add(1, ordering: .relaxed) }
  }

  /// The closure of a write may hold the last reference to something that uses the store as it ends.
  @Test(arguments: StoreKind.allCases) func whatAClosureHoldsMayUseTheStoreAtItsEnd(
    kind: StoreKind
  ) async throws {
    try await kind.withStore { store in
      let failures = Counter()
      await withTaskGroup { group in
        for writer in 0..<4 {
          group.addTask {
            for number in 0..<50 {
              let ending = Ending(store, "\(writer)/\(number)", failures)
              try? await store.write { transaction in
                try transaction.put(ending.id, id: "last")
                if number.isMultiple(of: 5) { throw CancellationError() }
              }
            }
          }
        }
      }
      #expect(failures.value == 0)
      let count = try store.ids().count
      #expect(count == 201)
    }
  }

  private struct Crowded: Hashable, Sendable {
    var count: Int

    /// All values in one bucket.
    func hash(into hasher: inout Hasher) {}
  }

  @Test(.timeLimit(.minutes(10)), arguments: StoreKind.allCases)
  func anObservedQueryTellsValuesApartByTheirEquality(kind: StoreKind) async throws {
    try await kind.withStore { store in
      try await store.write { try $0.database.execute(sql: "CREATE TABLE book (id INTEGER)") }
      let books = store.observe {
        Crowded(count: try Int.fetchOne($0, sql: "SELECT count(*) FROM book") ?? 0)
      }
      var one = books.makeAsyncIterator()
      var two = books.makeAsyncIterator()
      for count in 0..<4 {
        #expect(try await one.next()?.count == count)
        if count.isMultiple(of: 2) { #expect(try await two.next()?.count == count) }
        // A change of nothing is silent.
        try await store.write { try $0.database.execute(sql: "UPDATE book SET id = id") }
        try await store.write { try $0.database.execute(sql: "INSERT INTO book VALUES (1)") }
      }
    }
  }

  @Test(arguments: StoreKind.allCases) func aCacheRefusesATransactionOfAnotherStore(
    kind: StoreKind
  ) throws {
    try kind.withStore { store in
      let cache = try StoreCache(Int.self, in: store, table: "t", capacity: 100)
      let other = try KeyValueStore.inMemory()
      let namesake = try StoreCache(Int.self, in: other, table: "t", capacity: 100)
      try namesake.put(1, id: "k")
      let error = try other.write { transaction in
        #expect(throws: StoreError.self) { try cache.put(2, id: "k", in: transaction) }
      }
      #expect(error?.code == .noSuchTable)
      #expect(try namesake.get(id: "k") == 1)
      #expect(try cache.get(id: "k") == nil)
      try store.write { try cache.put(3, id: "k", in: $0) }
      #expect(try cache.get(id: "k") == 3)
    }
  }

  /// What was read last is evicted last, though a put that would have noted it was undone.
  @Test(arguments: StoreKind.allCases) func aPutThatIsUndoneForgetsNoRead(
    kind: StoreKind
  ) async throws {
    struct Undone: Error {}
    try await kind.withStore { store in
      for way in 0..<2 {
        let cache = try StoreCache(Data.self, in: store, table: "t\(way)", capacity: 30)
        for id in ["a", "b", "c"] { try cache.put(Data(count: 10), id: id) }
        _ = try cache.get(id: "a")
        let put: @Sendable (StoreTransaction) throws -> Void = { transaction in
          try cache.put(Data(count: 10), id: "undone", in: transaction)
          throw Undone()
        }
        switch way {
        case 0: try? Self.now(store, put)
        default: try? await store.write(put)
        }
        try cache.put(Data(count: 10), id: "d")
        #expect(try cache.table.ids() == ["a", "c", "d"], "way \(way)")
      }
    }
  }

  private static func now(
    _ store: KeyValueStore, _ body: (StoreTransaction) throws -> Void
  ) throws { try store.write(body) }

  @Test func aPutThatFailsForgetsNoRead() throws {
    let store = try KeyValueStore.inMemory()
    let cache = try StoreCache(Data.self, in: store, table: "t", capacity: 2)
    try cache.put(Data("a".utf8), id: "a")
    try cache.put(Data("b".utf8), id: "b")
    #expect(try cache.get(id: "a") != nil)
    var ended: StoreTransaction?
    try store.write { ended = $0 }
    let transaction = try #require(ended)
    let error = #expect(throws: StoreError.self) {
      try cache.put(Data("c".utf8), id: "c", in: transaction)
    }
    #expect(error?.code == .closed)
    try cache.put(Data("c".utf8), id: "c")
    #expect(try cache.get(id: "a") != nil)
    #expect(try cache.get(id: "b") == nil)
  }
}
