extension JSONDocument {
  /// Returns the value of an entry.
  ///
  /// - Throws: `ModelError` only if the thread has no stack left; the document was validated when it was built.
  func value(_ entry: Int) throws(ModelError) -> JSONValue {
    var reader = reader(at: entry)
    return try JSONValue(from: &reader)
  }

  /// Returns the value of an entry, or `nil` for an array or object.
  func scalar(_ entry: Int) -> JSONValue? {
    guard kind(of: entry) != .array, kind(of: entry) != .object else { return nil }
    return try? value(entry)
  }

  /// Returns the kind and value of an entry, in words that follow "found".
  func words(_ entry: Int) -> String {
    JSONLocator(bytes).words(at: start(of: entry))
  }

  /// Returns the problems in document order with lines, columns and snippets, in one pass over the text.
  func inOrder(_ problems: [JSONProblem]) -> [JSONProblem] {
    let locator = JSONLocator(bytes)
    var sorted = problems.sorted { ($0.position?.offset ?? 0) < ($1.position?.offset ?? 0) }
    var place = JSONPosition(line: 1, column: 1, offset: 0)
    for index in sorted.indices {
      guard let offset = sorted[index].position?.offset else { continue }
      place = locator.position(at: offset, from: place)
      sorted[index].position = place
      sorted[index].snippet = locator.snippet(at: offset)
    }
    return sorted
  }
}
