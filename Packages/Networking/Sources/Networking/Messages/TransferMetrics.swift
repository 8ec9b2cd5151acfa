/// Where the time of one transfer went, each counted from its start.
public struct TransferMetrics: Sendable, Hashable {
  /// Until the name was looked up.
  public var nameLookup = Duration.zero
  /// Until the connection stood.
  public var connect = Duration.zero
  /// Until TLS stood; zero without TLS.
  public var secure = Duration.zero
  /// Until the first byte of the response.
  public var firstByte = Duration.zero
  /// Until the last byte.
  public var total = Duration.zero
  /// Body bytes received, before decompression.
  public var received: Int64 = 0
  /// Body bytes sent.
  public var sent: Int64 = 0
  /// Whether an open connection was used again.
  public var reusedConnection = false
  /// The number of attempts until this response came, 0 when nothing was sent, as in ``NetworkError/attempts``.
  public var attempts = 1

  /// Makes metrics: zeros and one attempt.
  public init() {}
}
