#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension JSONReader {
  /// Reads `true` or `false`.
  public mutating func readBool() throws(ModelError) -> Bool {
    skipSpace()
    switch unsafe cursor.pointee {
    case ASCII.t:
      try literal("true")
      return true
    case ASCII.f:
      try literal("false")
      return false
    default: throw mismatch("true or false")
    }
  }

  /// Whether the value is `null`, which it then reads; otherwise the value is still to be read.
  public mutating func readNull() throws(ModelError) -> Bool {
    skipSpace()
    guard unsafe cursor.pointee == ASCII.n else { return false }
    try literal("null")
    return true
  }

  /// Reads a date written by ISO 8601.
  public mutating func readDate() throws(ModelError) -> Date {
    skipSpace()
    let start = offset
    guard unsafe cursor.pointee == ASCII.quote else { throw mismatch("a date as a string") }
    let span = try scanString()
    let text = unsafe UnsafeBufferPointer(start: bytes.base + start + 1, count: span.length)
    guard let seconds = unsafe ISO8601.seconds(text) else {
      throw valueError(
        at: start, expected: "a date by ISO 8601", "Write it as 2026-03-05T10:26:26Z.")
    }
    state = .afterValue
    return Date(timeIntervalSince1970: seconds)
  }

  /// Reads any readable value: `let id: Int = try reader.read()`.
  @inlinable
  public mutating func read<Value: JSONReadable>(
    _ type: Value.Type = Value.self
  ) throws(ModelError) -> Value {
    try Value(from: &self)
  }

  /// Reads a value, or `nil` for `null`.
  @inlinable
  public mutating func readIfPresent<Value: JSONReadable>(
    _ type: Value.Type = Value.self
  ) throws(ModelError) -> Value? {
    try readNull() ? nil : Value(from: &self)
  }

  /// Reads an array of readable values.
  @inlinable
  public mutating func readArray<Element: JSONReadable>(
    of type: Element.Type = Element.self
  ) throws(ModelError) -> [Element] {
    var elements: [Element] = []
    try openArray()
    while try nextElement() { elements.append(try Element(from: &self)) }
    return elements
  }

  /// The value of a key that the object must have.
  ///
  /// - Throws: `ModelError` that names the key as missing; call it behind the object.
  @inlinable
  public func require<Value, Key: RawRepresentable<String>>(
    _ value: Value?, _ key: Key
  ) throws(ModelError) -> Value {
    guard let value else { throw missing(key.rawValue) }
    return value
  }

  /// Walks over one value of any type, checking its grammar.
  public mutating func skipValue() throws(ModelError) {
    skipSpace()
    switch unsafe cursor.pointee {
    case ASCII.quote:
      let start = unsafe cursor + 1
      let span = try scanString()
      if span.isEscaped {
        _ = try unsafe decodeString(start, span.length)
      } else {
        try unsafe validateUTF8(start, span)
      }
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
