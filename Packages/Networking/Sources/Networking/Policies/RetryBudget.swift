import Synchronization

/// Keeps retries from multiplying the load on a server that is down.
///
/// Each request earns a tenth of a retry, up to ten (the token bucket of gRPC's retry throttling).
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
