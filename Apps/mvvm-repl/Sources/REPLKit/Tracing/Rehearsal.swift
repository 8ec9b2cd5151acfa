import Synchronization

/// A trial run, as `whatif form.signIn()` makes one: what would reach outside is told, not done.
///
/// The services of a host ask for it where they would send or write. Waits on a ``SessionClock`` take
/// no time in it.
///
/// ```swift
/// if let rehearsal = Rehearsal.current { return rehearsal.withhold(.loginNotSaved) }
/// try await store.save(login)
/// ```
/// A lock guards it; it may be used from anywhere.
public final class Rehearsal: Sendable {
  /// The one that the current task belongs to; `nil` where everything is real.
  @TaskLocal public static var current: Rehearsal?

  private struct State {
    var withheld: [Message] = []
    var hasRefused = false
    var waited = Duration.zero
    var waits = 0
    var isOver = false
  }

  private let state = Mutex(State())

  /// The longest time that may be waited in all, so that what waits again and again comes to an end.
  static let longest = Duration.seconds(60)
  private static let mostWaits = 1_000

  /// Creates a rehearsal; it is one for the tasks in which ``current`` is set to it.
  public init() {}

  /// Takes note of something that was not done, a message such as "POST /login was not sent".
  public func withhold(_ what: Message) {
    state.withLock { if !$0.withheld.contains(what) { $0.withheld.append(what) } }
  }

  /// Takes note of something that was not done, such as a request, whose sender gets an error in place of the answer.
  public func refuse(_ what: Message) {
    state.withLock { $0.hasRefused = true }
    withhold(what)
  }

  /// Whether an answer was refused: what fails then need not fail.
  var hasRefused: Bool { state.withLock { $0.hasRefused } }

  /// The effects that were withheld, each once, in order.
  public var withheld: [Message] { state.withLock { $0.withheld } }

  /// Forgets what was not done while all was made ready.
  func begin() { state.withLock { ($0.withheld, $0.hasRefused) = ([], false) } }

  /// Whether somebody may go on who wants to wait so long.
  func admits(_ wait: Duration) -> Bool {
    state.withLock { state in
      state.waited += wait
      state.waits += 1
      return !state.isOver && state.waited <= Self.longest && state.waits <= Self.mostWaits
    }
  }

  /// Lets nobody wait any more; what still runs in it is cancelled by that.
  func end() { state.withLock { $0.isOver = true } }
}
