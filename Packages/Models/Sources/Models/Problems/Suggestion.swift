enum Suggestion {
  /// The maximum number of compared words, because an object may have a million keys.
  static let limit = 64

  /// Returns the word nearest to a mistyped one: equal except for case and underscores, or at most two edits away.
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

  /// Returns the optimal string alignment distance: insertions, deletions, replacements, transpositions (Damerau 1964).
  private static func distance(_ left: [Character], _ right: [Character]) -> Int {
    var beforeLast: [Int] = []
    var last = Array(0...right.count)
    for i in left.indices {
      var row = [i + 1] + Array(repeating: 0, count: right.count)
      for j in right.indices {
        let change = left[i] == right[j] ? 0 : 1
        row[j + 1] = min(last[j + 1] + 1, row[j] + 1, last[j] + change)
        if i > 0, j > 0, left[i] == right[j - 1], left[i - 1] == right[j] {
          row[j + 1] = min(row[j + 1], beforeLast[j - 1] + 1)
        }
      }
      (beforeLast, last) = (last, row)
    }
    return last[right.count]
  }
}
