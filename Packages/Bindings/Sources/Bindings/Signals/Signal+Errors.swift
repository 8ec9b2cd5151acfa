// Operators for errors, which are events: a failure does not end a signal.

extension Signal {
  /// The successes, and the value that `recover` makes of each failure.
  public func `catch`<Success, Failure>(
    _ recover: @escaping @MainActor (Failure) -> Success
  ) -> Signal<Success> where Value == Result<Success, Failure> {
    map {
      switch $0 {
      case .success(let value): value
      case .failure(let error): recover(error)
      }
    }
  }
}
