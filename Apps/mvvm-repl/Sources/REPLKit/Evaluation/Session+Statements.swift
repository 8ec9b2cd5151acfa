import Bindings
import ViewModels

extension Session {
  func execute(_ statement: Statement) async throws(Diagnostic) {
    switch statement.kind {
    case .meta(let name, let argument):
      try await meta(name, argument, at: statement.span)
    case .declaration(let name, let isConstant, let type, let value):
      try await declare(name, isConstant: isConstant, type, value)
    case .derived(let name, let body):
      try await derive(name, body)
    case .assignment(let target, let operation, let value):
      try await assign(target, operation, value)
    case .expression(let expression, let output):
      if output.isInBackground {
        try await start(expression)
      } else {
        try await show(expression, output)
      }
    case .help(let expression): try help(text(of: expression), at: expression.span)
    case .verb(let verb): try await verb.run(in: self, at: statement.span)
    }
  }

  private func show(
    _ expression: Expression, _ output: Statement.Output
  ) async throws(Diagnostic) {
    let ready = try await settled(expression)
    let result = try pure(ready)
    switch result {
    case .nothing:
      if !output.isPlain {
        throw Diagnostic(.notAValue, "this returns nothing to show", at: expression.span)
      }
      if case .call(let callee, _) = expression.kind, case .member = callee.kind {
        emit(.completed(path: text(of: callee)))
      }
      return
    case .viewModel(let viewModel) where output.isPlain:
      let snapshot = ViewModelSnapshot(viewModel)
      emit(.viewModel(lastShown.take(snapshot, of: viewModel, as: text(of: expression))))
    case .value(let value, let type) where output.isPlain:
      emit(.value(value, type: type))
      let differences = lastShown.take(value, as: text(of: expression))
      if !differences.isEmpty { emit(.output(differences.joined(separator: "\n"))) }
    case .secret: emit(.secret)
    case .viewModel, .value: try await show(result, rows: rows(of: ready), through: output)
    }
    results.append(result)
  }

  /// The text of an expression, as the name of what it names.
  func text(of expression: Expression) -> String { String(source.slice(expression.span)) }
}

// MARK: - Naming

extension Session {
  private func declare(
    _ name: String, isConstant: Bool, _ type: Statement.TypeName?, _ expression: Expression
  ) async throws(Diagnostic) {
    let wanted = try type.map { (written) throws(Diagnostic) in try resolved(written) }
    let operand = try await evaluate(expression)
    switch operand {
    case .viewModel(let viewModel):
      if let type, !isWanted(viewModel, wanted) {
        let found = Swift.type(of: viewModel).schema.typeName
        throw Diagnostic(
          .typeMismatch, "\(type.type) is wanted here; this is a \(found)", at: expression.span)
      }
      let lost = lost(name, by: viewModel)
      give(name, .viewModel(viewModel))
      if let lost { emit(lost) }
      let snapshot = ViewModelSnapshot(viewModel)
      emit(.viewModel(lastShown.take(snapshot, of: viewModel, as: name, isNew: true)))
    case .value(let value, let found), .secret(let value, let found):
      let type =
        switch wanted {
        case .value(let type)?: type
        case nil: found
        case .viewModel(let name)?:
          throw Diagnostic(
            .typeMismatch, "\(name) is wanted here; \(operand.text) is \(value.type)",
            at: expression.span)
        }
      guard type.accepts(value) else {
        throw Diagnostic(
          .typeMismatch, "\(type) is wanted here; \(operand.text) is \(value.type)",
          at: expression.span,
          replacement: operand.isSecret ? nil : type.nearestCase(to: value))
      }
      let value = value.converted(to: type)
      let lost = lost(name, by: nil)
      defer { if let lost { emit(lost) } }
      if operand.isSecret { progress.secretNames.insert(name) }
      guard isConstant else {
        let node = Property(value, label: name)
        node.node.isSecure = operand.isSecret
        return give(name, .variable(node, type))
      }
      give(name, operand.isSecret ? .secret(value, type) : .constant(value, type))
    case .nothing:
      throw Diagnostic(.notAValue, "this returns nothing to name", at: expression.span)
    }
  }

