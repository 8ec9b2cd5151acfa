extension JSONReader {
  /// The parts of a number: its digits without the point, and the power of ten to multiply them by.
  struct NumberSpan {
    var start: Int
    var length = 0
    var digits: UInt64 = 0
    var digitCount = 0
    var exponent = 0
    var isNegative = false
    var isInteger = true
    var hasPower = false
  }

  /// Whether Foundation's decoder reads a number as the same integer, decimal and `Double` as this package.
  ///
  /// Foundation rounds decimals to 38 digits, turns some fractions into whole numbers, and loses some powers of ten.
  func isPlain(_ span: NumberSpan) -> Bool {
    guard !span.hasPower, span.digitCount <= 38 else { return false }
    guard !span.isInteger, span.digitCount > 15 else { return true }
    let value = JSONReader.double(span, text: { text(of: span) })
    return value.rounded() != value
  }

  /// Reads the number at the cursor without losing digits.
  mutating func readNumber() throws(ModelError) -> JSONNumber {
    guard isNumberStart else { throw missingValue() }
    let span = try scanNumber()
    state = .afterValue
    return JSONNumber(span, text: text(of: span))
  }

  /// Reads an integer at the cursor; returns `nil` if it does not fit, because an error would search for its position.
  mutating func exactInteger<Integer: FixedWidthInteger>(
    _ type: Integer.Type
  ) throws(ModelError) -> Integer? {
    let span = try scanNumber()
    return JSONReader.integer(Integer.self, span, text: { text(of: span) })
  }

  /// Reads a `Double` at the cursor; returns `nil` if it is out of range.
  mutating func finiteDouble() throws(ModelError) -> Double? {
    let span = try scanNumber()
    let value = JSONReader.double(span, text: { text(of: span) })
    return value.isFinite ? value : nil
  }

  mutating func finiteFloat() throws(ModelError) -> Float? {
    let span = try scanNumber()
    return Float(text(of: span)).flatMap { $0.isFinite ? $0 : nil }
  }

  var isNumberStart: Bool {
    let byte = unsafe cursor.pointee
    return byte.isASCIIDigit || byte == ASCII.minus
  }

  func text(of span: NumberSpan) -> String {
    unsafe String(
      decoding: UnsafeBufferPointer(start: bytes.base + span.start, count: span.length),
      as: UTF8.self)
  }

  /// Scans a number by the grammar of RFC 8259.
  mutating func scanNumber() throws(ModelError) -> NumberSpan {
    var span = NumberSpan(start: offset)
    let start = unsafe cursor
    var place = unsafe cursor
    if unsafe place.pointee == ASCII.minus {
      span.isNegative = true
      unsafe place += 1
    }
    let whole = unsafe place
    var digits: UInt64 = 0
    while true {
      let digit = unsafe place.pointee &- 0x30
      if digit > 9 { break }
      digits = digits &* 10 &+ UInt64(digit)
      unsafe place += 1
    }
    var count = unsafe place - whole
    guard unsafe count == 1 || (count > 1 && whole.pointee != 0x30) else {
      unsafe cursor = place
      throw syntaxError(
        expected: "a number of JSON",
        count == 0 ? "A minus needs digits." : "Remove the leading zeros.")
    }
    if unsafe place.pointee == ASCII.point {
      span.isInteger = false
      unsafe place += 1
      let fraction = unsafe place
      while true {
        let digit = unsafe place.pointee &- 0x30
        if digit > 9 { break }
        digits = digits &* 10 &+ UInt64(digit)
        unsafe place += 1
      }
      let length = unsafe place - fraction
      guard length > 0 else {
        unsafe cursor = place
        throw syntaxError(expected: "digits after the point", "Write 1.0 or 1, not 1.")
      }
      span.exponent = -length
      count += length
    }
    if unsafe place.pointee | 0x20 == ASCII.e {
      span.isInteger = false
      span.hasPower = true
      unsafe place += 1
      span.exponent += try unsafe scanExponent(&place)
    }
    span.digits = digits
    span.digitCount = count
    span.length = unsafe place - start
    unsafe cursor = place
    return span
  }

  private mutating func scanExponent(_ place: inout UnsafePointer<UInt8>) throws(ModelError) -> Int
  {
    let sign = unsafe place.pointee
    if sign == ASCII.minus || sign == ASCII.plus { unsafe place += 1 }
    guard unsafe place.pointee.isASCIIDigit else {
      unsafe cursor = place
      throw syntaxError(expected: "digits after the e", "Write 1e5.")
    }
    var exponent = 0
    while unsafe place.pointee.isASCIIDigit {
      if exponent < 100_000_000 { exponent = unsafe exponent * 10 + Int(place.pointee &- 0x30) }
      unsafe place += 1
    }
    return sign == ASCII.minus ? -exponent : exponent
  }

  /// Returns the exact integer, or `nil` if it has a fraction or does not fit.
  static func integer<Integer: FixedWidthInteger>(
    _ type: Integer.Type, _ span: NumberSpan, text: () -> String
  ) -> Integer? {
    if span.isInteger {
      if span.digitCount < 19 {
        let value = Int64(span.digits)
        return Integer(exactly: span.isNegative ? -value : value)
      }
      return Integer(text())
    }
    // Numbers with a fraction or a power of ten are rare, so this path works digit by digit.
    let text = text()
    let digits = text.utf8.prefix { $0 | 0x20 != ASCII.e }.filter(\.isASCIIDigit)
      .drop { $0 == ASCII.zero }
    guard !digits.isEmpty else { return 0 }
    let zeros = digits.reversed().prefix { $0 == ASCII.zero }.count
    let exponent = span.exponent + zeros
    guard exponent >= 0, exponent <= 40 else { return nil }
    let whole = digits.dropLast(zeros) + [UInt8](repeating: ASCII.zero, count: exponent)
    return Integer((span.isNegative ? "-" : "") + String(decoding: whole, as: UTF8.self))
  }

  /// Returns the nearest `Double`: by Clinger's fast path if it is exact, otherwise by the standard library.
  static func double(_ span: NumberSpan, text: () -> String) -> Double {
    if span.digitCount <= 19, span.digits <= 1 << 53, span.exponent.magnitude <= 22 {
      var value = Double(span.digits)
      if span.exponent < 0 {
        value /= powersOfTen[-span.exponent]
      } else if span.exponent > 0 {
        value *= powersOfTen[span.exponent]
      }
      return span.isNegative ? -value : value
    }
    return Double(text()) ?? .nan
  }
}

private let powersOfTen: [Double] = [
  1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17,
  1e18, 1e19, 1e20, 1e21, 1e22,
]
