// The numbered results that an expression reads: `_`, `$3`. In a closure, `$0` and `$1` are its arguments.

extension Expression {
  /// The numbers of the results that the expression reads; `nil` is the last result.
  var readResults: [Int?] {
    var numbers: [Int?] = []
    _ = mappingResults { number, expression in
      numbers.append(number)
      return expression
    }
    return numbers
  }

  /// Returns the expression with each result replaced by what `change` returns for its number.
  ///
  /// `count` is the number of arguments of the closure whose body is this expression.
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

  /// The maximum number of arguments of a closure; in closures, `$0` and `$1` never mean results.
  static let mostClosureArguments = 2

  /// The number of arguments of a closure that is passed to this method.
  private var closureArguments: Int {
    if case .member(_, name: "sorted", _, _) = kind { 2 } else { 1 }
  }

  /// Returns the places where `_` was typed for a result with a fixed number, with that number.
  func keptResults(in source: SourceText) -> [(span: Span, number: Int)] {
    if case .keptResult(let number) = kind {
      return source.slice(span) == "_" ? [(span, number)] : []
    }
    return kind.flatMap { $0.keptResults(in: source) }
  }
}
