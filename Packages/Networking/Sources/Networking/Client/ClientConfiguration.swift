public import Foundation
public import Models

extension Client {
  /// The settings of a client.
  ///
  /// ```swift
  /// var configuration = Client.Configuration()
  /// configuration.retry = .never
  /// configuration.cache = ResponseCache()
  /// ```
  public struct Configuration: Sendable {
    /// Changes requests and judges responses, in order.
    public var interceptors: [any Interceptor] = []
    /// When a failed request is sent again.
    public var retry = RetryPolicy.standard
    /// The policy for redirects.
    public var redirects = RedirectPolicy.standard
    /// The token of each request, and how to renew it.
    public var authentication: TokenAuthentication?
    /// Where cookies are kept; `nil` for none.
    public var cookies: CookieJar?
    /// The decoder of responses; strict, and dates in ISO 8601, by default.
    public var decoder = ModelDecoder()
    /// The encoder of values that are sent; keys as written, and dates in ISO 8601, by default.
    public var encoder = ModelEncoder()
    /// Where answers are remembered; `nil` for no cache.
    public var cache: ResponseCache?
    /// The cache policy of requests that have none.
    public var cachePolicy = CachePolicy.useProtocolCachePolicy
    /// Whether equal reads that run at the same time are sent once; never across a write.
    public var deduplicatesReads = true
    /// The clock of the waits between attempts.
    public var clock: any Clock<Duration> = ContinuousClock()
    /// The time of day, for the log and for dates in headers.
    public var now: @Sendable () -> Date = { Date() }
    /// A number from 0 up to 1, for the jitter of retries.
    public var random: @Sendable () -> Double = { Double.random(in: 0..<1) }

    /// Makes the default configuration.
    public init() {}
  }
}
