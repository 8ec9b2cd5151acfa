import Bindings
import Synchronization

extension SessionClock {
  /// Advances a manual clock by a duration, from one deadline to the next.
  ///
  /// The woken tasks run before the clock goes on, so that their new sleeps can end within the duration, too. Before
  /// each deadline, `isStopped` decides whether to stop.
  ///
  /// - Returns: Whether the clock reached the end of the duration.
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

  /// Advances a manual clock to its next deadline; returns false if there is no deadline until `end`.
  @MainActor
  func step(to end: Instant) async -> Bool {
    let next = state.withLock { state in
      state.mode == .manual ? state.sleepers.first : nil
    }
    guard let next, next <= end else { return false }
    wake(at: max(next, now))
    await settle()
    return true
  }

  /// Whether a sleeper exists that `step(to:)` would wake.
  func hasDeadline(until end: Instant) -> Bool {
    state.withLock { state in state.sleepers.first.map { $0 <= end } ?? false }
  }

  /// The number of the newest sleep.
  var lastSleep: Int { state.withLock { $0.nextID } }

  /// Whether a sleep goes on that began after the given one, on a manual clock.
  func isAsleep(since sleep: Int) -> Bool {
    state.withLock { $0.mode == .manual && $0.sleepers.ids.contains { $0 > sleep } }
  }

  /// The causes of the tasks that sleep now; operators of signals are left out, because no command waits for them.
  var sleeping: Set<TraceRecord.ID> {
    state.withLock { state in
      Set(
        state.sleepers.items.lazy.compactMap { sleeper in
          if case .task = sleeper.waiter { sleeper.cause } else { nil }
        })
    }
  }

  var isWaking: Bool { state.withLock { $0.isWaking } }

  /// Sets a callback for each sleep that begins on a manual clock; `nil` removes the callback.
  func onPark(_ tell: (@Sendable () -> Void)?) { state.withLock { $0.onPark = tell } }

  /// Moves a manual clock to a moment, and wakes the sleepers that are due.
  @MainActor
  func wake(at moment: Instant) {
    let due = state.withLock { state in
      if state.mode == .manual { state.offset = moment.offset }
      return state.take(until: state.now)
    }
    for sleeper in due { wake(sleeper) }
  }

  @MainActor
  private func wake(_ sleeper: Sleeper) {
    switch sleeper.waiter {
    case .task(let continuation):
      sleeper.timer?.cancel()
      continuation.resume()
    // The timer is not cancelled: it may be the caller, and otherwise it finds no sleeper.
    case .call(let call):
      endWait(of: call)
      Trace.withCause(call.cause, call.run)
    }
  }

  /// Adds a sleeper; in real mode a timer wakes it.
  func add(_ sleeper: Sleeper, to state: inout State) {
    var sleeper = sleeper
    if state.mode == .real { sleeper.timer = timer(for: sleeper, from: state.now) }
    state.sleepers.add(sleeper, sleeper.id, at: sleeper.deadline)
  }

  /// Returns a task that wakes a sleeper at its deadline; a callback runs on the main actor.
  func timer(for sleeper: Sleeper, from now: Instant) -> Task<Void, Never> {
    let (id, rest) = (sleeper.id, now.duration(to: sleeper.deadline))
    guard case .call = sleeper.waiter else {
      return Task { @concurrent in
        guard (try? await Task.sleep(for: rest)) != nil else { return }
        if case .task(let continuation)? = state.withLock({ $0.take(id) })?.waiter {
          continuation.resume()
        }
      }
    }
    return Task { @MainActor in
      guard (try? await Task.sleep(for: rest)) != nil else { return }
      if let sleeper = state.withLock({ $0.take(id) }) { wake(sleeper) }
    }
  }

  /// Notifies the code that advances a manual clock that a sleep has begun.
  func tellOfPark() { state.withLock { $0.mode == .manual ? $0.onPark : nil }?() }

  /// Lets the other tasks of the actor run until they wait for something else.
  ///
  /// Work that begins again and again is left running after ``mostRounds``.
  func settle() async {
    for _ in 0..<Self.mostRounds {
      await allAwake()
      for _ in 0..<Self.turns { await Task.yield() }
      // A sleep begins on the thread pool. This visit to the pool starts later, so that earlier sleeps have begun when
      // it ends.
      if mode == .manual { await Self.visitPool() }
      guard isWaking else { return }
    }
  }

  /// Returns when all woken tasks have resumed and all running work that takes no time sleeps.
  func allAwake() async {
    await withCheckedContinuation { continuation in
      let isAwake = state.withLock { state in
        guard state.isWaking else { return true }
        state.onAwake.append(continuation)
        return false
      }
      if isAwake { continuation.resume() }
    }
  }

  @concurrent private static func visitPool() async { await Task.yield() }

  /// The number of yields: more than the longest chain of awaits that a view-model has between two sleeps.
  private static let turns = 64
  /// The number of rounds: more works that take no time than a view-model does one after the other.
  private static let mostRounds = 1_000
}
