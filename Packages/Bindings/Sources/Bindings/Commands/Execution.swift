/// One run of a ``Command``: in progress, waiting, finished or rejected.
///
/// ```swift
/// let run = signIn.execute(credentials)
/// if case .failure(let error) = await run.result { print(error) }
/// ```
/// It is a value; for a body that did not suspend it holds the result itself.
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

  /// The outcome; nil while it runs or waits.
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

  /// The outcome, once there is one.
  public var result: Outcome<Output> {
    get async {
      switch storage {
      case .success(let output): .success(output)
      case .rejected(let rejection): .rejected(rejection)
      case .run(let run): await run.waitForOutcome()
      }
    }
  }

  /// Asks the body to stop, or drops the run if it waits; nothing when it has ended.
  public func cancel() {
    if case .run(let run) = storage { run.cancel() }
  }

  /// The share that is done, from 0 to 1, as far as the body has said; tracked.
  public var progress: Double? {
    if case .run(let run) = storage { run.progressBox.fraction.value } else { nil }
  }
}
