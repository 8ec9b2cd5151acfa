import Foundation
public import HTTPTypes

/// The policy for retries of failed requests.
///
/// Delays use exponential backoff with full jitter (Amazon's “Exponential Backoff And Jitter”). A `Retry-After` header
/// of the server takes precedence. Only requests that are safe to repeat are retried.
///
/// ```swift
/// var policy = RetryPolicy.standard
/// policy.maximumAttempts = 5
/// ```
public struct RetryPolicy: Sendable {
  /// The maximum number of attempts, including the first one.
  public var maximumAttempts: Int
  /// The maximum delay before the second attempt; it doubles with each further attempt.
  public var base = Duration.milliseconds(500)
  /// The upper limit of all delays.
  public var maximumDelay = Duration.seconds(30)
  /// The random share of a delay, from 0 (none) to 1 (the whole delay).
  public var jitter = 1.0
  /// The longest `Retry-After` that is obeyed; a longer one ends the retries.
  public var maximumRetryAfter = Duration.seconds(60)
  /// The statuses that cause a retry, of a server or of a proxy that refused a tunnel.
  public var statuses: Set<HTTPResponse.Status> = [408, 429, 500, 502, 503, 504]
  /// The error codes that cause a retry.
  ///
  /// With ``NetworkError/Code/proxyRefused``, so does each status with which a proxy may let the request pass later: 408,
  /// 425, 429 and 500 to 599. A proxy that answers 403 or 407 would refuse again.
  public var codes: Set<NetworkError.Code> = [
    .connectionLost, .cannotConnect, .timedOut, .hostNotFound,
  ]
  /// The methods that may be retried.
  public var methods: Set<HTTPRequest.Method> = [.get, .head, .put, .delete, .options]

  /// Makes the standard policy with a number of attempts.
  public init(maximumAttempts: Int = 3) {
    self.maximumAttempts = maximumAttempts
  }

  /// Three attempts for idempotent methods, with an initial delay of up to 0.5 s.
  public static let standard = RetryPolicy()
  /// No retries.
  public static let never = RetryPolicy(maximumAttempts: 1)

  /// Returns the delay after an attempt, counted from 1, or `nil` if there is no further attempt.
  func delay(
    after attempt: Int, method: HTTPRequest.Method, error: NetworkError, random: Double, now: Date
  ) -> Duration? {
    guard attempt < maximumAttempts, methods.contains(method) else { return nil }
    if let response = error.response {
      // The cache made this response because it may not ask the server, so a retry cannot help.
      guard statuses.contains(response.status), response.source != .cache else { return nil }
      if let wait = Self.retryAfter(response.headers, now: now) {
        return wait <= maximumRetryAfter ? wait.bounded : nil
      }
    } else if let status = error.proxyStatus {
      guard statuses.contains(status) || codes.contains(error.code) && status.mayPass else {
        return nil
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

  /// Returns the delay that a server requests, in seconds or until a date (RFC 9110, 10.2.3).
  static func retryAfter(_ headers: HTTPFields, now: Date) -> Duration? {
    guard let text = headers.first(.retryAfter) else { return nil }
    if let seconds = CacheControl.seconds(text) { return .seconds(seconds) }
    guard let date = HTTPDate.parse(text) else { return nil }
    return .milliseconds(Int64(max(0, (date.timeIntervalSince(now) * 1000).rounded())))
  }
}

extension HTTPResponse.Status {
  /// Whether the same request may get another answer later.
  var mayPass: Bool { kind == .serverError || [408, 425, 429].contains(code) }
}
