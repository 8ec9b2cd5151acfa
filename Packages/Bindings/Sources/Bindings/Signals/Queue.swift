/// A first-in, first-out queue.
///
/// - Complexity: Adding and removing an element is amortised O(1).
struct Queue<Element> {
  private var incoming: [Element] = []
  /// The older elements, the oldest one last.
  private var outgoing: [Element] = []

  var isEmpty: Bool { incoming.isEmpty && outgoing.isEmpty }

  mutating func append(_ element: Element) { incoming.append(element) }

  mutating func popFirst() -> Element? {
    if outgoing.isEmpty {
      outgoing = incoming.reversed()
      incoming = []
    }
    return outgoing.popLast()
  }
}
