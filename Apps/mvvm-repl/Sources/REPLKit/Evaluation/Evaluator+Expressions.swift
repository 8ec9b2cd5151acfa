import ViewModels

// MARK: - Expressions that may wait

extension Evaluator {
  func value(of expression: Expression) async throws(Diagnostic) -> DynamicValue {
    try refuseNothing(in: expression)
    return try value(try await evaluate(expression), of: expression)
  }

  /// Returns the expression replaced by its value, or throws if it has none.
  func settledValue(_ expression: Expression) async throws(Diagnostic) -> Expression {
    try refuseNothing(in: expression)
    let operand = try await evaluate(expression)
    _ = try value(operand, of: expression)
    return Expression(kind: .constant(operand), span: expression.span)
  }

  /// Evaluates an expression: first the parts that may wait, in the order in which they are written, then the rest at
  /// once.
  func evaluate(_ expression: Expression) async throws(Diagnostic) -> Operand {
    guard expression.mayWait else { return try pure(expression) }
    try refuseNothing(in: expression, isValueWanted: false)
    return switch expression.kind {
    case .call(let callee, let arguments):
      try await call(callee, arguments, at: expression.span)
    case .decode(let model, let modelSpan, let isLossy, let document):
      try await decode(model, modelSpan, isLossy: isLossy, document)
    default: try pure(try await settled(expression))
    }
  }

  /// Returns the expression with each part that may wait replaced by its result.
  func settled(_ expression: Expression) async throws(Diagnostic) -> Expression {
    guard expression.mayWait else { return expression }
    let kind: Expression.Kind
    switch expression.kind {
    case .call, .decode: kind = .constant(try await evaluate(expression))
    case .element(let base, let index):
      // A range as an index stays a range, and is not expanded to an array.
      let isRange = if case .range = index.kind { true } else { false }
      kind = .element(
        try await settled(base), isRange ? try await settled(index) : try await constant(index))
      let element = Expression(kind: kind, span: expression.span)
      try await load(element)
      return element
    case .member, .unary, .unwrap:
      kind = expression.kind.with([try await settled(expression.kind.children[0])])
    case .attempt(let operand):
      do throws(Diagnostic) { return try await constant(operand) } catch {
        guard error.isThrown else { throw error }
        return Expression(kind: .constant(.plain(.null)), span: expression.span)
      }
    case .binary(let symbol, let left, let right):
      let first = try await constant(left)
      let isDecided = Operators.isDecided(symbol, by: try pureValue(of: first))
      kind = .binary(symbol, first, isDecided ? first : try await constant(right))
    case .conditional(let condition, let first, let second):
      let isTrue = try truth(of: try await constant(condition))
      return try await constant(isTrue ? first : second)
    case .range, .array, .dictionary, .interpolated:
      var parts: [Expression] = []
      for part in expression.kind.children { parts.append(try await constant(part)) }
      kind = expression.kind.with(parts)
    case .literal, .name, .result, .keptResult, .constant, .closure: return expression
    }
    return Expression(kind: kind, span: expression.span)
  }

  private func constant(_ expression: Expression) async throws(Diagnostic) -> Expression {
    let operand = try await evaluate(expression)
    // What is made of literals may become a number of another kind by what is beside it.
    guard expression.literalType != .int else { return expression }
    return Expression(kind: .constant(operand), span: expression.span)
  }

  /// Loads the elements of a ``KeyedViewModel`` that an expression reads.
  func loadElements(of expression: Expression) async throws(Diagnostic) {
    guard expression.mayWait else { return }
    for child in expression.kind.children { try await loadElements(of: child) }
    if case .element = expression.kind { try await load(expression) }
  }

  private func load(_ element: Expression) async throws(Diagnostic) {
    guard case .element(let base, let index) = element.kind,
      case .viewModel(let viewModel)? = try place(of: base),
      let keyed = viewModel as? any KeyedViewModel
    else { return }
    let key = try pure(index)
    let value = try value(key, of: index)
    if key.isSecret { noteSecretKey(value) }
    let path = "\(text(of: base))[\(key.text)]"
    do {
      try await interruptible(path, at: element.span) { try await keyed.load(value) }
    } catch {
      let failure = key.isSecret ? Message(error).masked : Message(error)
      throw error as? Diagnostic ?? Diagnostic(.failed, .failed(path, failure), at: element.span)
    }
  }
}

