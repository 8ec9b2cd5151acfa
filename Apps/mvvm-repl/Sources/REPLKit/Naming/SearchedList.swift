import ViewModels

/// A list that was searched for secrets; after a change, only its new elements are searched.
struct SearchedList {
  private var elements: [DynamicValue] = []
  /// Whether each element contains a secret.
  private var told: ArraySlice<Bool> = []
  private var version: Int?

  /// Whether an element of the list, as it is now, contains one of the secrets of a version.
  ///
  /// Elements that lie between equal ones at the beginning and at the end are new; also, the list may have lost its first
  /// elements.
  ///
  /// - Complexity: O(*n*) comparisons, which are short for elements that were only moved.
  mutating func isTold(
    _ new: [DynamicValue], in version: Int, _ search: (DynamicValue) -> Bool
  ) -> Bool {
    if version != self.version { (elements, told, self.version) = ([], [], version) }
    let start = new.first.flatMap { elements.firstIndex(of: $0) } ?? elements.count
    let rest = elements[start...]
    let first = zip(rest, new).prefix { $0 == $1 }.count
    let last = zip(rest.dropFirst(first).reversed(), new.dropFirst(first).reversed())
      .prefix { $0 == $1 }.count
    let middle = new[first..<new.count - last].map(search)
    told = told.dropFirst(start).prefix(first) + middle + told.suffix(last)
    elements = new
    return told.contains(true)
  }
}
