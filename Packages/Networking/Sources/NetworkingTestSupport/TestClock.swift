import Synchronization

/// A clock that no test has to wait for: it notes each sleep and ends it at once, or when told to.
///
/// ```swift
/// let clock = TestClock()
/// configuration.clock = clock
/// // … after the requests:
/// clock.sleeps == [.milliseconds(500), .seconds(1)]
/// ```
public final class TestClock: Clock {
  /// The moments, which begin with the making of the clock.
  public typealias Instant = ContinuousClock.Instant

  private struct State {
    var now = Instant.now
    var sleeps: [Duration] = []
    /// The waits that have not ended: each is a stream that ends when its time has come.
    var waits: [(isOver: @Sendable (State) -> Bool, end: AsyncStream<Void>.Continuation)] = []
  }

  private let state = Mutex(State())
  private let isManual: Bool

  /// Makes a clock at its start.
  ///
  /// - Parameter isManual: Whether a sleep lasts until ``advance(by:)``; else it ends at once and moves the clock.
  public init(isManual: Bool = false) {
    self.isManual = isManual
  }

  /// The present moment.
  public var now: Instant { state.withLock { $0.now } }
  /// The smallest step.
  public var minimumResolution: Duration { .nanoseconds(1) }
  /// The lengths of all sleeps so far, in order.
  public var sleeps: [Duration] { state.withLock { $0.sleeps } }

  /// Sleeps by the rules of this clock.
  ///
  /// - Throws: `CancellationError` when the task is cancelled.
  public func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    try Task.checkCancellation()
    await wait(until: { $0.now >= deadline }) { state in
      state.sleeps.append(state.now.duration(to: deadline))
      if !isManual { state.now = max(state.now, deadline) }
    }
    try Task.checkCancellation()
  }

  /// Moves the clock and ends the sleeps that are due.
  public func advance(by duration: Duration) {
    change { $0.now = $0.now.advanced(by: duration) }
  }

  /// Waits until so many sleeps have begun.
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

  /// Changes the state, and ends the waits that are over then.
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
