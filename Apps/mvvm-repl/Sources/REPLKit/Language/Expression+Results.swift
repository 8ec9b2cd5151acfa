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
    var children: [Expression] = []
    switch kind {
    case .literal, .name, .constant: return self
    case .result(let number?) where count > 0 && number < Self.mostClosureArguments: return self
    case .result(let number), .keptResult(let number as Int?): return try change(number, self)
    case .closure(let body): children = [try body.mappingResults(behind: 1, change)]
    case .call(let callee, _):
      for part in kind.children {
        guard case .closure(let body) = part.kind else {
          children.append(try mapped(part))
          continue
        }
        let changed = try body.mappingResults(behind: callee.closureArguments, change)
        children.append(Expression(kind: .closure(changed), span: part.span))
      }
    default: for part in kind.children { children.append(try mapped(part)) }
    }
    return Expression(kind: kind.with(children), span: span)
  }

  /// The most arguments that a closure has: so many numbers stand for no result in any closure.
  static let mostClosureArguments = 2

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
