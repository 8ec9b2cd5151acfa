/// Names the parts of a text that is being typed; a pure function of the text and the ``Symbols``.
public enum Highlighter {
  /// What a part of the text is.
  public enum Role: Sendable, Hashable {
    /// A verb, or another word of the language.
    case keyword
    /// A string, finished or not.
    case string
    /// A number or another literal.
    case literal
    /// A type that can be created.
    case type
    /// A command of the tool itself.
    case tool
    /// A name that does not exist.
    case unknown
  }

  /// One part of the text.
  public struct Part: Sendable, Hashable {
    /// Its UTF-8 range.
    public let range: Range<Int>
    /// What it is.
    public let role: Role
  }

  /// The parts of `text` that are more than plain, in order.
  ///
  /// - Complexity: O(*n*).
  public static func parts(of text: String, symbols: Symbols) -> [Part] {
    var lexer = Lexer(text)
    do {
      return parts(of: try lexer.tokens(), symbols: symbols, isWhole: true)
    } catch {
      // Up to the mistake the text is what it is; an open string is coloured to its end.
      guard let place = error.span else { return [] }
      var before = Lexer(String(decoding: Array(text.utf8.prefix(place.start)), as: UTF8.self))
      let tokens = (try? before.tokens()) ?? []
      let role: Role = error.code == .unterminated ? .string : .unknown
      let end = error.code == .unterminated ? text.utf8.count : place.end
      return parts(of: tokens, symbols: symbols, isWhole: false)
        + [Part(range: place.start..<end, role: role)]
    }
  }

  private static func parts(of tokens: [Token], symbols: Symbols, isWhole: Bool) -> [Part] {
    var parts: [Part] = []
    for (index, token) in tokens.enumerated() {
      let previous = index > 0 ? tokens[index - 1].kind : .separator
      let next = index + 1 < tokens.count ? tokens[index + 1].kind : .end
      let role: Role? =
        switch token.kind {
        case .string: .string
        case .int, .double, .duration, .result: .literal
        case .meta: .tool
        case .name(let name):
          role(of: name, after: previous, before: next, isLast: isWhole && next == .end, symbols)
        case .symbol, .separator, .invalid, .end: nil
        }
      if let role { parts.append(Part(range: token.span.start..<token.span.end, role: role)) }
    }
    return parts
  }

  private static func role(
    of name: String, after previous: Token.Kind, before next: Token.Kind, isLast: Bool,
    _ symbols: Symbols
  ) -> Role? {
    if previous == .separator, Reserved.words.contains(name) { return .keyword }
    switch name {
    case "true", "false", "nil": return .literal
    case "await", "try": return .keyword
    default: break
    }
    switch previous {
    case .symbol("."), .symbol("?."), .name("let"), .name("var"): return nil
    default: break
    }
    if symbols.types.contains(where: { $0.text == "\(name)()" }) { return .type }
    // A word that is still being typed, or a label, is not a mistake.
    guard !isLast, next != .symbol(":") else { return nil }
    return symbols.variables.contains { $0.text == name } ? nil : .unknown
  }
}
