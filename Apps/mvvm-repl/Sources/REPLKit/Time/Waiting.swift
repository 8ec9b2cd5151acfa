import Bindings
import ViewModels

/// Waits for something to become so, on the clock of a session.
@MainActor
final class Waiting {
  let evaluator: Evaluator
  let chronicle: Chronicle
  let jobs: Jobs
  let clock: SessionClock
  let underway: Underway
  /// The newest event of each node that an `expect … emits` has seen.
  var asked: [Node: TraceRecord.ID] = [:]
  /// Called when an expectation was met.
  var onMet: (@MainActor (Met) -> Void)?

  /// An expectation that was met.
  struct Met {
    /// The text of what was expected, and of its parts.
    let paths: Set<String>
    /// The values that were expected in their order; `nil` when it was a condition.
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

  /// Whether something becomes so, on the session's clock: at most for a time, if there is a limit.
  ///
  /// Both closures are tracked: they are asked again when what they read has changed.
  ///
  /// - Parameters:
  ///   - isSo: Whether it is so.
  ///   - limit: How long it may take.
  ///   - span: What is to blame when the wait is cancelled.
  ///   - isUnderway: Whether the world outside may bring it about; by default, whether a command
  ///     executes that does not sleep on the clock itself, or a page loads, loads more or unloads.
  /// - Returns: Whether it has become so in time.
  /// - Throws: what `isSo` throws, and that the wait was cancelled.
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

  /// Moves a manual clock from one deadline to the next.
  ///
  /// It stands still while the world outside is at work, which no clock here can hasten; with
  /// a limit no longer than ``HostSettings/patience``. Where all that goes on sleeps on the clock itself,
  /// beyond the limit, nothing outside can bring it about, and the time is up at once.
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

  /// The longest distance between a manual clock and what the world outside waits for on it.
  private static let longestStep = Duration.seconds(86_400)

  /// Whether a command executes that counts, or a page loads, loads more or unloads; tracked.
  private func isBusy(_ counts: (Node?) -> Bool) -> Bool {
    _ = (evaluator.scope.changes.value, jobs.ended.value)
    return jobs.all.contains { counts($0.command) }
      || evaluator.scope.reach().steps.contains { $0.isBusy(counts) }
  }

  /// Whether each execution of a command that has begun sleeps on the clock.
  ///
  /// A sleep is one's own when the execution is its very cause: a timer that a command has set off in passing
  /// says nothing about what the command waits for. An execution whose start is not known works outside.
  private func isAsleep(_ command: Node?) -> Bool {
    guard let command else { return false }
    let running = chronicle.writes.executions.filter {
      $0.value.command == command && !$0.value.isQueued
    }.keys
    return !running.isEmpty && clock.sleeping.isSuperset(of: running)
  }

  /// The end of a wait.
  enum News { case change, timeUp, cancelled }

  /// Sleeps until what `isNews` reads has changed so that there is news, a sleeper joins a manual
  /// clock, the time is up or a person interrupts it.
  func news(
    until timer: (clock: some Clock<Duration>, limit: Duration)?,
    _ isNews: @escaping @MainActor () -> Bool
  ) async -> News {
    let (news, told) = AsyncStream.makeStream(of: News.self)
    // First, since a thread may begin to sleep while the observer looks.
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
