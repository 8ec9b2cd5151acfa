import DisplayWidth

/// Cuts source text into tokens in one pass over its UTF-8.
struct Lexer {
  let bytes: [UInt8]
  var position = 0
  /// Offset of `bytes[0]` in the whole source; not zero inside an interpolation.
  let base: Int
  let interpolationDepth: Int
  /// Whether a statement may start here.
  var isAtStart = true
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

  var current: UInt8? { position < bytes.count ? bytes[position] : nil }

  func peek(_ distance: Int = 1) -> UInt8? {
    position + distance < bytes.count ? bytes[position + distance] : nil
  }

  func span(from start: Int) -> Span { Span(base + start, base + position) }

  func starts(with text: StaticString) -> Bool {
    let count = text.utf8CodeUnitCount
    guard position + count <= bytes.count else { return false }
    return (0..<count).allSatisfy { unsafe bytes[position + $0] == text.utf8Start[$0] }
  }
}

// MARK: - Space, comments and the first line of a script, which names its program

extension Lexer {
  private mutating func skipSpace() throws(Diagnostic) -> Bool {
    let start = position
    while let byte = current {
      if byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") || byte == UInt8(ascii: "\r") {
        position += 1
      } else if starts(with: "//") || position == 0 && base == 0 && starts(with: "#!") {
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

  /// Returns an error for an address without quotes, such as `demo://books`; `nil` elsewhere.
  ///
  /// As a comment, its `//` would hide the bracket that closes a call.
  private func addressWithoutQuotes() -> Diagnostic? {
    guard starts(with: "://"), position > 0, bytes[position - 1].isNamePart else { return nil }
    var (start, end) = (position - 1, position)
    while start > 0, bytes[start - 1].isNamePart { start -= 1 }
    // A `]` belongs to the address only after a `[` in it, as in `http://[::1]/`.
    var isOpen = false
    while end < bytes.count, !Self.endsOfAddress.contains(bytes[end]),
      isOpen || bytes[end] != UInt8(ascii: "]")
    {
      isOpen = bytes[end] == UInt8(ascii: "[") || isOpen && bytes[end] != UInt8(ascii: "]")
      end += 1
    }
    let address = String(decoding: bytes[start..<end], as: UTF8.self)
    return Diagnostic(
      .unexpected, .addressIsText, at: Span(base + start, base + end), help: .textHasQuotes,
      replacement: "\"\(address)\"")
  }

  private static let endsOfAddress = Set(" \t\r\n\"\\),;".utf8)

  private mutating func skipBlockComment() throws(Diagnostic) {
    let start = position
    var depth = 0
    repeat {
      guard current != nil else {
        throw Diagnostic(
          .unterminated, .openComment, at: Span(base + start, base + start + 2),
          help: .closeComment, awaits: .quoted("*/"))
      }
      // Block comments nest, as in Swift.
      let isMark = starts(with: "/*") || starts(with: "*/")
      if isMark { depth += starts(with: "/*") ? 1 : -1 }
      position += isMark ? 2 : 1
    } while depth > 0
  }
}

// MARK: - Tokens

extension Lexer {
  /// The symbols by their first byte; a longer symbol comes before its prefixes.
  private static let symbols: [UInt8: [StaticString]] = Dictionary(
    grouping: [
      "<->", "->", "...", "..<", "==", "!=", "<=", ">=", "~=", "&&", "||", "??", "?.", "+=", "-=",
      "*=", "/=", "%=", ">>", "(", ")", "[", "]", "{", "}", ",", ".", ":", "=", "+", "-", "*", "/",
      "%",
      "<",
      ">", "!", "?", "&", "|", "#", "_",
    ],
    by: { (symbol: StaticString) in unsafe symbol.utf8Start.pointee })

  private mutating func token() throws(Diagnostic) -> Token {
    let start = position
    guard let byte = current else { return Token(kind: .end, span: span(from: start)) }
    if byte == UInt8(ascii: "\n") || byte == UInt8(ascii: ";") {
      position += 1
      return Token(
        kind: .separator, span: span(from: start), breaksLine: byte == UInt8(ascii: "\n"))
    }
    if starts(with: "\"\"\"") { return try block() }
    if byte == UInt8(ascii: "\"") { return try string() }
    if byte == UInt8(ascii: "$") { return try result() }
    if byte.isDigit { return try number() }
    if isAtStart, byte == UInt8(ascii: ":"), let following = peek(), following.isNameStart {
      return meta()
    }
    if byte.isNameStart, byte != UInt8(ascii: "_") || peek().map(\.isNamePart) == true,
      signLength == nil
    {
      return Token(kind: .name(name()), span: span(from: start))
    }
    if let address = addressWithoutQuotes() { throw address }
    for symbol in Self.symbols[byte, default: []] where starts(with: symbol) {
      position += symbol.utf8CodeUnitCount
      return Token(kind: .symbol(symbol.description), span: span(from: start))
    }
    position += signLength ?? 1
    let character = String(decoding: bytes[start..<position], as: UTF8.self)
    throw Diagnostic(
      .unexpected, .unexpectedCharacter(character.printableLine), at: span(from: start),
      help: byte == UInt8(ascii: "'") ? .doubleQuotes : .removeOrQuote)
  }

  /// The bytes of the current character if it is a sign or a space of another script, which is no part of a name;
  /// `nil` for a letter.
  private var signLength: Int? { bytes.signLength(at: position) }

  private mutating func name() -> String {
    let start = position
    while let byte = current, byte.isNamePart, signLength == nil { position += 1 }
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }

  /// Reads a tool command with its unparsed argument, up to the end of the line, a `;`, or a `//` after a space; `;`
  /// and `//` inside quotes do not count.
  private mutating func meta() -> Token {
    let start = position
    position += 1
    let word = name()
    let restStart = position
    var isQuoted = false
    while let byte = current, byte != UInt8(ascii: "\n") {
      if byte == UInt8(ascii: "\\"), isQuoted { position += 1 }
      if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
      let isBehindSpace = bytes[position - 1] == UInt8(ascii: " ")
      if !isQuoted, byte == UInt8(ascii: ";") || isBehindSpace && starts(with: "//") { break }
      position += 1
    }
    position = min(position, bytes.count)
    let rest = String(decoding: bytes[restStart..<position], as: UTF8.self)
    return Token(
      kind: .meta(name: word, rest: rest.trimmed), span: span(from: start))
  }

  private mutating func number() throws(Diagnostic) -> Token {
    let start = position
    // After the dot of `pair.0` there is the index of an element; after the dots of `0...1.5` there is a number.
    let isPart =
      start > 0 && bytes[start - 1] == UInt8(ascii: ".")
      && (start == 1 || bytes[start - 2] != UInt8(ascii: "."))
    // Whether all characters so far are digits or underscores.
    var isWhole = true
    while let byte = current {
      if byte.isNamePart, signLength == nil {
        isWhole = isWhole && (byte.isDigit || byte == UInt8(ascii: "_"))
        position += 1
        // The sign of an exponent, as in `1e-3`. In `0xE-3` the sign is a subtraction.
        let isSign = current == UInt8(ascii: "-") || current == UInt8(ascii: "+")
        if byte | 0x20 == UInt8(ascii: "e"), isSign, peek().map(\.isDigit) == true,
          !startsWithPrefix(at: start)
        {
          position += 1
        }
      } else if byte == UInt8(ascii: "."), isWhole, !isPart, let following = peek(),
        following.isDigit
      {
        isWhole = false
        position += 1
      } else {
        break
      }
    }
    let digits = bytes[start..<position].filter { $0 != UInt8(ascii: "_") }
    let text = String(decoding: digits, as: UTF8.self)
    if startsWithPrefix(at: start) {
      if let value = Self.wholeNumber(withPrefix: text) {
        return Token(kind: .int(value), span: span(from: start))
      }
    } else if isWhole, let value = Int(text) ?? leastNumber(text, from: start) {
      return Token(kind: .int(value), span: span(from: start))
    } else if let token = try duration(text, from: start) {
      return token
    } else if !isWhole, let value = Double(text), value.isFinite {
      return Token(kind: .double(value), span: span(from: start))
    }
    var help = Message.wholeNumbersGoTo(Int.max)
    if startsWithPrefix(at: start), let base = Self.bases[bytes[start + 1]] {
      if !Self.isWhole(text.dropFirst(2), base) {
        help = .digitsBehind(String(text.prefix(2)), base.digits, like: base.example)
      }
    } else if !isWhole, Double(text) != nil {
      help = .numbersGoTo(Double.greatestFiniteMagnitude)
    }
    throw Diagnostic(
      .badNumber, .numberDoesNotFit(text.clipped(to: 40)), at: span(from: start), help: help)
  }

  /// Returns `Int.min` for its digits after a `-`; without the sign these digits exceed `Int.max`.
  private func leastNumber(_ text: String, from start: Int) -> Int? {
    start > 0 && bytes[start - 1] == UInt8(ascii: "-") ? Int("-\(text)") : nil
  }

  /// Whether the number has the prefix of a base, as in `0xFF`.
  private func startsWithPrefix(at start: Int) -> Bool {
    bytes[start] == UInt8(ascii: "0") && start + 1 < bytes.count
      && Self.bases[bytes[start + 1]] != nil
  }

  /// A base by its letter, with its digits and an example for help.
  private static let bases: [UInt8: (radix: Int, digits: String, example: String)] = [
    UInt8(ascii: "x"): (16, "0-9, a-f", "0xFF"), UInt8(ascii: "o"): (8, "0-7", "0o17"),
    UInt8(ascii: "b"): (2, "0-1", "0b101"),
  ]

  private static func wholeNumber(withPrefix text: String) -> Int? {
    let digits = text.dropFirst(2)
    return text.utf8.dropFirst().first.flatMap { bases[$0] }.flatMap { base in
      isWhole(digits, base) ? Int(digits, radix: base.radix) : nil
    }
  }

  /// Whether a text consists of digits of a base.
  private static func isWhole(
    _ digits: Substring, _ base: (radix: Int, digits: String, example: String)
  ) -> Bool {
    !digits.isEmpty && digits.allSatisfy { $0.hexDigitValue.map { $0 < base.radix } == true }
  }
}

extension Lexer {
  /// Returns the token of a duration such as `250ms`, `1.5s`, `2m` or `1h`; the limit is 1e9 s, about 32 years.
  private func duration(_ text: String, from start: Int) throws(Diagnostic) -> Token? {
    let unit = String(text.drop { "0123456789.".contains($0) })
    guard let count = Double(text.dropLast(unit.count)), !unit.isEmpty, count.isFinite else {
      return nil
    }
    guard let seconds = Self.units[unit] else {
      guard Double(text) == nil else { return nil }  // 1e3
      throw Diagnostic(
        .badNumber, .noNumberOrDuration(text.clipped(to: 40)), at: span(from: start),
        help: .durationsEndIn)
    }
    guard count * seconds < 1e9 else {
      throw Diagnostic(
        .badNumber, .durationTooLong(text.clipped(to: 40)), at: span(from: start),
        help: .durationsAreShorter)
    }
    return Token(kind: .duration(.seconds(count * seconds)), span: span(from: start))
  }

  /// The units of time in seconds.
  private static let units = ["ms": 0.001, "s": 1, "m": 60, "h": 3_600]

  private mutating func result() throws(Diagnostic) -> Token {
    let start = position
    position += 1
    while let byte = current, byte.isDigit { position += 1 }
    let digits = String(decoding: bytes[(start + 1)..<position], as: UTF8.self)
    guard let number = Int(digits) else {
      throw Diagnostic(.unexpected, .resultWantsNumber, at: span(from: start), help: .writeResult)
    }
    return Token(kind: .result(number), span: span(from: start))
  }
}
