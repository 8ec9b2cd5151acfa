/// Cuts source text into tokens in one pass over its UTF-8.
struct Lexer {
  private let bytes: [UInt8]
  private var position = 0
  /// Offset of `bytes[0]` in the whole source; not zero inside an interpolation.
  private let base: Int
  private let interpolationDepth: Int
  /// Whether a statement may start here.
  private var isAtStart = true
  /// Whether the text ends inside a comment that runs to the end of its line.
  private(set) var endsInComment = false

  static let deepestInterpolation = 16

  /// Starts at the beginning of `text`, which may be the inside of an interpolation at an offset of
  /// the whole text.
  init(_ text: String, base: Int = 0, interpolationDepth: Int = 0) {
    bytes = Array(text.utf8)
    self.base = base
    self.interpolationDepth = interpolationDepth
  }

  /// All tokens, the last of which is ``Token/Kind/end``.
  mutating func tokens() throws(Diagnostic) -> [Token] {
    var tokens: [Token] = []
    while true {
      let token = next()
      if case .invalid(let problem) = token.kind { throw problem }
      tokens.append(token)
      if token.kind == .end { return tokens }
    }
  }

  /// The next token; ``Token/Kind/end`` again and again at the end.
  mutating func next() -> Token {
    do throws(Diagnostic) {
      let space = try skipSpace()
      var token = try token()
      token.spaceBefore = space
      isAtStart = token.kind == .separator
      return token
    } catch {
      let place = error.span ?? Span(base + position, base + position)
      position = bytes.count
      return Token(kind: .invalid(error), span: place)
    }
  }

  private var current: UInt8? { position < bytes.count ? bytes[position] : nil }

  private func peek(_ distance: Int = 1) -> UInt8? {
    position + distance < bytes.count ? bytes[position + distance] : nil
  }

  private func span(from start: Int) -> Span { Span(base + start, base + position) }

  private func starts(with text: StaticString) -> Bool {
    let count = text.utf8CodeUnitCount
    guard position + count <= bytes.count else { return false }
    return unsafe bytes[position..<position + count].elementsEqual(
      UnsafeBufferPointer(start: text.utf8Start, count: count))
  }
}

// MARK: - Space and comments

extension Lexer {
  private mutating func skipSpace() throws(Diagnostic) -> Bool {
    let start = position
    while let byte = current {
      if byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") || byte == UInt8(ascii: "\r") {
        position += 1
      } else if starts(with: "//") {
        while let byte = current, byte != UInt8(ascii: "\n") { position += 1 }
        endsInComment = current == nil
      } else if starts(with: "/*") {
        try skipBlockComment()
      } else if starts(with: "\u{FEFF}"), position == 0 {
        position += 3
      } else {
        break
      }
    }
    return position > start
  }

  private mutating func skipBlockComment() throws(Diagnostic) {
    let start = position
    position += 2
    while !starts(with: "*/") {
      guard current != nil else {
        throw Diagnostic(
          .unterminated, "this comment is not closed", at: Span(base + start, base + start + 2),
          help: "Close it with */.", isIncomplete: true)
      }
      position += 1
    }
    position += 2
  }
}

// MARK: - Tokens

extension Lexer {
  /// The symbols by their first byte, longer ones before those that they begin with.
  private static let symbols: [UInt8: [StaticString]] = Dictionary(
    grouping: [
      "<->", "->", "...", "..<", "==", "!=", "<=", ">=", "~=", "&&", "||", "??", "?.", "+=", "-=",
      "*=", "/=", "(", ")", "[", "]", "{", "}", ",", ".", ":", "=", "+", "-", "*", "/", "%", "<",
      ">", "!", "?", "&", "|", "#", "_",
    ],
    by: { (symbol: StaticString) in unsafe symbol.utf8Start.pointee })

