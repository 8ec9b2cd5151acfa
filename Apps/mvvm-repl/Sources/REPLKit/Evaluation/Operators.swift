import ViewModels

/// The operators on values, as pure functions.
enum Operators {
  /// The reason why an operator has no result.
  struct Problem: Error {
    var message: Message
    var help: Message?
  }

  static func unary(_ symbol: String, _ value: DynamicValue) -> Result<DynamicValue, Problem> {
    switch (symbol, value) {
    case ("!", .bool(let value)): return .success(.bool(!value))
    case ("-", .int(let value)):
      let (negative, overflow) = 0.subtractingReportingOverflow(value)
      return overflow ? .overflow : .success(.int(negative))
    case ("-", .double(let value)): return .success(.double(value.isNaN ? .nan : -value))
    default:
      return .problem(.cannotApply(symbol, value.type))
    }
  }

  static func binary(
    _ symbol: String, _ left: DynamicValue, _ right: DynamicValue
  ) -> Result<DynamicValue, Problem> {
    switch (symbol, left, right) {
    case ("~=", .array(let elements), _):
      return .success(.bool(elements.contains { $0.isEqual(to: right) }))
    case ("==", _, _), ("~=", _, _): return equality(symbol, left, right)
    case ("!=", _, _): return equality(symbol, left, right).map { $0 == .bool(true) ? false : true }
    case ("&&", .bool(let left), .bool(let right)): return .success(.bool(left && right))
    case ("||", .bool(let left), .bool(let right)): return .success(.bool(left || right))
    case ("+", .string(let left), .string(let right)): return .success(.string(left + right))
    case ("+", .array(let left), .array(let right)): return .success(.array(left + right))
    case (_, .string(let left), .string(let right)):
      return comparison(symbol, left, right) ?? mismatch(symbol, .string(left), .string(right))
    case (_, .int(let left), .int(let right)):
      return comparison(symbol, left, right) ?? integer(symbol, left, right)
    case (_, .double, .double), (_, .int, .double), (_, .double, .int):
      let numbers = (left.number ?? .nan, right.number ?? .nan)
      return comparison(symbol, numbers.0, numbers.1) ?? real(symbol, numbers.0, numbers.1)
        ?? mismatch(symbol, left, right)
    default: return mismatch(symbol, left, right)
    }
  }

  /// Whether the left side alone decides the result of an operator.
  static func isDecided(_ symbol: String, by left: DynamicValue) -> Bool {
    switch (symbol, left) {
    case ("&&", .bool(false)), ("||", .bool(true)): true
    case ("??", _): left != .null
    default: false
    }
  }

  static let longestRange = 100_000

  /// Returns a range such as `1...5` as an array of numbers.
  static func range(
    _ lower: DynamicValue, _ upper: DynamicValue, isClosed: Bool
  ) -> Result<DynamicValue, Problem> {
    bounds(lower, upper, isClosed: isClosed).flatMap { bounds in
      guard bounds.count <= longestRange else {
        return .problem(.rangeTooLong(longestRange, bounds.count))
      }
      return .success(.array(bounds.map(DynamicValue.int)))
    }
  }

  /// Returns a part of an array or a text, as in `array[1..<3]`; a bound that is not written is the start or the end.
  static func slice(
    _ base: DynamicValue, _ lower: DynamicValue?, _ upper: DynamicValue?, isClosed: Bool
  ) -> Result<DynamicValue, Problem> {
    let count: Int
    switch base {
    case .array(let elements): count = elements.count
    case .string(let text): count = text.count
    default: return .problem(.hasNoRanges(base.type))
    }
    if upper == nil, case .int(let lower)? = lower, lower > count {
      return .problem(.rangeGoesBeyond(count))
    }
    return bounds(lower ?? .int(0), upper ?? .int(count), isClosed: isClosed).flatMap { bounds in
      guard bounds.lowerBound >= 0, bounds.upperBound <= count else {
        return .problem(.rangeGoesBeyond(count))
      }
      if case .string(let text) = base {
        return .success(.string(String(text.dropFirst(bounds.lowerBound).prefix(bounds.count))))
      }
      guard case .array(let elements) = base else { return .success(base) }
      return .success(.array(Array(elements[bounds])))
    }
  }

  private static func bounds(
    _ lower: DynamicValue, _ upper: DynamicValue, isClosed: Bool
  ) -> Result<Range<Int>, Problem> {
    guard case .int(let lower) = lower, case .int(let upper) = upper else {
      return .problem(.rangeOfWholeNumbers)
    }
    let (end, overflow) = upper.addingReportingOverflow(isClosed ? 1 : 0)
    // As in Swift, `1..<1` is empty, and the upper bound must not be less than the lower one.
    guard !overflow, lower <= upper, !end.subtractingReportingOverflow(lower).overflow else {
      return .problem(.rangeEmptyOrTooLong(lower, upper))
    }
    return .success(lower..<end)
  }

