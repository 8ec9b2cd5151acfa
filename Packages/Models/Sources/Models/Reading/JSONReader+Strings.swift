extension JSONReader {
  /// The extent of a string: its length in bytes between the quotes.
  struct StringSpan {
    var length: Int
    var isEscaped: Bool
    var isASCII: Bool
  }

  mutating func readString() throws(ModelError) -> String {
    let start = unsafe cursor + 1
    let span = try scanString()
    state = .afterValue
    if span.isEscaped { return try unsafe decodeString(start, span.length) }
    return try unsafe plainString(start, span)
  }

  func plainString(_ start: UnsafePointer<UInt8>, _ span: StringSpan) throws(ModelError) -> String {
    let buffer = unsafe UnsafeBufferPointer(start: start, count: span.length)
    if span.isASCII { return unsafe String(decoding: buffer, as: UTF8.self) }
    guard let text = unsafe String(validating: buffer, as: UTF8.self) else {
      throw encodingError(at: unsafe start - UnsafePointer(bytes.base))
    }
    return text
  }

  /// Skips a string after validating its escapes and its UTF-8.
  mutating func skipString() throws(ModelError) -> StringSpan {
    let start = unsafe cursor + 1
    let span = try scanString()
    if span.isEscaped {
      _ = try unsafe decodeString(start, span.length)
    } else if !span.isASCII {
      _ = try unsafe plainString(start, span)
    }
    return span
  }

  /// Scans a string from the opening quote to the byte after the closing one; refuses control characters.
  mutating func scanString() throws(ModelError) -> StringSpan {
    let start = unsafe cursor + 1
    var place = unsafe start
    var isEscaped = false
    var high: UInt64 = 0
    while true {
      // The scan takes eight bytes at a time until one is a quote, a backslash or a control character.
      let word = unsafe UnsafeRawPointer(place).loadUnaligned(as: UInt64.self)
      let quote = word ^ 0x2222_2222_2222_2222
      let slash = word ^ 0x5C5C_5C5C_5C5C_5C5C
      let special =
        ((quote &- 0x0101_0101_0101_0101) & ~quote | (slash &- 0x0101_0101_0101_0101) & ~slash
          | (word &- 0x2020_2020_2020_2020) & ~word) & 0x8080_8080_8080_8080
      if special == 0 {
        high |= word
        unsafe place += 8
        continue
      }
      // Bits above the lowest hit may be wrong; the lowest hit is always right.
      let clear = UInt64(littleEndian: special).trailingZeroBitCount &>> 3
      if clear > 0 { high |= UInt64(littleEndian: word) & ((1 &<< (UInt64(clear) &* 8)) &- 1) }
      unsafe place += clear
      let byte = unsafe place.pointee
      if byte == ASCII.quote {
        unsafe cursor = place + 1
        return StringSpan(
          length: unsafe place - start, isEscaped: isEscaped,
          isASCII: high & 0x8080_8080_8080_8080 == 0)
      }
      guard byte == ASCII.backslash else {
        unsafe cursor = place
        throw controlError()
      }
      isEscaped = true
      unsafe place += 1
      guard unsafe place.pointee >= 0x20 else {
        unsafe cursor = place
        throw controlError()
      }
      unsafe place += 1
    }
  }

  private func controlError() -> ModelError {
    if offset >= bytes.count {
      return syntaxError(
        expected: "the closing quote of the string", "The document ends too early.")
    }
    return syntaxError(
      expected: "no control character inside a string",
      "Write it as an escape: \\n, \\t or \\u0000.")
  }

  /// Decodes the text of a span with escapes, and validates it.
  func decodeString(_ start: UnsafePointer<UInt8>, _ length: Int) throws(ModelError) -> String {
    var out: [UInt8] = []
    out.reserveCapacity(length)
    var place = unsafe start
    let end = unsafe start + length
    while unsafe place < end {
      let byte = unsafe place.pointee
      unsafe place += 1
      guard byte == ASCII.backslash else {
        out.append(byte)
        continue
      }
      let escape = unsafe place.pointee
      unsafe place += 1
      switch escape {
      case ASCII.quote, ASCII.backslash, ASCII.slash: out.append(escape)
      case ASCII.b: out.append(0x08)
      case ASCII.f: out.append(0x0C)
      case ASCII.n: out.append(0x0A)
      case ASCII.r: out.append(0x0D)
      case ASCII.t: out.append(0x09)
      case ASCII.u: out.append(contentsOf: try unsafe unicodeEscape(&place, end).utf8)
      default:
        throw syntaxError(
          expected: "an escape of JSON",
          "Only \\\" \\\\ \\/ \\b \\f \\n \\r \\t and \\uXXXX exist.",
          at: unsafe place - 2 - UnsafePointer(bytes.base))
      }
    }
    guard let text = String(validating: out, as: UTF8.self) else {
      throw encodingError(at: unsafe start - UnsafePointer(bytes.base))
    }
    return text
  }

  private func unicodeEscape(
    _ place: inout UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>
  ) throws(ModelError) -> Character {
    let first = try unsafe hexDigits(&place, end)
    var scalar = UInt32(first)
    if first & 0xFC00 == 0xD800, unsafe place + 1 < end, unsafe place[0] == ASCII.backslash,
      unsafe place[1] == ASCII.u
    {
      unsafe place += 2
      let second = try unsafe hexDigits(&place, end)
      if second & 0xFC00 == 0xDC00 {
        scalar = 0x10000 + (UInt32(first) - 0xD800) << 10 + (UInt32(second) - 0xDC00)
      }
    }
    guard let value = Unicode.Scalar(scalar) else {
      throw syntaxError(
        expected: "a pair of surrogates",
        "Write \\uD83D\\uDE00 whole: half a pair is not a character.",
        at: unsafe place - 6 - UnsafePointer(bytes.base))
    }
    return Character(value)
  }

  private func hexDigits(
    _ place: inout UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>
  ) throws(ModelError) -> UInt16 {
    var value: UInt16 = 0
    for _ in 0..<4 {
      let byte = unsafe place.pointee
      let lower = byte | 0x20
      guard unsafe place < end, byte.isASCIIDigit || lower &- 0x61 < 6 else {
        throw syntaxError(
          expected: "four hexadecimal digits", "Write \\u followed by four of 0-9 and a-f.",
          at: unsafe place - UnsafePointer(bytes.base))
      }
      value = value << 4 | UInt16(byte.isASCIIDigit ? byte - 0x30 : lower - 0x61 + 10)
      unsafe place += 1
    }
    return value
  }
}
