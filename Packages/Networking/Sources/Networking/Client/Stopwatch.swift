/// Measures the time since it was made; all stopwatches are equal, because they are no part of what is sent.
///
/// A shared read has the stopwatch of the caller whose time ends next.
struct Stopwatch: Sendable, Hashable {
  /// Ends the callers of a shared read that began at most so long after the first one, with an error; returns how long
  /// after the first one the next caller began, or `nil` if none is left.
  typealias EndCallers = @Sendable (_ lag: Duration, _ error: NetworkError) -> Duration?

  private let read: @Sendable () -> Duration
  /// The time between the beginning of the read's first caller and that of the one whose time is measured.
  private var lag = Duration.zero
  private var endCallers: EndCallers?

  init(_ clock: some Clock<Duration>) {
    let start = clock.now
    read = { start.duration(to: clock.now).bounded }
  }

  /// The time in whole milliseconds, rounded down, so that a limit stays as it was set for what begins at once.
  var elapsed: Duration { .milliseconds(Int64(max(.zero, read() - lag) / .milliseconds(1))) }

  /// Returns the time between the start of another stopwatch and that of this one.
  func lag(behind other: Stopwatch) -> Duration { other.read() - read() }

  /// Returns the stopwatch of a read that other callers share.
  func shared(_ endCallers: @escaping EndCallers) -> Stopwatch {
    var copy = self
    copy.endCallers = endCallers
    return copy
  }

  /// Ends the caller whose time has been over for `overdue`, and goes on with that of the next one.
  ///
  /// Returns how much later the time of the next caller ends, or `nil` if none is left.
  mutating func goOn(overdue: Duration, _ error: NetworkError) -> Duration? {
    guard let next = endCallers?(lag + overdue, error) else { return nil }
    defer { lag = next }
    return next - lag
  }

  /// Returns the rest of a limit, for a shared read that of the first caller who has some; the earlier ones end.
  ///
  /// - Throws: ``NetworkError/Code/timedOut`` if no caller has time left.
  mutating func rest(
    of limit: Duration, _ request: Request, attempts: Int
  ) throws(NetworkError) -> Duration {
    while true {
      let rest = limit.bounded - elapsed
      if rest > .zero { return rest }
      let error = NetworkError(
        .timedOut,
        "The server took longer than \(limit) in all; raise the timeout or look at the server."
      ).of(request, attempts: attempts)
      guard goOn(overdue: .zero - rest, error) != nil else { throw error }
    }
  }

  static func == (left: Stopwatch, right: Stopwatch) -> Bool { true }
  func hash(into hasher: inout Hasher) {}
}

extension Request {
  /// Returns the request with the rest of its attempt's time as the total limit; all that an attempt sends has one limit.
  ///
  /// - Throws: ``NetworkError/Code/timedOut`` if no time is left, with the number of attempts that were sent.
  func withRestOfTime(attempts: Int) throws(NetworkError) -> Request {
    guard let limit = timeouts.total, limit > .zero, var time = attemptTime else { return self }
    let rest = try time.rest(of: limit, self, attempts: attempts)
    return with {
      $0.attemptTime = time
      $0.timeouts.total = rest
    }
  }
}
