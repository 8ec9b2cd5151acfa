import Synchronization

/// A clock for tests without real waits: it records each sleep and ends it at once, or when the test advances it.
///
/// ```swift
/// let clock = TestClock()
/// configuration.clock = clock
/// // … after the requests:
/// clock.sleeps == [.milliseconds(500), .seconds(1)]
/// ```
public final class TestClock: Clock {
  /// The instants; the first is the time when the clock was made.
  public typealias Instant = ContinuousClock.Instant

  private struct State {
    var now = Instant.now
    var sleeps: [Duration] = []
    /// The pending waits: each has a stream that ends when its condition is met.
    var waits: [(isOver: @Sendable (State) -> Bool, end: AsyncStream<Void>.Continuation)] = []
  }

  private let state = Mutex(State())
  private let isManual: Bool

  /// Makes a clock.
  ///
  /// - Parameter isManual: Whether sleeps last until ``advance(by:)``; else they end at once and advance the clock.
  public init(isManual: Bool = false) {
    self.isManual = isManual
  }

  /// The current instant.
  public var now: Instant { state.withLock { $0.now } }
  /// The smallest time step.
  public var minimumResolution: Duration { .nanoseconds(1) }
  /// The durations of all sleeps so far, in order.
  public var sleeps: [Duration] { state.withLock { $0.sleeps } }

  /// Records a sleep, and waits for ``advance(by:)`` if the clock is manual.
  ///
  /// - Throws: `CancellationError` if the task is cancelled.
  public func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    try Task.checkCancellation()
    await wait(until: { $0.now >= deadline }) { state in
      state.sleeps.append(state.now.duration(to: deadline))
      if !isManual { state.now = max(state.now, deadline) }
    }
    try Task.checkCancellation()
  }

  /// Advances the clock and ends the sleeps that are due.
  public func advance(by duration: Duration) {
    change { $0.now = $0.now.advanced(by: duration) }
  }

  /// Waits until at least `count` sleeps have begun.
  public func sleepsBegun(_ count: Int) async {
    await wait(until: { $0.sleeps.count >= count }) { _ in }
  }

  private func wait(
    until isOver: @escaping @Sendable (State) -> Bool, _ begin: (inout State) -> Void
  ) async {
    let (waiting, end) = AsyncStream.makeStream(of: Void.self)
    change { state in
      begin(&state)
      state.waits.append((isOver, end))
    }
    for await _ in waiting {}
  }

  /// Changes the state and ends the waits whose condition is then met.
  private func change(_ body: (inout State) -> Void) {
    let due = state.withLock { state in
      body(&state)
      let now = state
      defer { state.waits.removeAll { $0.isOver(now) } }
      return now.waits.filter { $0.isOver(now) }
    }
    for wait in due { wait.end.finish() }
  }
}
