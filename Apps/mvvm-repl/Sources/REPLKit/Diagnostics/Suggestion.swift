/// The help with a word that nobody knows: what was probably meant, or all that there is.
///
/// Several words that are equally near are all named, and none is taken for the right one.
struct Suggestion {
  let help: Message?
  /// The text in the place of the word when it is corrected.
  let replacement: String?

  /// Looks for what was meant.
  ///
  /// - Parameters:
  ///   - word: What was typed.
  ///   - candidates: What might have been.
  ///   - otherwise: What helps when none of them is near; their list by default.
  ///   - written: How a candidate is written in the place of the word.
  init(
    for word: String, among candidates: [String], otherwise: Message? = nil,
    as written: (String) -> String = { $0 }
  ) {
    let meant = Self.sameMeaning(as: word, among: candidates)
    // Another letter in a short word makes another word: `not` is no `net`.
    let near = Self.near(word, among: candidates).filter {
      word.count > 3 || word.count != $0.count
        || word.lowercased().sorted() == $0.lowercased().sorted()
    }
    self.init(
      meant: (meant.isEmpty ? near : meant).map(written),
      otherwise: otherwise ?? Self.list(candidates))
  }

  /// Says what was meant: the one of which it is sure, or some of which one is.
  init(meant: [String], otherwise: Message? = nil) {
    help = meant.isEmpty ? otherwise : .didYouMean(meant)
    replacement = meant.count == 1 ? meant.first : nil
  }

  /// All that there are; `nil` when there is nothing.
  static func list(_ candidates: [String]) -> Message? {
    candidates.isEmpty ? nil : .thereAre(candidates)
  }
}

extension Suggestion {
  /// The candidate nearest to `word`, if one is near enough.
  static func nearest(to word: String, among candidates: some Sequence<String>) -> String? {
    near(word, among: candidates).first
  }

  /// The number of words that are named when several are equally near.
  static let mostNamed = 3

  /// Words for one thing, as programmers know them from Swift, its dictionaries and other stores.
  private static let meanings: [Set<String>] = [
    ["put", "set", "save", "store", "write", "insert", "update"],
    ["get", "fetch", "load", "read", "find", "value"],
    ["add", "append", "insert", "push"],
    ["delete", "remove", "erase", "drop"],
    ["clear", "reset", "empty", "removeAll", "deleteAll"],
    ["count", "length", "size"],
    ["show", "open", "present", "push"],
    ["back", "pop", "close", "dismiss"],
    ["submit", "send", "post"],
    ["refresh", "reload", "update"],
    ["signIn", "login", "logIn"],
    ["more", "next", "loadMore"],
  ]

  /// The candidates that mean what a word means, at most three; none for a word that no list has.
  private static func sameMeaning(as word: String, among candidates: [String]) -> [String] {
    let same = meanings.filter { $0.contains(word) }.reduce(into: Set()) { $0.formUnion($1) }
    return Array(candidates.filter { $0 != word && same.contains($0) }.prefix(mostNamed))
  }

  /// Whether both are known words for different things, so that neither is the other one misspelt.
  ///
  /// Of names that are made of several words each word counts: `PhotoPage` is no `PhotoApp`.
  private static func differ(_ word: String, _ candidate: String) -> Bool {
    let parts = (parts(of: word), parts(of: candidate))
    if parts.0.count == parts.1.count, parts.0.count > 1 {
      for (part, other) in zip(parts.0, parts.1)
      where !other.starts(with: part) && distance(part, other) > max(1, part.count / 3) {
        return true
      }
    }
    let (first, second) = (
      meanings.filter { $0.contains(word) }, meanings.filter { $0.contains(candidate) }
    )
    return !first.isEmpty && !second.isEmpty && !first.contains { second.contains($0) }
  }

  /// The words of which a name is made, in lower case: each begins with a capital letter, the first one perhaps not.
  private static func parts(of name: String) -> [[Character]] {
    var parts: [[Character]] = []
    var isInCapitals = true
    for character in name {
      let isCapital = character.isUppercase
      if parts.isEmpty || isCapital && !isInCapitals { parts.append([]) }
      parts[parts.count - 1] += Array(character.lowercased())
      isInCapitals = isCapital
    }
    return parts
  }

  /// The candidates nearest to `word`, at most three, if they are near enough: one edit in three
  /// letters, none in a single one, or else those that begin with it.
  ///
  /// - Complexity: O(*n* · *m*²) for *n* candidates of *m* letters; words beyond 256 bytes have no
  ///   suggestion.
  private static func near(
    _ word: String, among candidates: some Sequence<String>
  ) -> [String] {
    guard word.utf8.count <= 256 else { return [] }
    var least = word.count == 1 ? 0 : max(1, word.count / 3)
    var found: [String] = []
    for candidate in candidates
    where candidate.utf8.count <= 256 && candidate != word && !found.contains(candidate)
      && !differ(word, candidate)
    {
      let distance = distance(Array(word.lowercased()), Array(candidate.lowercased()))
      guard distance <= least else { continue }
      if distance < least { found = [] }
      least = distance
      found.append(candidate)
    }
    // Whoever has typed the beginning has meant one of those that go on so.
    if found.isEmpty, word.count >= 3 {
      found = candidates.filter { $0.hasPrefix(word) && $0 != word }
    }
    return Array(found.prefix(mostNamed))
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

extension Diagnostic {
  /// A word that nobody knows, with what was probably meant.
  init(_ code: Code, _ message: Message, at span: Span, _ suggestion: Suggestion) {
    self.init(
      code, message, at: span, help: suggestion.help, replacement: suggestion.replacement)
  }

  /// Something of a kind that is not there, by its name or number.
  init(missing what: Message, _ name: String, at span: Span, among names: [String]) {
    self.init(
      .unknownNumber, .noThing(what, name.clipped(to: 40)), at: span,
      Suggestion(for: name, among: names, otherwise: names.isEmpty ? .thereIsNone : nil))
  }
}

extension String {
  /// The word that was probably meant by this one, if one is near enough.
  public func nearestWord(among words: [String]) -> String? {
    Suggestion.nearest(to: self, among: words)
  }
}