  static func element(
    _ base: DynamicValue, _ index: DynamicValue
  ) -> Result<DynamicValue, Problem> {
    switch (base, index) {
    case (.array(let elements), .int(let index)):
      guard elements.indices.contains(index) else {
        return .problem(.noElement(index, ofArray: elements.count))
      }
      return .success(elements[index])
    case (.object(let members), .string(let key)): return .success(members[key] ?? .null)
    case (.string, .int):
      return .problem(.charactersHaveNoNumbers, help: .writeRange)
    default:
      return .problem(.noElementOfType(base.type, index.type))
    }
  }

  /// Compares values of one type, numbers of both types, and anything with `nil`; other comparisons fail.
  private static func equality(
    _ symbol: String, _ left: DynamicValue, _ right: DynamicValue
  ) -> Result<DynamicValue, Problem> {
    let comparable =
      left == .null || right == .null || left.kind == right.kind
    return comparable ? .success(.bool(left.isEqual(to: right))) : mismatch(symbol, left, right)
  }

  private static func comparison<Value: Comparable>(
    _ symbol: String, _ left: Value, _ right: Value
  ) -> Result<DynamicValue, Problem>? {
    switch symbol {
    case "<": .success(.bool(left < right))
    case "<=": .success(.bool(left <= right))
    case ">": .success(.bool(left > right))
    case ">=": .success(.bool(left >= right))
    default: nil
    }
  }

  private static func integer(
    _ symbol: String, _ left: Int, _ right: Int
  ) -> Result<DynamicValue, Problem> {
    let result: (partialValue: Int, overflow: Bool)
    switch symbol {
    case "+": result = left.addingReportingOverflow(right)
    case "-": result = left.subtractingReportingOverflow(right)
    case "*": result = left.multipliedReportingOverflow(by: right)
    case "/", "%":
      guard right != 0 else { return .problem(.divisionByZero) }
      result =
        symbol == "/"
        ? left.dividedReportingOverflow(by: right)
        : left.remainderReportingOverflow(dividingBy: right)
    default: return mismatch(symbol, .int(left), .int(right))
    }
    return result.overflow ? .overflow : .success(.int(result.partialValue))
  }

  private static func real(
    _ symbol: String, _ left: Double, _ right: Double
  ) -> Result<DynamicValue, Problem>? {
    let result: Double
    switch symbol {
    case "+": result = left + right
    case "-": result = left - right
    case "*": result = left * right
    case "/": result = left / right
    default: return nil
    }
    // Some processors give NaN a sign.
    return .success(.double(result.isNaN ? .nan : result))
  }

  private static func mismatch(
    _ symbol: String, _ left: DynamicValue, _ right: DynamicValue
  ) -> Result<DynamicValue, Problem> {
    let texts = [left, right].filter { $0.kind == .string }
    let help: Message? =
      switch symbol {
      case "+" where texts.count == 1: .putValueIntoText
      case "==", "!=", "~=":
        texts.isEmpty
          ? nil : [left, right].first { $0.number != nil }.map { .write("\"\($0)\"") }
      case ">" where right.kind == .string: .write("| json > \(right.literal)")
      default: nil
      }
    return .problem(.doesNotGo(symbol, left.type, right.type), help: help)
  }
}

extension Result where Failure == Operators.Problem {
  static func problem(_ message: Message, help: Message? = nil) -> Self {
    .failure(Operators.Problem(message: message, help: help))
  }
}

extension Result where Success == DynamicValue, Failure == Operators.Problem {
  fileprivate static var overflow: Self { .problem(.resultTooLarge) }

  func orThrow(at span: Span) throws(Diagnostic) -> DynamicValue {
    switch self {
    case .success(let value): return value
    case .failure(let problem):
      throw Diagnostic(.calculation, problem.message, at: span, help: problem.help)
    }
  }
}

extension DynamicValue {
  fileprivate enum Kind { case null, bool, number, string, array, object }

  fileprivate var kind: Kind {
    switch self {
    case .null: .null
    case .bool: .bool
    case .int, .double: .number
    case .string: .string
    case .array: .array
    case .object: .object
    }
  }

  var number: Double? {
    switch self {
    case .int(let value): Double(value)
    case .double(let value): value
    default: nil
    }
  }
}

extension DynamicValue {
  /// Whether two values are equal as in Swift: at any depth, numbers of both types are compared by value, and NaN
  /// equals nothing.
  func isEqual(to other: DynamicValue) -> Bool {
    switch (self, other) {
    case (.int(let left), .int(let right)): left == right
    case (.int(let left), .double(let right)): Double(left) == right
    case (.double(let left), .int(let right)): left == Double(right)
    case (.double(let left), .double(let right)): left == right
    case (.array(let left), .array(let right)):
      left.count == right.count && zip(left, right).allSatisfy { $0.isEqual(to: $1) }
    case (.object(let left), .object(let right)):
      left.count == right.count
        && left.allSatisfy { key, value in right[key].map(value.isEqual) ?? false }
    default: self == other
    }
  }
}
