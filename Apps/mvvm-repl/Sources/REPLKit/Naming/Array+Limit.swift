extension Array {
  /// Appends an element to what is kept of a long session: at least the newest `limit` ones.
  ///
  /// - Complexity: O(1), amortized: at twice the limit half of them go.
  mutating func append(_ element: Element, keeping limit: Int) {
    append(element)
    if count >= 2 * limit { removeFirst(limit) }
  }
}
