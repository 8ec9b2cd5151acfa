import Bindings
import Synchronization

extension SessionClock {
  /// Moves a manual clock from one deadline to the next, and lets what wakes run before it goes on,
  /// so that what it starts to wait for in turn is met on the way.
  ///
  /// Between two deadlines it asks whether to stop there.
  ///
  /// - Returns: Whether it came to the end.
  @discardableResult
  @MainActor
  func advance(by duration: Duration, unless isStopped: () -> Bool = { false }) async -> Bool {
    await settle()
    let end = now.advanced(by: duration)
    while !isStopped() {
      if await step(to: end) { continue }
      wake(at: end)
      await settle()
      return true
    }
    return false
  }

  /// Moves a manual clock to the next deadline, if there is one until `end`.
  @MainActor
  func step(to end: Instant) async -> Bool {
    let next = state.withLock { state in state.sleepers.map(\.deadline).min() }
    guard let next, next <= end else { return false }
    wake(at: max(next, now))
    await settle()
    return true
  }

  /// Whether somebody sleeps whom `step(to:)` would wake.
  func hasDeadline(until end: Instant) -> Bool {
    state.withLock { state in state.sleepers.contains { $0.deadline <= end } }
  }

  /// The number of the newest sleep that began while time passed by hand.
  var lastSleep: Int { state.withLock { $0.nextID } }

  /// Whether somebody sleeps who began behind that sleep, while time passes by hand.
  func isAsleep(since sleep: Int) -> Bool {
    state.withLock { $0.mode == .manual && $0.sleepers.contains { $0.id > sleep } }
  }

  /// Tells of each sleep that begins while time passes by hand; `nil` ends that.
  func onPark(_ tell: (@Sendable () -> Void)?) { state.withLock { $0.onPark = tell } }

  @MainActor
  private func wake(at moment: Instant) {
    let due = state.withLock { state in
      if state.mode == .manual { state.offset = moment.offset }
      return state.take { $0.deadline <= moment }
    }
    for sleeper in due {
      switch sleeper.waiter {
      case .task(let continuation): continuation.resume()
      case .call(let call):
        endWait(of: call)
        Trace.withCause(call.cause, call.run)
      }
    }
  }

  /// Lets tasks of the same actor run until they wait for something else.
  func settle() async {
    await withCheckedContinuation { continuation in
      let isAwake = state.withLock { state in
        guard state.waking > 0 else { return true }
        state.onAwake.append(continuation)
        return false
      }
      if isAwake { continuation.resume() }
    }
    for _ in 0..<Self.turns { await Task.yield() }
    // A sleep begins in the pool of threads, and is in time when this, which began later, is through.
    if mode == .manual { await Self.visitPool() }
  }

  @concurrent private static func visitPool() async { await Task.yield() }

  /// More turns than the longest chain of awaits that a view-model has between two sleeps.
  private static let turns = 64
}
