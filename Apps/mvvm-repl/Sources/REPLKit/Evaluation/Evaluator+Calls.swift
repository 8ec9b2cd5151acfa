import Bindings
import ViewModels

extension Evaluator {
  func call(
    _ callee: Expression, _ arguments: [Expression.CallArgument], at span: Span
  ) async throws(Diagnostic) -> Operand {
    if case .name("print") = callee.kind {
      return try await printed(arguments)
    }
    if let result = try function(callee, arguments, at: span) { return result }
    // A value cannot be called, so in a call a name means the type, even if a value has the same name.
    var isConversion = false
    if case .name(let name) = callee.kind {
      isConversion = Conversion(rawValue: name) != nil
      if scope.catalog[name] != nil || !isConversion && scope[name] == nil {
        return .viewModel(try await create(name, arguments, callee.span, span))
      }
    }
    guard isConversion || callee.isMember else {
      throw Diagnostic(.notAValue, .cannotBeCalled, at: callee.span)
    }
    let ready = try await settled(callee)
    if !isConversion, var call = try command(ready, givenAs: callee, arguments, at: span) {
      guard mayAct else {
        throw Diagnostic(.notNow, .wouldReallyRun(call.path), at: span, help: .nameResultFirst)
      }
      let beginning = Standstill.Beginning(of: call.path, in: self)
      let run = try await begin(&call, arguments, at: span)
      hasLeft = false
      let ended = try await wait(
        for: run, of: call, since: beginning, at: span, mayLeave: onLeft != nil)
      guard let outcome = ended else {
        hasLeft = true
        onLeft?(run, call, Expression(kind: .call(callee, arguments), span: span), callee.span)
        return .nothing
      }
      return try result(outcome, of: call, at: callee.span)
    }
    var values: [Expression.CallArgument] = []
    for argument in arguments {
      values.append(
        Expression.CallArgument(label: argument.label, value: try await settled(argument.value)))
    }
    return try pure(Expression(kind: .call(ready, values), span: span))
  }

  /// Returns the result of one of the ``functions``; `nil` if the callee is none of them.
  func function(
    _ callee: Expression, _ arguments: [Expression.CallArgument], at span: Span
  ) throws(Diagnostic) -> Operand? {
    guard let functions, case .name(let name) = callee.kind else { return nil }
    return try functions(self, name, arguments, span)
  }

  /// Executes a call such as `print(form.phone, "is set", separator: " ")`, as in Swift.
  private func printed(_ arguments: [Expression.CallArgument]) async throws(Diagnostic) -> Operand {
    var (texts, separator) = ([String](), " ")
    for argument in arguments {
      if let label = argument.label {
        guard label == "separator" else {
          throw Diagnostic(
            .arguments, .printHasNoArgument(label.clipped(to: 40)), at: argument.value.span,
            help: .write("print(1, 2, separator: \", \")"))
        }
        switch try await evaluate(argument.value) {
        case .value(.string(let text), _): separator = text
        case let operand where operand.isSecret: separator = operand.text
        default: throw Diagnostic(.typeMismatch, .separatorIsText, at: argument.value.span)
        }
        continue
      }
      switch try await evaluate(argument.value) {
      case .value(.string(let text), _): texts.append(text)
      case let operand: texts.append(operand.text)
      }
    }
    emit(.output(texts.joined(separator: separator)))
    return .nothing
  }

  private func create(
    _ name: String, _ arguments: [Expression.CallArgument], _ nameSpan: Span, _ span: Span
  ) async throws(Diagnostic) -> any ViewModel {
    guard let entry = scope.catalog[name] else {
      if let verb = Verb.named(name) {
        let subjects = arguments.map { text(of: $0.value) }.joined(separator: ", ")
        let meant = "\(name) \(subjects)"
        guard arguments.isEmpty || (try? Parser.parse(meant)) == nil else {
          throw Diagnostic(
            .unknownType, .verbHasNoParentheses(name), at: span, help: .withPlainSigns,
            replacement: meant)
        }
        throw Diagnostic(
          .unknownType, .verbHasNoParentheses(name), at: nameSpan,
          help: .write(verb.uses[0].example))
      }
      let commands = scope.members(named: name) { $0.kind == .command }.map(\.path)
      guard commands.isEmpty else {
        throw Diagnostic(
          .unknownType, .noTypeOrCommand(name), at: nameSpan, Suggestion(meant: commands))
      }
      let types = scope.catalog.types(withPart: name)
      guard !arguments.isEmpty || types.isEmpty else {
        throw Diagnostic(
          .unknownType, .noTypeOrCommand(name), at: nameSpan, Suggestion(meant: types))
      }
      throw Diagnostic(
        .unknownType, .noTypeOrCommand(name.clipped(to: 40)), at: nameSpan,
        Suggestion(
          for: name, among: scope.catalog.entries.map(\.schema.typeName), otherwise: .seeTypes))
    }
    let (values, secret, _) = try await values(of: arguments, for: entry.parameters)
    func told(_ error: any Error) -> Message {
      secret == nil ? Message(error) : Message(error).masked
    }
    do {
      let viewModel = try await interruptible(name, at: span) { try await entry.make(values) }
      viewModel.hideSecureValues()
      scope.take(SessionScope.Made(viewModel: viewModel, entry: entry, arguments: values))
      return viewModel
    } catch let error as Diagnostic {
      throw error
    } catch {
      if let error = error as? ViewModelError,
        error.code == .arguments || error.code == .typeMismatch
      {
        throw Diagnostic(.arguments, told(error), at: span)
      }
      throw Diagnostic(.notCreated, .couldNotBeCreated(name, told(error)), at: span)
    }
  }

