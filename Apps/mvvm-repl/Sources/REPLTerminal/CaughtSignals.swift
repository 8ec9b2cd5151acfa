import Dispatch
import Foundation

/// Calls a handler when one of some signals comes, none of which ends the process until ``end()``.
///
/// Dispatch registers a source some time after `resume()`, and a signal that comes before is lost. Here all signals are
/// caught when the initializer returns, so that a person may press Ctrl-C as soon as something is shown.
final class CaughtSignals {
  private let signals: [Int32]
  private let sources: [any DispatchSourceSignal]

  /// Catches the signals; the handler is called on a queue of its own, which no computation blocks.
  init(_ signals: [Int32], _ handler: @escaping @Sendable () -> Void) {
    self.signals = signals
    let registered = DispatchSemaphore(value: 0)
    let queue = DispatchQueue(label: "signals")
    sources = signals.map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
      source.setRegistrationHandler { registered.signal() }
      source.setEventHandler(handler: handler)
      source.resume()
      return source
    }
    for _ in sources { registered.wait() }
  }

  /// Calls the handler no more: the signals end the process again, even while it hangs.
  func end() {
    for source in sources { source.cancel() }
    for number in signals { signal(number, SIG_DFL) }
  }
}
