/// Makes messages of services fit to be shown: rules that run one after the other.
struct MessageCleaner: Sendable {
  /// A step of the cleaning.
  struct Rule: Sendable {
    let apply: @Sendable (String) -> String
  }

  /// The rules, in the order in which they run.
  let rules: [Rule]

  init(_ rules: [Rule]) { self.rules = rules }

  /// The text as it is to be shown; empty when nothing is left of it.
  func callAsFunction(_ text: String) -> String { rules.reduce(text) { $1.apply($0) } }
}

extension MessageCleaner.Rule {
  /// Takes spaces off both ends, and full stops (`.`, `。`, `．`) off the end.
  static let trimming = Self { text in
    let rest = text.drop(while: \.isWhitespace)
    let last = rest.lastIndex { !$0.isWhitespace && !".。．".contains($0) }
    return last.map { String(rest[...$0]) } ?? ""
  }

  /// Takes out what stands in parentheses, ASCII or full-width, and the space before it.
  ///
  /// One that is never closed stays as it is.
  static let removingParentheses = Self { text in
    var kept: [Character] = []
    var openings: [Int] = []
    for character in text {
      if ")）".contains(character), let opening = openings.popLast() {
        kept.removeSubrange(opening...)
        if kept.last?.isWhitespace == true { kept.removeLast() }
      } else {
        if "(（".contains(character) { openings.append(kept.count) }
        kept.append(character)
      }
    }
    return String(kept)
  }

  /// Says `replacement` instead of any message that contains `part`.
  static func replacing(_ part: String, with replacement: String) -> Self {
    Self { $0.contains(part) ? replacement : $0 }
  }
}
