/// Computes the path, line, column and description of an offset in a document, after an error.
///
/// It is lenient, because it also runs on invalid documents. It makes one pass from the start, without recursion.
@safe struct JSONLocator {
  private let bytes: PaddedBytes
  private let base: UnsafePointer<UInt8>
  private let count: Int

  init(_ bytes: PaddedBytes) {
    self.bytes = bytes
    unsafe base = UnsafePointer(bytes.base)
    count = bytes.count
  }

  /// Returns the byte at an offset, or 0 after the end.
  private subscript(_ index: Int) -> UInt8 {
    @_transparent get { index < count ? unsafe base[index] : 0 }
  }

  func problem(
    _ kind: JSONProblem.Kind, at offset: Int, expected: String, found: String, remedy: String
  ) -> JSONProblem {
    JSONProblem(
      kind, at: pointer(at: offset), expected: expected, found: found, remedy: remedy,
      position: position(at: offset), snippet: snippet(at: offset))
  }

  /// Returns the line and column of a byte, counted from an earlier position.
  func position(
    at offset: Int, from start: JSONPosition = JSONPosition(line: 1, column: 1, offset: 0)
  ) -> JSONPosition {
    var (line, column) = (start.line, start.column)
    var index = start.offset
    while index < offset, index < count {
      let byte = self[index]
      if byte == 0x0A {
        line += 1
        column = 1
      } else if byte & 0xC0 != 0x80 {
        column += 1
      }
      index += 1
    }
    return JSONPosition(line: line, column: column, offset: offset)
  }

  /// Returns the line around a byte, about 60 bytes at most; control characters become spaces.
  func snippet(at offset: Int) -> String {
    let offset = min(offset, count)
    var start = offset
    while start > 0, offset - start < 24, self[start - 1] != 0x0A { start -= 1 }
    while start > 0, start < offset, self[start] & 0xC0 == 0x80 { start += 1 }
    var end = offset
    while end < count, end - offset < 36, self[end] != 0x0A { end += 1 }
    while end < count, end > offset, self[end] & 0xC0 == 0x80 { end -= 1 }
    var text = ""
    for scalar in String(decoding: (start..<end).map { self[$0] }, as: UTF8.self).unicodeScalars {
      text.unicodeScalars.append(scalar.value < 0x20 || scalar.value == 0x7F ? " " : scalar)
    }
    return text
  }

  /// Returns the path to the value or key that a byte belongs to.
  func pointer(at offset: Int) -> JSONPointer {
    /// A container around the byte: the index in an array, or the key in an object.
    struct Step {
      var index: Int?
      var key: String?
      var awaitsKey: Bool
    }
    var steps: [Step] = []
    var index = 0
    while index < offset, index < count {
      let last = steps.count - 1
      switch self[index] {
      case ASCII.openBrace: steps.append(Step(awaitsKey: true))
      case ASCII.openBracket: steps.append(Step(index: 0, awaitsKey: false))
      case ASCII.closeBrace, ASCII.closeBracket: _ = steps.popLast()
      case ASCII.comma where last >= 0:
        let next = steps[last].index.map { $0 + 1 }
        steps[last] = Step(index: next, awaitsKey: next == nil)
      case ASCII.quote:
        let end = endOfString(from: index)
        if last >= 0, steps[last].awaitsKey {
          let key = looseText(from: index + 1, to: end - 1, isKey: true)
          steps[last] = Step(key: key, awaitsKey: false)
        }
        index = end - 1
      default: break
      }
      index += 1
    }
    return JSONPointer(keys: steps.compactMap { $0.index.map(String.init) ?? $0.key })
  }

  /// Describes the value that begins at a byte of a valid document, in words that follow "found".
  func words(at offset: Int) -> String {
    switch self[offset] {
    case ASCII.quote:
      let end = endOfString(from: offset)
      return "the string \(JSONLocator.quoted(looseText(from: offset + 1, to: end - 1)))"
    case ASCII.openBrace: return "an object"
    case ASCII.openBracket: return "an array"
    case ASCII.t: return "true"
    case ASCII.f: return "false"
    case ASCII.n: return "null"
    default:
      var end = offset
      while end - offset < 40, self[end].isASCIIDigit || "+-.eE".utf8.contains(self[end]) {
        end += 1
      }
      return "the number \(looseText(from: offset, to: end))"
    }
  }

  /// Returns a text in quotation marks, shortened to fit into a message.
  static func quoted(_ text: String) -> String {
    "\"\(text.count > 40 ? text.prefix(39) + "…" : text[...])\""
  }

  func characterWords(at offset: Int) -> String {
    guard offset < count else { return "the end of the document" }
    let byte = self[offset]
    guard byte > 0x20, byte != 0x7F else { return byteWords(at: offset) }
    let character = String(
      decoding: (offset..<min(offset + 4, count)).map { self[$0] }, as: UTF8.self)
    return character.unicodeScalars.first.map { "\"\($0)\"" } ?? byteWords(at: offset)
  }

  func byteWords(at offset: Int) -> String {
    guard offset < count else { return "the end of the document" }
    let hex = String(self[offset], radix: 16, uppercase: true)
    return "the byte 0x\(hex.count == 1 ? "0" : "")\(hex)"
  }

  func firstInvalidUTF8(from offset: Int) -> Int {
    var decoder = UTF8()
    var index = offset
    var iterator = (offset..<count).lazy.map { self[$0] }.makeIterator()
    while case .scalarValue(let scalar) = decoder.decode(&iterator) {
      index += UTF8.width(scalar)
    }
    return index
  }

  private func endOfString(from quote: Int) -> Int {
    var index = quote + 1
    while index < count, self[index] != ASCII.quote {
      index += self[index] == ASCII.backslash ? 2 : 1
    }
    return min(index + 1, count)
  }

  /// Decodes bytes for a message: the text is shortened, and valid escapes are decoded.
  private func looseText(from start: Int, to end: Int, isKey: Bool = false) -> String {
    guard start < end else { return "" }
    let end = isKey ? end : min(end, start + 256)
    let raw = String(decoding: (start..<end).map { self[$0] }, as: UTF8.self)
    guard raw.utf8.contains(ASCII.backslash) else { return raw }
    var reader = JSONReader(PaddedBytes("\"\(raw)\""), depthLimit: 1)
    return (try? reader.readString()) ?? raw
  }
}
