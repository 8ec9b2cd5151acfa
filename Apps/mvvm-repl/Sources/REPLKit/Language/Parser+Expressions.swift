extension Parser {
  mutating func expression() throws(Diagnostic) -> Expression {
    try deepen(at: current.span)
    defer { depth -= 1 }
    let condition = try binary(minimum: 0)
    guard at("?"), current.spaceBefore else { return try limited(condition) }
    advance()
    skipLineBreaks()
    let whenTrue = try expression()
    try expect(":", .otherValue)
    skipLineBreaks()
    let whenFalse = try expression()
    return try limited(
      Expression(
        ofOneKind: .conditional(condition, whenTrue, whenFalse),
        span: condition.span.joined(whenFalse.span)))
  }

  /// The precedences of the binary operators, lowest first, in Swift's order; only `??` is right-associative.
  private static let precedence: [String: Int] = [
    "||": 1, "&&": 2, "==": 3, "!=": 3, "<": 3, "<=": 3, ">": 3, ">=": 3, "~=": 3, "??": 4,
    "...": 5, "..<": 5, "+": 6, "-": 6, "*": 7, "/": 7, "%": 7,
  ]

  /// Whether a symbol is an operator between two values.
  static func isOperator(_ symbol: String) -> Bool { precedence[symbol] != nil }

  private static func isRange(_ symbol: String) -> Bool { symbol == "..." || symbol == "..<" }

  private mutating func binary(minimum: Int) throws(Diagnostic) -> Expression {
    var left = try unary()
    while case .symbol(let symbol) = current.kind, let strength = Self.precedence[symbol],
      strength >= minimum
    {
      left = try limited(left)
      let symbolSpan = advance().span
      skipLineBreaks()
      if symbol == "...", at("]") {
        return Expression(
          kind: .range(left, nil, isClosed: false), span: left.span.joined(symbolSpan))
      }
      try deepen(at: current.span)
      defer { depth -= 1 }
      let right = try binary(minimum: symbol == "??" ? strength : strength + 1)
      left = Expression(
        ofOneKind: Self.isRange(symbol)
          ? .range(left, right, isClosed: symbol == "...") : .binary(symbol, left, right),
        span: left.span.joined(right.span))
    }
    return left
  }

  /// Increases the nesting depth, or throws at the limit; the caller must decrease `depth` afterwards.
  mutating func deepen(at span: Span) throws(Diagnostic) {
    guard depth < Self.deepestNesting else {
      throw Diagnostic(
        .tooDeep, .expressionsTooDeep(Self.deepestNesting), at: span, help: .nameAPart)
    }
    depth += 1
  }

  /// Returns the expression, or throws if nesting or a long chain has made it too high to evaluate.
  private func limited(_ expression: Expression) throws(Diagnostic) -> Expression {
    guard expression.height <= Self.greatestHeight else {
      throw Diagnostic(.tooDeep, .expressionTooLong, at: current.span, help: .nameAPart)
    }
    return expression
  }

  private mutating func unary() throws(Diagnostic) -> Expression {
    switch current.kind {
    case .symbol("!"), .symbol("-"):
      let token = advance()
      try deepen(at: token.span)
      defer { depth -= 1 }
      guard case .symbol(let symbol) = token.kind else { throw unexpected(.aValue) }
      if symbol == "-", case .int(.min) = current.kind {
        let span = token.span.joined(advance().span)
        return Expression(kind: .literal(.int(.min)), span: span)
      }
      let operand = try unary()
      return Expression(kind: .unary(symbol, operand), span: token.span.joined(operand.span))
    case .name("try") where next.kind == .symbol("?") && !next.spaceBefore:
      let start = advance().span
      advance()
      try deepen(at: start)
      defer { depth -= 1 }
      let operand = try expression()  // as in Swift, everything to its right
      return Expression(kind: .attempt(operand), span: start.joined(operand.span))
    case .name("await"), .name("try"):
      // These words are optional: every call is awaited, and an error ends the text, as with `try!`.
      let word = advance()
      if word.kind == .name("try"), at("!"), !current.spaceBefore { advance() }
      try deepen(at: word.span)
      defer { depth -= 1 }
      return try unary()
    default:
      return try postfix()
    }
  }

  mutating func postfix() throws(Diagnostic) -> Expression {
    var base = try primary()
    while true {
      base = try limited(base)
      switch current.kind {
      case .symbol("."), .symbol("?."):
        let isOptional = advance().kind == .symbol("?.")
        if case .int(let index) = current.kind {
          let span = advance().span
          let part = Expression(kind: .literal(.int(index)), span: span)
          base = Expression(kind: .element(base, part), span: base.span.joined(span))
          continue
        }
        guard case .name(let name) = current.kind else {
          throw unexpected(.aMemberName, help: .pressTab)
        }
        let nameSpan = advance().span
        note(.member, at: nameSpan)
        base = Expression(
          kind: .member(base, name: name, nameSpan: nameSpan, isOptional: isOptional),
          span: base.span.joined(nameSpan))
      case .symbol("[") where !current.spaceBefore:
        advance()
        skipLineBreaks()
        let index = try index()
        skipLineBreaks()
        let end = current.span
        try expect("]", .endOfSubscript)
        base = Expression(kind: .element(base, index), span: base.span.joined(end))
      case .symbol("(") where !current.spaceBefore:
        let (arguments, end) = try callArguments()
        base = Expression(kind: .call(base, arguments), span: base.span.joined(end))
      case .symbol("{") where base.isMember:
        let body = try closure()
        let argument = Expression.CallArgument(label: nil, value: body)
        base = Expression(kind: .call(base, [argument]), span: base.span.joined(body.span))
      case .symbol("!") where !current.spaceBefore:
        base = Expression(kind: .unwrap(base), span: base.span.joined(advance().span))
      default:
        return base
      }
    }
  }

  /// Parses what stands in the brackets of an element, where a range may have one bound or none: `[1...]`, `[..<2]`.
  private mutating func index() throws(Diagnostic) -> Expression {
    guard case .symbol(let symbol) = current.kind, Self.isRange(symbol) else {
      return try expression()
    }
    let start = advance().span
    skipLineBreaks()
    if at("]"), symbol == "..." {
      return Expression(kind: .range(nil, nil, isClosed: false), span: start)
    }
    let end = try unary()
    return Expression(
      kind: .range(nil, end, isClosed: symbol == "..."), span: start.joined(end.span))
  }

  /// Parses a closure with one expression: `{ $0.price > 3 }`.
  private mutating func closure() throws(Diagnostic) -> Expression {
    let start = advance().span
    try deepen(at: start)
    defer { depth -= 1 }
    skipLineBreaks()
    if current.kind == .name("return") { advance() }
    let body = try expression()
    skipLineBreaks()
    let span = start.joined(current.span)
    guard accept("}") else {
      let isNamed = current.kind == .name("in") || at(",")
      throw unexpected(.endOfClosure, help: isNamed ? .argumentsAreNumbered : nil)
    }
    return Expression(kind: .closure(body), span: span)
  }

  /// Parses an argument, which in the condition of a check may be a direction; directions are never evaluated.
  private mutating func direction() throws(Diagnostic) -> Expression {
    let first = try expression()
    guard takesDirections, at("->") || at("<->"), case .symbol(let arrow) = advance().kind else {
      return first
    }
    let second = try expression()
    return Expression(kind: .binary(arrow, first, second), span: first.span.joined(second.span))
  }

  private mutating func callArguments() throws(Diagnostic) -> ([Expression.CallArgument], Span) {
    advance()
    var arguments: [Expression.CallArgument] = []
    skipLineBreaks()
    if current.kind == .end { throw unexpected(.endOfCall) }
    while !at(")") {
      var label: String?
      if case .name(let name) = current.kind, next.kind == .symbol(":") {
        label = name
        note(.label, at: advance().span)
        advance()
        skipLineBreaks()
      }
      let value = at("{") ? try closure() : try direction()
      arguments.append(Expression.CallArgument(label: label, value: value))
      skipLineBreaks()
      guard accept(",") else { break }
      skipLineBreaks()
    }
    let end = current.span
    try expect(")", .endOfCall)
    return (arguments, end)
  }
}

