import Bindings
import REPLKit
import ViewModels

/// Signals side by side: each member is the last value of an observer, so that `:marbles` draws them on one time line.
///
/// ```
/// :clock manual
/// let lab = SignalLab()
/// lab.tap()
/// advance 1s
/// lab.tap()
/// :marbles lab.taps lab.latest lab.merged
/// ```
/// Two sources are hot, taps and knocks: they send whether or not anybody observes them. One source is cold: it counts
/// 1, 2, 3, a second apart, and starts again for each observer.
@MainActor
@ViewModel
final class SignalLab: LifecycleViewModel {
  /// The number of the last tap, as the hot source sends it.
  private(set) var taps: Int = 0
  /// The number of the last knock, as the second hot source sends it.
  private(set) var knocks: Int = 0
  /// The number of times that the cold signal has begun its work.
  private(set) var starts: Int = 0
  /// The last value that the first observer of the cold signal got.
  private(set) var first: Int?
  /// The last value that the second observer of the cold signal got.
  private(set) var second: Int?
  /// The last tap that a late observer got; the observer missed the taps before.
  private(set) var late: Int?
  /// `flatMap(.latest)`: each tap begins a count of three, and ends the one before.
  private(set) var latest: String = ""
  /// `flatMap(.merge)`: the counts of all taps run side by side.
  private(set) var merged: String = ""
  /// `flatMap(.concat)`: a count begins when the one before has ended.
  private(set) var queued: String = ""
  /// `zip`: the first tap with the first knock, the second with the second.
  private(set) var zipped: String = ""
  /// `throttle`: the first tap, then at most one a second, the latest.
  private(set) var throttled: Int?
  /// `forwardWhileActive`: the taps while the page is active.
  private(set) var seen: Int?

  @Ignored private let tapping = SignalSource<Int>(label: "taps")
  @Ignored private let knocking = SignalSource<Int>(label: "knocks")
  @Ignored private let clock: any Clock<Duration>

  /// Makes a laboratory that has sent nothing yet.
  init(clock: any Clock<Duration>, language: PageLanguage = .english) {
    self.clock = clock
    super.init()
    title = language.text("Signals", "信号")
    let taps = tapping.signal
    receive(taps.flatMap(.latest, count)) { $0.latest = $1 }
    receive(taps.flatMap(.merge, count)) { $0.merged = $1 }
    receive(taps.flatMap(.concat, count)) { $0.queued = $1 }
    receive(taps.zip(knocking.signal)) { $0.zipped = "\($1.0)+\($1.1)" }
    receive(taps.throttle(for: .seconds(1), clock: clock)) { $0.throttled = $1 }
    receive(forwardWhileActive(taps)) { $0.seen = $1 }
  }

  /// Sends the next number through the first hot source.
  @Command func tap() {
    taps += 1
    tapping.send(untracked { taps })
  }

  /// Sends the next number through the second hot source.
  @Command func knock() {
    knocks += 1
    knocking.send(untracked { knocks })
  }

  /// Observes the cold signal: once for `first`, and a second time for `second`.
  ///
  /// - Throws: When both observe already.
  @Command func observe() throws {
    switch untracked({ starts }) {
    case 0: receive(numbers) { $0.first = $1 }
    case 1: receive(numbers) { $0.second = $1 }
    default: throw Message.allObserve
    }
  }

  /// Begins to observe the taps for `late`, from the next one on.
  @Command func join() { receive(tapping.signal) { $0.late = $1 } }

  /// The cold signal: 1, 2, 3, a second apart, started again for each observer.
  private var numbers: Signal<Int> {
    .create { [weak self, clock] observer in
      self?.starts += 1
      let token = Self.numbers(clock).observe({ observer.send($0) }, ended: { observer.end() })
      return { token.cancel() }
    }
  }

  /// The count that follows a tap: `2.1`, `2.2`, `2.3`, a second apart.
  private var count: @MainActor (Int) -> Signal<String> {
    { [clock] tap in Self.numbers(clock).map { "\(tap).\($0)" } }
  }

  private static func numbers(_ clock: any Clock<Duration>) -> Signal<Int> {
    let numbers = (2...3).map { number in
      Signal.just(number).delay(for: .seconds(1), clock: clock)
    }
    return numbers.reduce(.just(1)) { $0.append($1) }
  }

  private func receive<Value>(
    _ signal: Signal<Value>, _ body: @escaping @MainActor (SignalLab, Value) -> Void
  ) {
    keep(signal.observe { [weak self] in if let self { body(self, $0) } })
  }
}
