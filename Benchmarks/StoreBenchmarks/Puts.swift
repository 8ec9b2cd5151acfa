import Foundation
import Measuring
import Store

func measurePuts(_ bench: Bench) async throws {
  let store = try bench.store("puts.store")
  let raw = try RawSQLite(bench.path("puts.raw"), pragmas: SQLiteMode.normal)
  let plain = try PlainGRDB(bench.path("puts.grdb"))
  // Batch: one transaction with 10 000 rows, which are new in the first round and overwritten in the others.
  let batch = try await compare(
    rounds: bench.rounds, operations: bench.count,
    [
      { try store.putAll(bench.makeItems()) },
      {
        raw.execute("BEGIN IMMEDIATE")
        for item in bench.makeItems() { raw.put(item.id, item.value, now()) }
        raw.execute("COMMIT")
      },
      { try plain.putAll(bench.makeItems(), now()) },
    ])
  bench.table.report(
    Measurement(
      name: "batch put", size: bench.count, ours: batch[0], peer: "raw SQLite", theirs: batch[1],
      target: 1 / 1.35, note: "365 B, with checksum and times"))
  bench.table.report(
    Measurement(
      name: "batch put", size: bench.count, ours: batch[0], peer: "GRDB record upsert",
      theirs: batch[2], target: nil, note: ""))
  // Single puts in random order, with one commit each.
  let some = bench.ids.prefix(2000)
  let single = try await compare(
    rounds: bench.rounds, operations: some.count,
    [
      { for id in some { try store.put(nextValue(), id: id) } },
      { for id in some { raw.put(id, nextValue(), now()) } },
      { for id in some { try plain.put(id, nextValue(), now()) } },
    ])
  bench.table.report(
    Measurement(
      name: "single put", size: bench.count, ours: single[0], peer: "raw SQLite",
      theirs: single[1], target: 1 / 1.35, note: "one commit each, survives a process kill"))
  bench.table.report(
    Measurement(
      name: "single put", size: bench.count, ours: single[0], peer: "GRDB record upsert",
      theirs: single[2], target: nil, note: ""))
  try store.close()
}
