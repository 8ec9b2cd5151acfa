import Bindings
import ViewModels

extension Session {
  /// Whether something becomes so, on the session's clock: at most for a time, if there is a limit.
  ///
  /// `isSo` is tracked: it is asked again when what it reads has changed.
  ///
  /// - Throws: what `isSo` throws, and that the wait was cancelled.
  func comes(
    true isSo: @escaping @MainActor () throws(Diagnostic) -> Bool, within limit: Duration?,
    at span: Span
  ) async throws(Diagnostic) -> Bool {
    if try isSo() { return true }
    if clock.mode == .manual { return try await comesByHand(true: isSo, within: limit, at: span) }
    let news = await news(until: limit.map { (clock, $0) }) { (try? isSo()) == true }
    if news == .cancelled { throw Diagnostic(.cancelled, "the wait was cancelled", at: span) }
    return try isSo()
  }

  /// Moves a manual clock from one deadline to the next.
  ///
  /// It stands still while a command waits for the world outside, which no clock here can hasten; with
  /// a limit no longer than ``Session/patience``.
  private func comesByHand(
    true isSo: @escaping @MainActor () throws(Diagnostic) -> Bool, within limit: Duration?,
    at span: Span
  ) async throws(Diagnostic) -> Bool {
    let limit = limit.map { clock.now.advanced(by: $0) }
    let lastMoment = limit.map { _ in ContinuousClock.now.advanced(by: patience) }
    await clock.settle()
    while try !isSo() {
      let end = limit ?? clock.now.advanced(by: patience)
      if await clock.step(to: end) { continue }
      let rest = lastMoment.map { (ContinuousClock(), ContinuousClock.now.duration(to: $0)) }
      var news = News.timeUp
      if untracked({ isBusy }), rest.map({ $0.1 > .zero }) ?? true {
        let clock = clock
        news = await self.news(until: rest) { [self] in
          (try? isSo()) == true || !isBusy || clock.hasDeadline(until: end)
        }
      }
      switch news {
      case .change: await clock.settle()
      case .cancelled: throw Diagnostic(.cancelled, "the wait was cancelled", at: span)
      case .timeUp:
        await clock.advance(by: clock.now.duration(to: end))
        if limit != nil { return try isSo() }
      }
    }
    return true
  }

  /// Whether a command executes; tracked.
  private var isBusy: Bool {
    _ = (names.value, jobsEnded.value)
    return !jobs.isEmpty
      || variables.values.contains { variable in
        if case .viewModel(let viewModel) = variable {
          viewModel.isBusy(below: Self.deepestChild)
        } else {
          false
        }
      }
  }

  /// What ends a wait.
  private enum News { case change, timeUp, cancelled }

  /// Sleeps until what `isNews` reads has changed so that there is news, a sleeper joins a manual
  /// clock, the time is up or a person interrupts it.
  private func news(
    until timer: (clock: some Clock<Duration>, limit: Duration)?,
    _ isNews: @escaping @MainActor () -> Bool
  ) async -> News {
    let (news, told) = AsyncStream.makeStream(of: News.self)
    let observer = observe { if isNews() { told.yield(.change) } }
    clock.onPark { told.yield(.change) }
    let timing = timer.map { timer in
      Task {
        try? await timer.clock.sleep(for: timer.limit)
        told.yield(.timeUp)
      }
    }
    running = Running {
      told.yield(.cancelled)
      return true
    }
    defer {
      running = nil
      clock.onPark(nil)
      timing?.cancel()
      observer.cancel()
    }
    for await news in news { return news }
    return .cancelled
  }
}

extension ViewModel {
  /// Whether one of its commands executes, or one of a view-model some levels below it; tracked.
  fileprivate func isBusy(below depth: Int) -> Bool {
    type(of: self).schema.members.contains { member in
      member.command(in: self)?.isExecuting == true
        || depth > 0 && member.children(in: self).contains { $0.isBusy(below: depth - 1) }
    }
  }
}
