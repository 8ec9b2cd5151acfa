import Bindings
public import Foundation
import Synchronization

/// The clock of a session: it follows real time, or it is a manual clock that moves only when it is advanced.
///
/// Pass it to the view-models and services that wait, so that `:clock manual` and `advance 300ms`
/// reach them:
/// ```swift
/// let clock = SessionClock()
/// catalog.add(Search.self) { Search(clock: clock) }
/// let session = Session(catalog: catalog, clock: clock) { … }
/// ```
/// A lock guards it, so that any thread may use it. Only the main actor may change its mode or advance it.
public final class SessionClock: Clock {
  /// A moment: the time since the clock was created.
  public struct Instant: InstantProtocol {
    let offset: Duration

    /// Returns the moment that is later by `duration`.
    public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }

    /// Returns the time from this moment to `other`.
    public func duration(to other: Instant) -> Duration { other.offset - offset }

    /// Whether `lhs` comes before `rhs`.
    public static func < (lhs: Instant, rhs: Instant) -> Bool { lhs.offset < rhs.offset }
  }

  /// The way in which time passes.
  public enum Mode: String, Sendable, CaseIterable {
    /// Time passes by itself.
    case real
    /// Time passes only when the clock is advanced.
    case manual
  }

  /// A task or a callback that waits until the clock has moved.
  struct Sleeper {
    enum Waiter {
      case task(CheckedContinuation<Void, Never>)
      case call(ScheduledCall)
    }

    let id: Int
    let deadline: Instant
    let waiter: Waiter
    /// The cause of the sleep, such as the start of a command.
    let cause: TraceRecord.ID?
    /// The task that wakes the sleeper in real mode.
    var timer: Task<Void, Never>?
  }

  /// A traced sleep.
  struct Wait {
    let id: Int
    /// The cause of the sleep, such as the start of a command.
    let cause: TraceRecord.ID
    let start: Duration
    /// The end of the sleep; nil while it goes on.
    var end: Duration?

    /// The maximum number of sleeps that are kept.
    static let limit = 1_000
  }

  struct State {
    var mode: Mode
    var isEnded = false
    /// The time at `start` in real mode, or the current time in manual mode.
    var offset = Duration.zero
    var start = ContinuousClock.now
    var sleepers = Agenda<Instant, Sleeper>()
    var cancelled: Set<Int> = []
    /// The number of woken tasks that have not resumed yet.
    var waking = 0
    /// The number of sleeping tasks of each work that takes no time.
    var works: [ObjectIdentifier: Int] = [:]
    var onAwake: [CheckedContinuation<Void, Never>] = []
    var nextID = 0
    var onPark: (@Sendable () -> Void)?
    var waits: [Wait] = []
    var wakes = Wakes()

    /// Whether a woken task has not resumed yet, or work that takes no time is running and does not sleep.
    var isWaking: Bool { waking > 0 || works.values.contains(0) }

    var now: Instant {
      Instant(offset: mode == .manual ? offset : offset + start.duration(to: .now))
    }

    /// Removes the sleepers with a deadline until `end`, or all, and returns them by deadline; the tasks among them
    /// count as waking.
    ///
    /// The caller cancels their timers.
    mutating func take(until end: Instant? = nil) -> [Sleeper] {
      let taken = sleepers.removeAll { deadline in end.map { deadline <= $0 } ?? true }
      for case .task in taken.map(\.waiter) { waking += 1 }
      return taken
    }

    /// Removes a sleeper; `nil` if it is awake already.
    mutating func take(_ id: Int) -> Sleeper? {
      let taken = sleepers.remove(id)
      if case .task? = taken?.waiter { waking += 1 }
      return taken
    }
  }

  let state: Mutex<State>
  private let birth = Date()

  /// Creates a clock.
  public init(_ mode: Mode = .real) { state = Mutex(State(mode: mode)) }

  /// The current moment.
  public var now: Instant { state.withLock { $0.now } }

  /// The minimum resolution: any duration can pass.
  public var minimumResolution: Duration { .zero }

  /// The time since the clock was created.
  public var moment: Duration { now.offset }

  /// The date; on a manual clock it changes only when the clock is advanced.
  public var date: Date { birth + now.offset / .seconds(1) }

  /// The current mode; when the mode changes, sleepers go on sleeping in the new mode.
  public var mode: Mode { state.withLock { $0.mode } }

  /// Ends the clock: nobody advances a manual clock any more, so its sleeping tasks are cancelled and its callbacks are
  /// dropped.
  func end() {
    let sleepers = state.withLock { state in
      state.isEnded = true
      return state.mode == .manual ? state.take() : []
    }
    for case .task(let continuation) in sleepers.map(\.waiter) { continuation.resume() }
  }

  /// Continues the time and the mode of another clock; sleepers go on sleeping.
  @MainActor
  func resume(_ mode: Mode, at moment: Duration) {
    state.withLock { state in
      state.mode = mode
      state.offset = moment
      state.start = .now
    }
    set(mode)
  }

  @MainActor
  func set(_ mode: Mode) {
    let timers = state.withLock { state in
      state.offset = state.now.offset
      state.start = .now
      state.mode = mode
      state.isEnded = false
      let now = state.now
      var stopped: [Task<Void, Never>] = []
      state.sleepers.modifyAll { sleeper in
        if mode == .real {
          sleeper.timer = sleeper.timer ?? timer(for: sleeper, from: now)
        } else if let timer = exchange(&sleeper.timer, with: nil) {
          stopped.append(timer)
        }
      }
      return stopped
    }
    for timer in timers { timer.cancel() }
    // Some sleepers may be due whose timers were cancelled before they fired.
    if mode == .manual { wake(at: now) }
  }

  /// Waits until the clock has reached `deadline`.
  ///
  /// - Throws: `CancellationError` when the task is cancelled first, or the session closes in manual mode.
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
      await park(until: deadline)
    }
  }

  /// Records the start of a traced sleep, and returns its number; `nil` if there is nothing to trace or to wait for.
  func beginWait(until deadline: Instant) -> Int? {
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

  func endWait(_ id: Int) {
    state.withLock { state in
      guard let index = state.waits.lastIndex(where: { $0.id == id }) else { return }
      state.waits[index].end = state.now.offset
      state.wakes.note(.timer, of: state.waits[index].cause)
    }
  }

  /// Records what ended a wait of the calling task, so that a browser can explain a change.
  ///
  /// The clock records its own sleeps. A service calls this method when the network has answered:
  /// ```swift
  /// let response = try await client.send(request)
  /// clock.note(.network)
  /// ```
  /// The call has no effect outside a statement of the session and its consequences.
  public func note(_ wake: Wake) {
    guard let cause = Trace.cause else { return }
    state.withLock { $0.wakes.note(wake, of: cause) }
  }

  func wake(of cause: TraceRecord.ID) -> Wake? { state.withLock { $0.wakes[cause] } }

  /// The newest traced sleeps, in the order of their starts.
  var waits: [Wait] { state.withLock { $0.waits } }

  /// Suspends the task until the clock has reached the deadline or has ended, or until the task is cancelled.
  private func park(until deadline: Instant) async {
    let id = state.withLock { state in
      state.nextID += 1
      return state.nextID
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isParked = change { state in
          for work in Self.works { state.works[ObjectIdentifier(work)]? += 1 }
          let mayPark = !(state.mode == .manual && state.isEnded) && deadline > state.now
          guard state.cancelled.remove(id) == nil, mayPark else {
            state.waking += 1
            return false
          }
          add(
            Sleeper(id: id, deadline: deadline, waiter: .task(continuation), cause: Trace.cause),
            to: &state)
          return true
        }
        if isParked {
          tellOfPark()
        } else {
          continuation.resume()
        }
      }
      change { state in
        for work in Self.works { state.works[ObjectIdentifier(work)]? -= 1 }
        state.cancelled.remove(id)
        state.waking -= 1
      }
    } onCancel: {
      let sleeper = state.withLock { state in
        let sleeper = state.take(id)
        if sleeper == nil { state.cancelled.insert(id) }
        return sleeper
      }
      sleeper?.timer?.cancel()
      if case .task(let continuation)? = sleeper?.waiter { continuation.resume() }
    }
  }

  /// Runs work that takes no time of this clock, such as saving something in a local store.
  ///
  /// The next statement and each manual move of the clock wait for the end of the work. So a command that a change has
  /// started ends before the next line is read, however early that line arrives:
  /// ```swift
  /// try await clock.takingNoTime { try await store.save(login) }
  /// ```
  /// Do not use it for work that waits for a network or a person: the session would wait, too, until a person
  /// interrupts it. While the work sleeps on this clock, the session does not wait for it.
  public func takingNoTime<Result>(
    _ work: () async throws -> Result
  ) async rethrows -> Result {
    let own = Work()
    change { $0.works[ObjectIdentifier(own)] = 0 }
    defer { change { $0.works[ObjectIdentifier(own)] = nil } }
    return try await Self.$works.withValue(Self.works + [own]) { try await work() }
  }

  /// Work that takes no time; its child tasks belong to it, too.
  private final class Work: Sendable {}

  /// The work that takes no time to which the current task belongs.
  @TaskLocal private static var works: [Work] = []

  /// Stops waiting for the work that takes no time and runs now, because a person interrupts the wait.
  func leaveWork() { change { $0.works = [:] } }

  /// Changes the state, and resumes those who wait until all tasks have resumed if that is so now.
  private func change<Result>(_ change: (inout State) -> Result) -> Result {
    let (result, waiters) = state.withLock { state in
      let result = change(&state)
      return (result, state.isWaking ? [] : exchange(&state.onAwake, with: []))
    }
    for waiter in waiters { waiter.resume() }
    return result
  }
}
