import Foundation
import Measuring
import Store

func measureGets(_ bench: Bench) async throws {
  let store = try bench.store("gets.store")
  let raw = try RawSQLite(bench.path("gets.raw"), pragmas: SQLiteMode.normal)
  let plain = try PlainGRDB(bench.path("gets.grdb"))
  try store.putAll(bench.makeItems())
  try plain.putAll(bench.makeItems(), now())
  for item in bench.makeItems() { raw.put(item.id, item.value, now()) }
  let ids = bench.ids
  let times = try await compare(
    rounds: bench.rounds, operations: ids.count,
    [
      { for id in ids { require(try store.get(Data.self, id: id)) } },
      { for id in ids { require(try plain.get(id)) } },
      { for id in ids { require(raw.get(id)) } },
      { for id in ids { require(try plain.record(id)) } },
    ])
  for (index, peer) in [(1, "GRDB read{}"), (2, "raw SQLite"), (3, "GRDB record")] {
    bench.table.report(
      Measurement(
        name: "single get", size: bench.count, ours: times[0], peer: peer, theirs: times[index],
        target: index == 1 ? 1 : nil, note: "checksum verified"))
  }
  try store.close()
}
