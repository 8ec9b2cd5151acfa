/// Returns the pieces that must move: all except the heaviest chain of pieces whose old positions rise.
///
/// No other choice moves fewer rows. Rows that are neighbours in both versions can always stay or move together,
/// so the algorithm chooses runs, not rows.
///
/// - Parameters:
///   - pieces: The pieces of the newer version.
///   - candidates: Indexes of kept pieces, in rising order.
/// - Returns: Those candidates that do not belong to the chain, in the same order.
/// - Complexity: O(*p* log *p*) in the candidates; O(*p*) when nothing has moved.
@usableFromInline
func piecesThatMove(_ pieces: [Piece], among candidates: [Int32]) -> [Int32] {
  var isRising = true
  for index in candidates.indices.dropFirst()
  where pieces[Int(candidates[index])].old < pieces[Int(candidates[index - 1])].old {
    isRising = false
    break
  }
  if isRising { return [] }

  let count = candidates.count
  // A Fenwick tree of prefix maxima over the ranks of old positions. The high half of an entry is the weight of a
  // chain; the low half is the index of the chain's last candidate plus one.
  var best = [UInt64](repeating: 0, count: count + 1)
  var previous = [Int32](repeating: -1, count: count)
  var ranks = [Int32](repeating: 0, count: count)
  for (rank, index) in candidates.map({ pieces[Int($0)].old }).indexesInOrder().enumerated() {
    ranks[Int(index)] = Int32(rank)
  }
  var heaviest: UInt64 = 0
  for candidate in 0..<count {
    let rank = Int(ranks[candidate])
    var longest: UInt64 = 0
    var node = rank
    while node > 0 {
      longest = max(longest, best[node])
      node &= node - 1
    }
    previous[candidate] = Int32(truncatingIfNeeded: longest & 0xFFFF_FFFF) - 1
    let weight = (longest >> 32) + UInt64(pieces[Int(candidates[candidate])].length)
    let entry = weight << 32 | UInt64(candidate + 1)
    heaviest = max(heaviest, entry)
    node = rank + 1
    while node <= count {
      best[node] = max(best[node], entry)
      node += node & -node
    }
  }

  var stays = [Bool](repeating: false, count: count)
  var candidate = Int(heaviest & 0xFFFF_FFFF) - 1
  while candidate >= 0 {
    stays[candidate] = true
    candidate = Int(previous[candidate])
  }
  return candidates.indices.compactMap { stays[$0] ? nil : candidates[$0] }
}
