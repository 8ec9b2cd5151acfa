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

  /// Insertions, removals, replacements and moves, each of them 1.
  private static func distance(_ left: [Character], _ right: [Character]) -> Int {
    let changes = right.difference(from: left)
    return max(changes.insertions.count, changes.removals.count)
  }
}
