import Bindings
import ViewModels

extension Waiting {
  func advance(_ duration: Duration, at span: Span) async throws(Diagnostic) {
    guard clock.mode == .manual else {
      throw Diagnostic(.notNow, .clockRunsByItself, at: span, help: .stopClock(duration.shortText))
    }
    try await advanceByHand(duration, at: span)
  }

  /// Advances a manual clock by a duration, unless a person interrupts it.
  func advanceByHand(_ duration: Duration, at span: Span?) async throws(Diagnostic) {
    let evaluator = evaluator
    guard await clock.advance(by: duration, unless: { evaluator.isInterrupted }) else {
      throw Diagnostic(.cancelled, .waitCancelled, at: span)
    }
  }

  /// Waits for a duration; a manual clock is advanced, because nobody else would do it.
  func wait(_ duration: Duration, at span: Span) async throws(Diagnostic) {
    guard clock.mode == .real else { return try await advanceByHand(duration, at: span) }
    guard await news(until: (clock, duration), { false }) != .cancelled else {
      throw Diagnostic(.cancelled, .waitCancelled, at: span)
    }
  }

  func wait(until condition: Expression, within limit: Duration?) async throws(Diagnostic) {
    try await require(condition, within: limit ?? patience, orElse: .timeout)
  }

  func expect(_ condition: Expression, within limit: Duration?) async throws(Diagnostic) {
    if let limit {
      try await require(condition, within: limit, orElse: .expectation)
      return tellMet(condition)
    }
    let ready = try await evaluator.settled(condition)
    guard try !truth(ready) else { return tellMet(condition) }
    tellOfPagesNeverShown(in: condition)
    throw Diagnostic(.expectation, .isNotSo, at: condition.span, help: evaluator.sides(of: ready))
  }

  /// Notifies `onMet` that an expectation was met.
  func tellMet(_ target: Expression, _ emitted: [DynamicValue]? = nil) {
    func texts(_ part: Expression) -> Set<String> {
      part.kind.children.reduce(into: [evaluator.text(of: part)]) { $0.formUnion(texts($1)) }
    }
    onMet?(Met(paths: texts(target), emitted: emitted))
  }

  /// Reports the pages of a condition that nobody has shown: the condition may be false because they have not loaded.
  private func tellOfPagesNeverShown(in condition: Expression) {
    guard evaluator.host.words["show"] != nil else { return }
    for name in condition.names.sorted() {
      guard let page = evaluator.scope[name]?.viewModel as? LifecycleViewModel,
        untracked({ page.state == .initialized })
      else { continue }
      evaluator.emit(.note(.wasNeverShown(name)))
    }
  }

  private func truth(_ condition: Expression) throws(Diagnostic) -> Bool {
    let value = try evaluator.pureValue(of: condition)
    guard case .bool(let isMet) = value else {
      throw Diagnostic(
        .typeMismatch, .conditionIsBool(value.type), at: condition.span, help: .compareIt)
    }
    return isMet
  }

  private func require(
    _ condition: Expression, within limit: Duration, orElse code: Diagnostic.Code
  ) async throws(Diagnostic) {
    // A condition without a value, such as one on an element of a list that is still loading, is not true yet.
    var reason: Diagnostic?
    func orNotYet<Value>(
      _ value: Value, _ compute: () throws(Diagnostic) -> Value
    ) throws(Diagnostic) -> Value {
      reason = nil
      do throws(Diagnostic) { return try compute() } catch {
        guard error.code == .calculation else { throw error }
        reason = error
        return value
      }
    }
    do throws(Diagnostic) { try await evaluator.loadElements(of: condition) } catch {
      guard error.code == .calculation else { throw error }
    }
    let isSo = { @MainActor [self] () throws(Diagnostic) in
      try orNotYet(false) { () throws(Diagnostic) in try truth(condition) }
    }
    guard try await !comes(true: isSo, within: limit, at: condition.span) else { return }
    tellOfPagesNeverShown(in: condition)
    throw Diagnostic(
      code, .notTrueWithin(limit.shortText), at: condition.span,
      help: reason.map { .because($0.message) } ?? evaluator.sides(of: condition))
  }

  /// Waits until commands in the background have ended: `wait #1`, `wait all`.
  ///
  /// If there is no limit and no person who could interrupt the wait, a question of a command ends it with an error
  /// after the session's patience: nobody can answer during the wait.
  func wait(
    for selection: Selection, within limit: Duration?, at span: Span
  ) async throws(Diagnostic) {
    let hasEnded = { @MainActor [jobs] () throws(Diagnostic) -> Bool in
      _ = jobs.ended.value
      return try !jobs.isRunning(selection)
    }
    let watchmen =
      limit == nil
      ? jobs.selected(selection).map { job in
        Standstill(of: job, in: evaluator) { [weak evaluator] in
          evaluator?.interrupt?() ?? false
        }
      } : []
    defer { for watchman in watchmen { watchman.end() } }
    let haveEnded: Bool
    do throws(Diagnostic) {
      haveEnded = try await comes(true: hasEnded, within: limit, at: span)
    } catch {
      guard let watchman = watchmen.first(where: { $0.reason != nil }), let reason = watchman.reason
      else { throw error }
      throw Diagnostic(.notNow, reason, at: span, help: watchman.help)
    }
    guard haveEnded else {
      throw Diagnostic(
        .timeout, limit.map { .hasNotEnded(within: $0.shortText) } ?? .hasNotEnded, at: span,
        help: .seeJobs)
    }
    try jobs.tellFailure(of: selection, at: span)
  }
}
