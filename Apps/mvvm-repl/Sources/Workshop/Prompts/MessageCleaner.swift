/// Rules, run one after the other, that turn messages of services into texts for people.
struct MessageCleaner: Sendable {
  /// A step of the cleaning.
  struct Rule: Sendable {
    let apply: @Sendable (String) -> String
  }

  /// The rules, in the order in which they run.
  let rules: [Rule]

  init(_ rules: [Rule]) { self.rules = rules }

  /// Returns the text to show; empty when nothing of it is left.
  func callAsFunction(_ text: String) -> String { rules.reduce(text) { $1.apply($0) } }
}

extension MessageCleaner.Rule {
  /// Removes white space at both ends, and full stops (`.`, `。`, `．`) at the end.
  static let trimming = Self { text in
    let rest = text.drop(while: \.isWhitespace)
    let last = rest.lastIndex { !$0.isWhitespace && !".。．".contains($0) }
    return last.map { String(rest[...$0]) } ?? ""
  }

  /// Removes parentheses, ASCII or full-width, and square brackets with their content and the space before them.
  ///
  /// A bracket that is never closed stays.
  static let removingParentheses = Self { text in
    var kept: [Character] = []
    var openings: [Int] = []
    for character in text {
      if ")）]".contains(character), let opening = openings.popLast() {
        kept.removeSubrange(opening...)
        if kept.last?.isWhitespace == true { kept.removeLast() }
      } else {
        if "(（[".contains(character) { openings.append(kept.count) }
        kept.append(character)
      }
    }
    return String(kept)
  }

  /// Replaces any message that contains `part` by `replacement`.
  static func replacing(_ part: String, with replacement: String) -> Self {
    Self { $0.contains(part) ? replacement : $0 }
  }
}
