/// A named test of a text that gives the reason of a refusal.
///
/// ```swift
/// "ann@example.org".satisfies(.email)  // true
/// Rule.minimumLength(8).refusal(of: "secret")  // "has 6 characters, needs at least 8"
/// ```
/// `LoginForm` uses two rules, and `TextCheck` tries them all.
struct Rule: Sendable {
  /// The rule's name, short and stable: `minLength8`.
  let name: String
  private let reason: @Sendable (String) -> String?

  /// Makes a rule from a closure that returns the reason for refusing, or `nil` to accept.
  init(_ name: String, reason: @escaping @Sendable (String) -> String?) {
    self.name = name
    self.reason = reason
  }

  /// Returns the reason of a refusal, as words that follow a field's name; `nil` when the rule accepts the text.
  func refusal(of text: String) -> String? { reason(text) }
}

extension String {
  /// Whether the rule accepts this text.
  func satisfies(_ rule: Rule) -> Bool { rule.refusal(of: self) == nil }
}
