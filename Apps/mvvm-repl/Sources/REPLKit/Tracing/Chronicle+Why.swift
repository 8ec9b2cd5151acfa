import Bindings
import ViewModels

extension Chronicle {
  /// Explains a value down to the typed statement, with the inputs that are not a cause: `why form.isValid`.
  func why(_ expression: Expression, at number: Int?) async throws(Diagnostic) {
    try await evaluator.loadElements(of: expression)
    guard let place = try evaluator.place(of: expression) else {
      if case .call(let callee, _) = expression.kind, callee.isMember,
        try evaluator.place(of: callee) != nil
      {
        throw Diagnostic(
          .notAValue, .onlyNamedExplained, at: expression.span, help: .withoutParentheses,
          replacement: evaluator.text(of: callee))
      }
      throw Diagnostic(
        .notAValue, .onlyNamedExplained, at: expression.span,
        help: .nameIt("let x = { … }", then: "why x"))
    }
    if let number { return try explain(place, at: number, expression.span) }
    switch place {
    case .commandState(let viewModel, let member, let state):
      explain(state, of: member, in: viewModel, path: evaluator.text(of: expression))
    case .member(let viewModel, let member) where member.kind == .command:
      explain(.isEnabled, of: member, in: viewModel, path: evaluator.text(of: expression))
    default:
      guard let node = place.node else {
        if case .viewModel(let viewModel) = place,
          let first = type(of: viewModel).schema.members.first(where: {
            $0.kind != .command && $0.node(in: viewModel) != nil
          })?.name
        {
          let path = evaluator.text(of: expression)
          throw Diagnostic(
            .notAValue, .sayWhichMember(path), at: expression.span,
            help: .write("why \(path).\(first)"))
        }
        throw Diagnostic(.notAValue, .noReasonToGive, at: expression.span)
      }
      _ = try evaluator.read(place, at: expression.span)  // computes a value that nobody reads
      emit(.explanation(explanation(of: node, withInputs: true)))
    }
  }

  private func explanation(of node: Node, withInputs: Bool = false) -> [Message] {
    let why = tracer.log.explain(node)
    return why.messages(
      naming: scope.naming, cases: scope.caseNodes, hiding: ownNodes,
      inputs: withInputs && why.isUnchanged ? inputs(of: node) : []
    ).map { $0.mapTexts(scope.masked) }
  }

  /// Returns the inputs of a node, each with its typed path and its value; a secret value is masked.
  private func inputs(of node: Node) -> [String] {
    node.dependencies.filter { !ownNodes.contains($0) }.compactMap { input in
      guard let path = scope.naming(input), let expression = try? Parser.expression(path),
        let operand = try? evaluator.pure(expression)
      else { return nil }
      let value = operand.isSecret ? TextRenderer.mask : operand.text.clipped(to: 40)
      return "\(path) = \(value)"
    }
  }

  /// Explains one change of a value: `why form.phone at #12`.
  private func explain(_ place: Place, at number: Int, _ span: Span) throws(Diagnostic) {
    let log = tracer.log
    guard let node = place.node,
      let record = log.records(of: node).last(where: { $0.id.number == number })
    else {
      throw Diagnostic(
        .unknownNumber, .noChange(number), at: span,
        help: .whyNames(String(evaluator.source.slice(span))))
    }
    let lines = log.history(of: record.id, naming: scope.naming, cases: scope.caseNodes)
    emit(.explanation(lines.map { $0.mapTexts(scope.masked) }))
  }

  /// Explains the state of a command; if the command is disabled, explains each false condition.
  private func explain(
    _ state: Place.CommandState, of member: Member, in viewModel: any ViewModel, path: String
  ) {
    guard let command = member.command(in: viewModel) else { return }
    let isEnabled = command.isEnabled
    guard state == .isEnabled, !isEnabled else {
      let lines: [Message] =
        state == .isEnabled
        ? [.canRun(path)]
        : [.isValue(path, "\(command.isExecuting)")]
      return emit(.explanation(lines))
    }
    var lines = [Message.cannotRun(path)]
    for (reason, name) in zip(command.reasons, command.falseConditions + [""]) {
      lines.append(.because(reason).indented())
      guard let cause = type(of: viewModel).schema[name],
        (try? cause.value(in: viewModel)) != nil, let node = cause.node(in: viewModel)
      else { continue }
      lines += explanation(of: node).dropFirst().map { $0.indented() }
    }
    emit(.explanation(lines))
  }
}
