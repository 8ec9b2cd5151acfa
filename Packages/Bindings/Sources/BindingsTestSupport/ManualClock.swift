public import Bindings
import Synchronization

/// A clock that a test advances by hand.
///
/// ```swift
/// let clock = ManualClock()
/// let token = typed.debounce(for: .seconds(1), clock: clock).observe { print($0) }
/// source.send("a")
/// clock.advance(by: .seconds(1))
/// ```
/// A wait of a signal operator ends inside ``advance(by:)``, in order. A sleeping task is
/// resumed there and runs soon after. Wait with ``sleepers(_:)`` until the task sleeps; otherwise advancing misses it.
/// A lock guards the clock; only advancing is isolated to the main actor.
public final class ManualClock: CallbackClock {
  /// An instant of a manual clock: the time since its start.
  public struct Instant: InstantProtocol {
    /// The time since the clock's start.
    public let elapsed: Duration

    /// Returns the instant that is later by `duration`.
    public func advanced(by duration: Duration) -> Instant { Instant(elapsed: elapsed + duration) }

    /// Returns the time from this instant to `other`.
    public func duration(to other: Instant) -> Duration { other.elapsed - elapsed }

    /// Whether `lhs` is earlier than `rhs`.
    public static func < (lhs: Instant, rhs: Instant) -> Bool { lhs.elapsed < rhs.elapsed }
  }

  /// A task or a callback that waits for an instant.
  private struct Sleeper {
    enum Wake {
      case task(CheckedContinuation<Void, any Error>)
      case callback(@MainActor () -> Void)
    }

    let id: Int
    let deadline: Instant
    let wake: Wake
  }

  private struct State {
    var now = Instant(elapsed: .zero)
    var nextID = 0
    /// The waiting tasks and callbacks in descending order of their deadlines.
    var sleepers: [Sleeper] = []
    var cancelled: Set<Int> = []
    var watchers: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []

    mutating func makeID() -> Int {
      nextID += 1
      return nextID
    }

    /// Removes and returns the continuations that wait for at most the current number of sleepers.
    mutating func readyWatchers() -> [CheckedContinuation<Void, Never>] {
      let count = sleepers.count
      let ready = watchers.filter { $0.count <= count }.map { $0.continuation }
      watchers.removeAll { $0.count <= count }
      return ready
    }

    /// Returns the index of a sleeper, or its insertion index.
    private func place(of id: Int, _ deadline: Instant) -> Int {
      var (low, high) = (0, sleepers.count)
      while low < high {
        let middle = (low + high) / 2
        let other = sleepers[middle]
        if (other.deadline, other.id) > (deadline, id) { low = middle + 1 } else { high = middle }
      }
      return low
    }

    mutating func insert(_ sleeper: Sleeper) {
      sleepers.insert(sleeper, at: place(of: sleeper.id, sleeper.deadline))
    }

    /// Removes a sleeper, if it still waits.
    mutating func remove(_ id: Int, _ deadline: Instant) -> Sleeper? {
      let place = place(of: id, deadline)
      guard place < sleepers.count, sleepers[place].id == id else { return nil }
      return sleepers.remove(at: place)
    }

    /// Removes the sleeper with the earliest deadline, unless that is after `end`, and advances the time to it.
    mutating func next(until end: Instant) -> Sleeper? {
      guard let due = sleepers.last, due.deadline <= end else {
        now = max(now, end)
        return nil
      }
      now = max(now, due.deadline)
      return sleepers.removeLast()
    }
  }

  private let state = Mutex(State())

  /// Makes a clock that stands at its start.
  public init() {}

  /// The current instant.
  public var now: Instant { state.withLock { $0.now } }

  /// The smallest duration that can pass; there is no lower bound.
  public var minimumResolution: Duration { .zero }

  /// Waits until the clock has been advanced to `deadline`.
  ///
  /// - Throws: `CancellationError` when the task is cancelled first.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    let id = state.withLock { $0.makeID() }
    // The task may be cancelled between its wake-up and its continuation.
    defer { state.withLock { _ = $0.cancelled.remove(id) } }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let (result, watchers) = state.withLock {
          state -> (Result<Void, any Error>?, [CheckedContinuation<Void, Never>]) in
          if state.cancelled.contains(id) { return (.failure(CancellationError()), []) }
          if deadline <= state.now { return (.success(()), []) }
          state.insert(Sleeper(id: id, deadline: deadline, wake: .task(continuation)))
          return (nil, state.readyWatchers())
        }
        for watcher in watchers { watcher.resume() }
        if let result { continuation.resume(with: result) }
      }
    } onCancel: {
      let sleeper = state.withLock { state -> Sleeper? in
        let sleeper = state.remove(id, deadline)
        if sleeper == nil { state.cancelled.insert(id) }
        return sleeper
      }
      if case .task(let continuation) = sleeper?.wake {
        continuation.resume(throwing: CancellationError())
      }
    }
  }

  /// Calls `action` inside the ``advance(by:)`` that reaches `duration` from now.
  ///
  /// - Returns: A closure that cancels the call.
  @MainActor
  public func schedule(
    after duration: Duration, _ action: @escaping @MainActor () -> Void
  ) -> @MainActor () -> Void {
    let (id, deadline, watchers) = state.withLock { state in
      let id = state.makeID()
      let deadline = state.now.advanced(by: duration)
      state.insert(Sleeper(id: id, deadline: deadline, wake: .callback(action)))
      return (id, deadline, state.readyWatchers())
    }
    for watcher in watchers { watcher.resume() }
    return {
      // The objects that the action captured are released outside the lock, because their deinits may call the clock.
      _ = self.state.withLock { $0.remove(id, deadline) }
    }
  }

  /// Advances the clock and stops at each deadline of a task or callback.
  ///
  /// Callbacks run inside this call, including those that earlier callbacks schedule. Tasks are resumed in the same
  /// order and run after this call returns.
  @MainActor
  public func advance(by duration: Duration) {
    let end = now.advanced(by: duration)
    while let sleeper = state.withLock({ $0.next(until: end) }) {
      switch sleeper.wake {
      case .task(let continuation): continuation.resume()
      case .callback(let action): action()
      }
    }
  }

  /// The time until the earliest deadline; nil when nothing waits.
  public var nextWake: Duration? {
    state.withLock { state in state.sleepers.last.map { state.now.duration(to: $0.deadline) } }
  }

  /// Waits until at least `count` tasks and operators wait for the clock, so that advancing it reaches
  /// them.
  public func sleepers(_ count: Int) async {
    await withCheckedContinuation { continuation in
      let isReady = state.withLock { state in
        if state.sleepers.count >= count { return true }
        state.watchers.append((count, continuation))
        return false
      }
      if isReady { continuation.resume() }
    }
  }
}
