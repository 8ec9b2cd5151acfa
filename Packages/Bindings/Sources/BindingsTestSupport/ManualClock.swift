public import Bindings
import Synchronization

/// A clock that moves when a test says so.
///
/// ```swift
/// let clock = ManualClock()
/// let token = typed.debounce(for: .seconds(1), clock: clock).observe { print($0) }
/// source.send("a")
/// clock.advance(by: .seconds(1))
/// ```
/// A wait of a signal's operator ends inside ``advance(by:)``, in order. A task that sleeps is
/// woken there and runs soon after; wait with ``sleepers(_:)`` until it sleeps, or advancing misses it.
/// A lock guards it; only advancing belongs to the main actor.
public final class ManualClock: CallbackClock {
  /// A moment of a manual clock: the time since its start.
  public struct Instant: InstantProtocol {
    /// The time since the clock's start.
    public let elapsed: Duration

    /// The moment later by `duration`.
    public func advanced(by duration: Duration) -> Instant { Instant(elapsed: elapsed + duration) }

    /// The time from here to `other`.
    public func duration(to other: Instant) -> Duration { other.elapsed - elapsed }

    /// Whether `lhs` comes before `rhs`.
    public static func < (lhs: Instant, rhs: Instant) -> Bool { lhs.elapsed < rhs.elapsed }
  }

  /// A task or a callback that waits for a moment.
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
    var sleepers: [Sleeper] = []
    var cancelled: Set<Int> = []
    var watchers: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []

    mutating func makeID() -> Int {
      nextID += 1
      return nextID
    }

    /// Those who wait for as many sleepers as there are now.
    mutating func readyWatchers() -> [CheckedContinuation<Void, Never>] {
      let count = sleepers.count
      let ready = watchers.filter { $0.count <= count }.map { $0.continuation }
      watchers.removeAll { $0.count <= count }
      return ready
    }

    /// Takes the sleeper whose time comes first, if that is not after `end`, and moves there.
    mutating func next(until end: Instant) -> Sleeper? {
      let due = sleepers.indices.min {
        (sleepers[$0].deadline, sleepers[$0].id) < (sleepers[$1].deadline, sleepers[$1].id)
      }
      guard let due, sleepers[due].deadline <= end else {
        now = max(now, end)
        return nil
      }
      let sleeper = sleepers.remove(at: due)
      now = max(now, sleeper.deadline)
      return sleeper
    }
  }

  private let state = Mutex(State())

  /// Makes a clock that stands at its start.
  public init() {}

  /// The current moment.
  public var now: Instant { state.withLock { $0.now } }

  /// The least time that can pass: any.
  public var minimumResolution: Duration { .zero }

  /// Waits until the clock has been advanced to `deadline`.
  ///
  /// - Throws: `CancellationError` when the task is cancelled first.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    let id = state.withLock { $0.makeID() }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let (result, watchers) = state.withLock {
          state -> (Result<Void, any Error>?, [CheckedContinuation<Void, Never>]) in
          if state.cancelled.remove(id) != nil { return (.failure(CancellationError()), []) }
          if deadline <= state.now { return (.success(()), []) }
          state.sleepers.append(Sleeper(id: id, deadline: deadline, wake: .task(continuation)))
          return (nil, state.readyWatchers())
        }
        for watcher in watchers { watcher.resume() }
        if let result { continuation.resume(with: result) }
      }
    } onCancel: {
      let sleeper = state.withLock { state -> Sleeper? in
        guard let index = state.sleepers.firstIndex(where: { $0.id == id }) else {
          state.cancelled.insert(id)
          return nil
        }
        return state.sleepers.remove(at: index)
      }
      if case .task(let continuation) = sleeper?.wake {
        continuation.resume(throwing: CancellationError())
      }
    }
  }

  /// Calls `action` inside the ``advance(by:)`` that reaches `duration` from now.
  ///
  /// - Returns: What calls it off.
  @MainActor
  public func schedule(
    after duration: Duration, _ action: @escaping @MainActor () -> Void
  ) -> @MainActor () -> Void {
    let (id, watchers) = state.withLock { state in
      let id = state.makeID()
      let deadline = state.now.advanced(by: duration)
      state.sleepers.append(Sleeper(id: id, deadline: deadline, wake: .callback(action)))
      return (id, state.readyWatchers())
    }
    for watcher in watchers { watcher.resume() }
    return {
      // The objects that the action captured end behind the lock, for their ends may call here.
      _ = self.state.withLock { state in
        state.sleepers.firstIndex { $0.id == id }.map { state.sleepers.remove(at: $0) }
      }
    }
  }

  /// Moves the clock, stopping at each moment that something waits for.
  ///
  /// Callbacks run here, also those that an earlier one asks for. Tasks are woken in the same order and
  /// run after this returns.
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

  /// The time until the next moment that something waits for; nil when nothing waits.
  public var nextWake: Duration? {
    state.withLock { state in
      state.sleepers.map(\.deadline).min().map { state.now.duration(to: $0) }
    }
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
