/// Turns text into statements; recursive descent, one function per rule of the grammar.
///
/// Tokens are cut as they are needed, so that a mistake at the start of a huge text is found at once.
struct Parser {
  private var lexer: Lexer
  private(set) var current: Token
  private(set) var next: Token
  private var previousSpan = Span(0, 0)
  var depth = 0

  /// How deep expressions may nest; enough for people, too little to exhaust the stack.
  static let deepestNesting = 100

  /// How many operators or members may follow each other on one level.
  static let longestChain = 1_000

  init(_ lexer: Lexer) {
    self.lexer = lexer
    current = self.lexer.next()
    next = self.lexer.next()
  }

  /// Parses a whole text.
  ///
  /// - Throws: The first mistake; ``Diagnostic/isIncomplete`` tells whether more text could mend it.
  static func parse(_ text: String) throws(Diagnostic) -> [Statement] {
    var parser = Parser(Lexer(text))
    return try parser.program()
  }

  @discardableResult
  mutating func advance() -> Token {
    defer {
      previousSpan = current.span
      current = next
      next = lexer.next()
    }
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
    if case .invalid(let problem) = current.kind { return problem }
    return Diagnostic(
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
      statements.append(Statement(kind: kind, span: start.joined(previousSpan)))
      guard current.kind == .separator || current.kind == .end else {
        throw afterStatement(kind)
      }
      skipLineBreaks()
    }
    return statements
  }

  private func afterStatement(_ kind: Statement.Kind) -> Diagnostic {
    if case .invalid(let problem) = current.kind { return problem }
    var help: String? = "Put each statement on its own line, or ; between two."
    if case .expression(let expression, _) = kind, case .name(let word) = expression.kind {
      switch word {
      case "set": help = "In Swift: form.phone = \"186\""
      case "help": help = "The tool's words start with a colon: :help form.clear"
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
