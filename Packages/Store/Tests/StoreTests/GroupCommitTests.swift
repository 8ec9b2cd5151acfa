import Foundation
import Testing

@testable import Store

/// Asynchronous writes share commits, and nobody has to pay for it.
@Suite struct GroupCommitTests {
  /// How many transactions a file has committed: `iChange` of SQLite's wal-index.
  private static func commits(of path: String) throws -> Int {
    let index = try Data(contentsOf: URL(fileURLWithPath: path + "-shm"))
    return index[8..<12].enumerated().reduce(0) { $0 | Int($1.element) << ($1.offset * 8) }
  }

  @Test func writesThatWaitTogetherAreCommittedTogether() async throws {
    try await StoreKind.file.withStore { store in
      let before = try Self.commits(of: store.path)
      let isHeld = Flag()
      let mayEnd = DispatchSemaphore(value: 0)
      // Holds the writing connection, on a thread of its own: the others need the tasks' threads.
      Thread.detachNewThread {
        #expect(throws: Never.self) {
          try store.write { transaction in
            try transaction.put(0, id: "first")
            isHeld.set()
            mayEnd.wait()
          }
        }
      }
      try await withThrowingTaskGroup(of: Void.self) { group in
        while !isHeld.isSet { await Task.yield() }
        for task in 0..<16 {
          group.addTask { try await store.write { try $0.put(task, id: "\(task)") } }
        }
        while store.engine.pending.count < 16 { await Task.yield() }
        mayEnd.signal()
        try await group.waitForAll()
      }
      #expect(try Self.commits(of: store.path) - before == 2)
      #expect(try store.count() == 17)
    }
  }

  @Test func oneWriterAfterAnotherCommitsEachWrite() async throws {
    try await StoreKind.file.withStore { store in
      let before = try Self.commits(of: store.path)
      for step in 0..<20 { try await store.write { try $0.put(step, id: "k") } }
      #expect(try Self.commits(of: store.path) - before == 20)
    }
  }

  @Test(arguments: StoreKind.allCases)
  func aSynchronousWriteIsNotStarved(kind: StoreKind) async throws {
    try await kind.withStore { store in
      let done = Flag()
      let most = 5000
      let counts = try await withThrowingTaskGroup(of: Int.self) { group in
        for task in 0..<8 {
          group.addTask {
            var count = 0
            while !done.isSet, count < most {
              try await store.write { try $0.put(task, id: "\(task)") }
              count += 1
            }
            return count
          }
        }
        // On a thread of its own: it must not take one from the tasks that it waits for.
        Thread.detachNewThread {
          for number in 0..<20 { #expect(throws: Never.self) { try store.put(number, id: "k") } }
          done.set()
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(!counts.contains(most), "the others wrote \(counts) before it had its turns")
    }
  }
}
