import Synchronization

/// A token bucket that limits retries, so that they do not multiply the load on a failing server.
///
/// Each request earns a tenth of a retry, up to ten retries (as in gRPC's retry throttling).
final class RetryBudget: Sendable {
  private static let capacity = 10.0
  private let tokens = Mutex(capacity)

  func earn() {
    tokens.withLock { $0 = min(Self.capacity, $0 + 0.1) }
  }

  func spend() -> Bool {
    tokens.withLock { tokens in
      guard tokens >= 1 else { return false }
      tokens -= 1
      return true
    }
  }
}
