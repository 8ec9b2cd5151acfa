extension UInt8 {
  var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }

  /// Whether a name may begin with the byte; letters of other scripts are beyond ASCII.
  var isNameStart: Bool {
    self >= 0x80 || self == UInt8(ascii: "_")
      || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20)
  }

  var isNamePart: Bool { isNameStart || isDigit }
}

extension [UInt8] {
  /// Returns the bytes of the character at an offset if it is a sign or a space beyond ASCII, such as `，`; `nil` for
  /// a letter, and within a character.
  func signLength(at offset: Int) -> Int? {
    guard self[offset] >= 0xC0,
      let character = String(decoding: self[offset...].prefix(4), as: UTF8.self).unicodeScalars
        .first
    else { return nil }
    return switch character.properties.generalCategory {
    case .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation,
      .initialPunctuation, .finalPunctuation, .otherPunctuation, .mathSymbol, .currencySymbol,
      .modifierSymbol, .spaceSeparator, .lineSeparator, .paragraphSeparator, .control:
      UTF8.encode(character)?.count
    default: nil
    }
  }
}

struct Token: Sendable, Hashable {
  var kind: Kind
  var span: Span
  /// Whether white space precedes the token, which distinguishes `form.clear() &` from `a&b`.
  var spaceBefore = false
  /// Whether the token is a line break, which may also be within a statement; a `;` always ends a statement.
  var breaksLine = false

  enum Kind: Sendable, Hashable {
    case name(String)
    case int(Int)
    case double(Double)
    case duration(Duration)
    /// `$3`
    case result(Int)
    case string([Segment])
    /// An operator or a punctuation mark.
    case symbol(String)
    /// A tool command, `:word`, at the start of a statement, with the rest of its line.
    case meta(name: String, rest: String)
    /// A line break or `;`.
    case separator
    /// Characters that are not a token, with the error.
    indirect case invalid(Diagnostic)
    case end
  }

  /// A part of a string literal.
  enum Segment: Sendable, Hashable {
    case text(String)
    /// The text between `\(` and `)`, with its UTF-8 offset in the whole text.
    case interpolation(String, offset: Int, depth: Int)
  }

  var isName: Bool { if case .name = kind { true } else { false } }

  /// The name of the token in an error.
  var message: Message {
    switch kind {
    case .name(let name): .quoted(name)
    case .int(let value): .quoted("\(value)")
    case .double(let value): .quoted("\(value)")
    case .duration(let value): .quoted(value.shortText)
    case .result(let number): .quoted("$\(number)")
    case .string: .aString
    case .symbol(let symbol): .quoted(symbol)
    case .meta(let name, _): .quoted(":\(name)")
    case .separator: breaksLine ? .endOfLine : .quoted(";")
    case .invalid: .this
    case .end: .endOfInput
    }
  }
}
