import Foundation
import Store
import Testing

@Suite struct ExpiryTests {
  @Test(arguments: StoreKind.allCases) func anExpiredValueIsGoneForEveryMethod(
    kind: StoreKind
  ) throws {
    let time = ManualTime()
    try kind.withStore({ $0.now = { time.now } }) { store in
      try store.put("short", id: "s", expiresAfter: .seconds(10))
      try store.put("long", id: "l")
      #expect(try store.item(String.self, id: "s")?.expires == time.now + 10)
      time.advance(by: 9.999)
      #expect(try store.get(String.self, id: "s") == "short")
      time.advance(by: 0.001)
      #expect(try store.get(String.self, id: "s") == nil)
      #expect(try store.item(String.self, id: "s") == nil)
      #expect(try !store.contains(id: "s"))
      #expect(try store.ids() == ["l"])
      #expect(try store.count() == 1)
      #expect(try store.all(String.self).map(\.id) == ["l"])
      #expect(try store.delete(in: .prefix("s")) == 0)
    }
  }

  @Test(arguments: StoreKind.allCases) func deletingWhatHasExpiredFindsNothing(
    kind: StoreKind
  ) throws {
    let time = ManualTime()
    try kind.withStore({ $0.now = { time.now } }) { store in
      try store.put(1, id: "k", expiresAfter: .seconds(1))
      time.advance(by: 1)
      #expect(try !store.delete(id: "k"))
      #expect(try store.purgeExpired() == 0)
    }
  }

  @Test(arguments: StoreKind.allCases) func purgingFreesWhatHasExpiredAndNothingElse(
    kind: StoreKind
  ) throws {
    let time = ManualTime()
    try kind.withStore({ $0.now = { time.now } }) { store in
      let table = try store.table("t")
      try store.putAll(["a": 1, "b": 2], expiresAfter: .seconds(5))
      try table.put(3, id: "c", expiresAfter: .seconds(5))
      try table.put(4, id: "d", expiresAfter: .seconds(50))
      try table.put(5, id: "e")
      time.advance(by: 6)
      #expect(try table.purgeExpired() == 1)
      #expect(try store.purgeExpired() == 2)
      #expect(try store.purgeExpired() == 0)
      #expect(try table.ids() == ["d", "e"])
    }
  }

  @Test(arguments: StoreKind.allCases) func puttingAgainStartsTheTimeAnew(kind: StoreKind) throws {
    let time = ManualTime()
    try kind.withStore({ $0.now = { time.now } }) { store in
      try store.put(1, id: "k", expiresAfter: .seconds(5))
      time.advance(by: 4)
      try store.put(2, id: "k", expiresAfter: .seconds(5))
      time.advance(by: 4)
      #expect(try store.get(Int.self, id: "k") == 2)
      try store.put(3, id: "k")
      time.advance(by: 1_000_000)
      #expect(try store.get(Int.self, id: "k") == 3)
    }
  }

  @Test(arguments: StoreKind.allCases) func aClockThatGoesBackRevivesUntilThePurge(
    kind: StoreKind
  ) throws {
    let time = ManualTime()
    try kind.withStore({ $0.now = { time.now } }) { store in
      try store.put(1, id: "k", expiresAfter: .seconds(5))
      time.advance(by: 10)
      #expect(try store.get(Int.self, id: "k") == nil)
      time.advance(by: -10)
      #expect(try store.get(Int.self, id: "k") == 1)
      time.advance(by: 10)
      #expect(try store.purgeExpired() == 1)
      time.advance(by: -10)
      #expect(try store.get(Int.self, id: "k") == nil)
    }
  }

  /// Only lifetimes follow the clock: nothing else is lost, and the order of use is no order of times.
  @Test(arguments: StoreKind.allCases) func aClockThatGoesBackTakesNothingAway(
    kind: StoreKind
  ) throws {
    let time = ManualTime()
    try kind.withStore({ $0.now = { time.now } }) { store in
      let start = time.now
      let cache = try StoreCache(String.self, in: store, table: "cache", capacity: 6)
      try store.put(1, id: "k")
      try cache.put("a", id: "a")
      time.advance(by: -86_400)
      try store.put(2, id: "k")
      try store.put(3, id: "earlier", expiresAfter: .seconds(60))
      try cache.put("b", id: "b")
      // The one used last goes last, whatever the clock says.
      try cache.put("c", id: "c")
      #expect(
        try cache.get(id: "a") == nil && cache.get(id: "b") == "b" && cache.get(id: "c") == "c")
      let item = try #require(try store.item(Int.self, id: "k"))
      #expect(item.value == 2 && item.created == start && item.updated == time.now)
      #expect(
        !item.isOlder(than: .zero, at: time.now) && !item.isOlder(than: .zero, at: .distantPast))
      #expect(try store.ids(order: .newestFirst) == ["k", "earlier"])
      #expect(try store.purgeExpired() == 0)
      time.advance(by: 59)
      #expect(try store.get(Int.self, id: "earlier") == 3)
      time.advance(by: 1)
      #expect(try store.ids() == ["k"] && store.purgeExpired() == 1)
      #expect(try store.verify().isIntact)
    }
  }

  @Test(
    arguments: [Duration.zero, .seconds(-1), .seconds(Int64.max), .seconds(Int64.min)])
  func extremeLifetimesNeitherCrashNorWrap(lifetime: Duration) throws {
    try StoreKind.memory.withStore { store in
      try store.put(1, id: "k", expiresAfter: lifetime)
      let value = try store.get(Int.self, id: "k")
      #expect(value == (lifetime > .zero ? 1 : nil))
    }
  }

  @Test func aLifetimeBeyondAllTimeEndsAtTheFarEndOfTime() throws {
    let time = ManualTime()
    try StoreKind.memory.withStore({ $0.now = { time.now } }) { store in
      for seconds in [1e13, 1e18, 1e19, 1e20] {
        try store.put(1, id: "k", expiresAfter: .seconds(seconds))
        let item = try #require(try store.item(Int.self, id: "k"))
        #expect(item.expires == Date(timeIntervalSince1970: Double(Int64.max) / 1e6))
        #expect(!item.isOlder(than: .seconds(seconds), at: time.now))
        #expect(item.isOlder(than: .seconds(-seconds), at: time.now))
        try store.put(1, id: "k", expiresAfter: .seconds(-seconds))
        #expect(try !store.contains(id: "k"))
      }
    }
  }
}
