/// The outcome of an ``Execution``.
public enum Outcome<Output> {
  /// The body returned.
  case success(Output)
  /// The body threw.
  case failure(any Error)
  /// The execution was cancelled before the body returned, or an async body threw `CancellationError`, even without
  /// a cancellation.
  ///
  /// A `CancellationError` from a synchronous body, which cannot be cancelled, is a ``failure(_:)``.
  case cancelled
  /// The execution was not started.
  case rejected(Rejection)

  /// The body's result, if it returned one.
  public var output: Output? {
    if case .success(let output) = self { output } else { nil }
  }
}

extension Outcome: Sendable where Output: Sendable {}
