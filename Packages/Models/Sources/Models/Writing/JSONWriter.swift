/// A writer of JSON text; slashes, Chinese and emoji are not escaped.
///
/// It does not recurse: a value of any depth must be written, and threads have small stacks.
struct JSONWriter {
  /// The elements or members of an open container that are not written yet.
  private enum Rest {
    case array(IndexingIterator<[JSONValue]>)
    case object(IndexingIterator<JSONObject>)
  }

  private var bytes: [UInt8] = []
  private var open: [Rest] = []
  private let isPretty: Bool

  private init(isPretty: Bool) { self.isPretty = isPretty }

  /// Returns the text of a value, on one line or indented by two spaces.
  static func text(of value: JSONValue, isPretty: Bool) -> String {
    var writer = JSONWriter(isPretty: isPretty)
    writer.begin(value)
    while let container = writer.open.popLast() { writer.goOn(with: container) }
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  /// Writes a value, or the start of a container.
  private mutating func begin(_ value: JSONValue) {
    switch value {
    case .null: bytes.append(contentsOf: "null".utf8)
    case .bool(let value): bytes.append(contentsOf: (value ? "true" : "false").utf8)
    case .number(let value): bytes.append(contentsOf: value.description.utf8)
    case .string(let value): write(value)
    case .array(let values):
      bytes.append(ASCII.openBracket)
      open.append(.array(values.makeIterator()))
    case .object(let object):
      bytes.append(ASCII.openBrace)
      open.append(.object(object.makeIterator()))
    }
  }

  /// Writes the next element or member of a container, or its end.
  private mutating func goOn(with container: Rest) {
    switch container {
    case .array(var elements):
      guard let value = elements.next() else { return close(ASCII.closeBracket) }
      open.append(.array(elements))
      separate()
      begin(value)
    case .object(var members):
      guard let (key, value) = members.next() else { return close(ASCII.closeBrace) }
      open.append(.object(members))
      separate()
      write(key)
      bytes.append(ASCII.colon)
      if isPretty { bytes.append(ASCII.space) }
      begin(value)
    }
  }

  /// Whether nothing of the innermost container has been written yet.
  private var isAtStart: Bool { bytes.last == ASCII.openBracket || bytes.last == ASCII.openBrace }

  private mutating func separate() {
    if !isAtStart { bytes.append(ASCII.comma) }
    newLine()
  }

  private mutating func close(_ byte: UInt8) {
    if !isAtStart { newLine() }
    bytes.append(byte)
  }

  private mutating func newLine() {
    guard isPretty else { return }
    bytes.append(0x0A)
    bytes.append(contentsOf: repeatElement(ASCII.space, count: open.count * 2))
  }

  private mutating func write(_ text: String) {
    bytes.append(ASCII.quote)
    for byte in text.utf8 {
      if byte >= 0x20 && byte != ASCII.quote && byte != ASCII.backslash {
        bytes.append(byte)
      } else {
        escape(byte)
      }
    }
    bytes.append(ASCII.quote)
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
