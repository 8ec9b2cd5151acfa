import Bindings

/// The results of the session by number: the newest ones, so that a long session stays small, and those that a
/// derived value, a watch or a binding reads.
struct Results {
  /// The number of results that are kept.
  static let limit = 1_000

  private(set) var operands: [Operand] = []
  private(set) var count = 0
  /// The names and results of which those that are kept were made, the newest last; a name is an older one's, too.
  private var sources: [Set<String>] = []
  /// The results that derived values, watches and bindings read.
  private var kept: [Int: Operand] = [:]

  /// The last result.
  var last: Operand { operands.last ?? .nothing }

  /// The result of that number, counted from 1; `nil` when there is none, or no longer.
  subscript(number: Int) -> Operand? {
    if let operand = kept[number] { return operand }
    let index = number - first
    return operands.indices.contains(index) ? operands[index] : nil
  }

  /// The number of the oldest one that is kept.
  private var first: Int { count - operands.count + 1 }

  /// Keeps a result however many follow.
  mutating func keep(_ number: Int) { kept[number] = self[number] }

  /// Goes on behind the newest results of another session.
  mutating func goOn(with operands: [Operand], count: Int) {
    (self.operands, self.count) = (operands, count)
    sources = operands.map { _ in [] }
  }

  mutating func append(_ operand: Operand, madeOf sources: Set<String> = []) {
    count += 1
    operands.append(operand, keeping: Self.limit)
    self.sources.append(sources, keeping: Self.limit)
  }

  /// The name of a result among those of which something was made.
  static func name(_ number: Int) -> String { "$\(number)" }
}

// MARK: - Secrets

extension Results {
  /// The names of which each result was made, by its own.
  var origins: [String: Set<String>] {
    var origins: [String: Set<String>] = [:]
    for (index, sources) in sources.enumerated() where !sources.isEmpty {
      origins[Self.name(first + index)] = sources
    }
    return origins
  }

  /// Makes secrets of those of which one was made, and of those with its text, or with that of one of the former in it.
  ///
  /// - Parameters:
  ///   - text: The secret.
  ///   - sources: The names and results of which it was made.
  ///   - others: The texts of the names among them.
  /// - Returns: The texts of the results of which it was made.
  mutating func conceal(
    _ text: String, madeOf sources: Set<String>, beside others: Set<String>
  ) -> Set<String> {
    var found: Set<String> = []
    for (number, operand) in all where sources.contains(Self.name(number)) {
      guard case .value(let value, _) = operand, value.tells(text) else { continue }
      found.formUnion(value.tellingTexts.filter(Redaction.isTelling))
      conceal(number)
    }
    let telling = found.union(others).union([text]).filter(Redaction.isTelling)
    for (number, operand) in all {
      guard case .value(let value, _) = operand else { continue }
      let own = value.text
      if own == text || telling.contains(where: own.contains) { conceal(number) }
    }
    return found
  }

  private var all: [(Int, Operand)] {
    operands.enumerated().map { (first + $0.offset, $0.element) } + kept.map { ($0.key, $0.value) }
  }

  private mutating func conceal(_ number: Int) {
    guard case .value(let value, let type)? = self[number] else { return }
    if kept[number] != nil { kept[number] = .secret(value, type) }
    let index = number - first
    if operands.indices.contains(index) { operands[index] = .secret(value, type) }
  }
}

extension Evaluator {
  /// The names and results that an expression reads.
  func sources(of expression: Expression) -> Set<String> {
    let results = expression.readResults.map { Results.name($0 ?? self.results.count) }
    return expression.names.union(results)
  }

  /// A result that something standing reads; tracked, for it may turn out to be a secret.
  func kept(_ number: Int) -> Operand {
    _ = scope.changes.value
    return results[number] ?? .nothing
  }

  /// An expression in something that stands: what it reads as a result stays that one.
  func keepingResults(_ expression: Expression) throws(Diagnostic) -> Expression {
    try expression.mappingResults { (number, part) throws(Diagnostic) in
      _ = try result(number, at: part.span)
      let number = number ?? results.count
      guard number > 0 else { return Expression(kind: .constant(.nothing), span: part.span) }
      results.keep(number)
      return Expression(kind: .keptResult(number), span: part.span)
    }
  }
}

extension Evaluator {
  /// `$3`, or `_` when there is no number.
  func result(_ number: Int?, at span: Span) throws(Diagnostic) -> Operand {
    if let number, closureArguments.indices.contains(number) {
      return closureArguments[number]
    }
    guard let number else { return results.last }
    if let operand = results[number] { return operand }
    throw Diagnostic(
      .unknownNumber, .noResult(number), at: span,
      help: results.count == 0 ? .numbersOfResults : .lastResult(results.count))
  }
}
