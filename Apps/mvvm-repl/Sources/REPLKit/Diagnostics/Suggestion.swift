/// Finds what was probably meant.
enum Suggestion {
  /// The candidate nearest to `word`, if one is near enough: at most one edit in three letters.
  ///
  /// - Complexity: O(*n* · *m*²) for *n* candidates of *m* letters; words beyond 256 bytes have no
  ///   suggestion.
  static func nearest(to word: String, among candidates: some Sequence<String>) -> String? {
    guard word.utf8.count <= 256 else { return nil }
    let limit = max(1, word.count / 3)
    return
      candidates
      .filter { $0.utf8.count <= 256 }
      .map { ($0, distance(Array(word.lowercased()), Array($0.lowercased()))) }
      .filter { $0.1 <= limit }
      .min { $0.1 < $1.1 }?.0
  }

  /// The optimal string alignment distance: insertions, deletions, replacements and swaps of
  /// neighbours (Damerau 1964).
  static func distance(_ left: [Character], _ right: [Character]) -> Int {
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
