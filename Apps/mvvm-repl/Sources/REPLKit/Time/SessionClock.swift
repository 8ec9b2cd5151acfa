import Bindings
import Synchronization

/// The clock that everything in a session waits on: the machine's, or one that moves by hand.
///
/// Hand it to the view-models and services that wait, so that `:clock manual` and `advance 300ms`
/// reach them:
/// ```swift
/// let clock = SessionClock()
/// catalog.add(Search.self) { Search(clock: clock) }
/// let session = Session(catalog: catalog, clock: clock) { … }
/// ```
/// A lock guards it; it may be used from anywhere.
public final class SessionClock: Clock {
  /// A moment: the time since the clock was made.
  public struct Instant: InstantProtocol {
    let offset: Duration

    /// The moment later by `duration`.
    public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }

    /// The time from here to `other`.
    public func duration(to other: Instant) -> Duration { other.offset - offset }

    /// Whether `lhs` comes before `rhs`.
    public static func < (lhs: Instant, rhs: Instant) -> Bool { lhs.offset < rhs.offset }
  }

  /// The way in which time passes.
  public enum Mode: String, Sendable, CaseIterable {
    /// As everywhere.
    case real
    /// Only when it is advanced.
    case manual
  }

  private struct Sleeper {
    let id: Int
    let deadline: Instant
    let continuation: CheckedContinuation<Void, Never>
  }

  /// A sleep of something that is traced.
  struct Wait {
    fileprivate let id: Int
    /// What slept: the start of a command, say.
    let cause: TraceRecord.ID
    let start: Duration
    /// When it ended; nil while it goes on.
    fileprivate(set) var end: Duration?

    /// How many are kept.
    static let limit = 1_000
  }

  private struct State {
    var mode: Mode
    var isEnded = false
    /// In real mode the offset at `start`, in manual mode the moment it is.
    var offset = Duration.zero
    var start = ContinuousClock.now
    var sleepers: [Sleeper] = []
    var cancelled: Set<Int> = []
    var nextID = 0
    var onPark: (@Sendable () -> Void)?
    /// The newest sleeps of what is traced.
    var waits: [Wait] = []
    var wakes = Wakes()

    var now: Instant {
      Instant(offset: mode == .manual ? offset : offset + start.duration(to: .now))
    }
  }

  private let state: Mutex<State>

  /// Makes a clock.
  public init(_ mode: Mode = .real) { state = Mutex(State(mode: mode)) }

  /// The current moment.
  public var now: Instant { state.withLock { $0.now } }

  /// The least time that can pass: any.
  public var minimumResolution: Duration { .zero }

  /// The time since the clock was made.
  public var moment: Duration { now.offset }

  /// The way in which time passes now; who sleeps when it changes goes on sleeping, in the new way.
  public var mode: Mode { state.withLock { $0.mode } }

  /// Nobody will advance a manual clock any more: whoever waits on it is cancelled.
  func end() {
    let sleepers = state.withLock { state in
      state.isEnded = true
      defer { state.sleepers = [] }
      return state.sleepers
    }
    for sleeper in sleepers { sleeper.continuation.resume() }
  }

  /// Goes on where another clock was; whoever sleeps goes on sleeping.
  func resume(_ mode: Mode, at moment: Duration) {
    state.withLock { state in
      state.mode = mode
      state.offset = moment
      state.start = .now
    }
    set(mode)
  }

  func set(_ mode: Mode) {
    let sleepers = state.withLock { state in
      state.offset = state.now.offset
      state.start = .now
      state.mode = mode
      state.isEnded = false
      defer { state.sleepers = [] }
      return state.sleepers
    }
    for sleeper in sleepers { sleeper.continuation.resume() }
  }

  /// Waits until the clock has reached `deadline`.
  ///
  /// - Throws: `CancellationError` when the task is cancelled first, or the session closes while time
  ///   passes by hand.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    if let rehearsal = Rehearsal.current {
      guard rehearsal.admits(now.duration(to: deadline)) else { throw CancellationError() }
      return await Task.yield()
    }
    let wait = beginWait(until: deadline)
    defer { if let wait { endWait(wait) } }
    while true {
      try Task.checkCancellation()
      let (now, mode, isEnded) = state.withLock { ($0.now, $0.mode, $0.isEnded) }
      guard now < deadline else { return }
      if isEnded, mode == .manual { throw CancellationError() }
      switch mode {
      case .real: try await Task.sleep(for: now.duration(to: deadline), tolerance: tolerance)
      case .manual: await park(until: deadline)
      }
    }
  }

  /// Notes that what is traced sleeps.
  private func beginWait(until deadline: Instant) -> Int? {
    guard let cause = Trace.cause else { return nil }
    return state.withLock { state -> Int? in
      let now = state.now
      guard now < deadline else { return nil }
      state.nextID += 1
      state.waits.append(
        Wait(id: state.nextID, cause: cause, start: now.offset), keeping: Wait.limit)
      return state.nextID
    }
  }

  private func endWait(_ id: Int) {
    state.withLock { state in
      guard let index = state.waits.lastIndex(where: { $0.id == id }) else { return }
      state.waits[index].end = state.now.offset
      state.wakes.note(.timer, of: state.waits[index].cause)
    }
  }

  /// Notes what has ended a wait of the task that calls this, so that a browser can say why something changed.
  ///
  /// Sleeps on the clock are noted by themselves. A service calls it when the network has answered:
  /// ```swift
  /// let response = try await client.send(request)
  /// clock.note(.network)
  /// ```
  /// Nothing is kept outside of a statement of the session and what follows from one.
  public func note(_ wake: Wake) {
    guard let cause = Trace.cause else { return }
    state.withLock { $0.wakes.note(wake, of: cause) }
  }

  /// The last wake of what ran because of a record.
  func wake(of cause: TraceRecord.ID) -> Wake? { state.withLock { $0.wakes[cause] } }

  /// The newest sleeps of what is traced, in the order of their beginnings.
  var waits: [Wait] { state.withLock { $0.waits } }

  /// Returns when the clock is advanced, its mode changes or the task is cancelled.
  private func park(until deadline: Instant) async {
    let id = state.withLock { state in
      state.nextID += 1
      return state.nextID
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isParked = state.withLock { state in
          let mayPark = state.mode == .manual && !state.isEnded && deadline > state.now
          guard state.cancelled.remove(id) == nil, mayPark else { return false }
          state.sleepers.append(Sleeper(id: id, deadline: deadline, continuation: continuation))
          return true
        }
        if isParked {
          state.withLock { $0.onPark }?()
        } else {
          continuation.resume()
        }
      }
      state.withLock { _ = $0.cancelled.remove(id) }
    } onCancel: {
      let sleeper = state.withLock { state -> Sleeper? in
        guard let index = state.sleepers.firstIndex(where: { $0.id == id }) else {
          state.cancelled.insert(id)
          return nil
        }
        return state.sleepers.remove(at: index)
      }
      sleeper?.continuation.resume()
    }
  }
}

// MARK: - Moving by hand

extension SessionClock {
  /// Moves a manual clock from one deadline to the next, and lets what wakes run before it goes on,
  /// so that what it starts to wait for in turn is met on the way.
  ///
  /// Between two deadlines it asks whether to stop there.
  ///
  /// - Returns: Whether it came to the end.
  @discardableResult
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

  private func wake(at moment: Instant) {
    let due = state.withLock { state in
      if state.mode == .manual { state.offset = moment.offset }
      let due = state.sleepers.filter { $0.deadline <= moment }.sorted { $0.deadline < $1.deadline }
      state.sleepers.removeAll { $0.deadline <= moment }
      return due
    }
    for sleeper in due { sleeper.continuation.resume() }
  }

  /// Lets tasks of the same actor run until they wait for something else.
  func settle() async { for _ in 0..<Self.turns { await Task.yield() } }

  /// More turns than the longest chain of awaits that a view-model has between two sleeps.
  private static let turns = 64
}
