// Operators for errors, which are events: a failure does not end a signal.

extension Signal {
  /// The results; a failure ends the work and starts it anew, at most `count` times.
  ///
  /// The failure of the last start is sent as it is, and so is all that follows it. For a cold signal:
  /// a hot one has no work to start anew, so it only loses its first `count` failures.
  public func retry<Success, Failure>(
    _ count: Int
  ) -> Signal where Value == Result<Success, Failure> {
    .guarded { observer, lifetime in
      var left = count
      let starting = Repetition()
      @MainActor func start() {
        starting.run {
          let attempt = lifetime.makeChild()
          subscribe(
            attempt,
            { result in
              guard left > 0, case .failure = result else { return observer.next(result) }
              left -= 1
              attempt.end()
              start()
            }, ended: observer.finish)
        }
      }
      start()
    }
  }

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
