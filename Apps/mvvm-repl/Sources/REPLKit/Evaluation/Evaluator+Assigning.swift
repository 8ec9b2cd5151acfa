import Bindings
import ViewModels

extension Evaluator {
  /// Returns the value of an expression as a constant, its number literals converted to the type of the target place.
  func settledValue(
    _ expression: Expression, for place: Place?
  ) async throws(Diagnostic) -> Expression {
    try await settledValue(expression.withNumbers(of: settableType(of: place)))
  }

  /// Returns the type of the values to which a place can be set.
  func settableType(of place: Place?) -> ValueType {
    switch place {
    case .member(_, let member): member.type
    case .variable(_, .variable(_, let type)): type
    default: .any
    }
  }

  /// Returns the new value: the written one, or the result of an operator on the old value and the written one.
  func combined(
    _ operation: String?, _ place: Place, _ target: Expression, _ written: Operand,
    of expression: Expression
  ) throws(Diagnostic) -> DynamicValue {
    let value = try value(written, of: expression)
    guard let operation else { return value }
    let current = try self.value(try read(place, at: target.span), of: target)
    return try Operators.binary(operation, current, value).orThrow(
      at: target.span.joined(expression.span))
  }

  /// Assigns a value to the place of a target; `isTyped` is false for a value that a binding transfers.
  func assign(
    _ expression: Expression, to place: Place?, _ operation: String? = nil,
    shownAs target: Expression, isTyped: Bool = true
  ) throws(Diagnostic) {
    guard let place else {
      let name = target.firstName
      let help: Message? =
        if let name, case .variable? = scope[name] { .assignWhole(name) } else { nil }
      throw Diagnostic(.notAValue, .variableOrMemberWanted, at: target.span, help: help)
    }
    let written = try pure(expression)
    if isTyped, place.isSecure, leaves(target, as: written) { return }
    let value = try combined(operation, place, target, written, of: expression)
    switch place {
    case .variable(let name, let variable):
      try set(variable, named: name, value, target, written, of: expression)
    case .member(let viewModel, let member):
      if !member.isSecure { try refuseSecret(written, at: expression.span) }
      if member.type.isDate, !isDate(written, value) {
        throw Diagnostic(
          .typeMismatch, .isWanted(member.type, "\(value)", is: value.type), at: expression.span,
          help: .writeDate)
      }
      do { try member.set(value, in: viewModel) } catch {
        if member.isSecure, error.code == .typeMismatch {
          throw Diagnostic(
            .typeMismatch, .isWanted(member.type), at: expression.span,
            help: member.type.present == .string ? .textHasQuotes : nil)
        }
        if operation == nil {
          try refuseCase(expression, notOf: member.type)
        } else if member.type.hasCases, error.code == .typeMismatch {
          // Another case would not help.
          throw Diagnostic(
            .typeMismatch, .isWanted(member.type, "\(value)", is: value.type), at: expression.span)
        }
        let told = Diagnostic(
          error, target: target, value: expression, current: value,
          wanted: operation == nil ? member.type : .any)
        throw told.naming(sources(of: place, at: target.span))
      }
    case .commandState(_, let member, let state):
      throw Diagnostic(
        .readOnly, .stateCannotBeSet("\(member.name).\(state.rawValue)"), at: target.span)
    case .viewModel, .missing, .element:
      throw Diagnostic(.readOnly, .cannotReplaceViewModel, at: target.span, help: .setItsMembers)
    }
  }

  /// Whether a value is the mask of a secret, as in an answer, the history or a recording; the target then stays as it is.
  private func leaves(_ target: Expression, as written: Operand) -> Bool {
    guard case .string(let text)? = written.value, Redaction.isMask(text) else { return false }
    hasLeftSecret = true
    emit(.note(.secretStays(self.text(of: target), text)))
    return true
  }

  /// Throws if a value for a secret place, or one under a secret name, is or contains a mask.
  func refuseMask(_ values: [DynamicValue], at span: Span) throws(Diagnostic) {
    guard let mask = values.lazy.flatMap(\.tellingTexts).first(where: Redaction.isMask) else {
      return
    }
    throw Diagnostic(.arguments, .standsForSecret(mask), at: span, help: .typeTheSecret)
  }

  /// Whether a value may be a point in time: a text, or a number that was read from a date, but not any other number.
  private func isDate(_ written: Operand, _ value: DynamicValue) -> Bool {
    switch value {
    case .int, .double: if case .value(_, let type) = written { type.isDate } else { false }
    default: true
    }
  }

