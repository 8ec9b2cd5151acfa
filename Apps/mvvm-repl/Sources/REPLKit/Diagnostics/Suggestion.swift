/// The help for an unknown word: the words that were probably meant, or all possible words.
///
/// If several words are equally near, all of them are listed, and none is the correction.
struct Suggestion {
  let help: Message?
  let replacement: String?

  /// Finds the candidates that were probably meant; if none is near, the help is `otherwise`, or else their list.
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

  /// Suggests what was meant; a single suggestion is also the correction.
  init(meant: [String], otherwise: Message? = nil) {
    help = meant.isEmpty ? otherwise : .didYouMean(meant)
    replacement = meant.count == 1 ? meant.first : nil
  }

  /// Returns the help that lists all candidates; `nil` if there are none.
  static func list(_ candidates: [String]) -> Message? {
    candidates.isEmpty ? nil : .thereAre(candidates)
  }
}

extension Suggestion {
  /// Returns the candidate nearest to `word`, if it is near enough.
  static func nearest(to word: String, among candidates: some Sequence<String>) -> String? {
    near(word, among: candidates).first
  }

  /// The maximum number of suggestions.
  static let mostNamed = 3

  /// Groups of synonyms, as programmers know them from Swift, its dictionaries and other stores.
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

  /// Returns the candidates that are synonyms of a word, at most three.
  private static func sameMeaning(as word: String, among candidates: [String]) -> [String] {
    let same = meanings.filter { $0.contains(word) }.reduce(into: Set()) { $0.formUnion($1) }
    return Array(candidates.filter { $0 != word && same.contains($0) }.prefix(mostNamed))
  }

  /// Whether both are known words with different meanings, so that neither is a misspelling of the other.
  ///
  /// In compound names each word counts: `PhotoPage` is not a misspelling of `PhotoApp`.
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

  /// The words of a compound name, in lower case; each begins with a capital letter, except perhaps the first.
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

  /// Returns the nearest candidates, at most three, or else those that begin with `word`.
  ///
  /// The limit is one edit in three letters, and none in a single letter.
  ///
  /// - Complexity: O(*n* · *m*²) for *n* candidates of *m* letters, at most 256 bytes.
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
    // A person who typed the beginning of a candidate probably meant that candidate.
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
  /// Creates an error about an unknown word, with a suggestion.
  init(_ code: Code, _ message: Message, at span: Span, _ suggestion: Suggestion) {
    self.init(
      code, message, at: span, help: suggestion.help, replacement: suggestion.replacement)
  }

  /// Creates an error about a missing thing, by its name or number.
  init(missing what: Message, _ name: String, at span: Span, among names: [String]) {
    let list = names.isEmpty ? Message.thereIsNone : nil
    // Another number is another thing, however near it is.
    let suggestion =
      name.first == "#"
      ? Suggestion(meant: [], otherwise: list ?? Suggestion.list(names))
      : Suggestion(for: name, among: names, otherwise: list)
    self.init(.unknownNumber, .noThing(what, name.clipped(to: 40)), at: span, suggestion)
  }
}

extension String {
  /// Returns the nearest of the words, if it is near enough.
  public func nearestWord(among words: [String]) -> String? {
    Suggestion.nearest(to: self, among: words)
  }
}
