/// The results of the session by number: the newest ones only, so that a long session stays small.
struct Results {
  /// The number of results that are kept.
  static let limit = 1_000

  private(set) var operands: [Operand] = []
  private(set) var count = 0

  /// The last result.
  var last: Operand { operands.last ?? .nothing }

  /// The result of that number, counted from 1; `nil` when there is none, or no longer.
  subscript(number: Int) -> Operand? {
    let index = number - 1 - (count - operands.count)
    return operands.indices.contains(index) ? operands[index] : nil
  }

  /// Goes on behind the newest results of another session.
  mutating func goOn(with operands: [Operand], count: Int) {
    (self.operands, self.count) = (operands, count)
  }

  /// Makes secrets of those that are a text, or a number with its digits.
  mutating func conceal(_ text: String) {
    for index in operands.indices {
      if case .value(let value, let type) = operands[index], value.text == text {
        operands[index] = .secret(value, type)
      }
    }
  }

  mutating func append(_ operand: Operand) {
    count += 1
    operands.append(operand, keeping: Self.limit)
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
