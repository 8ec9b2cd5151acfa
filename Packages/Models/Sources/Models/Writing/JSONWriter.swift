/// Writes JSON; commas, colons and line breaks come by themselves.
///
/// Slashes, Chinese and emoji are written as they are.
struct JSONWriter {
  /// The JSON so far, as UTF-8.
  private(set) var bytes: [UInt8] = []
  private var depth = 0
  private var needsComma = false
  private var isAfterKey = false
  private let isPretty: Bool

  /// Makes a writer on one line, or for people: two spaces of indentation.
  init(isPretty: Bool) {
    self.isPretty = isPretty
  }

  mutating func openObject() { open(ASCII.openBrace) }
  mutating func closeObject() { close(ASCII.closeBrace, opener: ASCII.openBrace) }
  mutating func openArray() { open(ASCII.openBracket) }
  mutating func closeArray() { close(ASCII.closeBracket, opener: ASCII.openBracket) }

  /// Writes a key; its value must follow.
  mutating func writeKey(_ key: String) {
    write(key)
    bytes.append(ASCII.colon)
    if isPretty { bytes.append(ASCII.space) }
    needsComma = false
    isAfterKey = true
  }

  /// Writes a string.
  mutating func write(_ value: String) {
    separate()
    bytes.append(ASCII.quote)
    for byte in value.utf8 {
      if byte >= 0x20 && byte != ASCII.quote && byte != ASCII.backslash {
        bytes.append(byte)
      } else {
        escape(byte)
      }
    }
    bytes.append(ASCII.quote)
  }

  /// Writes a number or another value as it is spelt.
  mutating func writeRaw(_ text: String) {
    separate()
    bytes.append(contentsOf: text.utf8)
  }

  private mutating func open(_ byte: UInt8) {
    separate()
    bytes.append(byte)
    depth += 1
    needsComma = false
  }

  private mutating func close(_ byte: UInt8, opener: UInt8) {
    depth -= 1
    if isPretty, bytes.last != opener { newLine() }
    bytes.append(byte)
    needsComma = true
  }

  private mutating func separate() {
    if needsComma { bytes.append(ASCII.comma) }
    if isPretty, depth > 0, !isAfterKey { newLine() }
    isAfterKey = false
    needsComma = true
  }

  private mutating func newLine() {
    bytes.append(0x0A)
    bytes.append(contentsOf: repeatElement(ASCII.space, count: depth * 2))
  }

  private mutating func escape(_ byte: UInt8) {
    bytes.append(ASCII.backslash)
    switch byte {
    case 0x08: bytes.append(ASCII.b)
    case 0x09: bytes.append(ASCII.t)
    case 0x0A: bytes.append(ASCII.n)
    case 0x0C: bytes.append(ASCII.f)
    case 0x0D: bytes.append(ASCII.r)
    case 0x00..<0x20:
      let digits = String(byte, radix: 16)
      bytes.append(contentsOf: (digits.count == 1 ? "u000\(digits)" : "u00\(digits)").utf8)
    default: bytes.append(byte)
    }
  }
}
