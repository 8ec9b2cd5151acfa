/// A run of a ``Command``: in progress, queued, finished or rejected.
///
/// ```swift
/// let run = signIn.execute(credentials)
/// if case .failure(let error) = await run.result { print(error) }
/// ```
/// The type is a value; for a synchronous body it contains the result directly.
@MainActor
public struct Execution<Output> {
  @usableFromInline
  enum Storage {
    case success(Output)
    case rejected(Rejection)
    case run(ExecutionState<Output>)
  }

  @usableFromInline let storage: Storage

  @inlinable
  init(_ storage: Storage) { self.storage = storage }

  /// The outcome; nil while the execution runs or waits.
  public var outcome: Outcome<Output>? {
    switch storage {
    case .success(let output): return .success(output)
    case .rejected(let rejection): return .rejected(rejection)
    case .run(let run):
      let outcome = run.outcome
      if outcome != nil { run.isObserved = true }
      return outcome
    }
  }

  /// The outcome; suspends until there is one.
  public var result: Outcome<Output> {
    get async {
      switch storage {
      case .success(let output): .success(output)
      case .rejected(let rejection): .rejected(rejection)
      case .run(let run): await run.waitForOutcome()
      }
    }
  }

  /// Cancels the body's task, or removes a queued execution; has no effect after the end.
  public func cancel() {
    if case .run(let run) = storage { run.cancel() }
  }

  /// The completed share of the work, from 0 to 1; nil if the body has not reported any; tracked.
  public var progress: Double? {
    if case .run(let run) = storage { run.progressBox.fraction.value } else { nil }
  }
}
