import Foundation
public import HTTPTypes

/// When and how often a failed request is sent again.
///
/// Waits grow exponentially with full jitter (Amazon's “Exponential Backoff And Jitter”), a
/// `Retry-After` of the server counts more, and only what can be repeated without harm is.
///
/// ```swift
/// var policy = RetryPolicy.standard
/// policy.maximumAttempts = 5
/// ```
public struct RetryPolicy: Sendable {
  /// The greatest number of times that a request is sent, the first time included.
  public var maximumAttempts: Int
  /// The longest wait before the second attempt; it doubles with each further one.
  public var base = Duration.milliseconds(500)
  /// The longest wait of all.
  public var maximumDelay = Duration.seconds(30)
  /// The random share of a wait, from 0 (none) to 1 (all of it).
  public var jitter = 1.0
  /// The longest `Retry-After` that is obeyed; a longer one ends the attempts.
  public var maximumRetryAfter = Duration.seconds(60)
  /// Statuses after which a request is sent again.
  public var statuses: Set<HTTPResponse.Status> = [408, 429, 500, 502, 503, 504]
  /// Failures after which a request is sent again.
  public var codes: Set<NetworkError.Code> = [
    .connectionLost, .cannotConnect, .timedOut, .hostNotFound,
  ]
  /// Methods that are sent again.
  public var methods: Set<HTTPRequest.Method> = [.get, .head, .put, .delete, .options]

  /// Makes the standard policy, with another number of attempts.
  public init(maximumAttempts: Int = 3) {
    self.maximumAttempts = maximumAttempts
  }

  /// Three attempts for idempotent methods, 0.5 s to begin with.
  public static let standard = RetryPolicy()
  /// No second attempt.
  public static let never = RetryPolicy(maximumAttempts: 1)

  /// The wait after an attempt, counted from 1, or `nil` when none is to follow.
  func delay(
    after attempt: Int, method: HTTPRequest.Method, error: NetworkError, random: Double, now: Date
  ) -> Duration? {
    guard attempt < maximumAttempts, methods.contains(method) else { return nil }
    if let response = error.response {
      // The cache has nothing, and will have nothing, for who lets it ask nobody.
      guard statuses.contains(response.status), response.source != .cache else { return nil }
      if let wait = Self.retryAfter(response.headers, now: now) {
        return wait <= maximumRetryAfter ? wait.bounded : nil
      }
    } else {
      guard codes.contains(error.code) else { return nil }
    }
    let longest = maximumDelay.bounded
    var ceiling = base.bounded
    for _ in 1..<max(attempt, 1) where ceiling < longest { ceiling *= 2 }
    ceiling = min(ceiling, longest)
    let share = jitter.isNaN ? 1 : min(max(jitter, 0), 1)
    return ceiling * (1 - share) + ceiling * (share * random)
  }

  /// The wait a server asks for, in seconds or until a date (RFC 9110, 10.2.3).
  static func retryAfter(_ headers: HTTPFields, now: Date) -> Duration? {
    guard let text = headers.first(.retryAfter) else { return nil }
    if let seconds = CacheControl.seconds(text) { return .seconds(seconds) }
    guard let date = HTTPDate.parse(text) else { return nil }
    return .milliseconds(Int64(max(0, (date.timeIntervalSince(now) * 1000).rounded())))
  }
}
