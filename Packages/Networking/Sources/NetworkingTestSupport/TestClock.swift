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
  /// A moment, counted from the clock's start.
  public struct Instant: InstantProtocol {
    /// Time since the start.
    public var offset: Duration

    /// The moment so much later.
    public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    /// The time from here to another moment.
    public func duration(to other: Instant) -> Duration { other.offset - offset }
    /// Whether one moment is before another.
    public static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
  }

  private struct Sleeper {
    let deadline: Instant
    let continuation: CheckedContinuation<Void, any Error>
  }

  private struct State {
    var now = Instant(offset: .zero)
    var sleeps: [Duration] = []
    var sleepers: [Int: Sleeper] = [:]
    var lastNumber = 0
    var watchers: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
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
    let number: Int? = state.withLock { state in
      state.sleeps.append(state.now.duration(to: deadline))
      guard isManual else {
        state.now = max(state.now, deadline)
        return nil
      }
      state.lastNumber += 1
      return state.lastNumber
    }
    if let number { try await wait(number, until: deadline) }
    notifyWatchers()
  }

  /// Moves the clock and ends the sleeps that are due.
  public func advance(by duration: Duration) {
    let due = state.withLock { state in
      state.now = state.now.advanced(by: duration)
      let due = state.sleepers.filter { $0.value.deadline <= state.now }
      for key in due.keys { state.sleepers[key] = nil }
      return due.values.map(\.continuation)
    }
    for continuation in due { continuation.resume() }
  }

  /// Waits until so many sleeps have begun.
  public func sleepsBegun(_ count: Int) async {
    await withCheckedContinuation { continuation in
      let isThere = state.withLock { state in
        guard state.sleeps.count < count else { return true }
        state.watchers.append((count, continuation))
        return false
      }
      if isThere { continuation.resume() }
    }
  }

  private func wait(_ number: Int, until deadline: Instant) async throws {
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let isCancelled = state.withLock { state in
          guard !Task.isCancelled else { return true }
          state.sleepers[number] = Sleeper(deadline: deadline, continuation: continuation)
          return false
        }
        if isCancelled {
          continuation.resume(throwing: CancellationError())
        } else {
          notifyWatchers()
        }
      }
    } onCancel: {
      state.withLock { $0.sleepers.removeValue(forKey: number) }?.continuation
        .resume(throwing: CancellationError())
    }
  }

  private func notifyWatchers() {
    let ready = state.withLock { state in
      let count = state.sleeps.count
      defer { state.watchers.removeAll { $0.count <= count } }
      return state.watchers.filter { $0.count <= count }.map(\.continuation)
    }
    for continuation in ready { continuation.resume() }
  }
}
