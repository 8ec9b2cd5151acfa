import ViewModels

/// A recursive-descent parser that turns text into statements, with one function per grammar rule.
///
/// Tokens are read on demand, so that an error at the start of a huge text is found at once.
struct Parser {
  private var lexer: Lexer
  private(set) var current: Token
  private(set) var next: Token
  private var previousSpan = Span(0, 0)
  /// The end of the last line with a word, if only empty lines follow it so far.
  private var endOfLine: Int?
  var depth = 0
  /// Whether an argument of a call may be a direction, `a -> b` or `a <-> b`.
  private(set) var takesDirections = false
  /// Whether the parser reads an interpolation: the text between `\(` and `)`.
  var isInText = false
  /// The roles of the names in the text, by their start offsets; `nil` if the parser does not record roles.
  private(set) var roles: [Int: NameRole]?

  /// The role of a name; a name without one is a reserved word.
  enum NameRole {
    case variable, called, declared, member, type, model, label
  }

  mutating func note(_ role: NameRole, at span: Span) { roles?[span.start] = role }

  /// Returns the roles of the names in a text, and the end of the part that could be parsed.
  static func roles(in text: String) -> (roles: [Int: NameRole], end: Int) {
    var parser = Parser(Lexer(text))
    parser.roles = [:]
    let isWhole = (try? parser.program()) != nil
    return (parser.roles ?? [:], isWhole ? text.utf8.count : parser.current.span.start)
  }

  /// The maximum nesting of expressions: enough for people, but too little to overflow the stack.
  static let deepestNesting = 100

  /// The maximum height of an expression, which a debug build can evaluate on a stack of 8 MB.
  ///
  /// A chain of operators or members also adds height, because each of them contains those before it.
  static let greatestHeight = 250

  init(_ lexer: Lexer) {
    self.lexer = lexer
    current = self.lexer.next()
    next = self.lexer.next()
  }

  /// Parses a whole text.
  ///
  /// - Throws: The first error; ``Diagnostic/isIncomplete`` tells whether more text could correct it.
  static func parse(_ text: String) throws(Diagnostic) -> [Statement] {
    var parser = Parser(Lexer(text))
    return try parser.program()
  }

  /// Parses one expression and nothing else.
  static func expression(
    _ text: String, takesDirections: Bool = false
  ) throws(Diagnostic) -> Expression {
    var parser = Parser(Lexer(text))
    parser.takesDirections = takesDirections
    let expression = try parser.expression()
    guard parser.current.kind == .end else { throw parser.unexpected(.nothingMore) }
    return expression
  }

  /// Parses the condition of a lesson's check; arguments of its calls may be directions, as in
  /// `isBound(form.phone -> draft.phone)`.
  static func condition(_ text: String) throws(Diagnostic) -> Expression {
    try expression(text, takesDirections: true)
  }

  @discardableResult
  mutating func advance() -> Token {
    defer {
      previousSpan = current.span
      endOfLine = current.kind == .separator ? endOfLine ?? current.span.start : nil
      current = next
      next = lexer.next()
    }
    return current
  }

  func at(_ symbol: String) -> Bool {
    if case .symbol(symbol) = current.kind { true } else { false }
  }

  mutating func accept(_ symbol: String) -> Bool {
    guard at(symbol) else { return false }
    advance()
    return true
  }

  /// Skips line breaks where an expression may continue on the next line.
  mutating func skipLineBreaks() { while current.breaksLine { advance() } }

  private mutating func skipSeparators() { while current.kind == .separator { advance() } }

  mutating func expect(_ symbol: String, _ told: Message) throws(Diagnostic) {
    guard accept(symbol) else { throw unexpected(told) }
  }

  /// Whether the entry begins as a question or as a tool command with one colon too many.
  private var asksForHelp: Bool { current.span.start == 0 && (at("?") || at("??") || at(":")) }