  /// Returns the arguments of a call, the first one that is a secret, and all secrets from which they were computed.
  private func values(
    of arguments: [Expression.CallArgument], for parameters: [Parameter]
  ) async throws(Diagnostic) -> (
    values: [LabeledArgument], secret: Expression?, given: [DynamicValue]
  ) {
    var values: [LabeledArgument] = []
    var secret: Expression?
    var given: [DynamicValue] = []
    var unlabelled = parameters.filter { $0.label == nil }[...]
    for argument in arguments {
      let ready: Expression
      let parameter =
        argument.label == nil
        ? unlabelled.popFirst() : parameters.first { $0.label == argument.label }
      let written = argument.value.withNumbers(of: parameter?.type ?? .any)
      do throws(Diagnostic) { ready = try await settledValue(written) } catch {
        throw error.quoting(argument.value, as: parameter?.type)
      }
      let operand = try pure(ready)
      let value = try value(operand, of: argument.value)
      if operand.isSecret {
        secret = secret ?? ready
        given += secretParts(of: argument.value)
      }
      values.append(LabeledArgument(label: argument.label, value: value))
    }
    return (values, secret, given)
  }

  /// Returns the secrets in an argument, part by part: other elements of an array or object are not secrets.
  private func secretParts(of argument: Expression) -> [DynamicValue] {
    switch argument.kind {
    case .array(let elements): elements.flatMap(secretParts)
    case .dictionary(let pairs):
      pairs.flatMap { secretParts(of: $0.key) + secretParts(of: $0.value) }
    default:
      switch untracked({ try? pure(argument) }) {
      case .secret(let value, _)?: secrets(in: argument) + [value]
      default: []
      }
    }
  }

  /// Returns the secrets in an expression: its own value, and those from which it was computed.
  private func secrets(in argument: Expression) -> [DynamicValue] {
    var secrets: [DynamicValue] = []
    switch argument.kind {
    case .name, .member, .element, .result, .keptResult, .constant:
      if case .secret(let value, _)? = untracked({ try? pure(argument) }) { secrets.append(value) }
    default: break
    }
    return argument.kind.children.reduce(into: secrets) { $0 += self.secrets(in: $1) }
  }

  /// A call of a command.
  struct CommandCall {
    let viewModel: any ViewModel
    let command: any ExecutableCommand
    let node: Node?
    /// The path of the command, as typed.
    let path: String
    let parameters: [Parameter]
    let result: ValueType
    /// Whether an argument may become visible: under a key, or in a command that is not secure.
    ///
    /// Commands of the host's view-models may take a secret, for example to send it.
    let mayShow: Bool
    /// Whether the result is a secret, because the command is secure or was passed a secret.
    var isSecret: Bool
    /// Whether the command was passed a secret, which its error may contain.
    var hasSecret = false
    /// The key under which the result stands; `nil` for other results than the value of a key.
    var key: String?

    /// Returns the error of a run as it may be shown.
    func told(_ error: any Error) -> Message { hasSecret ? Message(error).masked : Message(error) }
  }

  /// Returns the command that an expression names; for a property with one argument, the error suggests an assignment.
  func command(
    _ callee: Expression, givenAs written: Expression? = nil,
    _ arguments: [Expression.CallArgument] = [], at span: Span? = nil
  ) throws(Diagnostic) -> CommandCall? {
    guard case .member(let viewModel, let member)? = try place(of: callee) else { return nil }
    guard let command = member.command(in: viewModel) else {
      if let written, let span, member.isSettable, arguments.count == 1, arguments[0].label == nil {
        let value = member.isSecure ? nil : text(of: arguments[0].value)
        throw Diagnostic(
          .notAValue, .isNoCommand(member.name, member.type), at: span, help: .setItWithEquals,
          replacement: value.map { "\(text(of: written)) = \($0)" })
      }
      throw Diagnostic(
        .notAValue, .isNoCommand(member.name, member.type), at: callee.span,
        help: .withoutParentheses, replacement: nil)
    }
    return CommandCall(
      viewModel: viewModel, command: command, node: member.node(in: viewModel),
      path: text(of: callee), parameters: member.parameters, result: member.type,
      mayShow: viewModel is any KeyedViewModel
        || !member.isSecure && !scope.isOfHost(viewModel),
      isSecret: member.isSecure)
  }

