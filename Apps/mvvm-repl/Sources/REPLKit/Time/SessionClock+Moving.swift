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
    let next = state.withLock { state in
      state.mode == .manual ? state.sleepers.map(\.deadline).min() : nil
    }
    guard let next, next <= end else { return false }
    wake(at: max(next, now))
    await settle()
    return true
  }

  /// Whether somebody sleeps whom `step(to:)` would wake.
  func hasDeadline(until end: Instant) -> Bool {
    state.withLock { state in state.sleepers.contains { $0.deadline <= end } }
  }

  /// The number of the newest sleep.
  var lastSleep: Int { state.withLock { $0.nextID } }

  /// Whether somebody sleeps who began behind that sleep, while time passes by hand.
  func isAsleep(since sleep: Int) -> Bool {
    state.withLock { $0.mode == .manual && $0.sleepers.contains { $0.id > sleep } }
  }

  /// What sleeps now in a task: what an operator of signals waits for holds up nobody.
  var sleeping: Set<TraceRecord.ID> {
    state.withLock { state in
      Set(
        state.sleepers.lazy.compactMap { sleeper in
          if case .task = sleeper.waiter { sleeper.cause } else { nil }
        })
    }
  }

  /// Whether a task was woken that has yet to go on, or something is done that takes no time.
  var isWaking: Bool { state.withLock { $0.waking > 0 } }

  /// Tells of each sleep that begins while time passes by hand; `nil` ends that.
  func onPark(_ tell: (@Sendable () -> Void)?) { state.withLock { $0.onPark = tell } }

  /// Moves a manual clock to a moment, and wakes whose time has come.
  @MainActor
  func wake(at moment: Instant) {
    wake { state in
      if state.mode == .manual { state.offset = moment.offset }
      let now = state.now
      return { $0.deadline <= now }
    }
  }

  @MainActor
  private func wake(_ isDue: (inout State) -> (Sleeper) -> Bool) {
    let due = state.withLock { state in
      let isDue = isDue(&state)
      return state.take(isDue)
    }
    for sleeper in due {
      switch sleeper.waiter {
      case .task(let continuation):
        sleeper.timer?.cancel()
        continuation.resume()
      // Its timer may be what runs it, and finds nobody otherwise.
      case .call(let call):
        endWait(of: call)
        Trace.withCause(call.cause, call.run)
      }
    }
  }

  /// Adds a sleeper, whom a timer wakes while time passes by itself.
  func add(_ sleeper: Sleeper, to state: inout State) {
    var sleeper = sleeper
    if state.mode == .real { sleeper.timer = timer(for: sleeper, from: state.now) }
    state.sleepers.append(sleeper)
  }

  /// What wakes a sleeper when its time has come; a call happens on the main actor.
  func timer(for sleeper: Sleeper, from now: Instant) -> Task<Void, Never> {
    let (id, rest) = (sleeper.id, now.duration(to: sleeper.deadline))
    guard case .call = sleeper.waiter else {
      return Task { @concurrent in
        guard (try? await Task.sleep(for: rest)) != nil else { return }
        for case .task(let continuation) in state.withLock({ $0.take { $0.id == id } }).map(
          \.waiter)
        { continuation.resume() }
      }
    }
    return Task { @MainActor in
      guard (try? await Task.sleep(for: rest)) != nil else { return }
      wake { _ in { $0.id == id } }
    }
  }

  /// Tells whoever moves the clock by hand that a sleep has begun.
  func tellOfPark() { state.withLock { $0.mode == .manual ? $0.onPark : nil }?() }

  /// Lets tasks of the same actor run until they wait for something else.
  func settle() async {
    repeat {
      await allAwake()
      for _ in 0..<Self.turns { await Task.yield() }
      // A sleep begins in the pool of threads, and is in time when this, which began later, is through.
      if mode == .manual { await Self.visitPool() }
    } while isWaking
  }

  /// Returns when no task has yet to go on that was woken, and nothing is done that takes no time.
  func allAwake() async {
    await withCheckedContinuation { continuation in
      let isAwake = state.withLock { state in
        guard state.waking > 0 else { return true }
        state.onAwake.append(continuation)
        return false
      }
      if isAwake { continuation.resume() }
    }
  }

  @concurrent private static func visitPool() async { await Task.yield() }

  /// More turns than the longest chain of awaits that a view-model has between two sleeps.
  private static let turns = 64
}
