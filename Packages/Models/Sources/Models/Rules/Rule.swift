/// A named test of a value that says why it refuses.
///
/// Rules are values: keep them in a list, join them, show their names. `LoginForm` asks two of them.
///
/// ```swift
/// "ann@example.org".satisfies(.email)  // true
/// Rule.minimumLength(8).refusal(of: "secret")?.reason  // "has 6 characters, needs at least 8"
/// let name = Rule.notBlank.and(.maximumLength(20))
/// ```
public struct Rule<Value>: Sendable {
  /// Why a rule refused a value.
  public struct Refusal: Error, Hashable, Sendable, CustomStringConvertible {
    /// The name of the rule that refused.
    public var rule: String
    /// The fault, as words that follow the field's name: `has 6 characters, needs at least 8`.
    public var reason: String

    /// The reason.
    public var description: String { reason }
  }

  /// The rule's name, short and stable: `minimum length 8`.
  public let name: String
  private let reason: @Sendable (Value) -> String?

  /// Makes a rule from a closure that returns the reason for refusing, or `nil` to accept.
  public init(_ name: String, reason: @escaping @Sendable (Value) -> String?) {
    self.name = name
    self.reason = reason
  }

  /// Why the rule refuses the value; `nil` when it accepts it.
  public func refusal(of value: Value) -> Refusal? {
    reason(value).map { Refusal(rule: name, reason: $0) }
  }

  /// Whether the rule accepts the value.
  public func accepts(_ value: Value) -> Bool {
    reason(value) == nil
  }

  /// A rule that accepts what both accept; the first refusal is the one reported.
  public func and(_ other: Rule) -> Rule {
    Rule("\(name), \(other.name)") { self.reason($0) ?? other.reason($0) }
  }
}

extension String {
  /// Whether the rule accepts this text.
  public func satisfies(_ rule: Rule<String>) -> Bool {
    rule.accepts(self)
  }
}
