// These properties accept only ASCII characters.
extension UInt8 {
  var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
  var isLetter: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20) }
  var isHexDigit: Bool {
    isDigit || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(self | 0x20)
  }
}

extension StringProtocol {
  /// Whether the text consists of ASCII digits only, at least one.
  var isDecimal: Bool { !isEmpty && utf8.allSatisfy(\.isDigit) }
}
