import Bindings
import ViewModels

extension Session {
  /// Shows what a statement would change: an assignment is made and taken back, a command runs on a
  /// copy.
  func whatIf(_ statement: Statement.Kind, at span: Span) async throws(Diagnostic) {
    switch statement {
    case .assignment(let target, let operation, let value):
      try await whatIf(target, operation, value)
    case .expression(let expression, _):
      guard case .call(let callee, let arguments) = expression.kind, case .member = callee.kind,
        case .member(let viewModel, let member)? = try evaluator.place(
          of: try await evaluator.settled(callee)),
        let command = member.command(in: viewModel)
      else { fallthrough }
      guard command.isEnabled else {
        return emit(
          .explanation(
            [.wouldBeRefused(evaluator.text(of: callee))]
              + command.reasons.map { .indented(.because($0)) }))
      }
      try await rehearse(callee, arguments, at: span)
    default:
      throw Diagnostic(
        .notAValue, .whatIfWantsAction, at: span, help: .write("whatif form.phone = \"\""))
    }
  }

  /// Sets the value and puts it back before anybody sees it: observers run when a batch is over.
  ///
  /// The second look at everything brings what follows up to date while the trial is not recorded.
  private func whatIf(
    _ target: Expression, _ operation: String?, _ value: Expression
  ) async throws(Diagnostic) {
    let ready = try await evaluator.settled(target)
    let new = try await evaluator.settledValue(value)
    let known = try evaluator.place(of: ready)
    let place: Timeline.Place
    switch known {
    case .member(let viewModel, let member)?:
      place = Timeline.Place(path: evaluator.text(of: target), target: .member(viewModel, member))
    case .variable(let name, .variable(let node, _))?:
      place = Timeline.Place(path: name, target: .variable(node))
    default:
      throw Diagnostic(
        .notAValue, .onlyPlacesTried, at: target.span, help: .write("whatif form.phone = \"\""))
    }
    guard let old = place.value else { return }
    let before = scope.everything()
    let trial = chronicle.tracer.muted {
      let trial = batch { () -> Result<[String: Record.ShownValue], Diagnostic> in
        do throws(Diagnostic) { try evaluator.assign(ready, operation, new, shownAs: target) } catch
        {
          return .failure(error)
        }
        defer { _ = place.restore(old) }
        return .success(scope.everything())
      }
      _ = scope.everything()
      return trial
    }
    tellChanges(from: before, to: try trial.get())
  }

  func tellChanges(from before: [String: Record.ShownValue], to after: [String: Record.ShownValue])
  {
    let rows = Set(before.keys).union(after.keys).sorted().compactMap { path in
      before[path] == after[path]
        ? nil
        : (
          path,
          "\(after[path]?.text(in: language).clipped(to: 60) ?? language.text(.gone))  ⟵ "
            + (before[path]?.text(in: language).clipped(to: 60) ?? language.text(.notThere))
        )
    }
    emit(
      rows.isEmpty
        ? .note(.nothingWouldChange) : .page(title: .wouldChange, rows: rows))
  }
}
