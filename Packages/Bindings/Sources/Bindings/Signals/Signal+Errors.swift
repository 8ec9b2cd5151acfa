// Operators for errors, which are events: a failure does not end a signal.

/// The failure that no event came from a signal in time.
///
/// ```swift
/// let token = answers.timeout(after: .seconds(5)).observe { print($0) }
/// ```
public struct SignalTimeout: Error, Hashable, CustomStringConvertible {
  /// How long nothing came.
  public let duration: Duration

  /// What was wrong and how to mend it.
  public var message: String {
    "Nothing came for \(duration); look at what should have sent, or wait longer."
  }

  /// The message.
  public var description: String { message }
}

extension Signal {
  /// The events, and a failure whenever nothing has come for `duration`.
  ///
  /// Each silence is one failure, and the signal goes on. With ``retry(_:)`` it is started anew instead.
  public func timeout(
    after duration: Duration, clock: any Clock<Duration> = ContinuousClock()
  ) -> Signal<Result<Value, SignalTimeout>> {
    .guarded { observer, lifetime in
      var wait: SignalLifetime?
      @MainActor func rearm() {
        wait?.end()
        let next = lifetime.makeChild()
        wait = next
        after(duration, clock, next) { observer.next(.failure(SignalTimeout(duration: duration))) }
      }
      rearm()
      subscribe(
        lifetime.makeChild(),
        {
          rearm()
          observer.next(.success($0))
        },
        ended: {
          wait?.end()
          observer.end()
        })
    }
  }

  /// The results, and a failure whenever nothing has come for `duration`.
  ///
  /// Each silence is one failure, and the signal goes on.
  public func timeout<Success>(
    after duration: Duration, clock: any Clock<Duration> = ContinuousClock()
  ) -> Signal where Value == Result<Success, any Error> {
    let timed: Signal<Result<Value, SignalTimeout>> = timeout(after: duration, clock: clock)
    return timed.map {
      switch $0 {
      case .success(let result): result
      case .failure(let silence): .failure(silence)
      }
    }
  }

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
