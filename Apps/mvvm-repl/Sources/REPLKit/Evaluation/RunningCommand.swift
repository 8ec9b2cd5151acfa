import Bindings
import ViewModels

/// The command for which the current text waits.
@MainActor
final class RunningCommand {
  private let run: CommandRun
  private var isCancelled = false
  private var waiter: CheckedContinuation<Outcome<DynamicValue>?, Never>?
  private var following: Subscription?

  /// Observes a command, and reports its progress.
  init(_ run: CommandRun, onProgress: (@MainActor (Double) -> Void)?) {
    self.run = run
    guard run.outcome == nil, let onProgress else { return }
    following = observe(label: "progress") {
      if let done = run.progress { untracked { onProgress(done) } }
    }
  }

  /// Waits for the end of the command; `nil` if the waiting has ended and the command continues.
  func outcome() async -> Outcome<DynamicValue>? {
    if let outcome = run.outcome { return outcome }
    return await withCheckedContinuation { continuation in
      waiter = continuation
      Task { resume(await run.result) }
    }
  }

  /// Cancels the command; the second call stops waiting for it, because it does not react.
  func interrupt() {
    if isCancelled { resume(.cancelled) }
    isCancelled = true
    run.cancel()
  }

  /// Stops waiting for the command, which continues.
  func leave() { resume(nil) }

  private func resume(_ outcome: Outcome<DynamicValue>?) {
    waiter?.resume(returning: outcome)
    waiter = nil
  }
}
