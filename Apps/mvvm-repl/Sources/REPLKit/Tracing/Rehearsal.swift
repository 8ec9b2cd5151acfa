import Synchronization

/// A trial run, as `whatif form.signIn()` makes: effects outside the session are reported, not carried out.
///
/// A service of a host checks ``current`` before it sends or writes something. Waits on a ``SessionClock`` take
/// no time in a rehearsal.
///
/// ```swift
/// if let rehearsal = Rehearsal.current { return rehearsal.withhold(.loginNotSaved) }
/// try await store.save(login)
/// ```
/// A lock guards it, so that any thread may use it.
public final class Rehearsal: Sendable {
  /// The rehearsal of the current task; `nil` outside a rehearsal.
  @TaskLocal public static var current: Rehearsal?

  private struct State {
    var withheld: [Message] = []
    var hasRefused = false
    var waited = Duration.zero
    var waits = 0
    var isOver = false
  }

  private let state = Mutex(State())

  /// The maximum total waiting time, so that a loop of waits ends.
  static let longest = Duration.seconds(60)
  private static let mostWaits = 1_000

  /// Creates a rehearsal; it applies to the tasks in which ``current`` is set to it.
  public init() {}

  /// Records an effect that was not carried out, as a message such as "POST /login was not sent".
  public func withhold(_ what: Message) {
    state.withLock { if !$0.withheld.contains(what) { $0.withheld.append(what) } }
  }

  /// Records an effect that was not carried out, such as a request; its sender gets an error in place of the answer.
  public func refuse(_ what: Message) {
    state.withLock { $0.hasRefused = true }
    withhold(what)
  }

  /// Whether an answer was refused; a later failure may then be due to the rehearsal only.
  var hasRefused: Bool { state.withLock { $0.hasRefused } }

  /// The effects that were withheld, each once, in order.
  public var withheld: [Message] { state.withLock { $0.withheld } }

  /// Clears the effects that were withheld during the preparation.
  func begin() { state.withLock { ($0.withheld, $0.hasRefused) = ([], false) } }

  /// Counts a wait, and returns whether the rehearsal still admits it.
  func admits(_ wait: Duration) -> Bool {
    state.withLock { state in
      state.waited += wait
      state.waits += 1
      return !state.isOver && state.waited <= Self.longest && state.waits <= Self.mostWaits
    }
  }

  /// Ends the rehearsal: later waits fail, which cancels the work that still runs in it.
  func end() { state.withLock { $0.isOver = true } }
}
