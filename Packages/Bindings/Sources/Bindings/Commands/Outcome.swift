/// The end of an ``Execution``.
public enum Outcome<Output> {
  /// The body returned.
  case success(Output)
  /// The body threw.
  case failure(any Error)
  /// It was cancelled before the body returned, or an async body threw `CancellationError`, also when nobody had
  /// cancelled it.
  ///
  /// One that a body throws that does not suspend, which nobody can cancel, is a ``failure(_:)``.
  case cancelled
  /// It was not started.
  case rejected(Rejection)

  /// The body's result, if it returned one.
  public var output: Output? {
    if case .success(let output) = self { output } else { nil }
  }
}

extension Outcome: Sendable where Output: Sendable {}
