import Bindings
import ViewModels

extension Chronicle {
  /// `why form.isValid`: from the value down to what was typed, and what it was not.
  func why(_ expression: Expression, at number: Int?) async throws(Diagnostic) {
    try await evaluator.loadElements(of: expression)
    guard let place = try evaluator.place(of: expression) else {
      throw Diagnostic(
        .notAValue, "only what has a name can be explained", at: expression.span,
        help: "Name it: let x = { … }, then why x.")
    }
    if let number { return try explain(place, at: number, expression.span) }
    switch place {
    case .commandState(let viewModel, let member, let state):
      explain(state, of: member, in: viewModel, path: evaluator.text(of: expression))
    case .member(let viewModel, let member) where member.kind == .command:
      explain(.isEnabled, of: member, in: viewModel, path: evaluator.text(of: expression))
    default:
      guard let node = place.node else {
        throw Diagnostic(
          .notAValue, "this never changes, so there is no reason to give", at: expression.span)
      }
      _ = try evaluator.read(place, at: expression.span)  // what nobody reads is not computed yet
      emit(.explanation(explanation(of: node)))
    }
  }

  private func explanation(of node: Node) -> [String] {
    tracer.log.explain(node).lines(naming: scope.naming, hiding: ownNodes)
  }

  /// `why form.phone at #12`: how that change of it came about.
  private func explain(_ place: Place, at number: Int, _ span: Span) throws(Diagnostic) {
    let log = tracer.log
    guard let node = place.node,
      let record = log.records(of: node).last(where: { $0.id.number == number })
    else {
      throw Diagnostic(
        .unknownNumber, "this has no change #\(number) in the log", at: span,
        help: "why \(String(evaluator.source.slice(span))) and :log name the numbers.")
    }
    emit(.explanation(log.history(of: record.id, naming: scope.naming)))
  }

  /// The conditions that are false, each with its own reason.
  private func explain(
    _ state: Place.CommandState, of member: Member, in viewModel: any ViewModel, path: String
  ) {
    guard let command = member.command(in: viewModel) else { return }
    let isEnabled = command.isEnabled
    guard state == .isEnabled, !isEnabled else {
      let lines =
        state == .isEnabled
        ? ["\(path) can run: all its conditions are true"]
        : ["\(path) is \(command.isExecuting)"]
      return emit(.explanation(lines))
    }
    var lines = ["\(path) cannot run"]
    for reason in command.disabledReasons {
      lines.append("  because \(reason)")
      let name = reason.prefix { $0 != " " }
      guard let cause = type(of: viewModel).schema[String(name)],
        (try? cause.value(in: viewModel)) != nil, let node = cause.node(in: viewModel)
      else { continue }
      lines += explanation(of: node).dropFirst().map { "  \($0)" }
    }
    emit(.explanation(lines))
  }
}