  /// What loses its name; not told of a variable that is declared again, or a view-model made anew.
  private func lost(_ name: String, by new: (any ViewModel)?) -> Record? {
    guard !hostNames.contains(name) else {
      return .note("'\(name)' stands for something else now, not for the tool's own")
    }
    guard case .viewModel(let old)? = variables[name] else { return nil }
    let before = Swift.type(of: old).schema.typeName
    guard new.map({ Swift.type(of: $0).schema.typeName }) != before else { return nil }
    return .note("'\(name)' was a \(before); that has no name any more")
  }

  private func isWanted(_ viewModel: any ViewModel, _ wanted: DeclaredType?) -> Bool {
    if case .viewModel(let name)? = wanted { viewModel.isInstance(ofType: name) } else { false }
  }

  private func derive(_ name: String, _ body: Expression) async throws(Diagnostic) {
    guard !follows(body.names, from: name) else {
      throw Diagnostic(
        .notAValue, "'\(name)' cannot follow from itself", at: body.span,
        help: "Give the new value another name.")
    }
    try await loadElements(of: body)
    let isSecret = untracked { (try? pure(body))?.isSecret == true }
    let node = node(named: name, of: body, isSecret: isSecret)
    let result = node.value
    let value = try result.get()
    let lost = lost(name, by: nil)
    give(name, .derived(node))
    if let lost { emit(lost) }
    derivations[name] = body
    progress.derivedTypes[name] = value.type
    if isSecret { progress.secretNames.insert(name) }
    if case .secret = result { emit(.secret) } else { emit(.value(value, type: value.type)) }
  }

  /// A value that follows from others; one that follows from a secret is kept out of the log.
  func node(
    named name: String, of body: Expression, isSecret: Bool = false
  ) -> Computed<Variable.Derived> {
    let own = OwnNode()
    let computed = Computed<Variable.Derived>(label: name) { [weak self] in
      guard let self else { return .value(.null) }
      do throws(Diagnostic) {
        let operand = try pure(body)
        if operand.isSecret { own.node?.isSecure = true }
        return Variable.Derived(operand, try value(operand, of: body))
      } catch {
        return .failure(error)
      }
    }
    own.node = computed.node
    computed.node.isSecure = isSecret
    return computed
  }

  /// The node that a derived value is, known once it is made.
  private final class OwnNode {
    var node: Node?
  }

  /// Whether something that reads `names` would follow from `name`, directly or through others.
  private func follows(_ names: Set<String>, from name: String) -> Bool {
    var open = names
    var seen: Set<String> = []
    while let next = open.popFirst() {
      if next == name { return true }
      if seen.insert(next).inserted { open.formUnion(derivations[next]?.names ?? []) }
    }
    return false
  }

  func give(_ name: String, _ variable: Variable) {
    if name == "answer" { lessons?.wasAnswered = true }
    derivations[name] = nil
    declarations[name] = origin?.text
    let isNew = variables.updateValue(variable, forKey: name) == nil
    if isNew { learn() } else { learnAnew() }
    guard !isNew else { return }
    names.value += 1
    renewBindings(of: name)
  }
}

// MARK: - Assigning

extension Session {
  private func assign(
    _ target: Expression, _ operation: String?, _ expression: Expression
  ) async throws(Diagnostic) {
    if operation == nil, case .name(let name) = target.kind, variables[name] == nil,
      name.count < 3 || Suggestion.nearest(to: name, among: variables.keys) == nil
    {
      let declared = "let \(name)"
      throw Diagnostic(
        .unknownName, "there is no '\(name)'", at: target.span, help: "Declare it first:",
        replacement: declared)
    }
    let ready = try await settled(target)
    let value = try await settledValue(expression)
    guard case .element(let element)? = try place(of: ready) else {
      try assign(ready, operation, value, shownAs: target)
      if case .member(_, let member)? = try place(of: ready), member.isSecure {
        conceal(expression.names)
      }
      return
    }
    guard let set = element.set else {
      throw Diagnostic(.readOnly, "this element cannot be set", at: target.span)
    }
    try refuseSecret(value)
    let new = try combined(operation, .element(element), target, value)
    do { try await set(new) } catch {
      throw Diagnostic(.failed, "\(text(of: target)) was not set: \(error)", at: target.span)
    }
  }

  /// The new value: the one that was written, or what an operator makes of the old one and it.
  private func combined(
    _ operation: String?, _ place: Place, _ target: Expression, _ expression: Expression
  ) throws(Diagnostic) -> DynamicValue {
    let value = try pureValue(of: expression)
    guard let operation else { return value }
    let current = try self.value(try read(place, at: target.span), of: target)
    return try Operators.binary(operation, current, value).orThrow(
      at: target.span.joined(expression.span))
  }

