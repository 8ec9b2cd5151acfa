/// How the workshop's server misbehaves, for lessons about slow and unreliable networks.
///
/// ```swift
/// await server.setSwitches(WorkshopSwitches(delay: .seconds(1), failureRate: 0.25))
/// ```
public struct WorkshopSwitches: Sendable, Hashable {
  /// The wait before each answer.
  public var delay: Duration
  /// The share of requests answered with status 500, from 0 to 1.
  public var failureRate: Double
  /// What decides which requests fail; the same seed fails the same ones.
  public var seed: UInt64
  /// Requests answered per minute, or `nil` for no limit; more get 429 with `Retry-After`.
  public var requestsPerMinute: Int?

  /// Makes switches; a server that behaves by default.
  public init(
    delay: Duration = .zero, failureRate: Double = 0, seed: UInt64 = 1,
    requestsPerMinute: Int? = nil
  ) {
    self.delay = delay
    self.failureRate = failureRate
    self.seed = seed
    self.requestsPerMinute = requestsPerMinute
  }
}
