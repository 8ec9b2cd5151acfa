/// The timings and sizes of one transfer; each time is counted from its start.
public struct TransferMetrics: Sendable, Hashable {
  /// The time until the host name was resolved.
  public var nameLookup = Duration.zero
  /// The time until the connection was established.
  public var connect = Duration.zero
  /// The time until TLS was established; zero without TLS.
  public var secure = Duration.zero
  /// The time until the first byte of the response.
  public var firstByte = Duration.zero
  /// The time until the last byte.
  public var total = Duration.zero
  /// The number of body bytes received, before decompression.
  public var received: Int64 = 0
  /// The number of body bytes sent.
  public var sent: Int64 = 0
  /// Whether an open connection was reused.
  public var reusedConnection = false
  /// The number of attempts up to this response, as in ``NetworkError/attempts``.
  public var attempts = 1

  /// Makes metrics with zeros and one attempt.
  public init() {}
}