// MARK: - Expressions that can be computed at once

extension Evaluator {
  /// Returns the value of an expression without parts that may wait; inside an observer, the read is tracked.
  func pureValue(of expression: Expression) throws(Diagnostic) -> DynamicValue {
    try value(try pure(expression), of: expression)
  }

  func value(
    _ operand: Operand, of expression: Expression
  ) throws(Diagnostic) -> DynamicValue {
    switch operand {
    case .value(let value, _), .secret(let value, _): return value
    case .viewModel(let viewModel):
      throw Diagnostic(
        .notAValue, .valueWanted(type(of: viewModel).schema.typeName), at: expression.span,
        help: .nameAMember)
    case .nothing:
      throw Diagnostic(.notAValue, .returnsNothing, at: expression.span)
    }
  }

  /// Returns the result of an expression without parts that may wait; it is a secret if the evaluation has read one.
  ///
  /// Errors are treated alike: the innermost expression that fails decides whether the error may show its values.
  func pure(_ expression: Expression) throws(Diagnostic) -> Operand {
    let outer = hasReadSecret
    hasReadSecret = false
    judged = nil
    var result = Operand.nothing
    if depth == 0 { work = 0 }
    depth += 1
    defer { (depth, hasReadSecret) = (depth - 1, outer || result.isSecret) }
    do throws(Diagnostic) {
      result = try computed(expression)
      try countWork(of: result.value, at: expression.span)
    } catch {
      guard error != judged, hasReadSecret, !error.tellsNoValue else {
        judged = error
        throw error
      }
      judged = error.masked
      throw error.masked
    }
    if hasReadSecret { secretReads += 1 }
    if case .value(let value, let type) = result {
      result = .made(value, type, ofSecret: hasReadSecret)
    }
    return result
  }

  func computed(_ expression: Expression) throws(Diagnostic) -> Operand {
    switch expression.kind {
    case .literal(let literal): return .plain(DynamicValue(literal))
    case .constant(let operand): return operand
    case .result(let number): return try result(number, at: expression.span)
    case .keptResult(let number): return kept(number)
    case .interpolated(let parts): return .plain(.string(try text(of: parts)))
    case .array(let elements):
      return .plain(.array(try values(of: elements)))
    case .dictionary(let pairs): return .plain(.object(try members(of: pairs)))
    case .name, .member: return try operand(for: expression)
    case .element(let base, let index):
      if let place = try place(of: expression) { return try read(place, at: expression.span) }
      return try element(index, of: try pureValue(of: base), at: expression.span)
    case .call(let callee, let arguments):
      if let result = try function(callee, arguments, at: expression.span) { return result }
      return .plain(try method(callee, arguments, at: expression.span))
    case .unary(let symbol, let operand):
      let value = try pureValue(of: operand)
      return .plain(try Operators.unary(symbol, value).orThrow(at: expression.span))
    case .attempt(let operand):
      do throws(Diagnostic) { return try pure(operand) } catch {
        guard error.isThrown else { throw error }
        return .plain(.null)
      }
    case .unwrap(let operand):
      let value = try pureValue(of: operand)
      guard value != .null else {
        throw Diagnostic(.calculation, .isNil, at: operand.span, help: .writeDefault)
      }
      return .plain(value)
    case .binary(let symbol, let left, let right):
      let first = try pureValue(of: left)
      if symbol == "==" || symbol == "!=" {
        try checkCase(right, isOneOf: left)
        try checkCase(left, isOneOf: right)
      }
      if Operators.isDecided(symbol, by: first) { return .plain(first) }
      let second = try pureValue(of: right)
      if symbol == "??" { return .plain(second) }
      // As in Swift, the elements of a sum of literals stay as they are.
      let isSum =
        if case ("+", .array) = (symbol, first) {
          left.literalType != .void && right.literalType != .void
        } else { false }
      let sides =
        isSum
        ? (first, second)
        : (try value(first, of: left, beside: second), try value(second, of: right, beside: first))
      return .plain(try Operators.binary(symbol, sides.0, sides.1).orThrow(at: expression.span))
    case .range(let lower, let upper, let isClosed):
      guard let lower, let upper else {
        throw Diagnostic(.notAValue, .rangeNeedsBothBounds, at: expression.span)
      }
      let bounds = (try pureValue(of: lower), try pureValue(of: upper))
      return .plain(
        try Operators.range(bounds.0, bounds.1, isClosed: isClosed).orThrow(at: expression.span))
    case .conditional(let condition, let whenTrue, let whenFalse):
      return try pure(try truth(of: condition) ? whenTrue : whenFalse)
    case .closure:
      throw Diagnostic(.notAValue, .closureIsNoValue, at: expression.span, help: .whereClosuresGo)
    case .decode:
      throw Diagnostic(.notAValue, .cannotDecodeHere, at: expression.span, help: .decodeFirst)
    }
  }

