import Foundation
import Store
import Testing

@Suite struct TransactionTests {
  struct Refusal: Error, Equatable {}

  @Test(arguments: StoreKind.allCases) func whatThrowsIsUndone(kind: StoreKind) throws {
    try kind.withStore { store in
      try store.put(1, id: "k")
      #expect(try store.get(Int.self, id: "k") == 1)
      #expect(throws: Refusal.self) {
        try store.write { transaction in
          try transaction.put(2, id: "k")
          try transaction.table("new").put(3, id: "n")
          #expect(try transaction.get(Int.self, id: "k") == 2)
          throw Refusal()
        }
      }
      #expect(try store.get(Int.self, id: "k") == 1)
      #expect(try !store.tableExists("new"))
    }
  }

  @Test(arguments: StoreKind.allCases) func aPartThatFailsAndIsCaughtLeavesNothingBehind(
    kind: StoreKind
  ) throws {
    try kind.withStore { store in
      try store.write { transaction in
        try transaction.put(1, id: "before")
        let error = #expect(throws: StoreError.self) {
          try transaction.putAll([(id: "a", value: Picky(1)), (id: "b", value: Picky(nil))])
        }
        #expect(error?.code == .unencodable)
        try transaction.put(2, id: "after")
      }
      #expect(try store.ids() == ["after", "before"])
    }
  }

  private struct Picky: Encodable, Sendable {
    let value: Int?

    init(_ value: Int?) {
      self.value = value
    }

    func encode(to encoder: any Encoder) throws {
      guard let value else { throw Refusal() }
      try value.encode(to: encoder)
    }
  }

  @Test(arguments: StoreKind.allCases) func whatReturnsIsKept(kind: StoreKind) throws {
    try kind.withStore { store in
      let sum = try store.write { transaction in
        try transaction.put(1, id: "a")
        try transaction.table("t").put(2, id: "b")
        return try transaction.count() + transaction.table("t").count()
      }
      #expect(sum == 2)
      #expect(try store.table("t").get(Int.self, id: "b") == 2)
    }
  }

  @Test(arguments: StoreKind.allCases) func theStoreInsideItsOwnClosureIsAnErrorNotADeadlock(
    kind: StoreKind
  ) throws {
    try kind.withStore { store in
      let attempts: [() throws -> Void] = [
        { try store.write { _ in try store.put(1, id: "a") } },
        { try store.write { _ in _ = try store.get(Int.self, id: "a") } },
        { try store.read { _ in _ = try store.get(Int.self, id: "a") } },
        { try store.read { _ in try store.write { _ in } } },
        { try store.write { _ in try store.close() } },
      ]
      for attempt in attempts {
        let error = #expect(throws: StoreError.self) { try attempt() }
        #expect(error?.code == .reentrant)
      }
      try store.put(1, id: "a")
    }
  }

  @Test(arguments: StoreKind.allCases) func aTransactionThatEscapesIsClosed(kind: StoreKind) throws
  {
    try kind.withStore { store in
      let transaction = try store.write { $0 }
      let snapshot = try store.read { $0 }
      for attempt in [
        { try transaction.put(1, id: "a") }, { _ = try transaction.count() },
        { _ = try snapshot.count() }, { _ = try transaction.table("t") },
      ] as [() throws -> Void] {
        let error = #expect(throws: StoreError.self) { try attempt() }
        #expect(error?.code == .closed)
      }
    }
  }

  @Test func aSnapshotDoesNotSeeWhatIsCommittedMeanwhile() throws {
    try withTemporaryFolder { folder in
      let store = try KeyValueStore(name: "s", in: folder)
      let other = try KeyValueStore(name: "s", in: folder)
      try store.put(1, id: "k")
      try store.read { snapshot in
        #expect(try snapshot.get(Int.self, id: "k") == 1)
        try other.put(2, id: "k")
        #expect(try snapshot.get(Int.self, id: "k") == 1)
        let error = #expect(throws: StoreError.self) { try snapshot.table("none") }
        #expect(error?.code == .noSuchTable)
      }
      #expect(try store.get(Int.self, id: "k") == 2)
      try store.close()
      try other.close()
    }
  }

  @Test(arguments: StoreKind.allCases) func sixtyFourTasksLoseNoIncrement(kind: StoreKind)
    async throws
  {
    try await kind.withStore { store in
      try await withThrowingTaskGroup(of: Void.self) { group in
        for task in 0..<64 {
          group.addTask {
            for _ in 0..<10 {
              try await store.write { transaction in
                let count = try transaction.get(Int.self, id: "count") ?? 0
                try transaction.put(count + 1, id: "count")
                try transaction.put(count, id: "task \(task)")
              }
            }
          }
        }
        try await group.waitForAll()
      }
      let total = try await store.read { try $0.get(Int.self, id: "count") }
      #expect(total == 640)
      let rows = try await store.read { try $0.count() }
      #expect(rows == 65)
    }
  }

  @Test(arguments: StoreKind.allCases) func inACommonCommitEachWriteStandsAlone(
    kind: StoreKind
  ) async throws {
    try await kind.withStore { store in
      let outcomes = await withTaskGroup(of: (Int, Bool).self) { group in
        for index in 0..<100 {
          group.addTask {
            do {
              try await store.write { transaction in
                try transaction.put(index, id: "\(index)")
                if index.isMultiple(of: 3) { throw Refusal() }
              }
              return (index, true)
            } catch {
              #expect(error is Refusal)
              return (index, false)
            }
          }
        }
        return await group.reduce(into: [Int: Bool]()) { $0[$1.0] = $1.1 }
      }
      for index in 0..<100 {
        let isKept = try await store.read { try $0.contains(id: "\(index)") }
        #expect(isKept == !index.isMultiple(of: 3))
        #expect(outcomes[index] == isKept)
      }
    }
  }

  @Test(arguments: StoreKind.allCases) func aCancelledWriteChangesNothing(
    kind: StoreKind
  ) async throws {
    try await kind.withStore { store in
      let task = Task {
        while !Task.isCancelled { await Task.yield() }
        try await store.write { try $0.put(1, id: "k") }
      }
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
      let isThere = try await store.read { try $0.contains(id: "k") }
      #expect(!isThere)
    }
  }
}
