extension JSONReader {
  /// Walks over one value of any type, checking its grammar.
  mutating func skipValue() throws(ModelError) {
    skipSpace()
    switch unsafe cursor.pointee {
    case ASCII.quote:
      _ = try skipString()
      state = .afterValue
    case ASCII.openBrace, ASCII.openBracket: try skipContainer()
    case ASCII.t: try literal("true")
    case ASCII.f: try literal("false")
    case ASCII.n: try literal("null")
    default:
      guard isNumberStart else { throw mismatch("a value") }
      _ = try scanNumber()
      state = .afterValue
    }
  }

  // Without recursion: a stack of what is open, which the depth limit bounds.
  private mutating func skipContainer() throws(ModelError) {
    var isObject: [Bool] = []
    repeat {
      skipSpace()
      switch unsafe cursor.pointee {
      case ASCII.openBrace:
        try openObject()
        isObject.append(true)
      case ASCII.openBracket:
        try openArray()
        isObject.append(false)
      default: try skipValue()
      }
      while let innermost = isObject.last, state != .valueDue {
        let hasNext = try innermost ? (nextKey() != nil) : nextElement()
        if !hasNext { isObject.removeLast() }
      }
    } while !isObject.isEmpty
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
