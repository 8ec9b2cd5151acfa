import Bindings

/// The texts that were assigned to a secret place, which are masked in all later output.
///
/// The trace records of the graph are not changed, so the texts are masked whenever a record is shown.
struct ConcealedTexts {
  private var texts: Set<String> = []
  private var finder = TextFinder()
  /// The minimum length of a text that is masked anywhere; shorter texts occur in too many unrelated texts, and are
  /// masked only as complete string literals.
  private static let shortest = 4

  /// Adds a text that was assigned to a secret place.
  ///
  /// - Returns: Whether the text is new.
  @discardableResult
  mutating func insert(_ text: String) -> Bool {
    guard !text.isEmpty, texts.insert(text).inserted else { return false }
    finder.insert(text.debugDescription, .wherever)
    if text.count >= Self.shortest { finder.insert(text, .wherever) }
    return true
  }

  /// Whether a text as a whole was assigned to a secret place.
  func contains(_ text: String) -> Bool { texts.contains(text) }

  func masked(_ line: String) -> String {
    finder.masked(line) { found in
      found.utf8.count > 1 && found.first == "\"" && found.last == "\""
        ? TextRenderer.mask : Redaction.mark
    }
  }
}

extension SessionScope {
  /// Returns a line in which secrets are masked: texts assigned to secret places, and secrets passed to commands.
  func masked(_ line: String) -> String { concealed.masked(givenAway.masked(line)) }

  /// Returns the current derived value; it is secret if it was assigned to a secret place, whatever its origin.
  func current(_ node: Computed<Variable.Derived>) -> Variable.Derived {
    let derived = node.value
    guard case .value(let value) = derived, Redaction.isTelling(value.text),
      concealed.contains(value.text)
    else { return derived }
    return .secret(value)
  }
}