  func unexpected(_ wanted: Message, help: Message? = nil) -> Diagnostic {
    if case .invalid(let problem) = current.kind { return problem }
    let isEnd = current.kind == .end
    let isClosed = isInText && isEnd
    return Diagnostic(
      .unexpected, .isExpected(wanted, not: isClosed ? .quoted(")") : current.message),
      at: isEnd ? endOfLine.map { Span($0, $0) } ?? current.span : current.span,
      help: help ?? (asksForHelp ? .waysToHelp : nil), awaits: isEnd ? wanted : nil)
  }
}

// MARK: - Statements

extension Parser {
  private mutating func program() throws(Diagnostic) -> [Statement] {
    var statements: [Statement] = []
    skipSeparators()
    while current.kind != .end {
      let start = current.span
      let isWatch = current.kind == .name(Verb.watch.name)
      let kind = try statement()
      statements.append(Statement(kind: kind, span: start.joined(previousSpan)))
      guard current.kind == .separator || current.kind == .end else {
        throw afterStatement(kind, isWatch: isWatch)
      }
      skipSeparators()
    }
    return statements
  }

  private func afterStatement(_ kind: Statement.Kind, isWatch: Bool) -> Diagnostic {
    if case .invalid(let problem) = current.kind { return problem }
    // The next token may be the error of an address without quotes, which continues after its colon.
    if at(":"), case .invalid(let problem) = next.kind { return problem }
    var help = Message.oneStatementALine
    if at("|"), case .declaration = kind { help = .filterOnlyShows }
    if isWatch {
      if case .name = current.kind { help = .commaBetweenPaths }
      if case .symbol(let symbol) = current.kind, Self.isOperator(symbol) { help = .watchAMember }
    }
    if case .expression(let expression, _) = kind, case .name(let word) = expression.kind {
      switch word {
      case "set": help = .inSwift("form.phone = \"186\"")
      case "help": help = .wordsHaveColon(":help form.clear")
      case "print", "get", "show": help = .typeTheName
      default: break
      }
    }
    return Diagnostic(.unexpected, .isNotExpected(current.message), at: current.span, help: help)
  }

  private mutating func statement() throws(Diagnostic) -> Statement.Kind {
    switch current.kind {
    case .meta(let name, let rest):
      advance()
      return .meta(name: name, argument: rest)
    case .name("let"), .name("var"):
      return try declaration()
    case .symbol("?") where next.kind == .separator || next.kind == .end:
      advance()
      return .meta(name: ToolCommand.help.name, argument: "")
    case .symbol("."):
      throw unexpected(.aStatement, help: .dotOnLineBefore)
    case .name(let word) where isVerb(word):
      return .verb(try verb(word))
    default:
      return try assignmentOrExpression()
    }
  }

  private mutating func declaration() throws(Diagnostic) -> Statement.Kind {
    let isConstant = advance().kind == .name("let")
    guard case .name(let name) = current.kind else {
      let help: Message =
        at("(") ? .oneNameEach : at("_") ? .typeTheValue : .write("let form = LoginForm()")
      throw unexpected(.aName, help: help)
    }
    let nameToken = advance()
    note(.declared, at: nameToken.span)
    guard !Verb.reserved.contains(name) else {
      throw Diagnostic(
        .unexpected, .wordOfLanguage(name), at: nameToken.span, help: .chooseAnotherName)
    }
    var type: Statement.TypeName?
    if accept(":") {
      let start = current.span
      var names: [(name: String, span: Span)] = []
      let wanted = try typeName(&names)
      type = Statement.TypeName(type: wanted, span: start.joined(previousSpan), names: names)
    }
    try expect("=", .equalsAndValue)
    skipLineBreaks()
    if at("{") { return try derived(name, isConstant, type) }
    let value = try expression().withNumbers(of: type?.type ?? .any)
    return .declaration(name: name, isConstant: isConstant, type: type, value: value)
  }

  /// Parses the body of a derived value, `let total = { cart.price * cart.count }`.
  private mutating func derived(
    _ name: String, _ isConstant: Bool, _ type: Statement.TypeName?
  ) throws(Diagnostic) -> Statement.Kind {
    guard isConstant, type == nil else {
      throw Diagnostic(
        .unexpected, .derivedWithoutType, at: current.span, help: .write("let \(name) = { … }"))
    }
    advance()
    skipLineBreaks()
    if current.kind == .name("return") { advance() }
    let body = try expression()
    skipLineBreaks()
    try expect("}", .endOfBody)
    return .derived(name: name, body: body)
  }