  private mutating func token() throws(Diagnostic) -> Token {
    let start = position
    guard let byte = current else { return Token(kind: .end, span: span(from: start)) }
    if byte == UInt8(ascii: "\n") || byte == UInt8(ascii: ";") {
      position += 1
      return Token(kind: .separator, span: span(from: start))
    }
    if starts(with: "\"\"\"") { return try block() }
    if byte == UInt8(ascii: "\"") { return try string() }
    if byte == UInt8(ascii: "$") { return try result() }
    if isDigit(byte) { return try number() }
    if isAtStart, byte == UInt8(ascii: ":"), let following = peek(), isNameStart(following) {
      return meta()
    }
    if isNameStart(byte), byte != UInt8(ascii: "_") || peek().map(isNamePart) == true {
      return Token(kind: .name(name()), span: span(from: start))
    }
    for symbol in Self.symbols[byte, default: []] where starts(with: symbol) {
      position += symbol.utf8CodeUnitCount
      return Token(kind: .symbol("\(symbol)"), span: span(from: start))
    }
    position += 1
    throw Diagnostic(
      .unexpected, "unexpected character '\(visible(byte))'", at: span(from: start),
      help: "Remove it, or put it into quotes if it belongs to a text.")
  }

  private func isDigit(_ byte: UInt8) -> Bool {
    byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
  }

  private func isNameStart(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "_"), 0x80...:
      true
    default: false
    }
  }

  private func isNamePart(_ byte: UInt8) -> Bool { isNameStart(byte) || isDigit(byte) }

  private func visible(_ byte: UInt8) -> String {
    byte < 0x20 || byte == 0x7F
      ? "\\u{\(String(byte, radix: 16))}" : String(decoding: [byte], as: UTF8.self)
  }

  private mutating func name() -> String {
    let start = position
    while let byte = current, isNamePart(byte) { position += 1 }
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }

  private mutating func meta() -> Token {
    let start = position
    position += 1
    let word = name()
    let restStart = position
    while let byte = current, byte != UInt8(ascii: "\n") { position += 1 }
    let rest = String(decoding: bytes[restStart..<position], as: UTF8.self)
    return Token(
      kind: .meta(name: word, rest: rest.trimmed), span: span(from: start))
  }

  private mutating func number() throws(Diagnostic) -> Token {
    let start = position
    var isDouble = false
    while let byte = current {
      if isNamePart(byte) {
        position += 1
      } else if byte == UInt8(ascii: "."), !isDouble, let following = peek(), isDigit(following) {
        isDouble = true
        position += 1
      } else {
        break
      }
    }
    let text = String(decoding: bytes[start..<position], as: UTF8.self)
      .replacing("_", with: "")
    if let token = duration(text, from: start) { return token }
    if !isDouble, let value = Int(text) {
      return Token(kind: .int(value), span: span(from: start))
    }
    // Double("nan"), Double("0x1p3") and their like cannot start with a digit or are wanted.
    if let value = Double(text), value.isFinite {
      let tooLarge = !isDouble && text.allSatisfy(\.isNumber)
      if !tooLarge { return Token(kind: .double(value), span: span(from: start)) }
    }
    throw Diagnostic(
      .badNumber, "'\(text)' is not a number that fits", at: span(from: start),
      help: "Whole numbers go up to \(Int.max); put digits that are a text into quotes.")
  }
}

extension Lexer {
  /// `250ms`, `1.5s` or `2m`; no longer than some thirty years.
  private func duration(_ text: String, from start: Int) -> Token? {
    for (suffix, unit) in [("ms", 0.001), ("s", 1), ("m", 60)] where text.hasSuffix(suffix) {
      guard let count = Double(text.dropLast(suffix.count)), count * unit < 1e9 else { return nil }
      return Token(kind: .duration(.seconds(count * unit)), span: span(from: start))
    }
    return nil
  }

  private mutating func result() throws(Diagnostic) -> Token {
    let start = position
    position += 1
    while let byte = current, isDigit(byte) { position += 1 }
    let digits = String(decoding: bytes[(start + 1)..<position], as: UTF8.self)
    guard let number = Int(digits) else {
      throw Diagnostic(
        .unexpected, "'$' is followed by the number of a result", at: span(from: start),
        help: "Write $1 for the first one, _ for the last.")
    }
    return Token(kind: .result(number), span: span(from: start))
  }
}

// MARK: - Strings

