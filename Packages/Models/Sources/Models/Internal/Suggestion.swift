enum Suggestion {
  /// The word nearest to one mistyped: the same but for case and underscores, or at most two edits away.
  static func nearest(to word: String, among words: [String]) -> String? {
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

  private static func distance(_ left: [Character], _ right: [Character]) -> Int {
    var row = Array(0...right.count)
    for (i, a) in left.enumerated() {
      var corner = row[0]
      row[0] = i + 1
      for (j, b) in right.enumerated() {
        let above = row[j + 1]
        row[j + 1] = a == b ? corner : 1 + min(corner, above, row[j])
        corner = above
      }
    }
    return row[right.count]
  }
}
