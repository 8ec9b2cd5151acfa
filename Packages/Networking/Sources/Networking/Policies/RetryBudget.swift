import Synchronization

/// A token bucket that limits retries, so that they do not multiply the load on a failing server.
///
/// Each request earns a tenth of a retry, up to ten retries (as in gRPC's retry throttling).
final class RetryBudget: Sendable {
  private static let retry = 10
  /// The tenths of a retry.
  private let tokens = Mutex(10 * retry)

  func earn() {
    tokens.withLock { $0 = min(10 * Self.retry, $0 + 1) }
  }

  func spend() -> Bool {
    tokens.withLock { tokens in
      guard tokens >= Self.retry else { return false }
      tokens -= Self.retry
      return true
    }
  }
}
