import Bindings

/// The results of the session by number: the newest ones, so that a long session stays small, and those that a
/// derived value, a watch or a binding reads.
struct Results {
  /// The number of results that are kept.
  static let limit = 1_000

  private(set) var operands: [Operand] = []
  private(set) var count = 0
  /// The names and results of which those that are kept were made, by their numbers.
  private var sources: [Int: Set<String>] = [:]
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

  /// Takes in a result.
  ///
  /// - Returns: What the results that are gone now were made of, by their names: it stands for them in the sources of
  ///   others, so that what a secret was made of is found through them.
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

  /// The name of a result among those of which something was made.
  static func name(_ number: Int) -> String { "$\(number)" }
}

// MARK: - Carrying over

extension Results {
  /// A result, and what it was made of.
  struct Numbered {
    let number: Int
    let operand: Operand
    let sources: Set<String>
  }

  /// All that are kept.
  var numbered: [Numbered] {
    all.map { Numbered(number: $0, operand: $1, sources: sources[$0] ?? []) }
  }

  /// Goes on behind the results of another session, of which there were `count`.
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
  /// The set with others in the place of some of its names.
  func replacing(_ names: [String: Set<String>]) -> Set<String> {
    reduce(into: []) { set, name in
      if let others = names[name] { set.formUnion(others) } else { set.insert(name) }
    }
  }
}

// MARK: - Secrets

extension Results {
  /// The names and results of which a result was made; `nil` for a name that is none of a result.
  func origins(of name: String) -> Set<String>? {
    name.first == "$" ? Int(name.dropFirst()).flatMap { sources[$0] } : nil
  }

  /// Makes secrets of those of which a secret was made, and of those with its text, or with that of one of the former in
  /// it; the `others` are the texts of the names among its sources.
  ///
  /// - Returns: The texts of the results of which it was made.
  mutating func conceal(
    _ text: String, madeOf sources: Set<String>, beside others: Set<String>
  ) -> Set<String> {
    var found: Set<String> = []
    for number in sources.compactMap({ $0.first == "$" ? Int($0.dropFirst()) : nil }) {
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
      results.keep(number)
      return Expression(kind: .keptResult(number), span: part.span)
    }
  }
}

extension Evaluator {
  /// `$3`, or `_` when there is no number.
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
