import Bindings
import ViewModels

extension Session {
  /// The value of an expression that has to have one.
  func value(of expression: Expression) async throws(Diagnostic) -> DynamicValue {
    switch try await evaluate(expression) {
    case .value(let value, _): return value
    case .viewModel(let viewModel):
      throw Diagnostic(
        .notAValue, "a value is wanted here; this is a \(type(of: viewModel).schema.typeName)",
        at: expression.span, help: "Name one of its members.")
    case .nothing:
      throw Diagnostic(.notAValue, "this returns nothing", at: expression.span)
    }
  }

  func evaluate(_ expression: Expression) async throws(Diagnostic) -> Operand {
    switch expression.kind {
    case .literal(let literal):
      return .plain(DynamicValue(literal))
    case .interpolated(let parts):
      return .plain(.string(try await text(of: parts)))
    case .array(let elements):
      var values: [DynamicValue] = []
      for element in elements { values.append(try await value(of: element)) }
      return .plain(.array(values))
    case .dictionary(let pairs):
      return .plain(.object(try await members(of: pairs)))
    case .lastResult:
      return lastResult
    case .name, .member:
      return try await operand(for: expression)
    case .element(let base, let index):
      let pair = (try await value(of: base), try await value(of: index))
      return .plain(try Operators.element(pair.0, pair.1).orThrow(at: expression.span))
    case .call(let callee, let arguments):
      return try await call(callee, arguments, at: expression.span)
    case .decode(let model, let modelSpan, let isLossy, let document):
      return .plain(try await decode(model, modelSpan, isLossy: isLossy, document))
    case .unary(let symbol, let operand):
      let value = try await value(of: operand)
      return .plain(try Operators.unary(symbol, value).orThrow(at: expression.span))
    case .binary(let symbol, let left, let right):
      return .plain(try await binary(symbol, left, right, at: expression.span))
    case .conditional(let condition, let whenTrue, let whenFalse):
      guard case .bool(let isTrue) = try await value(of: condition) else {
        throw Diagnostic(.typeMismatch, "a condition is a Bool", at: condition.span)
      }
      return try await evaluate(isTrue ? whenTrue : whenFalse)
    }
  }

  /// `&&`, `||` and `??` look at their right side only when they need it.
  private func binary(
    _ symbol: String, _ left: Expression, _ right: Expression, at span: Span
  ) async throws(Diagnostic) -> DynamicValue {
    let first = try await value(of: left)
    switch (symbol, first) {
    case ("&&", .bool(false)), ("||", .bool(true)): return first
    case ("??", .null): return try await value(of: right)
    case ("??", _): return first
    default:
      return try Operators.binary(symbol, first, try await value(of: right)).orThrow(at: span)
    }
  }

  private func text(of parts: [Expression.StringPart]) async throws(Diagnostic) -> String {
    var text = ""
    for part in parts {
      switch part {
      case .text(let piece): text += piece
      case .value(let expression):
        let value = try await value(of: expression)
        if case .string(let piece) = value { text += piece } else { text += "\(value)" }
      }
    }
    return text
  }

  private func members(
    of pairs: [(key: Expression, value: Expression)]
  ) async throws(Diagnostic) -> [String: DynamicValue] {
    var members: [String: DynamicValue] = [:]
    for pair in pairs {
      guard case .string(let key) = try await value(of: pair.key) else {
        throw Diagnostic(.typeMismatch, "keys are texts here", at: pair.key.span)
      }
      members[key] = try await value(of: pair.value)
    }
    return members
  }

  private func operand(for expression: Expression) async throws(Diagnostic) -> Operand {
    if let reference = try await referenceIfAny(to: expression) {
      if case .variable(let name) = reference, case .viewModel(let viewModel)? = variables[name] {
        return .viewModel(viewModel)
      }
      return .value(try read(reference, at: expression.span), reference.type)
    }
    guard case .member(let base, let name, let nameSpan, let isOptional) = expression.kind else {
      throw Diagnostic(.notAValue, "this is not a value", at: expression.span)
    }
    let value = try await value(of: base)
    if isOptional, value == .null { return .plain(.null) }
    guard let result = ValueMembers.property(name, of: value) else {
      throw unknown(name, of: value, at: nameSpan)
    }
    return .plain(result)
  }
}

extension Operand {
  static func plain(_ value: DynamicValue) -> Operand { .value(value, value.type) }
}

extension DynamicValue {
  init(_ literal: Expression.Literal) {
    switch literal {
    case .null: self = .null
    case .bool(let value): self = .bool(value)
    case .int(let value): self = .int(value)
    case .double(let value): self = .double(value)
    case .string(let value): self = .string(value)
    }
  }
}
