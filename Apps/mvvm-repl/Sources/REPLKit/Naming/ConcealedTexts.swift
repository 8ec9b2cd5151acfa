import Bindings

/// The texts that have gone into secret places: what was told before of the values that they came from is told without
/// them from then on.
///
/// The records of the graph stay as they were made, so this is asked whenever one is shown.
struct ConcealedTexts {
  private var texts: Set<String> = []
  private var finder = TextFinder()
  /// The length of the shortest text that is masked wherever it stands; a shorter one is in too much that does not come of
  /// it, and is masked only where it is all between two quotes.
  private static let shortest = 4

  /// Takes note of a text that has gone into a secret place.
  ///
  /// - Returns: Whether it was none before.
  @discardableResult
  mutating func insert(_ text: String) -> Bool {
    guard !text.isEmpty, texts.insert(text).inserted else { return false }
    finder.insert(text.debugDescription, .wherever)
    if text.count >= Self.shortest { finder.insert(text, .wherever) }
    return true
  }

  /// Whether a text has gone into a secret place as a whole.
  func contains(_ text: String) -> Bool { texts.contains(text) }

  /// A line without them.
  func masked(_ line: String) -> String {
    finder.masked(line) { found in
      found.utf8.count > 1 && found.first == "\"" && found.last == "\""
        ? TextRenderer.mask : Redaction.mark
    }
  }
}

extension SessionScope {
  /// A line without the texts that have gone into secret places, or from there to a command.
  func masked(_ line: String) -> String { concealed.masked(givenAway.masked(line)) }

  /// A derived value as it is now; one that has gone into a secret place is a secret, whatever it was made of.
  func current(_ node: Computed<Variable.Derived>) -> Variable.Derived {
    let derived = node.value
    guard case .value(let value) = derived, Redaction.isTelling(value.text),
      concealed.contains(value.text)
    else { return derived }
    return .secret(value)
  }
}
