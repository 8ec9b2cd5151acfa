enum Suggestion {
  /// So many words are compared: an object may have a million keys.
  static let limit = 64

  /// The word nearest to one mistyped: the same but for case and underscores, or at most two edits away.
  static func nearest(to word: String, among words: [String]) -> String? {
    let words = words.prefix(limit)
    let plain = folded(word)
    if let same = words.first(where: { folded($0) == plain }) { return same }
    guard word.count > 2, word.count <= 64 else { return nil }
    let ranked = words.filter { $0.count <= 64 }.map { ($0, distance(plain, folded($0))) }
    guard let best = ranked.min(by: { ($0.1, $0.0) < ($1.1, $1.0) }),
      best.1 <= min(2, word.count / 3)
    else {
      return nil
    }
    return best.0
  }

  private static func folded(_ word: String) -> [Character] {
    word.lowercased().filter { $0 != "_" && $0 != "-" }.map { $0 }
  }

  /// Insertions, removals, replacements and swaps of neighbours, each of them 1.
  private static func distance(_ left: [Character], _ right: [Character]) -> Int {
    var earlier: [Int] = []
    var row = Array(0...right.count)
    for i in left.indices {
      var next = [i + 1]
      for j in right.indices {
        var best = min(row[j] + (left[i] == right[j] ? 0 : 1), row[j + 1] + 1, next[j] + 1)
        if i > 0, j > 0, left[i] == right[j - 1], left[i - 1] == right[j] {
          best = min(best, earlier[j - 1] + 1)
        }
        next.append(best)
      }
      (earlier, row) = (row, next)
    }
    return row[right.count]
  }
}
