/// The texts that have gone into secret places: what was told before of the values that they came from is told without
/// them from then on.
///
/// The records of the graph stay as they were made, so this is asked whenever one is shown.
struct ConcealedTexts {
  private var texts: Set<String> = []
  /// Of two the longer one first: the other may be a part of it.
  private var inOrder: [String] = []
  /// The length of the shortest text that is masked wherever it stands; a shorter one is in too much that does not come of
  /// it, and is masked only where it is all between two quotes.
  private static let shortest = 4

  /// Takes note of a text that has gone into a secret place.
  ///
  /// - Returns: Whether it was none before.
  @discardableResult
  mutating func insert(_ text: String) -> Bool {
    guard !text.isEmpty, texts.insert(text).inserted else { return false }
    let key = (text.count, text)
    let place = inOrder.firstIndex { (key.0, $0) > ($0.count, key.1) }
    inOrder.insert(text, at: place ?? inOrder.endIndex)
    return true
  }

  /// A line without them.
  func masked(_ line: String) -> String {
    inOrder.reduce(line) { line, text in
      let line = line.replacing(text.debugDescription, with: TextRenderer.mask)
      return text.count < Self.shortest ? line : line.replacing(text, with: Redaction.mark)
    }
  }
}

extension SessionScope {
  /// Takes note of a text that has gone into a secret place.
  ///
  /// - Returns: Whether it was none before.
  @discardableResult
  func note(concealed text: String) -> Bool { concealed.insert(text) }

  /// A line without the texts that have gone into secret places, or from there to a command.
  func masked(_ line: String) -> String { concealed.masked(givenAway.masked(line)) }
}
