/// A secret token in the address: whoever has it can control the session.
enum StudioToken {
  /// Returns a new token: 128 random bits in hexadecimal digits, so that an address fits into a line of a terminal.
  static func random() -> String {
    var generator = SystemRandomNumberGenerator()
    return (0..<2).map { _ in
      let digits = String(generator.next(), radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
  }

  /// Whether two texts are equal, in a time that does not depend on their first difference.
  static func isEqual(_ text: some StringProtocol, _ token: String) -> Bool {
    let (left, right) = (Array(text.utf8), Array(token.utf8))
    guard left.count == right.count else { return false }
    return zip(left, right).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
  }
}
