import Foundation
import Measuring
import Store

func measureGets(_ bench: Bench) async throws {
  let store = try bench.store("gets.store")
  let cached = try bench.store("cached.store", .survivesProcessKill, .exclusive())
  let raw = try RawSQLite(bench.path("gets.raw"), pragmas: SQLiteMode.normal)
  let plain = try PlainGRDB(bench.path("gets.grdb"))
  try store.putAll(bench.makeItems())
  try cached.putAll(bench.makeItems())
  try plain.putAll(bench.makeItems(), now())
  for item in bench.makeItems() { raw.put(item.id, item.value, now()) }
  let ids = bench.ids
  for id in ids { _ = try cached.get(Data.self, id: id) }
  let times = try await compare(
    rounds: bench.rounds, operations: ids.count,
    [
      { for id in ids { require(try store.get(Data.self, id: id)) } },
      { for id in ids { require(try cached.get(Data.self, id: id)) } },
      { for id in ids { require(try plain.get(id)) } },
      { for id in ids { require(raw.get(id)) } },
      { for id in ids { require(try plain.record(id)) } },
    ])
  for (index, peer) in [(2, "GRDB read{}"), (3, "raw SQLite"), (4, "GRDB record")] {
    bench.table.report(
      Measurement(
        name: "single get", size: bench.count, ours: times[0], peer: peer, theirs: times[index],
        target: index == 2 ? 1 : nil, note: "uncached, checksum verified"))
  }
  bench.table.report(
    Measurement(
      name: "cached get", size: bench.count, ours: times[1], peer: "GRDB read{}",
      theirs: times[2], target: 20, note: "exclusive access"))
  try store.close()
  try cached.close()
}
