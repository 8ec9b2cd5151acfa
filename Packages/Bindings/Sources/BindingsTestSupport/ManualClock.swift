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
    /// Those who wait; the one whose time comes first is the last.
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

    /// Where a sleeper stands, or would stand.
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

    /// Takes a sleeper out, if it still waits.
    mutating func remove(_ id: Int, _ deadline: Instant) -> Sleeper? {
      let place = place(of: id, deadline)
      guard place < sleepers.count, sleepers[place].id == id else { return nil }
      return sleepers.remove(at: place)
    }

    /// Takes the sleeper whose time comes first, if that is not after `end`, and moves there.
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

  /// The current moment.
  public var now: Instant { state.withLock { $0.now } }

  /// The least time that can pass: any.
  public var minimumResolution: Duration { .zero }

  /// Waits until the clock has been advanced to `deadline`.
  ///
  /// - Throws: `CancellationError` when the task is cancelled first.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    let id = state.withLock { $0.makeID() }
    // It may be cancelled when it has been woken and has yet to go on.
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
  /// - Returns: What calls it off.
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
      // The objects that the action captured end behind the lock, for their ends may call here.
      _ = self.state.withLock { $0.remove(id, deadline) }
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
