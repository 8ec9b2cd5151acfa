import Bindings
import ViewModels

extension Session {
  func execute(_ statement: Statement) async throws(Diagnostic) {
    switch statement.kind {
    case .meta(let name, let argument):
      try meta(name, argument, at: statement.span)
    case .declaration(let name, let isConstant, let value):
      try await declare(name, isConstant: isConstant, value)
    case .assignment(let target, let operation, let value):
      try await assign(target, operation, value)
    case .expression(let expression, inBackground: true):
      try await start(expression)
    case .expression(let expression, inBackground: false):
      if let word = toolWord(expression) {
        try meta(word, "", at: expression.span)
      } else {
        try await show(expression)
      }
    case .watch(let targets): try await watch(targets)
    case .unwatch(let selection): try unwatch(selection)
    case .bind(let first, let second, let isTwoWay):
      try await bind(first, second, isTwoWay: isTwoWay, at: statement.span)
    case .unbind(let selection): try unbind(selection)
    case .expect(let condition): try await expect(condition)
    }
  }

  /// `help` and `quit` are understood without their colon, unless a variable has that name.
  private func toolWord(_ expression: Expression) -> String? {
    guard case .name(let word) = expression.kind, variables[word] == nil,
      MetaCommand(word: word) != nil
    else { return nil }
    return word
  }

  private func declare(
    _ name: String, isConstant: Bool, _ expression: Expression
  ) async throws(Diagnostic) {
    switch try await evaluate(expression) {
    case .viewModel(let viewModel):
      variables[name] = .viewModel(viewModel)
      emit(.viewModel(ViewModelSnapshot(viewModel)))
    case .value(let value, _): variables[name] = .value(value, isConstant: isConstant)
    case .nothing:
      throw Diagnostic(.notAValue, "this returns nothing to name", at: expression.span)
    }
  }

  private func assign(
    _ target: Expression, _ operation: String?, _ expression: Expression
  ) async throws(Diagnostic) {
    let reference = try await reference(to: target)
    var value = try await value(of: expression)
    if let operation {
      value = try Operators.binary(operation, try read(reference, at: target.span), value).orThrow(
        at: target.span.joined(expression.span))
    }
    switch reference {
    case .variable(let name):
      guard case .value(let old, isConstant: false)? = variables[name] else {
        throw Diagnostic(
          .constant, "'\(name)' is a constant", at: target.span,
          help: "Declare it with var to change it.")
      }
      guard old.type == value.type || old == .null || value == .null else {
        throw Diagnostic(
          .typeMismatch, "'\(name)' is \(old.type); \(value) is \(value.type)", at: expression.span)
      }
      variables[name] = .value(value, isConstant: false)
    case .member(let viewModel, let member, _):
      do { try member.set(value, in: viewModel) } catch {
        throw Diagnostic(
          error, target: target, value: expression, current: value, wanted: member.type)
      }
    case .commandState(_, let member, let state, _):
      throw Diagnostic(
        .readOnly, "\(member.name).\(state.rawValue) follows from the command and cannot be set",
        at: target.span)
    }
  }

  private func show(_ expression: Expression) async throws(Diagnostic) {
    if case .member(let viewModel, let member, _)? = try await referenceIfAny(to: expression),
      member.isSecure
    {
      if let value = try? member.value(in: viewModel) { lastResult = .value(value, member.type) }
      return emit(.secret)
    }
    let result = try await evaluate(expression)
    switch result {
    case .value(let value, let type): emit(.value(value, type: type))
    case .viewModel(let viewModel): emit(.viewModel(ViewModelSnapshot(viewModel)))
    case .nothing:
      if case .call(let callee, _) = expression.kind {
        emit(.completed(path: String(source.slice(callee.span))))
      }
      return
    }
    lastResult = result
  }

  private func expect(_ condition: Expression) async throws(Diagnostic) {
    let value = try await value(of: condition)
    guard case .bool(let isMet) = value else {
      throw Diagnostic(
        .typeMismatch, "expect needs a Bool; this is \(value.type)", at: condition.span,
        help: "Compare it: expect form.phone == \"186\".")
    }
    guard !isMet else { return }
    var help: String?
    if case .binary(let symbol, let left, let right) = condition.kind,
      ["==", "!=", "<", "<=", ">", ">="].contains(symbol)
    {
      let values = (try await self.value(of: left), try await self.value(of: right))
      help = "The left side is \(values.0), the right side \(values.1)."
    }
    throw Diagnostic(.expectation, "this is not so", at: condition.span, help: help)
  }
}

extension Diagnostic {
  /// What a schema refused, with the place in the text where it is to be mended.
  init(
    _ error: ViewModelError, target: Expression, value: Expression, current: DynamicValue,
    wanted: ValueType
  ) {
    guard error.code == .typeMismatch else {
      self.init(.readOnly, error.message, at: target.span)
      return
    }
    var replacement: String?
    switch (wanted, current) {
    case (.string, .int), (.string, .double), (.string, .bool):
      replacement = "\"\(current)\""
    case (.int, .string(let text)) where Int(text) != nil: replacement = text
    case (.double, .string(let text)) where Double(text) != nil: replacement = text
    default: break
    }
    self.init(.typeMismatch, error.message, at: value.span, replacement: replacement)
  }
}
