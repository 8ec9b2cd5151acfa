// String literals, on one line or several, with escapes and interpolations.

extension Lexer {
  mutating func string() throws(Diagnostic) -> Token {
    let start = position
    position += 1
    var segments: [Token.Segment] = []
    var text: [UInt8] = []
    while let byte = current, byte != UInt8(ascii: "\n") {
      guard byte != UInt8(ascii: "\"") else {
        position += 1
        return Token(kind: .string(segments.closed(by: text)), span: span(from: start))
      }
      try part(of: &text, &segments, stringStart: start)
    }
    throw unterminatedString(start)
  }

  /// Reads an interpolation, an escape sequence or one byte of a string.
  private mutating func part(
    of text: inout [UInt8], _ segments: inout [Token.Segment], stringStart start: Int
  ) throws(Diagnostic) {
    guard current == UInt8(ascii: "\\") else {
      text.append(bytes[position])
      position += 1
      return
    }
    guard peek() == UInt8(ascii: "(") else { return text += try escape() }
    if !text.isEmpty { segments.append(.text(String(decoding: text, as: UTF8.self))) }
    text = []
    segments.append(try interpolation(stringStart: start))
  }

  /// Reads a multi-line string between `"""`, without the indentation of its closing quotes.
  mutating func block() throws(Diagnostic) -> Token {
    let start = position
    position += 3
    guard let end = endOfBlock(from: position) else {
      throw Diagnostic(
        .unterminated, .openText, at: Span(base + start, base + start + 3), help: .closeBlock,
        awaits: .quoted("\"\"\""))
    }
    let lastLine = bytes[position..<end].lastIndex(of: UInt8(ascii: "\n"))
    let indentation = lastLine.map { bytes[($0 + 1)..<end] } ?? []
    let opening = position
    guard let lastLine, lengthOfBreak(at: opening) > 0,
      indentation.allSatisfy({ $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") })
    else {
      throw Diagnostic(
        .unexpected, .blockOnOwnLines, at: Span(base + start, base + start + 3),
        help: .breakAfterQuotes)
    }
    var segments: [Token.Segment] = []
    var text: [UInt8] = []
    let endOfText = lengthOfBreak(at: lastLine - 1) == 2 ? lastLine - 1 : lastLine
    while position < endOfText {
      let isContinued = current == UInt8(ascii: "\\")
      let length = lengthOfBreak(at: isContinued ? position + 1 : position)
      if length > 0 {
        if !isContinued, position > opening { text.append(UInt8(ascii: "\n")) }
        position += isContinued ? length + 1 : length
        try skipIndentation(Array(indentation))
      } else {
        try part(of: &text, &segments, stringStart: start)
      }
    }
    position = end + 3
    return Token(kind: .string(segments.closed(by: text)), span: span(from: start))
  }

  private func endOfBlock(from start: Int) -> Int? {
    var index = start
    let quote = UInt8(ascii: "\"")
    while index + 2 < bytes.count {
      if bytes[index] == UInt8(ascii: "\\") {
        index += 1
      } else if bytes[index] == quote, bytes[index + 1] == quote, bytes[index + 2] == quote {
        return index
      }
      index += 1
    }
    return nil
  }

  /// The number of bytes of the line break at a place, of which Windows writes two; 0 if there is none.
  private func lengthOfBreak(at place: Int) -> Int {
    let rest = bytes[min(place, bytes.count)...]
    return rest.starts(with: "\r\n".utf8) ? 2 : rest.first == UInt8(ascii: "\n") ? 1 : 0
  }

  private mutating func skipIndentation(_ indentation: [UInt8]) throws(Diagnostic) {
    guard position < bytes.count, lengthOfBreak(at: position) == 0 else { return }
    guard bytes[position...].starts(with: indentation) else {
      throw Diagnostic(
        .unexpected, .indentedLess, at: Span(base + position, base + position + 1),
        help: .indentAsFar)
    }
    position += indentation.count
  }

  /// Returns the error of a string without a closing quote; further lines cannot complete a string.
  private func unterminatedString(_ start: Int) -> Diagnostic {
    Diagnostic(
      .unterminated, .openString, at: Span(base + start, base + start + 1), help: .closeString)
  }

  private mutating func escape() throws(Diagnostic) -> [UInt8] {
    let start = position
    position += 1
    guard let byte = current else { return [] }
    position += 1
    switch byte {
    case UInt8(ascii: "n"): return [UInt8(ascii: "\n")]
    case UInt8(ascii: "t"): return [UInt8(ascii: "\t")]
    case UInt8(ascii: "r"): return [UInt8(ascii: "\r")]
    case UInt8(ascii: "0"): return [0]
    case UInt8(ascii: "\\"), UInt8(ascii: "\""), UInt8(ascii: "'"): return [byte]
    case UInt8(ascii: "u") where current == UInt8(ascii: "{"):
      position += 1
      let digits = position
      while let byte = current, byte != UInt8(ascii: "}"), position - digits < 8 { position += 1 }
      let text = String(decoding: bytes[digits..<position], as: UTF8.self)
      if current == UInt8(ascii: "}"),
        let scalar = UInt32(text, radix: 16).flatMap(Unicode.Scalar.init)
      {
        position += 1
        return Array(String(Character(scalar)).utf8)
      }
    default: break
    }
    throw Diagnostic(.unexpected, .noEscape, at: span(from: start), help: .knownEscapes)
  }

  private mutating func interpolation(stringStart: Int) throws(Diagnostic) -> Token.Segment {
    guard interpolationDepth < Self.deepestInterpolation else {
      throw Diagnostic(
        .tooDeep, .stringsTooDeep(Self.deepestInterpolation),
        at: Span(base + position, base + position + 2), help: .nameAPart)
    }
    position += 2
    let start = position
    guard let end = closingParenthesis(from: start) else {
      throw unterminatedString(stringStart)
    }
    position = end + 1
    return .interpolation(
      String(decoding: bytes[start..<end], as: UTF8.self), offset: base + start,
      depth: interpolationDepth + 1)
  }

  /// The offset of the `)` that closes an interpolation; parentheses in nested strings do not count.
  private func closingParenthesis(from start: Int) -> Int? {
    var depth = 0
    var inString = [false]
    var index = start
    while index < bytes.count {
      let byte = bytes[index]
      if inString.last == true {
        if byte == UInt8(ascii: "\\") {
          if index + 1 < bytes.count, bytes[index + 1] == UInt8(ascii: "(") {
            inString.append(false)
            depth += 1
          }
          index += 1
        } else if byte == UInt8(ascii: "\"") {
          inString.removeLast()
        }
      } else if byte == UInt8(ascii: "\"") {
        inString.append(true)
      } else if byte == UInt8(ascii: "(") {
        depth += 1
        inString.append(false)
      } else if byte == UInt8(ascii: ")") {
        if depth == 0 { return index }
        depth -= 1
        inString.removeLast()
      } else if byte == UInt8(ascii: "\n") {
        return nil
      }
      index += 1
    }
    return nil
  }
}

extension [Token.Segment] {
  /// Returns the segments followed by the text; an empty text is added only if there are no segments.
  fileprivate func closed(by text: [UInt8]) -> Self {
    text.isEmpty && !isEmpty ? self : self + [.text(String(decoding: text, as: UTF8.self))]
  }
}
