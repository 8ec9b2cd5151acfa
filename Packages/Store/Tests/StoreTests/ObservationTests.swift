import Foundation
import Store
import Testing

@Suite struct ObservationTests {
  @Test(arguments: StoreKind.allCases) func theValueComesAtOnceAndAfterEachCommit(
    kind: StoreKind
  ) async throws {
    try await kind.withStore { store in
      var values = store.observe(Int.self, id: "k").makeAsyncIterator()
      #expect(try await values.next() == .some(nil))
      try await store.write { try $0.put(1, id: "k") }
      #expect(try await values.next() == 1)
      try await store.write { try $0.put(2, id: "k") }
      #expect(try await values.next() == 2)
      try await store.write { _ = try $0.delete(id: "k") }
      #expect(try await values.next() == .some(nil))
    }
  }

  @Test(arguments: StoreKind.allCases) func equalValuesOtherRowsAndUndoneWritesAreSilent(
    kind: StoreKind
  ) async throws {
    try await kind.withStore { store in
      try store.put(1, id: "k")
      var values = store.observe(Int.self, id: "k").makeAsyncIterator()
      #expect(try await values.next() == 1)
      try await store.write { try $0.put(1, id: "k") }
      try await store.write { try $0.put(9, id: "other") }
      try await store.write { try $0.table("t").put(9, id: "k") }
      _ = try? await store.write { transaction in
        try transaction.put(8, id: "k")
        throw CancellationError()
      }
      try await store.write { try $0.put(2, id: "k") }
      #expect(try await values.next() == 2)
    }
  }

  @Test(arguments: StoreKind.allCases) func noIntermediateStateIsEverSeen(
    kind: StoreKind
  ) async throws {
    try await kind.withStore { store in
      try await store.write { try $0.putAll(["a": 0, "b": 0]) }
      let watcher = Task {
        var seen: [Int] = []
        for try await items in store.observeItems(Int.self) {
          let values = items.map(\.value)
          #expect(values.reduce(0, +) == 0, "a and b are moved in opposite directions at once")
          seen.append(values[0])
          if values[0] == 200 { break }
        }
        return seen
      }
      for step in 1...200 {
        try await store.write { transaction in
          try transaction.put(step, id: "a")
          try transaction.put(-step, id: "b")
        }
      }
      let seen = try await watcher.value
      #expect(seen.last == 200)
      #expect(seen == seen.sorted())
      #expect(Set(seen).count == seen.count)
    }
  }

  @Test func aSlowConsumerGetsTheLastStateAndHoldsNoQueue() async throws {
    try await StoreKind.file.withStore { store in
      var values = store.observe(Int.self, id: "k").makeAsyncIterator()
      #expect(try await values.next() == .some(nil))
      for value in 0..<1000 { try store.put(value, id: "k") }
      #expect(try await values.next() == 999)
    }
  }

  @Test func aRangeHearsOfItsOwnRowsOnly() async throws {
    try await StoreKind.memory.withStore { store in
      var items = store.observeItems(String.self, in: .prefix("a/"), order: .descending, limit: 2)
        .makeAsyncIterator()
      #expect(try await items.next()?.isEmpty == true)
      try await store.write { try $0.put("x", id: "b/1") }
      try await store.write { try $0.put("1", id: "a/1") }
      #expect(try await items.next()?.map(\.value) == ["1"])
      try await store.write { try $0.putAll(["a/2": "2", "a/3": "3"]) }
      #expect(try await items.next()?.map(\.value) == ["3", "2"])
      try await store.write { try $0.clear() }
      #expect(try await items.next()?.isEmpty == true)
    }
  }

  @Test(arguments: StoreKind.allCases) func composedAndDecomposedIdentifiersAreObservedApart(
    kind: StoreKind
  ) async throws {
    try await kind.withStore { store in
      var values = store.observe(Int.self, id: "e\u{301}").makeAsyncIterator()
      #expect(try await values.next() == .some(nil))
      try await store.write { transaction in
        try transaction.put(1, id: "é")
        try transaction.put(2, id: "e\u{301}")
      }
      #expect(try await values.next() == 2)
    }
  }

  @Test(arguments: StoreKind.allCases) func closingEndsEveryObservation(kind: StoreKind)
    async throws
  {
    try await kind.withStore { store in
      var started = store.observe(Int.self, id: "k").makeAsyncIterator()
      #expect(try await started.next() == .some(nil))
      let waiting = Task { [started] in
        var iterator = started
        return try await iterator.next() == nil
      }
      await Task.yield()
      try store.close()
      #expect(try await waiting.value)
      var late = store.observe(Int.self, id: "k").makeAsyncIterator()
      #expect(try await late.next() == nil)
    }
  }

  @Test func cancellingTheTaskEndsItsObservation() async throws {
    try await StoreKind.memory.withStore { store in
      let (firstSeen, first) = AsyncStream.makeStream(of: Void.self)
      let task = Task {
        var count = 0
        for try await _ in store.observe(Int.self, id: "k") {
          count += 1
          first.finish()
        }
        return count
      }
      for await _ in firstSeen {}
      task.cancel()
      let count = try await task.value
      #expect(count == 1)
    }
  }

  @Test func aCancelledTaskIsNotTheReaderOfAnythingMore() async throws {
    try await StoreKind.memory.withStore { store in
      let task = Task {
        while !Task.isCancelled { await Task.yield() }
        var values = store.observe(Int.self, id: "k").makeAsyncIterator()
        return try await values.next() == nil
      }
      task.cancel()
      let isOver = try await task.value
      #expect(isOver)
    }
  }

  @Test func aPurgeShowsWhatHasExpired() async throws {
    let time = ManualTime()
    try await StoreKind.memory.withStore({ $0.now = { time.now } }) { store in
      try await store.write { try $0.put(1, id: "k", expiresAfter: .seconds(1)) }
      var values = store.observe(Int.self, id: "k").makeAsyncIterator()
      #expect(try await values.next() == 1)
      time.advance(by: 2)
      try store.purgeExpired()
      #expect(try await values.next() == .some(nil))
    }
  }

  @Test(arguments: StoreKind.allCases) func whoObservesAnEmptyTableHearsThatItIsDropped(
    kind: StoreKind
  ) async throws {
    try await kind.withStore { store in
      var values = try store.table("t").observe(Int.self, id: "k").makeAsyncIterator()
      #expect(try await values.next() == .some(nil))
      try store.dropTable("t")
      do {
        let value = try await values.next()
        Issue.record("A dropped table has \(String(describing: value))")
      } catch let error as StoreError {
        #expect(error.code == .noSuchTable)
      }
    }
  }

  @Test func anErrorIsThrownAndTheObservationGoesOn() async throws {
    try await StoreKind.memory.withStore { store in
      try await store.write { try $0.put("text", id: "k") }
      var values = store.observe(Int.self, id: "k").makeAsyncIterator()
      do {
        let value = try await values.next()
        Issue.record("A text was delivered as \(String(describing: value))")
      } catch let error as StoreError {
        #expect(error.code == .wrongType)
      }
      try await store.write { try $0.put(5, id: "k") }
      #expect(try await values.next() == 5)
    }
  }
}
