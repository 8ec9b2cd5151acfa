/// Turns tokens into statements; recursive descent, one function per rule of the grammar.
struct Parser {
  private let tokens: [Token]
  private var index = 0
  var depth = 0

  /// How deep expressions may nest; enough for people, too little to exhaust the stack.
  static let deepestNesting = 100

  /// How many operators or members may follow each other on one level.
  static let longestChain = 1_000

  init(_ tokens: [Token]) { self.tokens = tokens }

  /// Parses a whole text.
  ///
  /// - Throws: The first mistake; ``Diagnostic/isIncomplete`` tells whether more text could mend it.
  static func parse(_ text: String) throws(Diagnostic) -> [Statement] {
    var lexer = Lexer(text)
    var parser = Parser(try lexer.tokens())
    return try parser.program()
  }

  var current: Token { tokens[index] }

  var next: Token { tokens[min(index + 1, tokens.count - 1)] }

  @discardableResult
  mutating func advance() -> Token {
    defer { if index < tokens.count - 1 { index += 1 } }
    return current
  }

  func at(_ symbol: String) -> Bool { current.kind == .symbol(symbol) }

  mutating func accept(_ symbol: String) -> Bool {
    guard at(symbol) else { return false }
    advance()
    return true
  }

  /// The rest of an expression may follow on the next line here.
  mutating func skipLineBreaks() { while current.kind == .separator { advance() } }

  mutating func expect(_ symbol: String, to purpose: String) throws(Diagnostic) {
    guard accept(symbol) else { throw unexpected("'\(symbol)' \(purpose)") }
  }

  func unexpected(_ wanted: String, help: String? = nil) -> Diagnostic {
    Diagnostic(
      .unexpected, "\(wanted) is expected here, not \(current.description)", at: current.span,
      help: help, isIncomplete: current.kind == .end)
  }
}

// MARK: - Statements

extension Parser {
  private mutating func program() throws(Diagnostic) -> [Statement] {
    var statements: [Statement] = []
    skipLineBreaks()
    while current.kind != .end {
      let start = current.span
      let kind = try statement()
      let end = tokens[max(0, index - 1)].span
      statements.append(Statement(kind: kind, span: start.joined(end)))
      guard current.kind == .separator || current.kind == .end else {
        throw afterStatement(kind)
      }
      skipLineBreaks()
    }
    return statements
  }

  private func afterStatement(_ kind: Statement.Kind) -> Diagnostic {
    var help: String? = "Put each statement on its own line, or ; between two."
    if case .expression(let expression, _) = kind, case .name(let word) = expression.kind {
      switch word {
      case "set": help = "In Swift: form.phone = \"186\""
      case "print", "get", "show": help = "Type the name alone to see its value."
      default: break
      }
    }
    return Diagnostic(
      .unexpected, "\(current.description) is not expected here", at: current.span, help: help)
  }

  private mutating func statement() throws(Diagnostic) -> Statement.Kind {
    switch current.kind {
    case .meta(let name, let rest):
      advance()
      return .meta(name: name, argument: rest)
    case .name("let"), .name("var"):
      return try declaration()
    case .name(let word) where isVerb(word):
      return try verb(word)
    default:
      return try assignmentOrExpression()
    }
  }

  private mutating func declaration() throws(Diagnostic) -> Statement.Kind {
    let isConstant = advance().kind == .name("let")
    guard case .name(let name) = current.kind else {
      throw unexpected("a name", help: "Write let form = LoginForm().")
    }
    let nameToken = advance()
    guard !Reserved.words.contains(name) else {
      throw Diagnostic(
        .unexpected, "'\(name)' is a word of the language", at: nameToken.span,
        help: "Choose another name.")
    }
    try expect("=", to: "and a value")
    skipLineBreaks()
    return .declaration(name: name, isConstant: isConstant, value: try expression())
  }

  private mutating func assignmentOrExpression() throws(Diagnostic) -> Statement.Kind {
    let target = try expression()
    for symbol in ["=", "+=", "-=", "*=", "/="] where accept(symbol) {
      skipLineBreaks()
      let operation = symbol == "=" ? nil : String(symbol.dropLast())
      return .assignment(target: target, operation: operation, value: try expression())
    }
    return .expression(target, inBackground: accept("&"))
  }
}

/// Words that cannot name a variable.
enum Reserved {
  static let verbs: Set<String> = ["watch", "unwatch", "bind", "unbind", "expect"]
  static let words = verbs.union(["let", "var", "true", "false", "nil", "await", "try"])
}
