extension Array {
  /// Appends an element to what is kept of a long session: at least the newest `limit` ones.
  ///
  /// - Complexity: O(1), amortized: at twice the limit half of them go.
  mutating func append(_ element: Element, keeping limit: Int) {
    append(element)
    if count >= 2 * limit { removeFirst(limit) }
  }
}

extension Sequence where Element: Hashable {
  /// Each element once, where it stands first.
  var unique: [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}

extension MutableCollection {
  /// Changes each element in its place.
  mutating func modify(_ change: (inout Element) -> Void) {
    for index in indices { change(&self[index]) }
  }
}