// MARK: - Primary expressions

extension Parser {
  mutating func primary() throws(Diagnostic) -> Expression {
    let token = current
    switch token.kind {
    case .int(let value): return literal(.int(value))
    case .double(let value): return literal(.double(value))
    case .name("true"): return literal(.bool(true))
    case .name("false"): return literal(.bool(false))
    case .name("nil"): return literal(.null)
    case .string(let segments): return try string(segments)
    case .symbol("_"):
      advance()
      return Expression(kind: .result(nil), span: token.span)
    case .result(let number):
      advance()
      return Expression(kind: .result(number), span: token.span)
    case .duration(let duration): return literal(.duration(duration))
    case .symbol(".") where next.isName && !next.spaceBefore:
      advance()  // a case of an enumeration is known by its name
      guard case .name(let name) = current.kind else { throw unexpected(.aName) }
      note(.member, at: current.span)
      let span = token.span.joined(advance().span)
      return Expression(kind: .literal(.caseName(name)), span: span)
    case .name("decode") where next.isName: return try decode()
    case .name(let name):
      advance()
      if let type = genericType(name, isCalled: true) {
        note(.type, at: token.span)
        return Expression(kind: .name(type.name), span: token.span.joined(type.end))
      }
      note(at("(") && !current.spaceBefore ? .called : .variable, at: token.span)
      return Expression(kind: .name(name), span: token.span)
    case .symbol("("):
      return try parenthesis()
    case .symbol("["):
      return try collection()
    default:
      throw unexpected(.aValue)
    }
  }

