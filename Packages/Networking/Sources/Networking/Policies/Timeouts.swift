/// The timeouts of a request; for `nil` or zero, the client's timeout applies, then the transport's.
///
/// ```swift
/// request.timeouts = Timeouts(connect: .seconds(2), total: .seconds(20))
/// ```
public struct Timeouts: Sendable, Hashable {
  /// The maximum time until a connection is free, if the host has the maximum number of connections.
  ///
  /// A stream that nobody reads keeps its connection.
  public var queue: Duration?
  /// The maximum time to connect, including name lookup and TLS.
  public var connect: Duration?
  /// The maximum time without a byte in either direction.
  ///
  /// Pauses caused by the reader do not count; before the response, neither do pauses of the request's own stream.
  public var idle: Duration?
  /// The maximum time of an attempt, from its start to the last byte, with its redirects, the repetition with a renewed
  /// token and all parts of a download.
  public var total: Duration?

  /// Makes timeouts.
  public init(
    queue: Duration? = nil, connect: Duration? = nil, idle: Duration? = nil,
    total: Duration? = nil
  ) {
    self.queue = queue
    self.connect = connect
    self.idle = idle
    self.total = total
  }

  /// The default timeouts: 60 s for a free connection, 10 s to connect, 30 s idle.
  public static let standard = Timeouts(
    queue: .seconds(60), connect: .seconds(10), idle: .seconds(30))

  /// Returns these timeouts; those that are missing or not positive are taken from `defaults`.
  public func filled(from defaults: Timeouts) -> Timeouts {
    func value(_ timeout: KeyPath<Timeouts, Duration?>) -> Duration? {
      self[keyPath: timeout].flatMap { $0 > .zero ? $0 : nil } ?? defaults[keyPath: timeout]
    }
    return Timeouts(
      queue: value(\.queue), connect: value(\.connect), idle: value(\.idle), total: value(\.total))
  }

  /// These timeouts, limited to values that clocks can handle.
  var bounded: Timeouts {
    Timeouts(
      queue: queue?.bounded, connect: connect?.bounded, idle: idle?.bounded, total: total?.bounded)
  }
}

extension Duration {
  /// The duration, limited to a hundred years, because clocks and `components` trap on longer durations.
  package var bounded: Duration {
    let longest = Duration.seconds(100 * 366 * 86_400)
    return min(max(self, .zero - longest), longest)
  }
}
