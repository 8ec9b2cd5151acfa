/// An integer without a fixed width that encodes itself as its sign and its magnitude, as those of libraries do.
struct BigNumber: BinaryInteger, Codable {
  var number: Int

  init(_ source: some BinaryInteger) { number = Int(source) }
  init(_ source: some BinaryFloatingPoint) { number = Int(source) }
  init(integerLiteral value: Int) { number = value }
  init(clamping source: some BinaryInteger) { number = Int(clamping: source) }
  init(truncatingIfNeeded source: some BinaryInteger) { number = Int(truncatingIfNeeded: source) }

  init?(exactly source: some BinaryInteger) {
    guard let number = Int(exactly: source) else { return nil }
    self.number = number
  }

  init?(exactly source: some BinaryFloatingPoint) {
    guard let number = Int(exactly: source) else { return nil }
    self.number = number
  }

  init(from decoder: any Decoder) throws {
    var list = try decoder.unkeyedContainer()
    let sign = try list.decode(String.self)
    number = try list.decode(Int.self) * (sign == "-" ? -1 : 1)
  }

  func encode(to encoder: any Encoder) throws {
    var list = encoder.unkeyedContainer()
    try list.encode(number < 0 ? "-" : "+")
    try list.encode(abs(number))
  }

  static var isSigned: Bool { true }
  var magnitude: UInt { number.magnitude }
  var words: Int.Words { number.words }
  var bitWidth: Int { number.bitWidth }
  var trailingZeroBitCount: Int { number.trailingZeroBitCount }

  // The standard library's own comparison of integers converts them to each other without end.
  static func == (one: Self, other: Self) -> Bool { one.number == other.number }
  static func < (one: Self, other: Self) -> Bool { one.number < other.number }
  static func + (one: Self, other: Self) -> Self { Self(one.number + other.number) }
  static func - (one: Self, other: Self) -> Self { Self(one.number - other.number) }
  static func * (one: Self, other: Self) -> Self { Self(one.number * other.number) }
  static func / (one: Self, other: Self) -> Self { Self(one.number / other.number) }
  static func % (one: Self, other: Self) -> Self { Self(one.number % other.number) }
  static func *= (one: inout Self, other: Self) { one.number *= other.number }
  static func /= (one: inout Self, other: Self) { one.number /= other.number }
  static func %= (one: inout Self, other: Self) { one.number %= other.number }
  static func &= (one: inout Self, other: Self) { one.number &= other.number }
  static func |= (one: inout Self, other: Self) { one.number |= other.number }
  static func ^= (one: inout Self, other: Self) { one.number ^= other.number }
  static func <<= (one: inout Self, places: some BinaryInteger) { one.number <<= places }
  static func >>= (one: inout Self, places: some BinaryInteger) { one.number >>= places }
  static prefix func ~ (one: Self) -> Self { Self(~one.number) }
}
