/// Syntax highlighting of typed text: a pure function of the text and the ``Symbols``.
public enum Highlighter {
  /// The role of a part of the text.
  public enum Role: Sendable, Hashable {
    /// A verb, or another word of the language.
    case keyword
    /// A string, complete or not.
    case string
    /// A number or another literal.
    case literal
    /// A type that can be created.
    case type
    /// A tool command.
    case tool
    /// A name that does not exist.
    case unknown
  }

  /// One part of the text.
  public struct Part: Sendable, Hashable {
    /// The UTF-8 range of the part.
    public let range: Range<Int>
    /// The role of the part.
    public let role: Role
  }

  /// Returns the parts of `text` that have a role, in order.
  ///
  /// The parser decides what a name is. Names after a syntax error have no role.
  ///
  /// - Complexity: O(*n*).
  public static func parts(of text: String, symbols: Symbols) -> [Part] {
    var names = Names(in: text, symbols)
    var lexer = Lexer(text)
    do {
      return parts(of: try lexer.tokens(), &names, isWhole: true)
    } catch {
      // The text before the error is highlighted as usual. An open string is highlighted to its end.
      guard let place = error.span else { return [] }
      var before = Lexer(String(decoding: Array(text.utf8.prefix(place.start)), as: UTF8.self))
      let tokens = (try? before.tokens()) ?? []
      let role: Role = error.code == .unterminated ? .string : .unknown
      let end = error.code == .unterminated ? text.utf8.count : place.end
      return parts(of: tokens, &names, isWhole: false)
        + [Part(range: place.start..<end, role: role)]
    }
  }

  private static func parts(of tokens: [Token], _ names: inout Names, isWhole: Bool) -> [Part] {
    var parts: [Part] = []
    for (index, token) in tokens.enumerated() {
      let isLast = isWhole && index + 2 == tokens.count
      let role: Role? =
        switch token.kind {
        case .string: .string
        case .int, .double, .duration, .result: .literal
        case .meta: .tool
        case .name(let name): names.role(of: name, at: token.span.start, isLast: isLast)
        case .symbol, .separator, .invalid, .end: nil
        }
      if let role { parts.append(Part(range: token.span.start..<token.span.end, role: role)) }
    }
    return parts
  }

  /// The roles of the names in a text, as far as they are known.
  private struct Names {
    private let roles: [Int: Parser.NameRole]
    private let end: Int
    private let known: Set<String>
    private let types: Set<String>
    /// The names that are declared before the current name.
    private var declared: Set<String> = []

    init(in text: String, _ symbols: Symbols) {
      (roles, end) = Parser.roles(in: text)
      known = Set(symbols.variables.map(\.text))
      types = Set(symbols.types.map { String($0.text.prefix { $0 != "(" }) })
    }

    /// Returns the role of a name; must be called for the names in their order.
    mutating func role(of name: String, at start: Int, isLast: Bool) -> Role? {
      if ["true", "false", "nil"].contains(name) { return .literal }
      guard let role = roles[start] else { return start < end ? .keyword : nil }
      let isKnown: Bool
      switch role {
      case .declared:
        declared.insert(name)
        return nil
      case .member, .label: return nil
      case .type, .model: return .type
      case .called:
        if types.contains(name) { return .type }
        isKnown =
          name == "print" || Conversion(rawValue: name) != nil || known.contains(name)
      case .variable:
        if ToolCommand.bare.contains(name), !known.contains(name) { return .tool }
        if types.contains(name) { return .type }
        if !known.contains(name), ["inf", "nan"].contains(name) { return .literal }
        if !known.contains(name), name == Conversion.double.rawValue { return .type }
        isKnown = known.contains(name) || declared.contains(name)
      }
      // The last word may be incomplete, so it is not marked as unknown.
      return isKnown || isLast ? nil : .unknown
    }
  }
}
