import Bindings
import ViewModels

/// Something with a name that can be read, and perhaps set or watched.
enum Reference {
  case variable(String)
  case member(any ViewModel, Member, path: String)
  case commandState(any ViewModel, Member, CommandState, path: String)

  /// A part of a command's state that can be read and watched.
  enum CommandState: String, CaseIterable { case isEnabled, isExecuting }

  var type: ValueType {
    switch self {
    case .variable: .any
    case .member(_, let member, _): member.type
    case .commandState: .bool
    }
  }
}

extension Session {
  /// What an expression names, for a place where a name is needed.
  func reference(to expression: Expression) async throws(Diagnostic) -> Reference {
    if let reference = try await referenceIfAny(to: expression) { return reference }
    throw Diagnostic(
      .notAValue, "a variable or a member of a view-model is wanted here", at: expression.span)
  }

  /// What an expression names; `nil` when it names nothing but computes something.
  func referenceIfAny(to expression: Expression) async throws(Diagnostic) -> Reference? {
    switch expression.kind {
    case .name(let name):
      guard variables[name] != nil else { throw unknown(name, at: expression.span) }
      return .variable(name)
    case .member(let base, let name, let nameSpan, _):
      guard let holder = try await referenceIfAny(to: base) else { return nil }
      let path = String(source.slice(expression.span))
      switch holder {
      case .variable(let variable):
        guard case .viewModel(let viewModel)? = variables[variable] else { return nil }
        guard let member = type(of: viewModel).schema[name] else {
          throw unknown(name, of: viewModel, at: nameSpan)
        }
        return .member(viewModel, member, path: path)
      case .member(let viewModel, let member, _) where member.kind == .command:
        guard let state = Reference.CommandState(rawValue: name) else {
          throw unknownMember(
            name, of: "the command \(member.name)", at: nameSpan,
            among: Reference.CommandState.allCases.map(\.rawValue))
        }
        return .commandState(viewModel, member, state, path: path)
      case .member, .commandState: return nil
      }
    default:
      return nil
    }
  }

  /// The current value; read inside an observer it is tracked.
  func read(_ reference: Reference, at span: Span) throws(Diagnostic) -> DynamicValue {
    switch reference {
    case .variable(let name):
      guard case .value(let value, _)? = variables[name] else {
        throw Diagnostic(
          .notAValue, "'\(name)' is a view-model, not a value", at: span,
          help: "Name one of its members: \(name).…")
      }
      return value
    case .member(let viewModel, let member, _):
      do { return try member.value(in: viewModel) } catch {
        throw Diagnostic(.notAValue, error.message, at: span)
      }
    case .commandState(let viewModel, let member, let state, _):
      guard let command = member.command(in: viewModel) else { return .null }
      return .bool(state == .isEnabled ? command.isEnabled : command.isExecuting)
    }
  }
}

// MARK: - Names that do not exist

extension Session {
  func unknown(_ name: String, at span: Span) -> Diagnostic {
    if catalog[name] != nil {
      return Diagnostic(
        .notAValue, "\(name) is a type", at: span,
        help: "Create a view-model: let form = \(name)()", replacement: "\(name)()")
    }
    let names = variables.keys.sorted() + catalog.entries.map(\.schema.typeName)
    let nearest = Suggestion.nearest(to: name, among: names)
    let help =
      nearest.map { "Did you mean '\($0)'?" }
      ?? (variables.isEmpty
        ? "Create a view-model first: let form = \(catalog.entries.first?.schema.typeName ?? "…")()"
        : "There are: \(variables.keys.sorted().joined(separator: ", "))")
    return Diagnostic(
      .unknownName, "there is no '\(name)'", at: span, help: help, replacement: nearest)
  }

  func unknown(_ name: String, of viewModel: any ViewModel, at span: Span) -> Diagnostic {
    let schema = type(of: viewModel).schema
    return unknownMember(name, of: schema.typeName, at: span, among: schema.members.map(\.name))
  }

  func unknown(_ name: String, of value: DynamicValue, at span: Span) -> Diagnostic {
    unknownMember(name, of: "\(value.type)", at: span, among: ValueMembers.names(of: value))
  }

  func unknownMember(
    _ name: String, of owner: String, at span: Span, among names: [String]
  ) -> Diagnostic {
    let nearest = Suggestion.nearest(to: name, among: names)
    let list = names.joined(separator: ", ")
    return Diagnostic(
      .unknownMember, "\(owner) has no member '\(name.clipped(to: 40))'", at: span,
      help: nearest.map { "Did you mean '\($0)'?" } ?? (list.isEmpty ? nil : "It has: \(list)"),
      replacement: nearest)
  }
}

extension String {
  /// The text, cut with an ellipsis when it is longer than `count` characters.
  func clipped(to count: Int) -> String {
    guard let end = index(startIndex, offsetBy: count, limitedBy: endIndex), end < endIndex else {
      return self
    }
    return self[..<end] + "…"
  }
}
