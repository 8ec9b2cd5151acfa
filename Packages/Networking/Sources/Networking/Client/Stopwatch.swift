/// Measures the time since it was made; all stopwatches are equal, because they are no part of what is sent.
struct Stopwatch: Sendable, Hashable {
  private let read: @Sendable () -> Duration

  init(_ clock: some Clock<Duration>) {
    let start = clock.now
    read = { start.duration(to: clock.now) }
  }

  /// The time in whole milliseconds, rounded down, so that a limit stays as it was set for what begins at once.
  var elapsed: Duration { .milliseconds(Int64(max(.zero, read().bounded) / .milliseconds(1))) }

  static func == (left: Stopwatch, right: Stopwatch) -> Bool { true }
  func hash(into hasher: inout Hasher) {}
}

extension Request {
  /// The request with the rest of its attempt's time as the total limit; all that an attempt sends has one limit.
  ///
  /// - Throws: ``NetworkError/Code/timedOut`` if no time is left.
  var withRestOfTime: Request {
    get throws(NetworkError) {
      guard let limit = timeouts.total, limit > .zero, let attemptTime else { return self }
      let rest = limit.bounded - attemptTime.elapsed
      guard rest > .zero else {
        var error = NetworkError(
          .timedOut,
          "The server took longer than \(limit) in all; raise the timeout or look at the server.")
        error.totalTimeout = limit
        throw error
      }
      return with { $0.timeouts.total = rest }
    }
  }
}
