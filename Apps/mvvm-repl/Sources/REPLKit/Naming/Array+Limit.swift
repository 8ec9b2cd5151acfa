extension Array {
  /// Appends an element to a history of which at least the newest `limit` elements are kept.
  ///
  /// - Complexity: O(1), amortized: at twice the limit the older half is removed.
  mutating func append(_ element: Element, keeping limit: Int) {
    append(element)
    if count >= 2 * limit { removeFirst(limit) }
  }
}

extension Sequence where Element: Hashable {
  /// The elements without duplicates, in the order of their first occurrences.
  var unique: [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}

extension MutableCollection {
  mutating func modify(_ change: (inout Element) -> Void) {
    for index in indices { change(&self[index]) }
  }
}
