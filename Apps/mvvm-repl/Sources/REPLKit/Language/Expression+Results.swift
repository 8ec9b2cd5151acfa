// The results that an expression reads: `_`, `$3`. In a closure `$0` and `$1` are its arguments.

extension Expression {
  /// The numbers of the results that it reads; `nil` is the last one.
  var readResults: [Int?] {
    var numbers: [Int?] = []
    _ = mappingResults { number, expression in
      numbers.append(number)
      return expression
    }
    return numbers
  }

  /// The expression with what `change` makes of each result that it reads, by its number.
  ///
  /// `count` is the number of arguments of the closure that it is the body of.
  func mappingResults<Failure: Error>(
    behind count: Int = 0, _ change: (Int?, Expression) throws(Failure) -> Expression
  ) throws(Failure) -> Expression {
    func mapped(_ part: Expression) throws(Failure) -> Expression {
      try part.mappingResults(behind: count, change)
    }
    let changed: Kind
    switch kind {
    case .literal, .name, .constant: return self
    case .result(let number?) where number < count: return self
    case .result(let number), .keptResult(let number as Int?): return try change(number, self)
    case .member(let base, let name, let nameSpan, let isOptional):
      changed = .member(
        try mapped(base), name: name, nameSpan: nameSpan, isOptional: isOptional)
    case .element(let base, let index): changed = .element(try mapped(base), try mapped(index))
    case .call(let callee, let arguments):
      let own = callee.closureArguments
      var mappedArguments: [CallArgument] = []
      for argument in arguments {
        let value =
          if case .closure(let body) = argument.value.kind {
            Expression(
              kind: .closure(try body.mappingResults(behind: own, change)),
              span: argument.value.span
            )
          } else { try mapped(argument.value) }
        mappedArguments.append(CallArgument(label: argument.label, value: value))
      }
      changed = .call(try mapped(callee), mappedArguments)
    case .decode(let model, let modelSpan, let isLossy, let document):
      changed = .decode(
        model: model, modelSpan: modelSpan, isLossy: isLossy, document: try mapped(document))
    case .closure(let body): changed = .closure(try body.mappingResults(behind: 1, change))
    case .array(let elements):
      changed = .array(try elements.map { (part) throws(Failure) in try mapped(part) })
    case .dictionary(let pairs):
      var changedPairs: [(key: Expression, value: Expression)] = []
      for pair in pairs { changedPairs.append((try mapped(pair.key), try mapped(pair.value))) }
      changed = .dictionary(changedPairs)
    case .unary(let symbol, let operand): changed = .unary(symbol, try mapped(operand))
    case .unwrap(let operand): changed = .unwrap(try mapped(operand))
    case .attempt(let operand): changed = .attempt(try mapped(operand))
    case .binary(let symbol, let left, let right):
      changed = .binary(symbol, try mapped(left), try mapped(right))
    case .range(let lower, let upper, let isClosed):
      changed = .range(try mapped(lower), try mapped(upper), isClosed: isClosed)
    case .conditional(let condition, let first, let second):
      changed = .conditional(try mapped(condition), try mapped(first), try mapped(second))
    case .interpolated(let parts):
      var changedParts: [StringPart] = []
      for part in parts {
        if case .value(let value) = part {
          changedParts.append(.value(try mapped(value)))
        } else {
          changedParts.append(part)
        }
      }
      changed = .interpolated(changedParts)
    }
    return Expression(kind: changed, span: span)
  }

  /// The number of arguments that a closure behind this method has.
  private var closureArguments: Int {
    if case .member(_, name: "sorted", _, _) = kind { 2 } else { 1 }
  }

  /// Whether a result that stays the one that it is stands in it.
  var keepsResults: Bool {
    if case .keptResult = kind { true } else { kind.children.contains(where: \.keepsResults) }
  }

  /// The places where the last result was typed that it keeps, with its number.
  func keptResults(in source: SourceText) -> [(span: Span, number: Int)] {
    if case .keptResult(let number) = kind {
      return source.slice(span) == "_" ? [(span, number)] : []
    }
    return kind.children.flatMap { $0.keptResults(in: source) }
  }
}
