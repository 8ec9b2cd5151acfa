import Bindings
import ViewModels

/// The work for which the current text waits: a command, or a call of the host.
@MainActor
final class RunningWork<Value> {
  private var ended: Outcome<Value>?
  private var isCancelled = false
  private var stop: @MainActor () -> Void = {}
  private var waiter: CheckedContinuation<Void, Never>?
  private var following: Subscription?

  /// Observes a command, and reports its progress.
  init(_ run: CommandRun, onProgress: (@MainActor (Double) -> Void)?) where Value == DynamicValue {
    ended = run.outcome
    stop = run.cancel
    guard ended == nil else { return }
    Task { end(await run.result) }
    guard let onProgress else { return }
    following = observe(label: "progress") {
      if let done = run.progress { untracked { onProgress(done) } }
    }
  }

  /// Calls the host; the call begins at once if the system supports it, so that a short one gives no turn to other work.
  init(_ call: @escaping @MainActor () async throws -> Value) {
    let body = { @MainActor [self] in
      do {
        // What has succeeded is done, even if a cancellation came before.
        end(.success(try await call()))
      } catch {
        end(isCancelled || error is CancellationError ? .cancelled : .failure(error))
      }
    }
    let task =
      if #available(macOS 26, *) { Task.immediate { await body() } } else { Task { await body() } }
    stop = task.cancel
  }

  /// Waits for the end of the work; `nil` if the waiting has ended and the work continues.
  func outcome() async -> Outcome<Value>? {
    if ended == nil { await withCheckedContinuation { waiter = $0 } }
    return ended
  }

  /// Cancels the work; the second call stops waiting for it, because it does not react.
  func interrupt() {
    if isCancelled { end(.cancelled) }
    isCancelled = true
    stop()
  }

  /// Stops waiting for the work, which continues.
  func leave() {
    waiter?.resume()
    waiter = nil
  }

  private func end(_ outcome: Outcome<Value>) {
    ended = ended ?? outcome
    leave()
  }
}

extension Evaluator {
  /// Waits for work, which an interruption cancels; `nil` if the work continues in the background.
  func outcome<Value>(of work: RunningWork<Value>) async -> Outcome<Value>? {
    interrupt = {
      work.interrupt()
      return true
    }
    defer { interrupt = nil }
    return await work.outcome()
  }

  /// Calls the host, and waits as for a command: an interruption cancels the call.
  ///
  /// - Throws: The error of the call, or a `Diagnostic` when the call was cancelled.
  func interruptible<Value>(
    _ name: String, at span: Span, _ call: @escaping @MainActor () async throws -> Value
  ) async throws -> Value {
    switch await outcome(of: RunningWork(call)) {
    case .success(let value)?: return value
    case .failure(let error)?: throw error
    case .cancelled?, .rejected?, nil:
      throw Diagnostic(.cancelled, .wasCancelled(name), at: span)
    }
  }
}