  /// Parses the arguments of a generic type, `Box<Int>`, and returns the whole as one name, written as in its schema.
  ///
  /// In an expression, `isCalled`, a parenthesis must follow directly; otherwise `<` is an operator.
  mutating func genericType(_ name: String, isCalled: Bool) -> (name: String, end: Span)? {
    guard at("<"), !current.spaceBefore else { return nil }
    var ahead = self
    var (text, depth, end) = (name, 0, current.span)
    repeat {
      guard let part = ahead.current.kind.genericPart else { return nil }
      if ahead.current.isName { ahead.note(.type, at: ahead.current.span) }
      text += part.text
      depth += part.depth
      end = ahead.current.span
      ahead.advance()
    } while depth > 0
    guard depth == 0, !isCalled || ahead.at("(") && !ahead.current.spaceBefore else { return nil }
    self = ahead
    return (text, end)
  }

  /// Parses an expression in parentheses, `(1 + 2)`, or a tuple, `(1, "a")`, whose elements are read as `pair.0`.
  private mutating func parenthesis() throws(Diagnostic) -> Expression {
    let start = advance().span
    skipLineBreaks()
    var parts = [try expression()]
    skipLineBreaks()
    while accept(",") {
      skipLineBreaks()
      parts.append(try expression())
      skipLineBreaks()
    }
    let span = start.joined(current.span)
    try expect(")", .endOfParenthesis)
    guard parts.count == 1 else { return Expression(kind: .array(parts), span: span) }
    parts[0].span = span
    return parts[0]
  }

  private mutating func decode() throws(Diagnostic) -> Expression {
    let start = advance().span
    let model = advance()
    guard case .name(let name) = model.kind else { throw unexpected(.aModelName) }
    note(.model, at: model.span)
    // In `decode lossy News`, the two words are in the wrong order.
    if name == "lossy", case .name(let meant) = current.kind, meant != "from", meant != "lossy" {
      throw Diagnostic(
        .unexpected, .lossyBehindModel(meant), at: model.span.joined(current.span),
        help: .inThisOrder, replacement: "\(meant) lossy")
    }
    var isLossy = false
    if current.kind == .name("lossy") {
      advance()
      isLossy = true
    }
    guard current.kind == .name("from") else {
      throw unexpected(.quoted("from"), help: .write("decode News from \"news.json\""))
    }
    advance()
    try deepen(at: model.span)
    defer { depth -= 1 }
    let document = try postfix()
    return Expression(
      kind: .decode(model: name, modelSpan: model.span, isLossy: isLossy, document: document),
      span: start.joined(document.span))
  }

  private mutating func literal(_ literal: Expression.Literal) -> Expression {
    Expression(kind: .literal(literal), span: advance().span)
  }

  private mutating func string(_ segments: [Token.Segment]) throws(Diagnostic) -> Expression {
    let span = advance().span
    if case .text(let text)? = segments.first, segments.count == 1 {
      return Expression(kind: .literal(.string(text)), span: span)
    }
    var parts: [Expression.StringPart] = []
    for segment in segments {
      switch segment {
      case .text(let text): parts.append(.text(text))
      case .interpolation(let text, let offset, let interpolationDepth):
        var inner = Parser(
          Lexer(text, base: offset, interpolationDepth: interpolationDepth))
        inner.depth = depth
        inner.isInText = true
        // An interpolation ends on its line, so further lines cannot correct the error.
        do throws(Diagnostic) {
          parts.append(.value(try inner.expression()))
          guard inner.current.kind == .end else { throw inner.unexpected(.quoted(")")) }
        } catch { throw error.finished }
      }
    }
    return Expression(kind: .interpolated(parts), span: span)
  }

  private mutating func collection() throws(Diagnostic) -> Expression {
    let start = advance().span
    skipLineBreaks()
    if at(":"), next.kind == .symbol("]") {
      advance()
      return Expression(kind: .dictionary([]), span: start.joined(advance().span))
    }
    var elements: [Expression] = []
    var pairs: [(key: Expression, value: Expression)] = []
    while !at("]") {
      let element = try expression()
      skipLineBreaks()
      if elements.isEmpty, accept(":") {
        skipLineBreaks()
        pairs.append((element, try expression()))
      } else if pairs.isEmpty {
        elements.append(element)
      } else {
        throw unexpected(.colonAndValue)
      }
      skipLineBreaks()
      guard accept(",") else { break }
      skipLineBreaks()
    }
    let end = current.span
    try expect("]", .endOfArray)
    return Expression(
      ofOneKind: pairs.isEmpty ? .array(elements) : .dictionary(pairs), span: start.joined(end))
  }
}

extension Token.Kind {
  /// The text of a token in a generic type, as `String(describing:)` writes it, and the change of the nesting depth;
  /// `nil` if the token cannot be in a generic type.
  var genericPart: (text: String, depth: Int)? {
    switch self {
    case .name(let text): (text, 0)
    case .symbol("<"): ("<", 1)
    case .symbol(">"): (">", -1)
    case .symbol(">>"): (">>", -2)
    case .symbol(","): (", ", 0)
    default: nil
    }
  }
}
