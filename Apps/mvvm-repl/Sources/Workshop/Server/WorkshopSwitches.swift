/// The misbehaviour of the workshop's server, for lessons about slow and unreliable networks; none by default.
///
/// ```swift
/// await server.handler.setSwitches(WorkshopSwitches(delay: .seconds(1), failureRate: 0.25))
/// ```
struct WorkshopSwitches: Sendable, Hashable {
  /// The wait before each answer.
  var delay = Duration.zero
  /// The share of requests answered with status 500, from 0 to 1.
  var failureRate = 0.0
  /// The seed that decides which requests fail; the same seed fails the same requests.
  var seed: UInt64 = 1
  /// Requests answered per minute, or `nil` for no limit; more get 429 with `Retry-After`.
  var requestsPerMinute: Int?
}