  private mutating func typeName(
    _ names: inout [(name: String, span: Span)]
  ) throws(Diagnostic) -> ValueType {
    let depthOutside = depth
    try deepen(at: current.span)
    defer { depth = depthOutside }
    var type: ValueType
    if accept("[") {
      skipLineBreaks()
      type = try typeName(&names)
      skipLineBreaks()
      if accept(":") {
        skipLineBreaks()
        type = .dictionary(try typeName(&names))
        skipLineBreaks()
      } else {
        type = .array(type)
      }
      try expect("]", .endOfType)
    } else {
      guard case .name(var name) = current.kind else { throw unexpected(.aType) }
      var span = advance().span
      note(.type, at: span)
      while accept(".") {
        guard case .name(let part) = current.kind else { throw unexpected(.aType) }
        note(.type, at: current.span)
        span = span.joined(advance().span)
        name = part  // types are known by their last name
      }
      if let generic = genericType(name, isCalled: false) {
        name = generic.name
        span = span.joined(generic.end)
      }
      type = ValueType(named: name)
      if case .named = type { names.append((name, span)) }
    }
    while true {
      guard at("?") || at("??") else { return type }
      try deepen(at: current.span)
      type = .optional(advance().kind == .symbol("??") ? .optional(type) : type)
    }
  }

  mutating func assignmentOrExpression() throws(Diagnostic) -> Statement.Kind {
    let target = try expression()
    for symbol in ["=", "+=", "-=", "*=", "/=", "%="] where accept(symbol) {
      skipLineBreaks()
      let operation = symbol == "=" ? nil : String(symbol.dropLast())
      return .assignment(target: target, operation: operation, value: try expression())
    }
    if at("?"), next.kind == .separator || next.kind == .end, !current.spaceBefore {
      advance()
      return .help(target)
    }
    return .expression(target, try output())
  }

  /// Parses the output after an expression: filters, a file, a `&`.
  private mutating func output() throws(Diagnostic) -> Statement.Output {
    var output = Statement.Output()
    while accept("|") {
      skipLineBreaks()
      output.filters.append(try filter())
    }
    let isAppending = at(">>")
    if accept(">>") || (!output.filters.isEmpty && accept(">")) {
      output.file = (try primary(), isAppending)
    }
    if at("&"), !output.isPlain {
      throw Diagnostic(
        .unexpected, .backgroundHasNoOutput, at: current.span, help: .leaveOutAmpersand)
    }
    output.isInBackground = accept("&")
    return output
  }

  private mutating func filter() throws(Diagnostic) -> Statement.Filtering {
    guard case .name(let name) = current.kind else {
      throw unexpected(.aFilter, help: Suggestion.list(Filter.names))
    }
    let token = advance()
    guard let filter = Filter(rawValue: name) else {
      let other = Filter(nameElsewhere: name)?.rawValue
      throw Diagnostic(
        .unexpected, .noFilter(name.clipped(to: 40)), at: token.span,
        other.map { Suggestion(meant: [$0]) } ?? Suggestion(for: name, among: Filter.names))
    }
    var argument: Expression?
    switch current.kind {
    case .separator, .end, .symbol("|"), .symbol("&"), .symbol(">"), .symbol(">>"), .invalid: break
    default:
      let given = try postfix()
      guard filter.takesArgument else {
        throw Diagnostic(
          .unexpected, .filterTakesNothing(name), at: given.span, help: .leaveItOut)
      }
      argument = given
    }
    if filter == .sorted, case .name? = argument?.kind, let span = argument?.span {
      note(.member, at: span)
    }
    return Statement.Filtering(
      filter: filter, argument: argument, span: token.span.joined(previousSpan))
  }
}

extension ValueType {
  /// Creates the type with a name of the language.
  init(named name: String) {
    self =
      switch name {
      case "String": .string
      case "Int": .int
      case "Double": .double
      case "Bool": .bool
      case "Any": .any
      default: .named(name)
      }
  }
}
