/// A named test of a text that says why it refuses.
///
/// ```swift
/// "ann@example.org".satisfies(.email)  // true
/// Rule.minimumLength(8).refusal(of: "secret")  // "has 6 characters, needs at least 8"
/// ```
/// `LoginForm` asks two of them, and `TextCheck` tries them all.
struct Rule: Sendable {
  /// The rule's name, short and stable: `minimum length 8`.
  let name: String
  private let reason: @Sendable (String) -> String?

  /// Makes a rule from a closure that returns the reason for refusing, or `nil` to accept.
  init(_ name: String, reason: @escaping @Sendable (String) -> String?) {
    self.name = name
    self.reason = reason
  }

  /// Why the rule refuses the text, as words that follow a field's name; `nil` when it accepts it.
  func refusal(of text: String) -> String? { reason(text) }
}

extension String {
  /// Whether the rule accepts this text.
  func satisfies(_ rule: Rule) -> Bool { rule.refusal(of: self) == nil }
}
