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
    /// The interceptors, in order; they change requests and judge responses.
    public var interceptors: [any Interceptor] = []
    /// The policy for retries of failed requests.
    public var retry = RetryPolicy.standard
    /// The policy for redirects.
    public var redirects = RedirectPolicy.standard
    /// The bearer token of the requests and its renewal; `nil` for no authentication.
    public var authentication: TokenAuthentication?
    /// The cookie jar; `nil` for no cookies.
    public var cookies: CookieJar?
    /// The decoder of responses; by default it is strict and reads ISO 8601 dates.
    public var decoder = ModelDecoder()
    /// The encoder of request bodies; by default it keeps the keys unchanged and writes ISO 8601 dates.
    public var encoder = ModelEncoder()
    /// The response cache; `nil` for no cache.
    public var cache: ResponseCache?
    /// The cache policy of requests that do not set one.
    public var cachePolicy = CachePolicy.useProtocolCachePolicy
    /// Whether equal reads that run at the same time are coalesced; reads before and after a write never are.
    public var deduplicatesReads = true
    /// The clock for the waits between attempts and for the rest of ``Timeouts/total``.
    public var clock: any Clock<Duration> = ContinuousClock()
    /// Returns the current date, for the log and for dates in headers.
    public var now: @Sendable () -> Date = { Date() }
    /// Returns a random number in 0..<1, for the jitter of retries.
    public var random: @Sendable () -> Double = { Double.random(in: 0..<1) }

    /// Makes the default configuration.
    public init() {}
  }
}
