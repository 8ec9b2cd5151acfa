import Foundation

/// Makes messages of services fit to be shown: rules that run one after the other.
///
/// ```swift
/// prompts.failureCleaner = MessageCleaner([
///   .replacing("未能读取数据", with: "网络开小差了，请稍后再试"), .removingParentheses, .trimming,
///   .replacing("has no available provider", with: "系统异常"),
/// ])
/// ```
/// What is empty afterwards is not shown.
public struct MessageCleaner: Sendable {
  /// A step of the cleaning.
  public struct Rule: Sendable {
    private let apply: @Sendable (String) -> String

    /// Makes a rule of a function.
    public init(_ apply: @escaping @Sendable (String) -> String) { self.apply = apply }

    func callAsFunction(_ text: String) -> String { apply(text) }
  }

  /// The rules, in the order in which they run.
  public var rules: [Rule]

  /// Makes a cleaner.
  public init(_ rules: [Rule]) { self.rules = rules }

  /// For what worked: ``Rule/trimming``.
  public static let successes = MessageCleaner([.trimming])

  /// For failures: ``Rule/removingParentheses``, then ``Rule/trimming``.
  public static let failures = MessageCleaner([.removingParentheses, .trimming])

  /// The text as it is to be shown; `nil` when nothing is left of it.
  ///
  /// - Complexity: O(*n*) in the text for each of the package's rules.
  public func callAsFunction(_ text: String) -> String? {
    let cleaned = rules.reduce(text) { $1($0) }
    return cleaned.isEmpty ? nil : cleaned
  }
}

extension MessageCleaner.Rule {
  /// Takes spaces off both ends, and full stops (`.`, `。`, `．`) off the end.
  public static let trimming = Self { text in
    let rest = text.drop(while: \.isWhitespace)
    let last = rest.lastIndex { !$0.isWhitespace && !".。．".contains($0) }
    return last.map { String(rest[...$0]) } ?? ""
  }

  /// Takes out what stands in parentheses, ASCII or full-width, and the space before it.
  ///
  /// One that is never closed stays as it is.
  public static let removingParentheses = Self { text in
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
  public static func replacing(_ part: String, with replacement: String) -> Self {
    Self { $0.contains(part) ? replacement : $0 }
  }
}

extension MessageCleaner {
  /// What an error says of itself.
  static func text(of error: any Error) -> String {
    if let text = (error as? any LocalizedError)?.errorDescription { return text }
    // Other errors have only a description for programmers under `localizedDescription`.
    return type(of: error) is NSError.Type ? error.localizedDescription : "\(error)"
  }
}