  /// Assigns to what has nothing to wait for.
  func assign(
    _ ready: Expression, _ operation: String?, _ expression: Expression, shownAs target: Expression
  ) throws(Diagnostic) {
    guard let place = try place(of: ready) else {
      throw Diagnostic(
        .notAValue, "a variable or a member of a view-model is wanted here", at: target.span)
    }
    let value = try combined(operation, place, target, expression)
    switch place {
    case .variable(let name): try set(name, value, target, expression)
    case .member(let viewModel, let member):
      if !member.isSecure { try refuseSecret(expression) }
      // What stands for a secret in the history and in recordings is none itself.
      if member.isSecure, value == .string("…") {
        return emit(.note("\(text(of: target)) stays as it is: … stands for a secret."))
      }
      do { try member.set(value, in: viewModel) } catch {
        if member.isSecure, error.code == .typeMismatch {
          throw Diagnostic(
            .typeMismatch, "a value of another type is wanted here", at: expression.span)
        }
        throw Diagnostic(
          error, target: target, value: expression, current: value, wanted: member.type)
      }
    case .commandState(_, let member, let state):
      throw Diagnostic(
        .readOnly, "\(member.name).\(state.rawValue) follows from the command and cannot be set",
        at: target.span)
    case .viewModel, .missing, .element:
      throw Diagnostic(
        .readOnly, "a view-model cannot be replaced from here", at: target.span,
        help: "Set its members, or name another one with let.")
    }
  }

  /// A secret goes to secure members and to variables, which are secret from then on: anywhere else it
  /// would be shown.
  func refuseSecret(_ expression: Expression) throws(Diagnostic) {
    guard try pure(expression).isSecret else { return }
    throw Diagnostic(
      .readOnly, "a secret would be shown there", at: expression.span,
      help: "It goes to secure members and to variables only.")
  }

  private func set(
    _ name: String, _ value: DynamicValue, _ target: Expression, _ expression: Expression
  ) throws(Diagnostic) {
    switch variables[name] {
    case .variable(let node, let type):
      let operand = try pure(expression)
      guard type.accepts(value) else {
        throw Diagnostic(
          .typeMismatch, "'\(name)' is \(type); \(operand.text) is \(value.type)",
          at: expression.span,
          replacement: operand.isSecret ? nil : type.nearestCase(to: value))
      }
      if operand.isSecret {
        node.node.isSecure = true
        progress.secretNames.insert(name)
      }
      if name == "answer" { lessons?.wasAnswered = true }
      node.value = value.converted(to: type)
    case .derived:
      throw Diagnostic(
        .readOnly, "'\(name)' follows from other values and cannot be set", at: target.span,
        help: "Set what it is made of.")
    case .constant, .secret, .viewModel, nil:
      throw Diagnostic(
        .constant, "'\(name)' is a constant", at: target.span,
        help: "Declare it with var to change it.")
    }
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
    default: replacement = wanted.nearestCase(to: current)
    }
    self.init(.typeMismatch, error.message, at: value.span, replacement: replacement)
  }
}

extension ValueType {
  /// The case of an enumeration that was probably meant.
  fileprivate func nearestCase(to value: DynamicValue) -> String? {
    guard case .choice(_, let cases) = self, case .string(let text) = value else { return nil }
    return Suggestion.nearest(to: text, among: cases).map { ".\($0)" }
  }

  /// Whether a variable of this type can hold a value.
  func accepts(_ value: DynamicValue) -> Bool {
    switch (self, value) {
    case (.any, _), (.named, _), (.optional, .null), (.double, .int): true
    case (.optional(let wrapped), _): wrapped.accepts(value)
    case (.choice(_, let cases), .string(let text)): cases.contains(text)
    case (.array(let element), .array(let values)): values.allSatisfy(element.accepts)
    case (.dictionary(let element), .object(let values)): values.values.allSatisfy(element.accepts)
    default: self == value.type
    }
  }
}

extension DynamicValue {
  /// A whole number as a `Double`, where one is wanted.
  fileprivate func converted(to type: ValueType) -> DynamicValue {
    if case (.double, .int(let number)) = (type, self) { .double(Double(number)) } else { self }
  }
}
