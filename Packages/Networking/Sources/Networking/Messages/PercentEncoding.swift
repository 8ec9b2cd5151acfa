/// Percent-encoding of UTF-8 bytes (RFC 3986).
enum PercentEncoding {
  /// Encodes a query name or value: only unreserved characters stay, so that a server sees no extra `+`, `&` or `;`.
  static func component(_ text: String) -> String {
    encode(text, keepsTriplets: false) { unreserved($0) }
  }

  /// Encodes a path: `/`, segment characters and existing escapes such as `%2F` stay, as in browsers.
  static func path(_ text: String) -> String {
    encode(text, keepsTriplets: true) { unreserved($0) || isPathMark($0) }
  }

  /// Encodes a complete query; existing escapes stay.
  static func wholeQuery(_ text: String) -> String {
    encode(text, keepsTriplets: true) {
      unreserved($0) || isPathMark($0) || $0 == UInt8(ascii: "?")
    }
  }

  /// Returns the normalized text: unreserved characters are unescaped, other escapes are in capitals (RFC 3986, 6.2.2).
  static func normalized(_ text: String) -> String {
    guard text.utf8.contains(percent) else { return text }
    return String(decoding: decoded(Array(text.utf8), where: unreserved), as: UTF8.self)
  }

  /// Unescapes some bytes of a text, as servers do, even in invalid UTF-8; other escapes are written in capitals.
  static func decoded(_ bytes: [UInt8], where isUndone: (UInt8) -> Bool) -> [UInt8] {
    guard bytes.contains(percent) else { return bytes }
    var result: [UInt8] = []
    var index = 0
    while index < bytes.count {
      let isEscape = bytes[index] == percent && isTriplet(bytes, at: index)
      let escape = isEscape ? String(decoding: bytes[index + 1...index + 2], as: UTF8.self) : ""
      if let byte = UInt8(escape, radix: 16), isUndone(byte) {
        result.append(byte)
      } else {
        result.append(bytes[index])
        result += escape.uppercased().utf8
      }
      index += isEscape ? 3 : 1
    }
    return result
  }

  private static func encode(
    _ text: String, keepsTriplets: Bool, keep: (UInt8) -> Bool
  ) -> String {
    guard !text.utf8.allSatisfy(keep) else { return text }
    let bytes = Array(text.utf8)
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count * 3)
    for (index, byte) in bytes.enumerated() {
      if keep(byte) || keepsTriplets && byte == percent && isTriplet(bytes, at: index) {
        result.append(byte)
      } else {
        result.append(percent)
        result.append(digits[Int(byte >> 4)])
        result.append(digits[Int(byte & 15)])
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  private static let percent = UInt8(ascii: "%")
  private static let digits = Array("0123456789ABCDEF".utf8)

  private static func isTriplet(_ bytes: [UInt8], at index: Int) -> Bool {
    index + 2 < bytes.count && bytes[index + 1].isHexDigit && bytes[index + 2].isHexDigit
  }

  private static func unreserved(_ byte: UInt8) -> Bool {
    byte.isLetter || byte.isDigit || "-._~".utf8.contains(byte)
  }

  /// Whether a byte is `/` or another mark of `pchar` (RFC 3986, 3.3).
  private static func isPathMark(_ byte: UInt8) -> Bool { "/:@!$&'()*+,;=".utf8.contains(byte) }
}
