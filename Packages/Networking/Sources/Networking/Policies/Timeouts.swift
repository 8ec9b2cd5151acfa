/// The time limits of a request; `nil` leaves the decision to the client, then to the transport.
///
/// ```swift
/// request.timeouts = Timeouts(connect: .seconds(2), total: .seconds(20))
/// ```
public struct Timeouts: Sendable, Hashable {
  /// Until a connection is free, when the host has as many as it may.
  ///
  /// Streams that nobody reads keep theirs.
  public var queue: Duration?
  /// Until the connection stands, with name lookup and TLS.
  public var connect: Duration?
  /// Without a single byte in either direction.
  ///
  /// Time that the reader holds back does not count, nor, before an answer, time that the request's stream has nothing.
  public var idle: Duration?
  /// From the start to the last byte.
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

  /// The limits of requests that nobody gave any: 60 s for a free connection, 10 s to connect, 30 s idle.
  public static let standard = Timeouts(
    queue: .seconds(60), connect: .seconds(10), idle: .seconds(30))

  /// These timeouts with their gaps filled from `defaults`.
  public func filled(from defaults: Timeouts) -> Timeouts {
    Timeouts(
      queue: queue ?? defaults.queue, connect: connect ?? defaults.connect,
      idle: idle ?? defaults.idle,
      total: total ?? defaults.total)
  }

  /// These timeouts as clocks can count them.
  var bounded: Timeouts {
    Timeouts(
      queue: queue?.bounded, connect: connect?.bounded, idle: idle?.bounded, total: total?.bounded)
  }
}

extension Duration {
  /// The duration, or a hundred years in place of a longer one: clocks and `components` trap at some length.
  var bounded: Duration {
    let longest = Duration.seconds(100 * 366 * 86_400)
    return min(max(self, .zero - longest), longest)
  }
}