  /// Returns the value of an expression beside another value; where that has a `Double`, a whole number that is made of
  /// literals becomes a `Double`.
  private func value(
    _ value: DynamicValue, of expression: Expression, beside other: DynamicValue
  ) throws(Diagnostic) -> DynamicValue {
    switch (value, other) {
    case (.int, .double), (.array, .array), (.object, .object): break
    default: return value
    }
    let own = expression.literalType
    guard own != .void, case let type = own.joined(with: other.type), type.hasFractions, type != own
    else { return value }
    return try pureValue(of: expression.withNumbers(of: type))
  }

  /// Returns the elements of a literal, with all numbers of one kind.
  private func values(of elements: [Expression]) throws(Diagnostic) -> [DynamicValue] {
    let values = try elements.map { (element) throws(Diagnostic) in try pureValue(of: element) }
    guard let number = values.first(where: { $0.type == .double }) else { return values }
    let beside = try zip(values, elements).map { (value, element) throws(Diagnostic) in
      try self.value(value, of: element, beside: number)
    }
    return beside.withOneKindOfNumber
  }

  /// Throws if a case that is typed with a dot does not belong to the enumeration on the other side.
  private func checkCase(_ name: Expression, isOneOf other: Expression) throws(Diagnostic) {
    guard case .literal(.caseName(let text)) = name.kind,
      case .value(_, let type) = try pure(other),
      let mistake = Diagnostic(unlessCase: text, of: type, at: name.span)
    else { return }
    throw mistake
  }

  private func truth(of condition: Expression) throws(Diagnostic) -> Bool {
    guard case .bool(let isTrue) = try pureValue(of: condition) else {
      throw Diagnostic(.typeMismatch, .conditionIsBool, at: condition.span)
    }
    return isTrue
  }

  private func element(
    _ index: Expression, of base: DynamicValue, at span: Span
  ) throws(Diagnostic) -> Operand {
    if case .range(let lower, let upper, let isClosed) = index.kind {
      let bounds = (
        try lower.map { (bound) throws(Diagnostic) in try pureValue(of: bound) },
        try upper.map { (bound) throws(Diagnostic) in try pureValue(of: bound) }
      )
      return .plain(
        try Operators.slice(base, bounds.0, bounds.1, isClosed: isClosed).orThrow(at: span))
    }
    return .plain(try Operators.element(base, try pureValue(of: index)).orThrow(at: span))
  }

  private func method(
    _ callee: Expression, _ arguments: [Expression.CallArgument], at span: Span
  ) throws(Diagnostic) -> DynamicValue {
    if let converted = try converted(callee, arguments, at: span) { return converted }
    guard case .member(let base, let name, let nameSpan, _) = callee.kind,
      try place(of: callee) == nil
    else {
      throw Diagnostic(.notAValue, .noCommandsHere, at: span, help: .executeFirst)
    }
    if arguments.count == 1, case .closure(let body) = arguments[0].value.kind,
      let result = try applied(name, to: base, body, at: span)
    {
      return result
    }
    var values: [DynamicValue] = []
    for argument in arguments { values.append(try pureValue(of: argument.value)) }
    var value = try pureValue(of: base)
    if name == "contains", values.count == 1, case .array(let elements) = value {
      let number = elements.first(where: \.type.hasFractions) ?? .null
      value = try self.value(value, of: base, beside: .array(values))
      values[0] = try self.value(values[0], of: arguments[0].value, beside: number)
    }
    let result = try counting(at: span) { count in
      try ValueMembers.method(name, of: value, values, count)
    }
    guard let result else {
      throw Diagnostic.notCalled(name, of: value, at: nameSpan, call: span)
    }
    return result
  }

