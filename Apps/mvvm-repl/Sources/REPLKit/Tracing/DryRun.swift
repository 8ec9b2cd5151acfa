import Bindings
import ViewModels

/// A dry run, which shows what a statement would change: an assignment is reverted, a command runs on a copy.
struct DryRun: SessionTask {
  let session: Session

  func tryOut(_ statement: Statement.Kind, at span: Span) async throws(Diagnostic) {
    evaluator.mayAct = false
    defer { evaluator.mayAct = true }
    switch statement {
    case .assignment(let target, let operation, let value):
      try await assign(target, operation, value)
    case .expression(let expression, _):
      guard case .call(let callee, let arguments) = expression.kind, case .member = callee.kind,
        case .member(let viewModel, let member)? = try evaluator.place(
          of: try await evaluator.settled(callee)),
        let command = member.command(in: viewModel)
      else {
        if case .member(let viewModel, let member)? = try evaluator.place(of: expression),
          member.command(in: viewModel) != nil
        {
          throw Diagnostic(
            .notAValue, .whatIfWantsAction, at: expression.span, help: .addParenthesesToExecute,
            replacement: "\(evaluator.text(of: expression))()")
        }
        fallthrough
      }
      guard command.isEnabled else {
        return emit(
          .explanation(
            [.wouldBeRefused(evaluator.text(of: callee))]
              + command.reasons.map { .because($0).indented() }))
      }
      try await rehearse(callee, arguments, at: span)
    default:
      throw Diagnostic(
        .notAValue, .whatIfWantsAction, at: span, help: .write("whatif form.phone = \"\""))
    }
  }

  /// Sets a value and restores it within a batch: observers run after the batch, and do not see the value.
  ///
  /// Bindings are observers, so this method transfers their values itself. The second call of `everything()` updates
  /// derived values while the tracer is muted.
  private func assign(
    _ target: Expression, _ operation: String?, _ value: Expression
  ) async throws(Diagnostic) {
    let ready = try await evaluator.settled(target)
    let new = try await evaluator.settledValue(value, for: try evaluator.place(of: ready))
    guard let place = try evaluator.valuePlace(of: ready, path: evaluator.text(of: target)) else {
      throw Diagnostic(
        .notAValue, .onlyPlacesTried, at: target.span, help: .write("whatif form.phone = \"\""))
    }
    guard let old = place.value else { return }
    let before = scope.everything()
    let secrecy = scope.secrecy
    let trial = chronicle.tracer.muted {
      var links = links.trial()
      defer { evaluator.isPuttingBack = false }
      let trial = batch { () -> Result<(values: ReachedValues, wakes: Bool), Diagnostic> in
        // This runs last, before derived values are computed again: a value that was secret only in the trial is none,
        // and bindings transfer nothing, even those that did not settle.
        defer {
          scope.restore(secrecy)
          evaluator.isPuttingBack = true
        }
        do throws(Diagnostic) {
          let place = try evaluator.place(of: ready)
          try evaluator.assign(new, to: place, operation, shownAs: target)
        } catch { return .failure(error) }
        defer { _ = place.restore(old) }
        links.handOn(in: evaluator)
        defer { links.takeBack() }
        let values = scope.everything()
        return .success((values, wakesObservers([place] + links.places)))
      }
      _ = scope.everything()
      return trial
    }
    let after = try trial.get()
    tellChanges(from: before, to: after.values)
    if after.wakes { emit(.note(.observersNotTried)) }
  }

  /// Whether an observer of the host would run; the trial does not show its effects, which come only afterwards.
  private func wakesObservers(_ places: [Timeline.Place]) -> Bool {
    var (rest, seen) = (places.compactMap(\.node), Set<Node>())
    while let node = rest.popLast() {
      for dependent in node.dependents where seen.insert(dependent).inserted {
        dependent.refresh()
        rest.append(dependent)
      }
    }
    return seen.contains {
      $0.kind == .observer && $0.isDirty && Chronicle.foreignSource(of: $0) != nil
        && $0.label?.hasPrefix(LiveBinding.labelStart) != true
    }
  }

  /// Shows what has changed, or that nothing has; without an answer from outside that would say too much.
  func tellChanges(
    from before: ReachedValues, to after: ReachedValues, isWhole: Bool = true
  ) {
    // If a navigator moves, the same paths lead to other screens, whose members have not changed.
    let moved = after.all.filter { $0.hasSuffix(".location") && before[$0] != after[$0] }
      .map { String($0.dropLast("location".count)) }.filter { after["\($0)tree"] != nil }
    let rows = Set(before.all).union(after.all).sorted().compactMap { path -> (String, String)? in
      let (old, new) = (before.value(at: path, of: after), after.value(at: path, of: before))
      guard old != new,
        !moved.contains(where: { path.hasPrefix($0) && path.dropFirst($0.count).contains(".") })
      else { return nil }
      return (
        path,
        scope.masked(
          "\(new?.shown.text(in: language).clipped(to: 60) ?? language.text(.gone))  ⟵ "
            + (old?.shown.text(in: language).clipped(to: 60) ?? language.text(.notThere)))
      )
    }
    guard !rows.isEmpty || isWhole else { return }
    emit(
      rows.isEmpty
        ? .note(.nothingWouldChange) : .page(title: .wouldChange, rows: rows))
  }
}

extension Evaluator {
  /// Returns the place of a value that can be set and restored; `nil` for anything else.
  func valuePlace(of ready: Expression, path: String) throws(Diagnostic) -> Timeline.Place? {
    switch try place(of: ready) {
    case .member(let viewModel, let member)?:
      Timeline.Place(path: path, target: .member(viewModel, member))
    case .variable(_, .variable(let node, _))?:
      Timeline.Place(path: path, target: .variable(node))
    default: nil
    }
  }
}
