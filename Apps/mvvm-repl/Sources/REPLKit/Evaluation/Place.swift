import Bindings
import ViewModels

/// A place that an expression names, which can be read, and perhaps set, watched or bound.
enum Place {
  case variable(String, Variable)
  case viewModel(any ViewModel)
  case member(any ViewModel, Member)
  case commandState(any ViewModel, Member, CommandState)
  case element(KeyedElement)
  /// A child view-model that does not exist now.
  case missing

  /// A part of a command's state that can be read and watched.
  enum CommandState: String, CaseIterable { case isEnabled, isExecuting }

  @MainActor var isSecure: Bool {
    if case .member(let viewModel, let member) = self {
      member.isSecret(in: viewModel)
    } else {
      false
    }
  }
}

extension Place {
  /// The node of the place's value.
  @MainActor var node: Node? {
    switch self {
    case .variable(_, let variable): variable.node
    case .member(let viewModel, let member): member.node(in: viewModel)
    case .element(let element): element.source.node
    case .viewModel, .commandState, .missing: nil
    }
  }
}

extension Evaluator {
  /// Returns the place that an expression names; `nil` if the expression computes something instead.
  ///
  /// All parts of the path are read from the graph, so inside an observer the result follows replaced children.
  func place(of expression: Expression) throws(Diagnostic) -> Place? {
    switch expression.kind {
    case .name(let name):
      _ = scope.changes.value
      guard let variable = scope[name] else {
        if namedNumber(expression) != nil { return nil }
        throw scope.unknown(name, at: expression.span, in: source, host.words)
      }
      if case .viewModel(let viewModel) = variable { return .viewModel(viewModel) }
      return .variable(name, variable)
    case .constant, .result, .keptResult:
      guard case .viewModel(let viewModel) = try computed(expression) else { return nil }
      return .viewModel(viewModel)
    case .member(let base, let name, let nameSpan, let isOptional):
      if namedNumber(expression) != nil { return nil }
      guard let holder = try place(of: base) else { return nil }
      return try member(
        name, of: holder, at: nameSpan, isOptional: isOptional, baseSpan: base.span)
    case .element(let base, let index):
      guard let holder = try place(of: base) else { return nil }
      return try element(index, of: holder, at: expression.span)
    default: return nil
    }
  }

  /// Returns the view-model that a path names now, and tracks what the path reads; `nil` if it names none.
  func viewModel(at path: String) -> (any ViewModel)? {
    (try? Parser.expression(path)).flatMap { viewModel(at: $0) }
  }

  func viewModel(at expression: Expression) -> (any ViewModel)? {
    if case .viewModel(let viewModel)? = try? place(of: expression) { viewModel } else { nil }
  }

  private func member(
    _ name: String, of holder: Place, at span: Span, isOptional: Bool, baseSpan: Span
  ) throws(Diagnostic) -> Place? {
    switch holder {
    case .viewModel(let viewModel):
      guard let member = type(of: viewModel).schema[name] else {
        throw Diagnostic.unknown(name, of: viewModel, at: span)
      }
      guard member.kind == .child else { return .member(viewModel, member) }
      return member.children(in: viewModel).first.map { .viewModel($0) } ?? .missing
    case .member(let viewModel, let member) where member.kind == .command:
      guard let state = Place.CommandState(rawValue: name) else {
        throw Diagnostic.unknownMember(
          name, of: .command(member.name), at: span,
          among: Place.CommandState.allCases.map(\.rawValue))
      }
      return .commandState(viewModel, member, state)
    case .missing where isOptional: return .missing
    case .missing:
      throw Diagnostic(.notAValue, .noViewModelHere, at: baseSpan, help: .writeOptional)
    case .member, .commandState, .variable, .element: return nil
    }
  }

  private func element(
    _ index: Expression, of holder: Place, at span: Span
  ) throws(Diagnostic) -> Place? {
    switch holder {
    case .member(let viewModel, let member) where member.kind == .list:
      let children = member.children(in: viewModel)
      let operand = try pure(index)
      guard case .int(let number) = try value(operand, of: index) else {
        throw Diagnostic(.typeMismatch, .elementsHaveNumbers, at: index.span)
      }
      guard children.indices.contains(number) else {
        let mistake = Diagnostic(
          .calculation, .noElement(number, ofList: children.count), at: index.span)
        throw operand.isSecret ? mistake.masked : mistake
      }
      return .viewModel(children[number])
    case .viewModel(let viewModel):
      guard let keyed = viewModel as? any KeyedViewModel else {
        throw Diagnostic(
          .notAValue, .hasNoElements(type(of: viewModel).schema.typeName), at: span,
          help: .dotAndMember)
      }
      let operand = try pure(index)
      let key = try value(operand, of: index)
      // The label of the element's node contains the key.
      if operand.isSecret { noteSecretKey(key) }
      do { return .element(try keyed.element(key)) } catch {
        let mistake = Diagnostic(.typeMismatch, Message(error), at: index.span)
        throw operand.isSecret ? mistake.masked : mistake
      }
    default: return nil
    }
  }

  /// Records a secret key, because the label of its element contains it.
  func noteSecretKey(_ key: DynamicValue) {
    if Redaction.isTelling(key.text) { scope.concealed.insert(key.text) }
  }

  /// Returns the type of the values of a place; for a command, that of its results.
  func valueType(of place: Place, at span: Span) throws(Diagnostic) -> ValueType {
    if case .member(_, let member) = place { return member.type }
    return if case .value(_, let type) = try read(place, at: span) { type } else { .any }
  }

  /// Returns the current value of a place and its type; inside an observer, the read is tracked.
  func read(_ place: Place, at span: Span) throws(Diagnostic) -> Operand {
    switch place {
    case .viewModel(let viewModel): return .viewModel(viewModel)
    case .missing: return .plain(.null)
    case .element(let element):
      let value = element.source.value
      let isSecret = element.source.node.isSecure || scope.givenAway.areTold(byAny: value)
      return .made(value, value.type, ofSecret: isSecret)
    case .variable(_, let variable):
      switch variable {
      case .constant(let value, let type): return .value(value, type)
      case .secret(let value, let type): return .secret(value, type)
      case .variable(let node, let type):
        let value = node.value
        return node.node.isSecure ? .secret(value, type) : .value(value, type)
      case .derived(let node):
        switch scope.current(node) {
        case .value(let value): return .plain(value)
        case .secret(let value): return .secret(value, value.type)
        case .failure(let problem):
          // The place of the error is in the text of the declaration.
          throw problem.moved(to: span)
        }
      case .viewModel(let viewModel): return .viewModel(viewModel)
      }
    case .member(let viewModel, let member):
      do {
        let value = try member.value(in: viewModel)
        let isSecret = member.isSecure || scope.givenAway.isTold(by: value, member, in: viewModel)
        return isSecret ? .secret(value, member.type) : .value(value, member.type)
      } catch {
        throw Diagnostic(.notAValue, Message(error), at: span)
      }
    case .commandState(let viewModel, let member, let state):
      guard let command = member.command(in: viewModel) else { return .plain(.null) }
      return .plain(.bool(state == .isEnabled ? command.isEnabled : command.isExecuting))
    }
  }
}
