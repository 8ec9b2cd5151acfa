import Bindings

/// A row of the tests: an identity and a content.
struct Row: Identifiable, Hashable {
  var id: Int
  var text = 0
}

/// A header of the tests.
struct Head: Identifiable, Hashable {
  var id: Int
  var title = 0
}

/// A cell that has nothing but the identity of its row.
final class IdentityCell: Identifiable {
  nonisolated let id: Int
  nonisolated init(_ row: Row) { id = row.id }
}

/// The least number of moves, found the slow way: common rows less their longest rising run.
func leastMoves(from old: [Int], to new: [Int]) -> Int {
  let places = new.compactMap { old.firstIndex(of: $0) }
  var longest = [Int](repeating: 1, count: places.count)
  for i in places.indices {
    for j in 0..<i where places[j] < places[i] { longest[i] = max(longest[i], longest[j] + 1) }
  }
  return places.count - (longest.max() ?? 0)
}
