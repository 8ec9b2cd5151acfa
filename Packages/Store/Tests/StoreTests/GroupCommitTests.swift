import Foundation
import Store
import Synchronization
import Testing

/// Asynchronous writes share commits, and nobody has to pay for it.
@Suite struct GroupCommitTests {
  private final class Flag: Sendable {
    private let value = Atomic(false)
    var isSet: Bool { value.load(ordering: .acquiring) }
    func set() { value.store(true, ordering: .releasing) }
  }

  /// How many transactions a file has committed: `iChange` of SQLite's wal-index.
  private static func commits(of path: String) throws -> Int {
    let index = try Data(contentsOf: URL(fileURLWithPath: path + "-shm"))
    return index[8..<12].enumerated().reduce(0) { $0 | Int($1.element) << ($1.offset * 8) }
  }

  @Test func concurrentWritersShareCommits() async throws {
    try await StoreKind.file.withStore({ $0.durability = .survivesPowerLoss }) { store in
      let before = try Self.commits(of: store.path)
      try await withThrowingTaskGroup(of: Void.self) { group in
        for task in 0..<16 {
          group.addTask {
            for step in 0..<25 { try await store.write { try $0.put(step, id: "\(task)") } }
          }
        }
        try await group.waitForAll()
      }
      let commits = try Self.commits(of: store.path) - before
      #expect(commits >= 25)
      #expect(commits <= 200, "400 writes made \(commits) commits")
    }
  }

  @Test func oneWriterAfterAnotherCommitsEachWrite() async throws {
    try await StoreKind.file.withStore { store in
      let before = try Self.commits(of: store.path)
      for step in 0..<20 { try await store.write { try $0.put(step, id: "k") } }
      #expect(try Self.commits(of: store.path) - before == 20)
    }
  }

  @Test(.timeLimit(.minutes(1))) func aSynchronousWriteIsNotStarved() async throws {
    for kind in StoreKind.allCases {
      try await kind.withStore { store in
        let done = Flag()
        try await withThrowingTaskGroup(of: Void.self) { group in
          for task in 0..<8 {
            group.addTask {
              while !done.isSet {
                try await store.write { try $0.put(task, id: "\(task)") }
              }
            }
          }
          // On a thread of its own: it must not take one from the tasks that it waits for.
          Thread.detachNewThread {
            for number in 0..<20 { #expect(throws: Never.self) { try store.put(number, id: "k") } }
            done.set()
          }
          try await group.waitForAll()
        }
        let last = try await store.read { try $0.get(Int.self, id: "k") }
        #expect(last == 19)
      }
    }
  }
}