  /// Throws if an expression is a secret; only secure members, and variables, which become secret then, take a secret,
  /// because any other place would show it.
  func refuseSecret(_ expression: Expression) throws(Diagnostic) {
    try refuseSecret(try pure(expression), at: expression.span)
  }

  func refuseSecret(_ operand: Operand, at span: Span) throws(Diagnostic) {
    guard operand.isSecret else { return }
    throw Diagnostic(.readOnly, .secretWouldShow, at: span, help: .secretsGoToSecure)
  }

  /// Throws if an expression is written as a case that an enumeration does not have.
  func refuseCase(_ expression: Expression, notOf type: ValueType) throws(Diagnostic) {
    let written = text(of: expression)
    guard written.hasPrefix("."), case let name = String(written.dropFirst()), type.isCase(name),
      let mistake = Diagnostic(unlessCase: name, of: type, at: expression.span)
    else { return }
    throw mistake
  }

  private func set(
    _ variable: Variable, named name: String, _ value: DynamicValue, _ target: Expression,
    _ operand: Operand, of expression: Expression
  ) throws(Diagnostic) {
    switch variable {
    case .variable(let node, let type):
      guard type.accepts(value) else {
        try refuseCase(expression, notOf: type)
        // The result of an operator is not what has to be replaced.
        let isWritten = !operand.isSecret && operand.value == value
        throw Diagnostic(
          .typeMismatch, .typesDiffer(name, type, operand.text, value.type), at: expression.span,
          replacement: isWritten ? type.nearestCase(to: value) : nil)
      }
      if operand.isSecret {
        node.node.isSecure = true
        scope.noteSecret(name)
      }
      scope.given.insert(name)
      node.value = value.converted(to: type)
    case .derived:
      let told = Diagnostic(
        .readOnly, .followsAndCannotBeSet(name), at: target.span, help: .setItsOrigin)
      throw told.naming(sources(of: .variable(name, variable), at: target.span))
    case .constant, .secret, .viewModel:
      throw Diagnostic(.constant, .isConstant(name), at: target.span, help: .declareWithVar)
    }
  }
}

extension Evaluator {
  /// Returns the paths on which a derived value depends, directly or indirectly, and which can be set.
  fileprivate func sources(of place: Place, at span: Span) -> [String] {
    untracked {
      guard let node = place.node, node.kind == .computed, (try? read(place, at: span)) != nil
      else {
        return []
      }
      var (found, open) = ([node], [node])
      while !open.isEmpty {
        for input in open.removeFirst().dependencies where !found.contains(input) {
          found.append(input)
          open.append(input)
        }
      }
      let paths = scope.nodePaths
      return found.filter { $0.kind == .property }.compactMap { paths[$0] }.filter { path in
        guard let expression = try? Parser.expression(path),
          let place = try? self.place(of: expression)
        else { return false }
        switch place {
        case .member(_, let member): return member.isSettable
        case .variable(_, .variable): return true
        default: return false
        }
      }
    }
  }
}

extension Diagnostic {
  /// Creates the error of a case that an enumeration does not have; `nil` if it has the case, or is none.
  init?(unlessCase name: String, of type: ValueType, at span: Span) {
    guard !type.cases.isEmpty, !type.cases.contains(name) else { return nil }
    self.init(
      .typeMismatch, .noCase(name.clipped(to: 40), of: "\(type.present)"), at: span,
      Suggestion(for: ".\(name)", among: type.cases.map { ".\($0)" }))
  }

  /// Returns the error with advice on what can be set instead, if there is something.
  fileprivate func naming(_ sources: [String]) -> Diagnostic {
    guard code == .readOnly, !sources.isEmpty else { return self }
    return Diagnostic(code, message, at: span, help: .dependsOn(sources))
  }

  /// Creates the diagnostic for an error of a schema, with the place in the text that must be corrected.
  init(
    _ error: ViewModelError, target: Expression, value: Expression, current: DynamicValue,
    wanted: ValueType
  ) {
    guard error.code == .typeMismatch else {
      self.init(.readOnly, Message(error), at: target.span)
      return
    }
    var replacement: String?
    switch (wanted.present, current) {
    case (.string, .int), (.string, .double), (.string, .bool):
      replacement = "\"\(current)\""
    case (.int, .string(let text)) where Int(text) != nil: replacement = text
    case (.double, .string(let text)) where Double(text) != nil: replacement = text
    default: replacement = wanted.present.nearestCase(to: current)
    }
    self.init(.typeMismatch, Message(error), at: value.span, replacement: replacement)
  }
}
