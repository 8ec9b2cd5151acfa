/// How the workshop's server misbehaves, for lessons about slow and unreliable networks; not at all by default.
///
/// ```swift
/// await server.setSwitches(WorkshopSwitches(delay: .seconds(1), failureRate: 0.25))
/// ```
struct WorkshopSwitches: Sendable, Hashable {
  /// The wait before each answer.
  var delay = Duration.zero
  /// The share of requests answered with status 500, from 0 to 1.
  var failureRate = 0.0
  /// What decides which requests fail; the same seed fails the same ones.
  var seed: UInt64 = 1
  /// Requests answered per minute, or `nil` for no limit; more get 429 with `Retry-After`.
  var requestsPerMinute: Int?
}
