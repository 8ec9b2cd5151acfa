/// A queue that holds a limited number of elements and drops the oldest to make room: recent searches, say.
///
/// ```swift
/// var recent = BoundedQueue<String>(limit: 2)
/// recent.append("ferry")
/// recent.append("lamp")
/// recent.append("kite")  // "ferry", which had to go
/// Array(recent)  // ["lamp", "kite"]
/// ```
///
/// For a stack use an `Array` with `append` and `popLast`.
struct BoundedQueue<Element> {
  /// How many elements it holds at most; at least 1.
  let limit: Int
  private var slots: [Element?]
  private var first = 0
  /// How many elements it holds.
  private(set) var count = 0

  /// Creates an empty queue; a limit below 1 counts as 1.
  init(limit: Int) {
    self.limit = Swift.max(1, limit)
    slots = []
  }

  /// Adds an element at the end and returns the oldest one when that had to go.
  ///
  /// - Complexity: O(1) amortised.
  @discardableResult
  mutating func append(_ element: Element) -> Element? {
    if count == limit {
      let dropped = slots[first]
      slots[first] = element
      first = (first + 1) % limit
      return dropped
    }
    let end = (first + count) % limit
    if end < slots.count { slots[end] = element } else { slots.append(element) }
    count += 1
    return nil
  }

  /// Takes the oldest element out, or returns `nil` when there is none.
  ///
  /// - Complexity: O(1).
  mutating func popFirst() -> Element? {
    guard count > 0 else { return nil }
    let element = slots[first]
    slots[first] = nil
    first = (first + 1) % limit
    count -= 1
    return element
  }
}

extension BoundedQueue: Sequence {
  /// Iterates from the oldest to the newest.
  func makeIterator() -> AnyIterator<Element> {
    var offset = 0
    return AnyIterator { [self] in
      guard offset < count else { return nil }
      defer { offset += 1 }
      return slots[(first + offset) % limit]
    }
  }

  /// How many elements it holds, exactly.
  var underestimatedCount: Int { count }
}

extension BoundedQueue: Equatable where Element: Equatable {
  /// Whether both hold equal elements in the same order, whatever their limits are.
  static func == (left: Self, right: Self) -> Bool { left.elementsEqual(right) }
}

extension BoundedQueue: Sendable where Element: Sendable {}
