extension JSONDocument {
  /// The value of an entry.
  ///
  /// - Throws: `ModelError` only when the thread has no stack left for it: the document was checked when it was built.
  func value(_ entry: Int) throws(ModelError) -> JSONValue {
    var reader = reader(at: entry)
    return try JSONValue(from: &reader)
  }

  /// The value of an entry that is neither an array nor an object.
  func scalar(_ entry: Int) -> JSONValue? {
    guard kind(of: entry) != .array, kind(of: entry) != .object else { return nil }
    return try? value(entry)
  }

  /// The kind of an entry, as words that follow "found".
  func words(_ entry: Int) -> String {
    JSONLocator(bytes).words(at: start(of: entry))
  }

  /// The problems in document order with lines, columns and snippets, in one walk over the text.
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
