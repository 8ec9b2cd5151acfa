import Foundation
import Measuring
import Store

/// Measures a put to a full cache, which deletes another value, with ten and with ten thousand cached values.
func measureCachePuts(_ bench: Bench) async throws {
  let store = try bench.store("caches.store")
  let caches = try [10, bench.count].map { values in
    try StoreCache(
      Data.self, in: store, table: "\(values)", capacity: values * nextValue().count)
  }
  let items = bench.makeItems()
  for cache in caches {
    try await store.write { transaction in
      for item in items { try cache.put(item.value, id: item.id, in: transaction) }
    }
  }
  let plain = try store.table("plain")
  try plain.putAll(bench.makeItems())
  var number = bench.count
  func newID() -> String {
    number += 1
    return "item/\(number)"
  }
  let operations = bench.isQuick ? 200 : 1000
  let puts = try await compare(
    rounds: bench.rounds, operations: operations,
    [
      { for _ in 0..<operations { try caches[0].put(nextValue(), id: newID()) } },
      { for _ in 0..<operations { try caches[1].put(nextValue(), id: newID()) } },
      { for _ in 0..<operations { try plain.put(nextValue(), id: newID()) } },
      {
        for _ in 0..<operations / 100 {
          try plain.put(nextValue(), id: newID())
          _ = try plain.count()
        }
      },
    ])
  bench.table.report(
    Measurement(
      name: "cache put", size: bench.count, ours: puts[1], peer: "cache put with 10 kept",
      theirs: puts[0], target: 0.67, note: "flat; each put deletes one"))
  bench.table.report(
    Measurement(
      name: "cache put", size: bench.count, ours: puts[1], peer: "put to a plain table",
      theirs: puts[2], target: nil, note: ""))
  bench.table.report(
    Measurement(
      name: "cache put", size: bench.count, ours: puts[1], peer: "put and count of all values",
      theirs: puts[3] * 100, target: nil, note: ""))
  try store.close()
}
