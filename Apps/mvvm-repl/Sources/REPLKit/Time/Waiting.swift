import Bindings
import ViewModels

/// Waits for conditions and events on the clock of a session.
@MainActor
final class Waiting {
  let evaluator: Evaluator
  let chronicle: Chronicle
  let jobs: Jobs
  let clock: SessionClock
  let underway: Underway
  /// The newest event of each node that an `expect … emits` has seen.
  var asked: [Node: TraceRecord.ID] = [:]
  var onMet: (@MainActor (Met) -> Void)?

  struct Met {
    /// The texts of the expected expression and of its parts.
    let paths: Set<String>
    /// The expected values in order; `nil` for a condition.
    let emitted: [DynamicValue]?
  }

  init(_ evaluator: Evaluator, _ chronicle: Chronicle, _ jobs: Jobs, _ underway: Underway) {
    self.evaluator = evaluator
    self.chronicle = chronicle
    self.jobs = jobs
    clock = evaluator.clock
    self.underway = underway
  }

  var patience: Duration { evaluator.host.patience }

  /// Waits on the session's clock until a condition is true, at most for `limit`.
  ///
  /// Both closures are tracked: they are called again when a value that they read has changed. `isUnderway` says
  /// whether work outside may make the condition true; by default, whether a command executes that does not sleep on
  /// the clock itself, or a page loads, loads more or unloads.
  ///
  /// - Returns: Whether the condition has become true in time.
  func comes(
    true isSo: @escaping @MainActor () throws(Diagnostic) -> Bool, within limit: Duration?,
    at span: Span?, while isUnderway: (@MainActor () -> Bool)? = nil
  ) async throws(Diagnostic) -> Bool {
    if try isSo() { return true }
    if clock.mode == .manual {
      return try await comesByHand(true: isSo, within: limit, at: span, while: isUnderway)
    }
    let news = await news(until: limit.map { (clock, $0) }) { (try? isSo()) == true }
    if news == .cancelled { throw Diagnostic(.cancelled, .waitCancelled, at: span) }
    return try isSo()
  }

  /// Waits for a condition on a manual clock, which moves from one deadline to the next.
  ///
  /// The clock stands still while work outside goes on, which no clock can speed up; with a limit, this lasts at most
  /// ``HostSettings/patience``. If all work sleeps on the clock itself beyond the limit, nothing outside can make the
  /// condition true, and the wait ends at once.
  private func comesByHand(
    true isSo: @escaping @MainActor () throws(Diagnostic) -> Bool, within limit: Duration?,
    at span: Span?, while ownUnderway: (@MainActor () -> Bool)?
  ) async throws(Diagnostic) -> Bool {
    let isUnderway = ownUnderway ?? { [self] in isBusy { _ in true } }
    let isAtWork = ownUnderway ?? { [self] in isBusy { !isAsleep($0) } }
    let limit = limit.map { clock.now.advanced(by: $0) }
    let lastMoment = limit.map { _ in ContinuousClock.now.advanced(by: patience) }
    await clock.settle()
    while try !isSo() {
      guard !evaluator.isInterrupted else {
        throw Diagnostic(.cancelled, .waitCancelled, at: span)
      }
      let end = limit ?? clock.now.advanced(by: untracked(isUnderway) ? Self.longestStep : patience)
      if await clock.step(to: end) { continue }
      let rest = lastMoment.map { (ContinuousClock(), ContinuousClock.now.duration(to: $0)) }
      var news = News.timeUp
      if untracked(isAtWork), rest.map({ $0.1 > .zero }) ?? true {
        let clock = clock
        news = await self.news(until: rest) {
          (try? isSo()) == true || !isAtWork() || clock.hasDeadline(until: end)
        }
      }
      switch news {
      case .change: await clock.settle()
      case .cancelled: throw Diagnostic(.cancelled, .waitCancelled, at: span)
      case .timeUp:
        try await advanceByHand(clock.now.duration(to: end), at: span)
        if limit != nil { return try isSo() }
      }
    }
    return true
  }

  /// The longest step of a manual clock to the next deadline while work goes on and there is no limit.
  private static let longestStep = Duration.seconds(86_400)

  /// Whether a command executes that `counts` accepts, or a page loads, loads more or unloads; tracked.
  private func isBusy(_ counts: (Node?) -> Bool) -> Bool {
    _ = (evaluator.scope.changes.value, jobs.ended.value)
    return jobs.all.contains { counts($0.command) }
      || evaluator.scope.reach().steps.contains { $0.isBusy(counts) }
  }

  /// Whether all running executions of a command sleep on the clock.
  ///
  /// A sleep counts only if the execution is its direct cause: a timer that the command has started in passing does not
  /// show what the command waits for. An execution without a known start counts as work outside.
  private func isAsleep(_ command: Node?) -> Bool {
    guard let command else { return false }
    let running = chronicle.writes.executions.filter {
      $0.value.command == command && !$0.value.isQueued
    }.keys
    return !running.isEmpty && clock.sleeping.isSuperset(of: running)
  }

  /// The reason why a wait has ended.
  enum News { case change, timeUp, cancelled }

  /// Suspends until `isNews` is true after a change of what it reads, a task begins to sleep on a manual clock, the
  /// time is up, or a person interrupts the wait.
  func news(
    until timer: (clock: some Clock<Duration>, limit: Duration)?,
    _ isNews: @escaping @MainActor () -> Bool
  ) async -> News {
    let (news, told) = AsyncStream.makeStream(of: News.self)
    // This comes first, because another thread may begin to sleep while the observer runs.
    clock.onPark { told.yield(.change) }
    let observer = observe { if isNews() { told.yield(.change) } }
    let timing = timer.map { timer in
      Task {
        try? await timer.clock.sleep(for: timer.limit)
        told.yield(.timeUp)
      }
    }
    evaluator.interrupt = {
      told.yield(.cancelled)
      return true
    }
    defer {
      evaluator.interrupt = nil
      clock.onPark(nil)
      timing?.cancel()
      observer.cancel()
    }
    for await news in news { return news }
    return .cancelled
  }
}
