import Dispatch
import Foundation
import GRDB
import Synchronization
import Testing

@testable import Store

/// What a store has said holds: off the actor, in closures, beside damage, at the ends of numbers.
@Suite struct PromiseTests {
  private struct Witness: Codable, Sendable {
    static let onMain = Mutex(0)
    static let decodes = Mutex(0)
    var number: Int

    init(_ number: Int) { self.number = number }

    init(from decoder: any Decoder) throws {
      number = try decoder.singleValueContainer().decode(Int.self)
      Witness.decodes.withLock { $0 += 1 }
      // Not by the thread: Dispatch serves the main queue with any.
      if DispatchQueue.getSpecific(key: Witness.isMain) == true {
        Witness.onMain.withLock { $0 += 1 }
      }
    }

    static let isMain = DispatchSpecificKey<Bool>()

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(number)
    }
  }

  @MainActor @Test func anObservationReadsAndDecodesOffTheCallersActor() async throws {
    DispatchQueue.main.setSpecific(key: Witness.isMain, value: true)
    #expect(DispatchQueue.getSpecific(key: Witness.isMain) == true)
    try await StoreKind.file.withStore { store in
      try store.put(Witness(1), id: "k")
      var values = store.observe(Witness.self, id: "k").makeAsyncIterator()
      var items = store.observeItems(Witness.self).makeAsyncIterator()
      for number in 1...3 {
        try store.put(Witness(number), id: "k")
        #expect(try await values.next(isolation: MainActor.shared)??.number == number)
        let all = try await items.next(isolation: MainActor.shared)
        #expect(all?.map(\.value.number) == [number])
      }
    }
    #expect(Witness.decodes.withLock { $0 } >= 6)
    #expect(Witness.onMain.withLock { $0 } == 0)
  }

  @Test(arguments: StoreKind.allCases) func reentranceEndsWithItsClosure(kind: StoreKind)
    async throws
  {
    try await kind.withStore { store in
      let gate = AsyncStream.makeStream(of: Void.self)
      let (task, snapshotTask) = try await store.write { transaction in
        try transaction.put(1, id: "k")
        expectCode(.reentrant) { _ = try store.get(Int.self, id: "k") }
        let task = Task {
          for await _ in gate.stream {}
          return try store.get(Int.self, id: "k")
        }
        return (task, Task { try await task.value })
      }
      gate.continuation.finish()
      #expect(try await task.value == 1)
      #expect(try await snapshotTask.value == 1)
      let other = try KeyValueStore.inMemory()
      try await store.read { _ in
        try other.write { _ in
          expectCode(.reentrant) { _ = try store.get(Int.self, id: "k") }
          expectCode(.reentrant) { try other.put(1, id: "k") }
        }
        try other.put(1, id: "k")
      }
    }
  }

  private static func change(_ sql: String, in store: KeyValueStore) throws {
    try store.engine.writer.writeWithoutTransaction { try $0.execute(sql: sql) }
  }

  @Test func aMissingKeyBesideADamagedOneIsMissing() throws {
    try StoreKind.file.withStore { store in
      for id in ["a", "c", "e"] { try store.put(Data(repeating: 1, count: 9_000), id: id) }
      try Self.change("UPDATE rows SET value = zeroblob(9000) WHERE id IN ('a', 'c')", in: store)
      #expect(try store.get(Data.self, id: "b") == nil)
      #expect(try store.get(Data.self, id: "d") == nil)
      #expect(try !store.contains(id: "b"))
      expectCode(.damaged) { _ = try store.get(Data.self, id: "c") }
    }
  }

  @Test(arguments: ["1", "expires - 3600000000 * 48", "NULL"])
  func aDamagedTimeToLiveIsToldAndItsRowStays(expires: String) throws {
    try StoreKind.file.withStore { store in
      for number in 0..<5 {
        try store.put(number, id: "\(number)", expiresAfter: .seconds(3600))
      }
      try Self.change("UPDATE rows SET expires = \(expires) WHERE id = '3'", in: store)
      expectCode(.damaged) { _ = try store.get(Int.self, id: "3") }
      expectCode(.damaged) { _ = try store.item(Int.self, id: "3") }
      for order in ItemOrder.allCases {
        expectCode(.damaged) { _ = try store.items(Int.self, order: order) }
      }
      expectCode(.damaged) { _ = try store.all(Int.self) }
      expectCode(.damaged) { _ = try store.items(Int.self, at: 3..<4) }
      expectCode(.damaged) { try store.exportLines(to: folderless) }
      if expires != "NULL" {
        expectCode(.damaged) { _ = try store.contains(id: "3") }
        expectCode(.damaged) { _ = try store.count() }
        expectCode(.damaged) { _ = try store.ids() }
      }
      #expect(try store.purgeExpired() == 0)
      #expect(try store.verify().damagedRows.map(\.id) == ["3"])
      #expect(try store.items(Int.self, in: .prefix("2")).map(\.value) == [2])
      try store.delete(id: "3")
      #expect(try store.verify().isIntact)
      #expect(try store.count() == 4)
    }
  }

  private var folderless: URL {
    FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).jsonl")
  }

  @Test func pagesOfARangeAreRightAmongExpiredRows() throws {
    let time = ManualTime()
    try StoreKind.file.withStore({ $0.now = { time.now } }) { store in
      for number in 0..<20 {
        try store.put(
          number, id: String(format: "%02d", number),
          expiresAfter: number % 2 == 0 ? .seconds(1) : nil)
      }
      time.advance(by: 2)
      #expect(try store.items(Int.self, limit: 3).map(\.value) == [1, 3, 5])
      #expect(try store.items(Int.self, at: 2..<4).map(\.value) == [5, 7])
      #expect(try store.items(Int.self, limit: 0).isEmpty)
      #expect(try store.items(Int.self, at: 9..<30).map(\.value) == [19])
      #expect(try store.ids(limit: 2) == ["01", "03"])
      #expect(try store.count() == 10)
      #expect(try store.purgeExpired() == 10)
      #expect(try store.items(Int.self, at: 2..<4).map(\.value) == [5, 7])
    }
  }

  @Test func aLifetimeAtTheEndsOfTimeIsKept() throws {
    try StoreKind.memory.withStore { store in
      for seconds in [Int64.max, Int64.max / 2, Int64(9_200_000_000_000)] {
        try store.put(1, id: "k", expiresAfter: .seconds(seconds))
        #expect(try store.get(Int.self, id: "k") == 1)
      }
      try store.put(1, id: "k", expiresAfter: .seconds(Int64.min))
      #expect(try store.get(Int.self, id: "k") == nil)
      #expect(try store.items(Int.self, at: Int.min..<Int.max).isEmpty)
      #expect(try store.items(Int.self, at: Int.max - 1..<Int.max).isEmpty)
      #expect(try store.items(Int.self, limit: Int.min).isEmpty)
      #expect(try store.items(Int.self, limit: Int.max).isEmpty)
    }
  }
}
