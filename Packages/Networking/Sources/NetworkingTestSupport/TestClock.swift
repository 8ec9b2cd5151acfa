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
    /// The sleeps that have not ended: each is a stream that ends when it is due.
    var sleepers: [(deadline: Instant, end: AsyncStream<Void>.Continuation)] = []
    var watchers: [(count: Int, end: AsyncStream<Void>.Continuation)] = []

    /// Takes out the sleeps and waits that are over.
    mutating func takeDue() -> [AsyncStream<Void>.Continuation] {
      let (now, count) = (now, sleeps.count)
      let due =
        sleepers.filter { $0.deadline <= now }.map(\.end)
        + watchers.filter { $0.count <= count }.map(\.end)
      sleepers.removeAll { $0.deadline <= now }
      watchers.removeAll { $0.count <= count }
      return due
    }
  }

  private let state = Mutex(State())
  private let isManual: Bool

  /// Makes a clock at its start.
  ///
  /// - Parameter isManual: Whether a sleep lasts until ``advance(by:)`` ends it; by default it ends
  ///   at once and moves the clock.
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
    let (sleep, end) = AsyncStream.makeStream(of: Void.self)
    change { state in
      state.sleeps.append(state.now.duration(to: deadline))
      if !isManual { state.now = max(state.now, deadline) }
      state.sleepers.append((deadline, end))
    }
    for await _ in sleep {}
    try Task.checkCancellation()
  }

  /// Moves the clock and ends the sleeps that are due.
  public func advance(by duration: Duration) {
    change { $0.now = $0.now.advanced(by: duration) }
  }

  /// Waits until so many sleeps have begun.
  public func sleepsBegun(_ count: Int) async {
    let (beginning, end) = AsyncStream.makeStream(of: Void.self)
    change { $0.watchers.append((count, end)) }
    for await _ in beginning {}
  }

  /// Changes the state, and ends the sleeps and waits that are over then.
  private func change(_ body: (inout State) -> Void) {
    let due = state.withLock { state in
      body(&state)
      return state.takeDue()
    }
    for end in due { end.finish() }
  }
}