extension Lexer {
  private mutating func string() throws(Diagnostic) -> Token {
    let start = position
    position += 1
    var segments: [Token.Segment] = []
    var text: [UInt8] = []
    while let byte = current {
      switch byte {
      case UInt8(ascii: "\""):
        position += 1
        if !text.isEmpty || segments.isEmpty {
          segments.append(.text(String(decoding: text, as: UTF8.self)))
        }
        return Token(kind: .string(segments), span: span(from: start))
      case UInt8(ascii: "\n"):
        throw unterminatedString(start, isIncomplete: false)
      case UInt8(ascii: "\\") where peek() == UInt8(ascii: "("):
        if !text.isEmpty { segments.append(.text(String(decoding: text, as: UTF8.self))) }
        text = []
        segments.append(try interpolation(stringStart: start))
      case UInt8(ascii: "\\"):
        text += try escape()
      default:
        text.append(byte)
        position += 1
      }
    }
    throw unterminatedString(start, isIncomplete: true)
  }

  /// A text of several lines between `"""`, without the indentation of the closing one.
  private mutating func block() throws(Diagnostic) -> Token {
    let start = position
    position += 3
    guard let end = endOfBlock(from: position) else {
      throw Diagnostic(
        .unterminated, "this text is not closed", at: Span(base + start, base + start + 3),
        help: "Close it with \"\"\" on a line of its own.", isIncomplete: true)
    }
    let lastLine = bytes[position..<end].lastIndex(of: UInt8(ascii: "\n"))
    let indentation = lastLine.map { bytes[($0 + 1)..<end] } ?? []
    guard let lastLine, bytes[position] == UInt8(ascii: "\n"),
      indentation.allSatisfy({ $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") })
    else {
      throw Diagnostic(
        .unexpected, "a text between \"\"\" starts and ends on lines of its own",
        at: Span(base + start, base + start + 3), help: "Break the line after \"\"\".")
    }
    var segments: [Token.Segment] = []
    var text: [UInt8] = []
    while position < lastLine {
      let byte = bytes[position]
      if byte == UInt8(ascii: "\n") {
        if position > start + 3 { text.append(byte) }
        position += 1
        try skipIndentation(Array(indentation))
      } else if byte == UInt8(ascii: "\\"), peek() == UInt8(ascii: "\n") {
        position += 2
        try skipIndentation(Array(indentation))
      } else if byte == UInt8(ascii: "\\"), peek() == UInt8(ascii: "(") {
        if !text.isEmpty { segments.append(.text(String(decoding: text, as: UTF8.self))) }
        text = []
        segments.append(try interpolation(stringStart: start))
      } else if byte == UInt8(ascii: "\\") {
        text += try escape()
      } else {
        text.append(byte)
        position += 1
      }
    }
    position = end + 3
    if !text.isEmpty || segments.isEmpty {
      segments.append(.text(String(decoding: text, as: UTF8.self)))
    }
    return Token(kind: .string(segments), span: span(from: start))
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

  private mutating func skipIndentation(_ indentation: [UInt8]) throws(Diagnostic) {
    guard position < bytes.count, current != UInt8(ascii: "\n") else { return }
    guard bytes[position...].starts(with: indentation) else {
      throw Diagnostic(
        .unexpected, "this line is indented less than the closing \"\"\"",
        at: Span(base + position, base + position + 1), help: "Indent it as far as that.")
    }
    position += indentation.count
  }

  private func unterminatedString(_ start: Int, isIncomplete: Bool) -> Diagnostic {
    Diagnostic(
      .unterminated, "this string is not closed", at: Span(base + start, base + start + 1),
      help: "Close it with \" on the same line.", isIncomplete: isIncomplete)
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
    throw Diagnostic(
      .unexpected, "this is no escape sequence", at: span(from: start),
      help: "Known are \\n \\t \\r \\0 \\\\ \\\" \\' \\u{4E2D} and \\(value).")
  }

  private mutating func interpolation(stringStart: Int) throws(Diagnostic) -> Token.Segment {
    guard interpolationDepth < Self.deepestInterpolation else {
      throw Diagnostic(
        .tooDeep, "strings inside strings go no deeper than \(Self.deepestInterpolation)",
        at: Span(base + position, base + position + 2), help: "Name a part with let first.")
    }
    position += 2
    let start = position
    guard let end = closingParenthesis(from: start) else {
      throw unterminatedString(stringStart, isIncomplete: true)
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

extension String {
  /// The text without white space at either end.
  var trimmed: String {
    var text = self[...]
    while text.first?.isWhitespace == true { text.removeFirst() }
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }
}
