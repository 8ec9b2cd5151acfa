import Foundation
import Store
import Testing

/// Rows past their time that nobody has purged yet.
@Suite struct ExpiredRowTests {
  enum Removal: CaseIterable, Sendable {
    case byID, byIDs, range, clear, drop, purge, eviction, oversizedValue

    var needsCache: Bool { self == .eviction || self == .oversizedValue }
  }

  private static let value = Data("v".utf8)

  @Test(.timeLimit(.minutes(10)), arguments: Removal.allCases, StoreKind.allCases)
  func anObserverHearsThatAnExpiredValueIsGone(removal: Removal, kind: StoreKind) async throws {
    let time = ManualTime()
    try await kind.withStore({ $0.now = { time.now } }) { store in
      let cache =
        removal.needsCache
        ? try StoreCache(Data.self, in: store, table: "t", capacity: 4) : nil
      let table = try store.table("t")
      if let cache {
        try cache.put(Self.value, id: "k", expiresAfter: .seconds(1))
      } else {
        try table.put(Self.value, id: "k", expiresAfter: .seconds(1))
      }
      var values = table.observe(Data.self, id: "k").makeAsyncIterator()
      #expect(try await values.next() == Self.value)
      time.advance(by: 2)
      switch removal {
      case .byID: #expect(try !table.delete(id: "k"))
      case .byIDs: #expect(try table.delete(ids: ["k", "none"]) == 0)
      case .range: #expect(try table.delete(in: .prefix("k")) == 0)
      case .clear: try table.clear()
      case .drop: try store.dropTable("t")
      case .purge: #expect(try table.purgeExpired() == 1)
      case .eviction: try cache?.put(Data("full".utf8), id: "other")
      case .oversizedValue: try cache?.put(Data("larger".utf8), id: "k")
      }
      do {
        #expect(try await values.next() == .some(nil))
        #expect(removal != .drop)
      } catch let error as StoreError {
        #expect(removal == .drop && error.code == .noSuchTable)
      }
    }
  }

  @Test(arguments: StoreKind.allCases) func aValueInThePlaceOfAnExpiredOneIsNew(
    kind: StoreKind
  ) throws {
    let time = ManualTime()
    try kind.withStore({ $0.now = { time.now } }) { store in
      let cache = try StoreCache(Int.self, in: store, table: "c", capacity: 100)
      let first = time.now
      try store.put(1, id: "expired", expiresAfter: .seconds(1))
      try store.put(1, id: "live", expiresAfter: .seconds(9))
      try store.put(1, id: "lasting")
      try cache.put(1, id: "expired", expiresAfter: .seconds(1))
      time.advance(by: 1)
      for id in ["expired", "live", "lasting"] { try store.put(2, id: id) }
      try cache.put(2, id: "expired")
      #expect(try store.item(Int.self, id: "expired")?.created == time.now)
      #expect(try cache.item(id: "expired")?.created == time.now)
      #expect(try store.item(Int.self, id: "live")?.created == first)
      #expect(try store.item(Int.self, id: "lasting")?.created == first)
      #expect(try store.verify().isIntact)
    }
  }
}