  /// Starts a command; its result is a secret if an argument is one.
  ///
  /// Records also leave out values under a secret name, such as in the body of a request; a result is a secret if it
  /// contains such a value.
  ///
  /// `onBegin` is called when the arguments are known, right before the command starts.
  func begin(
    _ call: inout CommandCall, _ arguments: [Expression.CallArgument], at span: Span,
    onBegin: @MainActor () -> Void = {}
  ) async throws(Diagnostic) -> CommandRun {
    var (values, secret, given) = try await values(of: arguments, for: call.parameters)
    // A file whose secrets were left out goes on with the masks, but a store would lose the secret that it holds.
    let isTyped = host.hasPerson && source.name == nil
    let isKeyed = call.viewModel is any KeyedViewModel
    if call.isSecret {
      if isTyped { try refuseMask(values.map(\.value), at: span) }
      noteTyped(values.map(\.value))
    }
    if let secret {
      if call.mayShow { try refuseSecret(secret) }
      (call.isSecret, call.hasSecret) = (true, true)
    }
    let named = scope.redaction.secrets(in: values, for: call.parameters, isKeyed: isKeyed)
    if isTyped || isKeyed { try refuseMask(named, at: span) }
    if isKeyed, call.result == ValueType(DynamicValue.self),
      case .string(let key)? = values.first?.value
    {
      call.key = key
    }
    given += named.filter(\.mayBeSecret)
    // Which parts are secret may not have been computed to the end.
    guard !hasCut else { throw Diagnostic(.cancelled, .computationCancelled, at: span) }
    if !given.isEmpty { giveAway(given, to: call.viewModel) }
    onBegin()
    do {
      guard secret != nil || !given.isEmpty else { return try call.command.execute(values) }
      return try Trace.hidingValues { try call.command.execute(values) }
    } catch {
      guard secret == nil else {
        throw Diagnostic(.arguments, .argumentsDoNotFit, at: span)
      }
      let mistake = Diagnostic(.arguments, Message(error), at: span)
      guard case .call? = (error as? ViewModelError)?.problem as? SchemaProblem, !call.isSecret,
        given.isEmpty,
        let written = call.parameters.call(
          with: arguments.map { ($0.label, text(of: $0.value)) })
      else { throw mistake }
      let line = call.path + written.text
      throw Diagnostic(
        .arguments, mistake.message, at: span,
        help: written.isComplete ? .withPlainSigns : .write(line),
        replacement: written.isComplete ? line : nil)
    }
  }

  /// Waits for a command; `nil` if the command asks something on the screen and may continue in the background.
  func wait(
    for run: CommandRun, of call: CommandCall, since beginning: Standstill.Beginning, at span: Span,
    mayLeave: Bool = false
  ) async throws(Diagnostic) -> Outcome<DynamicValue>? {
    let command = RunningWork(run, onProgress: host.onProgress)
    let watchman = Standstill(
      of: call.path, since: beginning, in: self, leave: mayLeave ? command.leave : nil
    ) {
      command.interrupt()
    }
    defer { watchman.end() }
    let outcome = await outcome(of: command)
    if case .cancelled = outcome, let reason = watchman.reason {
      throw Diagnostic(.notNow, reason, at: span, help: watchman.help)
    }
    return outcome
  }

  func result(
    _ outcome: Outcome<DynamicValue>, of call: CommandCall, at span: Span
  ) throws(Diagnostic) -> Operand {
    let path = call.path
    switch outcome {
    // A command with a result type may return `nil` as its result.
    case .success(.null) where call.result == .void: return .nothing
    case .success(let value):
      let isSecret =
        call.isSecret || call.key.map { value.hasSecret(under: $0) } == true
        || scope.givenAway.areTold(by: value)
      return .made(value, value.type, ofSecret: isSecret)
    case .failure(let error):
      throw Diagnostic(
        .failed, .failed(path, call.told(error)), at: span, help: (error as? any WordedError)?.help)
    case .cancelled:
      throw Diagnostic(.cancelled, .wasCancelled(path), at: span)
    case .rejected(let rejection):
      throw Diagnostic(.disabled, .isNotEnabled(path), at: span, help: .reasons(rejection.told))
    }
  }
}
