import Foundation
import Measuring
import Store

/// Measures sixteen tasks, each of which waits for the disk.
///
/// The cost of a wait differs by a factor of thirty between disks and times of day, so the commits are also counted.
/// SQLite in groups of sixteen shows the minimum cost of a shared commit.
func measureDurableWriters(_ bench: Bench) async throws {
  let store = try bench.store("durable.store", .survivesPowerLoss)
  let each = try RawSQLite(bench.path("each.raw"), pragmas: SQLiteMode.full)
  let grouped = try RawSQLite(bench.path("grouped.raw"), pragmas: SQLiteMode.full)
  let old = try RawSQLite(bench.path("old.raw"), pragmas: SQLiteMode.rollback)
  let writers = 16
  let steps = 100
  let operations = writers * steps
  var shared = 0
  let times = try await compare(
    rounds: bench.rounds, operations: operations,
    [
      {
        let before = try commits(of: store.path)
        try await withThrowingTaskGroup(of: Void.self) { group in
          for task in 0..<writers {
            group.addTask {
              for step in 0..<steps {
                try await store.write { try $0.put(nextValue(), id: "\(task)/\(step)") }
              }
            }
          }
          try await group.waitForAll()
        }
        shared = try commits(of: store.path) - before
      },
      { for step in 0..<operations { each.put("\(step)", nextValue(), now()) } },
      { for step in 0..<operations { old.put("\(step)", nextValue(), now()) } },
      { for step in 0..<operations { try store.put(nextValue(), id: "\(step)") } },
      {
        for step in 0..<steps {
          grouped.execute("BEGIN IMMEDIATE")
          for task in 0..<writers { grouped.put("\(task)/\(step)", nextValue(), now()) }
          grouped.execute("COMMIT")
        }
      },
    ])
  func report(_ name: String, _ way: Int, _ peer: String, _ theirs: Int, target: Double?) {
    bench.table.report(
      Measurement(
        name: name, size: operations, ours: times[way], peer: peer, theirs: times[theirs],
        target: target,
        note: way == 0 ? "\(shared) commits for \(operations) writes" : "synchronous=FULL"))
  }
  report("16 durable writers", 0, "raw, one commit each", 1, target: 8)
  report("16 durable writers", 0, "rollback journal", 2, target: 30)
  report("16 durable writers", 0, "raw, sixteen a commit", 4, target: nil)
  report("single durable put", 3, "raw, one commit each", 1, target: nil)
  try store.close()
}
