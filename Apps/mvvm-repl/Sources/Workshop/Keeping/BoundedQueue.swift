/// A queue that holds a limited number of elements and drops the oldest to make room, such as recent searches.
///
/// ```swift
/// var recent = BoundedQueue<String>(limit: 2)
/// recent.append("ferry")
/// recent.append("lamp")
/// recent.append("kite")  // "ferry", which had to go
/// recent.elements  // ["lamp", "kite"]
/// ```
///
/// For a stack use an `Array` with `append` and `popLast`.
struct BoundedQueue<Element> {
  /// The largest number of elements; at least 1.
  let limit: Int
  /// The elements, the oldest first.
  private(set) var elements: [Element] = []

  /// Creates an empty queue; a limit below 1 counts as 1.
  init(limit: Int) { self.limit = max(1, limit) }

  /// Adds an element at the end; returns the oldest one if the queue has dropped it.
  ///
  /// - Complexity: O(*n*) when the queue is full.
  @discardableResult
  mutating func append(_ element: Element) -> Element? {
    let dropped = elements.count == limit ? popFirst() : nil
    elements.append(element)
    return dropped
  }

  /// Removes and returns the oldest element; `nil` when the queue is empty.
  ///
  /// - Complexity: O(*n*).
  mutating func popFirst() -> Element? { elements.isEmpty ? nil : elements.removeFirst() }
}

extension BoundedQueue: Equatable where Element: Equatable {
  /// Whether both hold equal elements in the same order, whatever their limits are.
  static func == (left: Self, right: Self) -> Bool { left.elements == right.elements }
}

extension BoundedQueue: Sendable where Element: Sendable {}
