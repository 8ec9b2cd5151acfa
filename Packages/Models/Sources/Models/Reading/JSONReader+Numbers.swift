extension JSONReader {
  /// A number as it stands: digits without the point, and the power of ten that belongs to them.
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

  /// Whether Foundation's decoder takes a number for the same integer, decimal and `Double` as this package's.
  ///
  /// It rounds decimals to 38 digits, and fractions to whole numbers as a `Double` does, and loses some powers of ten.
  func isPlain(_ span: NumberSpan) -> Bool {
    guard !span.hasPower, span.digitCount <= 38 else { return false }
    guard !span.isInteger, span.digitCount > 15 else { return true }
    let value = JSONReader.double(span, text: { text(of: span) })
    return value.rounded() != value
  }

  /// Reads the number under the cursor without losing a digit.
  mutating func readNumber() throws(ModelError) -> JSONNumber {
    guard isNumberStart else { throw missingValue() }
    let span = try scanNumber()
    state = .afterValue
    return JSONNumber(span, text: text(of: span))
  }

  /// The number under the cursor as an integer, `nil` when it does not fit: an error would look for its place.
  mutating func exactInteger<Integer: FixedWidthInteger>(
    _ type: Integer.Type
  ) throws(ModelError) -> Integer? {
    let span = try scanNumber()
    return JSONReader.integer(Integer.self, span, text: { text(of: span) })
  }

  /// The number under the cursor as a `Double`, `nil` when it is beyond its range.
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

  /// Walks over a number by the grammar of RFC 8259.
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

  /// The exact integer, or `nil` when there is a fraction or it does not fit.
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
    // A fraction or a power of ten: seldom, and then digit by digit.
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

  /// The nearest Double: by Clinger's exact case where it holds, else by the standard library.
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
