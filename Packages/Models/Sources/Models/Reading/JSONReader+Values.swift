extension JSONReader {
  /// Skips a string or a literal after validating it.
  mutating func skipScalar() throws(ModelError) {
    switch unsafe cursor.pointee {
    case ASCII.quote:
      _ = try skipString()
      state = .afterValue
    case ASCII.t: try literal("true")
    case ASCII.f: try literal("false")
    case ASCII.n: try literal("null")
    default: throw missingValue()
    }
  }

  mutating func literal(_ text: StaticString) throws(ModelError) {
    for index in 0..<text.utf8CodeUnitCount {
      guard unsafe cursor.pointee == text.utf8Start[index] else {
        throw syntaxError(expected: "\(text)", "Write \(text) in full and in lower case.")
      }
      unsafe cursor += 1
    }
    state = .afterValue
  }
}
