import Bindings

/// The numbered results of a session: the newest ones, so that a long session stays small, and those that a derived
/// value, a watch or a binding reads.
struct Results {
  static let limit = 1_000

  private(set) var operands: [Operand] = []
  private(set) var count = 0
  /// The names and results from which the kept results were computed, by number.
  private var sources: [Int: Set<String>] = [:]
  /// The results that derived values, watches and bindings read.
  private var kept: [Int: Operand] = [:]

  var last: Operand { operands.last ?? .nothing }

  /// Returns the result with a number, counted from 1; `nil` if it does not exist, or is no longer kept.
  subscript(number: Int) -> Operand? {
    if let operand = kept[number] { return operand }
    let index = number - first
    return operands.indices.contains(index) ? operands[index] : nil
  }

  /// The number of the oldest of the newest results.
  private var first: Int { count - operands.count + 1 }

  /// Keeps a result, however many results follow.
  mutating func keep(_ number: Int) { kept[number] = self[number] }

  /// Appends a result.
  ///
  /// - Returns: The sources of the results that are dropped now, by name; these sources replace the dropped results in
  ///   the sources of other results, so that the sources of a secret are still found.
  /// - Complexity: O(1), amortized.
  mutating func append(_ operand: Operand, madeOf sources: Set<String> = []) -> [String: Set<
    String
  >] {
    let oldest = first
    count += 1
    operands.append(operand, keeping: Self.limit)
    if !sources.isEmpty { self.sources[count] = sources }
    return letGo(of: oldest..<first)
  }

  private mutating func letGo(of numbers: Range<Int>) -> [String: Set<String>] {
    guard !numbers.isEmpty else { return [:] }
    var gone: [String: Set<String>] = [:]
    for number in numbers where kept[number] == nil {
      gone[Self.name(number)] = (sources.removeValue(forKey: number) ?? []).replacing(gone)
    }
    sources = sources.mapValues { $0.replacing(gone) }
    return gone
  }

  /// Returns the name of a result among the sources of a value.
  static func name(_ number: Int) -> String { "$\(number)" }

  private static func number(_ name: String) -> Int? {
    name.first == "$" ? Int(name.dropFirst()) : nil
  }
}

// MARK: - Carrying over

extension Results {
  struct Numbered {
    let number: Int
    let operand: Operand
    let sources: Set<String>
  }

  var numbered: [Numbered] {
    all.map { Numbered(number: $0, operand: $1, sources: sources[$0] ?? []) }
  }

  /// Restores the results of another session, and continues their numbering after `count`.
  mutating func goOn(with results: [Numbered], count: Int) {
    let standing = kept.keys
    (self.operands, sources, kept) = ([], [:], [:])
    var operands: [Int: Operand] = [:]
    for result in results {
      operands[result.number] = result.operand
      if !result.sources.isEmpty { sources[result.number] = result.sources }
    }
    var first = count + 1
    while let operand = operands.removeValue(forKey: first - 1) {
      self.operands.append(operand)
      first -= 1
    }
    self.operands.reverse()
    self.count = count
    kept = operands
    for number in standing { kept[number] = self[number] }
  }
}

extension Set<String> {
  /// Returns the set with some of its names replaced by other names.
  func replacing(_ names: [String: Set<String>]) -> Set<String> {
    reduce(into: []) { set, name in
      if let others = names[name] { set.formUnion(others) } else { set.insert(name) }
    }
  }
}

// MARK: - Secrets

extension Results {
  /// Returns the names and results from which a result was computed; `nil` if the name is not that of a result.
  func origins(of name: String) -> Set<String>? {
    Self.number(name).flatMap { sources[$0] }
  }

  /// Marks results as secret: the sources that reveal a part of a secret, and results that contain the secret or the
  /// text of such a source, and those in `made`; `others` are the texts of the names among the sources and in `made`.
  ///
  /// - Returns: The texts of the results among the sources.
  mutating func conceal(
    _ text: String, madeOf sources: Set<String>, and made: some Sequence<String>,
    beside others: Set<String>
  ) -> Set<String> {
    var found: Set<String> = []
    for number in made.compactMap(Self.number) { conceal(number) }
    for number in sources.compactMap(Self.number) {
      guard let operand = self[number], case .value(let value, _) = operand, value.tells(text)
      else { continue }
      found.formUnion(value.tellingTexts.filter(Redaction.isTelling))
      conceal(number)
    }
    let telling = ByteSearch(found.union(others).union([text]).filter(Redaction.isTelling))
    for (number, operand) in all {
      guard case .value(let value, _) = operand else { continue }
      let own = value.text
      if own == text || telling.isFound(in: own) { conceal(number) }
    }
    return found
  }

  private var all: [(Int, Operand)] {
    let newest = operands.enumerated().map { (first + $0.offset, $0.element) }
    return newest + kept.filter { $0.key < first }.map { ($0.key, $0.value) }
  }

  private mutating func conceal(_ number: Int) {
    guard case .value(let value, let type)? = self[number] else { return }
    if kept[number] != nil { kept[number] = .secret(value, type) }
    let index = number - first
    if operands.indices.contains(index) { operands[index] = .secret(value, type) }
  }
}

extension Evaluator {
  /// Returns the names and results that an expression reads.
  func sources(of expression: Expression) -> Set<String> {
    let results = expression.readResults.map { Results.name($0 ?? self.results.count) }
    return expression.names.union(results)
  }

  /// Returns a result with a fixed number; tracked, because it may become a secret.
  func kept(_ number: Int) -> Operand {
    _ = scope.changes.value
    return results[number] ?? .nothing
  }

  /// Returns the expression of a derived value, watch or binding, whose results have fixed numbers.
  ///
  /// In braces, `$0` is the argument of a closure, which is no value.
  func keepingResults(
    _ expression: Expression, isInBraces: Bool = false
  ) throws(Diagnostic) -> Expression {
    try expression.mappingResults { (number, part) throws(Diagnostic) in
      guard number != 0 || !isInBraces else {
        throw Diagnostic(.notAValue, .closureIsNoValue, at: part.span, help: .whereClosuresGo)
      }
      _ = try result(number, at: part.span)
      let number = number ?? results.count
      results.keep(number)
      return Expression(kind: .keptResult(number), span: part.span)
    }
  }
}

extension Evaluator {
  /// Returns the result `$3`, or the last one without a number; in a closure, `$0` and `$1` are its arguments.
  func result(_ number: Int?, at span: Span) throws(Diagnostic) -> Operand {
    if let number, !closureArguments.isEmpty, number < Expression.mostClosureArguments {
      guard closureArguments.indices.contains(number) else {
        throw Diagnostic(
          .unknownNumber, .closureHasOneArgument, at: span, help: .onlySortedHasTwo)
      }
      return closureArguments[number]
    }
    guard let number else {
      guard results.count > 0 else {
        throw Diagnostic(.unknownNumber, .noResultYet, at: span, help: .numbersOfResults)
      }
      return results.last
    }
    if let operand = results[number] { return operand }
    throw Diagnostic(
      .unknownNumber, .noResult(number), at: span,
      help: results.count == 0 ? .numbersOfResults : .lastResult(results.count))
  }
}
