import Bindings
import ViewModels

extension Session {
  func call(
    _ callee: Expression, _ arguments: [Expression.CallArgument], at span: Span
  ) async throws(Diagnostic) -> Operand {
    if case .name("print") = callee.kind, variables["print"] == nil {
      return try await printed(arguments)
    }
    if let checkStart, case .name(let name) = callee.kind, let word = CheckWord(rawValue: name) {
      return .plain(try answer(word, arguments, since: checkStart, at: span))
    }
    if case .name(let name) = callee.kind, variables[name] == nil {
      return .viewModel(try await create(name, arguments, callee.span, span))
    }
    guard case .member = callee.kind else {
      throw Diagnostic(.notAValue, "this cannot be called", at: callee.span)
    }
    let ready = try await settled(callee)
    if let (command, path) = try command(ready) {
      let run = try await begin(command, arguments, at: span)
      let outcome = await wait(for: run)
      return try result(outcome, path: path, at: callee.span)
    }
    var values: [Expression.CallArgument] = []
    for argument in arguments {
      values.append(
        Expression.CallArgument(label: argument.label, value: try await settled(argument.value)))
    }
    return try pure(Expression(kind: .call(ready, values), span: span))
  }

  /// `print(form.phone, "is set")`, as in Swift.
  private func printed(_ arguments: [Expression.CallArgument]) async throws(Diagnostic) -> Operand {
    var texts: [String] = []
    for argument in arguments {
      let ready = try await settled(argument.value)
      if try place(of: ready)?.isSecure == true {
        texts.append(TextRenderer.mask)
        continue
      }
      switch try pure(ready) {
      case .value(.string(let text), _): texts.append(text)
      case let operand: texts.append(operand.text)
      }
    }
    emit(.output(texts.joined(separator: " ")))
    return .nothing
  }

  private func create(
    _ name: String, _ arguments: [Expression.CallArgument], _ nameSpan: Span, _ span: Span
  ) async throws(Diagnostic) -> any ViewModel {
    guard let entry = catalog[name] else {
      throw Diagnostic(
        .unknownType, "there is no type or command '\(name.clipped(to: 40))'", at: nameSpan,
        Suggestion(
          for: name, among: catalog.entries.map(\.schema.typeName),
          otherwise: "Type :types to see what there is."))
    }
    let values = try await values(of: arguments)
    do {
      let viewModel = try await entry.make(values)
      viewModel.hideSecureValues()
      let named = variables.values.compactMap { variable in
        if case .viewModel(let viewModel) = variable { ObjectIdentifier(viewModel) } else { nil }
      }
      made = made.filter { named.contains($0.key) }
      made[ObjectIdentifier(viewModel)] = Made(
        viewModel: viewModel, entry: entry, arguments: values)
      return viewModel
    } catch {
      if let error = error as? ViewModelError,
        error.code == .arguments || error.code == .typeMismatch
      {
        throw Diagnostic(.arguments, error.message, at: span)
      }
      throw Diagnostic(.notCreated, "\(name) could not be created: \(error)", at: span)
    }
  }

  private func values(
    of arguments: [Expression.CallArgument]
  ) async throws(Diagnostic) -> [Argument] {
    var values: [Argument] = []
    for argument in arguments {
      values.append(Argument(label: argument.label, value: try await value(of: argument.value)))
    }
    return values
  }

  func command(
    _ callee: Expression
  ) throws(Diagnostic) -> (any ExecutableCommand, path: String)? {
    guard case .member(let viewModel, let member)? = try place(of: callee) else { return nil }
    guard let command = member.command(in: viewModel) else {
      throw Diagnostic(
        .notAValue, "\(member.name) is a \(member.type), not a command", at: callee.span,
        help: "Write it without parentheses.", replacement: nil)
    }
    return (command, text(of: callee))
  }

  func begin(
    _ command: any ExecutableCommand, _ arguments: [Expression.CallArgument], at span: Span
  ) async throws(Diagnostic) -> CommandRun {
    let values = try await values(of: arguments)
    do { return try command.execute(values) } catch {
      throw Diagnostic(.arguments, error.message, at: span)
    }
  }

  func wait(for run: CommandRun) async -> Outcome<DynamicValue> {
    let command = RunningCommand(run, onProgress: onProgress)
    running = Running {
      command.interrupt()
      return true
    }
    defer { running = nil }
    return await command.outcome()
  }

  func result(
    _ outcome: Outcome<DynamicValue>, path: String, at span: Span
  ) throws(Diagnostic) -> Operand {
    switch outcome {
    case .success(.null): return .nothing
    case .success(let value): return .plain(value)
    case .failure(let error):
      throw Diagnostic(.failed, "\(path) failed: \(error)", at: span)
    case .cancelled:
      throw Diagnostic(.cancelled, "\(path) was cancelled", at: span)
    case .rejected(let rejection):
      let reasons = rejection.reasons
      throw Diagnostic(
        .disabled, "\(path) is not enabled", at: span,
        help: reasons.isEmpty ? rejection.message : reasons.joined(separator: "; "))
    }
  }
}