  /// Returns the result of a conversion, `Int("5")`; a value of the same name cannot be called.
  private func converted(
    _ callee: Expression, _ arguments: [Expression.CallArgument], at span: Span
  ) throws(Diagnostic) -> DynamicValue? {
    guard case .name(let name) = callee.kind, scope.catalog[name] == nil,
      let conversion = Conversion(rawValue: name)
    else { return nil }
    let sources = conversion == .bool ? Message.boolIsMadeOfText : .madeOfNumberOrText(name)
    guard arguments.count == 1 else { throw Diagnostic(.arguments, sources, at: span) }
    let value = try pureValue(of: arguments[0].value)
    guard let converted = conversion.apply(to: value) else {
      let isTooLarge = conversion == .int && value.number != nil
      throw Diagnostic(.arguments, isTooLarge ? .doesNotFitInt(value) : sources, at: span)
    }
    return converted
  }

  private func text(of parts: [Expression.StringPart]) throws(Diagnostic) -> String {
    try parts.map { (part) throws(Diagnostic) in
      switch part {
      case .text(let text): text
      case .value(let expression): try pureValue(of: expression).text
      }
    }.joined()
  }

  private func members(
    of pairs: [(key: Expression, value: Expression)]
  ) throws(Diagnostic) -> [String: DynamicValue] {
    var members: [String: DynamicValue] = [:]
    let values = try values(of: pairs.map(\.value))
    for (pair, value) in zip(pairs, values) {
      guard case .string(let key) = try pureValue(of: pair.key) else {
        throw Diagnostic(.typeMismatch, .keysAreTexts, at: pair.key.span)
      }
      members[key] = value
    }
    return members
  }

  /// Returns a number without digits: `inf` or `nan`, as printed, or `Double.infinity` or `Double.nan`, as in Swift;
  /// `nil` for other expressions, and if something else has the name.
  func namedNumber(_ expression: Expression) -> Double? {
    switch expression.kind {
    case .name(let name) where scope[name] == nil:
      switch name {
      case "inf": .infinity
      case "nan": .nan
      default: nil
      }
    case .member(let base, let name, _, _):
      switch (base.kind, name) {
      case (.name("Double"), "infinity") where scope["Double"] == nil: .infinity
      case (.name("Double"), "nan") where scope["Double"] == nil: .nan
      default: nil
      }
    default: nil
    }
  }

  /// Returns the type with which a name or a member was declared; `nil` for other expressions.
  func declaredType(of expression: Expression) -> ValueType? {
    switch try? place(of: expression) {
    case .variable(_, .variable(_, let type)), .variable(_, .constant(_, let type)),
      .variable(_, .secret(_, let type)):
      type
    case .member(_, let member): member.type
    default: nil
    }
  }

  private func operand(for expression: Expression) throws(Diagnostic) -> Operand {
    if let place = try place(of: expression) { return try read(place, at: expression.span) }
    if let number = namedNumber(expression) { return .plain(.double(number)) }
    guard case .member(let base, let name, let nameSpan, let isOptional) = expression.kind else {
      throw Diagnostic(.notAValue, .isNoValue, at: expression.span)
    }
    let value = try pureValue(of: base)
    if isOptional, value == .null { return .plain(.null) }
    guard let result = ValueMembers.property(name, of: value) else {
      if ValueMembers.call(name, of: value) != nil {
        throw Diagnostic(
          .unknownMember, .methodOf(name, value.type), at: nameSpan, help: .withParentheses,
          replacement: ValueMembers.call(name, of: value)?.parameters.isEmpty == true
            ? "\(name)()" : nil)
      }
      if value == .null, case .optional(let wrapped)? = declaredType(of: base) {
        throw Diagnostic(
          .unknownMember, .noMember(name, of: Message(verbatim: "\(wrapped)?")),
          at: Span(base.span.end, nameSpan.end), help: .withPlainSigns, replacement: "?.\(name)")
      }
      let mistake = Diagnostic.unknown(name, of: value, at: nameSpan)
      // The names of the object's members are values, too, and may be secret.
      if case .object = value, hasReadSecret { throw mistake.masked }
      throw mistake
    }
    return .plain(result)
  }
}

extension DynamicValue {
  init(_ literal: Expression.Literal) {
    switch literal {
    case .null: self = .null
    case .bool(let value): self = .bool(value)
    case .int(let value): self = .int(value)
    case .double(let value): self = .double(value)
    case .string(let value), .caseName(let value): self = .string(value)
    case .duration(let value): self = .double(value / .seconds(1))
    }
  }
}
