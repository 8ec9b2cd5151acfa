import Foundation
import Measuring
import Store

/// Measures the same gets and puts at random rows of a table with a hundred times as many rows.
func measureLargeTable(_ bench: Bench) async throws {
  let rows = bench.isQuick ? 200_000 : 1_000_000
  let small = try bench.store("small.store")
  let large = try bench.store("large.store")
  let raw = try RawSQLite(bench.path("large.raw"), pragmas: SQLiteMode.normal)
  let plain = try PlainGRDB(bench.path("large.grdb"))
  try small.putAll(bench.makeItems())
  try fill(rows, large, raw, try RawSQLite(bench.path("large.grdb"), pragmas: SQLiteMode.normal))
  let far = (0..<bench.count).map { _ in largeID(Int.random(in: 0..<rows)) }
  let gets = try await compare(
    rounds: bench.rounds, operations: bench.count,
    [
      { for id in far { require(try large.get(Data.self, id: id)) } },
      { for id in bench.ids { require(try small.get(Data.self, id: id)) } },
      { for id in far { require(try plain.get(id)) } },
      { for id in far { require(raw.get(id)) } },
    ])
  bench.table.report(
    Measurement(
      name: "get in a large table", size: rows, ours: gets[0], peer: "get in 10 000 rows",
      theirs: gets[1], target: 0.5, note: "flat: at most twice the time"))
  for (index, peer) in [(2, "GRDB read{}"), (3, "raw SQLite")] {
    bench.table.report(
      Measurement(
        name: "single get", size: rows, ours: gets[0], peer: peer, theirs: gets[index],
        target: index == 2 ? 1 : nil, note: "uncached, checksum verified"))
  }
  let puts = try await compare(
    rounds: bench.rounds, operations: bench.count,
    [
      { try large.putAll(far.lazy.map { (id: $0, value: nextValue()) }) },
      {
        raw.execute("BEGIN IMMEDIATE")
        for id in far { raw.put(id, nextValue(), now()) }
        raw.execute("COMMIT")
      },
    ])
  bench.table.report(
    Measurement(
      name: "batch put", size: rows, ours: puts[0], peer: "raw SQLite", theirs: puts[1],
      target: 1 / 1.35, note: "10 000 random rows a batch"))
  try large.close()
  try small.close()
}

private func largeID(_ number: Int) -> String { String(format: "item/%07d", number) }

private func fill(_ rows: Int, _ store: KeyValueStore, _ peers: RawSQLite...) throws {
  for start in stride(from: 0, to: rows, by: 50_000) {
    let ids = (start..<start + 50_000).lazy.map(largeID)
    try store.putAll(ids.map { (id: $0, value: nextValue()) })
    for peer in peers {
      peer.execute("BEGIN IMMEDIATE")
      for id in ids { peer.put(id, nextValue(), now()) }
      peer.execute("COMMIT")
    }
  }
}
