import Bindings

extension Property {
  func append<Element>(_ element: Element) where Value == [Element] {
    update { $0.append(element) }
  }

  /// Removes one element in place; has no effect when no element matches.
  ///
  /// - Complexity: O(*k*) in its distance from the nearer end, plus moving the pointers after it.
  func remove<Element>(where fits: (Element) -> Bool) where Value == [Element] {
    guard let index = peek().index(where: fits) else { return }
    update { _ = $0.remove(at: index) }
  }
}

extension Array {
  /// The index of a matching element, searched from both ends, because usually the oldest or newest elements leave.
  func index(where fits: (Element) -> Bool) -> Int? {
    for offset in 0..<((count + 1) / 2) {
      if fits(self[offset]) { return offset }
      if fits(self[count - 1 - offset]) { return count - 1 - offset }
    }
    return nil
  }
}
