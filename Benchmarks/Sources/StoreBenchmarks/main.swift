// The store beside SQLite's C interface and plain GRDB: bench store [--quick].
import Foundation
import GRDB
import Store
import Synchronization

let isQuick = CommandLine.arguments.contains("--quick")
let rounds = isQuick ? 3 : 7
let folder = FileManager.default.temporaryDirectory
  .appendingPathComponent("StoreBenchmarks-\(UUID().uuidString)")
try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
defer { try? FileManager.default.removeItem(at: folder) }

func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

func configuration(
  _ durability: Durability = .survivesProcessKill, _ access: StoreAccess = .shared
) -> StoreConfiguration {
  var configuration = StoreConfiguration()
  configuration.durability = durability
  configuration.access = access
  return configuration
}

let normal = "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL"
let full = "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL"
let rollback = "PRAGMA journal_mode = DELETE; PRAGMA synchronous = FULL"

/// 365 bytes, never the same twice: SQLite writes nothing when a row stays as it is.
let values = (0..<64).map { seed in
  Data((0..<365).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ seed) })
}
let turn = Atomic(0)

/// Another value at each call, whoever asks.
func nextValue() -> Data {
  values[turn.wrappingAdd(1, ordering: .relaxed).oldValue & 63]
}

func now() -> Int64 {
  Int64(Date().timeIntervalSince1970 * 1_000_000)
}

let count = 10_000
let names = (0..<count).map { String(format: "item/%07d", $0) }

func makeItems() -> [(id: String, value: Data)] {
  names.map { (id: $0, value: nextValue()) }
}
let ids = names.shuffled()

var results: [Measurement] = []

/// A lookup must find what was put, or the figure means nothing.
func require<Value>(_ found: Value?) {
  precondition(found != nil, "A row is missing.")
}

@MainActor
func report(_ measurement: Measurement) {
  results.append(measurement)
  print(measurement.line)
}

let store = try KeyValueStore(path: path("ours.store"), configuration: configuration())
let cached = try KeyValueStore(
  path: path("cached.store"), configuration: configuration(.survivesProcessKill, .exclusive()))
let raw = try RawSQLite(path("raw.sqlite"), pragmas: normal)
let plain = try PlainGRDB(path("grdb.sqlite"))
try cached.putAll(makeItems())

do {  // Batch: 10 000 new or overwritten rows in one transaction.
  let times = try await compare(
    rounds: rounds, operations: count,
    [
      { try store.putAll(makeItems()) },
      {
        raw.execute("BEGIN IMMEDIATE")
        for item in makeItems() { raw.put(item.id, item.value, now()) }
        raw.execute("COMMIT")
      },
      { try plain.putAll(makeItems(), now()) },
    ])
  report(
    Measurement(
      name: "batch put", size: count, ours: times[0], peer: "raw SQLite", theirs: times[1],
      target: 1 / 1.35, note: "365 B, with checksum and times"))
  report(
    Measurement(
      name: "batch put", size: count, ours: times[0], peer: "GRDB record upsert",
      theirs: times[2], target: nil, note: ""))
}
do {  // Single puts, one commit each.
  let some = ids.prefix(2000)
  let times = try await compare(
    rounds: rounds, operations: some.count,
    [
      { for id in some { try store.put(nextValue(), id: id) } },
      { for id in some { raw.put(id, nextValue(), now()) } },
      { for id in some { try plain.put(id, nextValue(), now()) } },
    ])
  report(
    Measurement(
      name: "single put", size: count, ours: times[0], peer: "raw SQLite", theirs: times[1],
      target: 1 / 1.35, note: "one commit each, survives a process kill"))
  report(
    Measurement(
      name: "single put", size: count, ours: times[0], peer: "GRDB record upsert",
      theirs: times[2], target: nil, note: ""))
}
do {  // Single gets in random order.
  for id in ids { _ = try cached.get(Data.self, id: id) }
  let times = try await compare(
    rounds: rounds, operations: count,
    [
      { for id in ids { require(try store.get(Data.self, id: id)) } },
      { for id in ids { require(try cached.get(Data.self, id: id)) } },
      { for id in ids { require(try plain.get(id)) } },
      { for id in ids { require(raw.get(id)) } },
      { for id in ids { require(try plain.record(id)) } },
    ])
  for (index, peer) in [(2, "GRDB read{}"), (3, "raw SQLite"), (4, "GRDB record")] {
    report(
      Measurement(
        name: "single get", size: count, ours: times[0], peer: peer, theirs: times[index],
        target: index == 2 ? 1 : nil, note: "uncached, checksum verified"))
  }
  report(
    Measurement(
      name: "cached get", size: count, ours: times[1], peer: "GRDB read{}", theirs: times[2],
      target: 20, note: "exclusive access"))
}
do {  // Sixteen tasks that each wait for the disk.
  let durable = try KeyValueStore(
    path: path("durable.store"), configuration: configuration(.survivesPowerLoss))
  let each = try RawSQLite(path("durable.sqlite"), pragmas: full)
  let old = try RawSQLite(path("old.sqlite"), pragmas: rollback)
  let operations = 1600
  let times = try await compare(
    rounds: rounds, operations: operations,
    [
      {
        try await withThrowingTaskGroup(of: Void.self) { group in
          for task in 0..<16 {
            group.addTask {
              for step in 0..<(operations / 16) {
                try await durable.write { try $0.put(nextValue(), id: "\(task)/\(step)") }
              }
            }
          }
          try await group.waitForAll()
        }
      },
      { for step in 0..<operations { each.put("\(step)", nextValue(), now()) } },
      { for step in 0..<operations { old.put("\(step)", nextValue(), now()) } },
      { for step in 0..<operations { try durable.put(nextValue(), id: "\(step)") } },
    ])
  report(
    Measurement(
      name: "16 durable writers", size: operations, ours: times[0], peer: "raw, one commit each",
      theirs: times[1], target: 8, note: "synchronous=FULL"))
  report(
    Measurement(
      name: "16 durable writers", size: operations, ours: times[0], peer: "rollback journal",
      theirs: times[2], target: 30, note: "the old scheme: one commit each, DELETE, FULL"))
  report(
    Measurement(
      name: "single durable put", size: operations, ours: times[3], peer: "raw, one commit each",
      theirs: times[1], target: nil, note: "synchronous=FULL"))
  try durable.close()
}
do {  // The same get in a hundred times as many rows.
  let large = try KeyValueStore(path: path("large.store"), configuration: configuration())
  let rows = isQuick ? 200_000 : 1_000_000
  for start in stride(from: 0, to: rows, by: 50_000) {
    try large.putAll(
      (start..<start + 50_000).lazy.map {
        (id: String(format: "item/%07d", $0), value: nextValue())
      })
  }
  var random = SystemRandomNumberGenerator()
  let far = (0..<count).map { _ in
    String(format: "item/%07d", Int.random(in: 0..<rows, using: &random))
  }
  let times = try await compare(
    rounds: rounds, operations: count,
    [
      { for id in far { require(try large.get(Data.self, id: id)) } },
      { for id in ids { require(try store.get(Data.self, id: id)) } },
    ])
  report(
    Measurement(
      name: "get in a large table", size: rows, ours: times[0], peer: "get in 10 000 rows",
      theirs: times[1], target: 0.5, note: "flat: at most twice the time"))
  try large.close()
}

let output = URL(fileURLWithPath: ".build/bench/store.tsv")
try FileManager.default.createDirectory(
  at: output.deletingLastPathComponent(), withIntermediateDirectories: true)
try (results.map(\.line).joined(separator: "\n") + "\n").write(
  to: output, atomically: true, encoding: .utf8)
