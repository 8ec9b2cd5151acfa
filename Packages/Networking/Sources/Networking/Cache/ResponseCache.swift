public import Foundation

/// Remembers answers to `GET`, by the rules of HTTP (RFC 9111) or for a time of one's own.
///
/// What is stored under one address is found by it and by the request headers in `Vary`. A
/// successful write to an address forgets it. A storage that fails is treated as empty.
///
/// ```swift
/// let cache = ResponseCache(timeToLive: .seconds(60))
/// try await cache.removeAll()
/// ```
public final class ResponseCache: Sendable {
  /// How a stored response may be used.
  enum Verdict: Equatable {
    case fresh
    /// Stale, but good enough to answer with while the server is asked.
    case staleWhileRevalidate
    case stale
  }

  private let storage: any ResponseStorage
  private let timeToLive: Duration?
  private let now: @Sendable () -> Date

  /// Makes a cache.
  ///
  /// - Parameters:
  ///   - storage: Where responses are kept; in memory by default.
  ///   - timeToLive: How long a response is fresh, whatever the server says of its age. `nil`
  ///     leaves it to the server's `Cache-Control` and `Expires`.
  ///   - now: The time; the present by default.
  public init(
    storage: any ResponseStorage = MemoryResponseStorage(), timeToLive: Duration? = nil,
    now: @escaping @Sendable () -> Date = { Date() }
  ) {
    self.storage = storage
    self.timeToLive = timeToLive
    self.now = now
  }

  /// Forgets every response.
  ///
  /// - Throws: what the storage throws.
  public func removeAll() async throws {
    try await storage.removeResponses(withPrefix: "")
  }

  /// Forgets the responses of every address that begins so, such as `http://localhost/posts`.
  ///
  /// - Throws: what the storage throws.
  public func removeResponses(withPrefix address: String) async throws {
    try await storage.removeResponses(withPrefix: address)
  }

  func lookUp(_ request: Request) async -> StoredResponse? {
    guard let key = key(of: request),
      let stored = try? await storage.response(for: key), stored.matches(request)
    else { return nil }
    return stored
  }

  /// Stores what may be stored, and forgets what a write made outdated.
  func take(_ response: Response, to request: Request) async {
    guard request.method == .get else {
      guard !request.method.isSafe, response.head.isSuccess,
        let address = try? request.urlText
      else { return }
      try? await storage.removeResponses(withPrefix: address)
      return
    }
    let control = CacheControl(response.headers)
    guard let key = key(of: request), response.status == 200, !control.noStore,
      !CacheControl(request.headers).noStore, response.headers["Vary"] != "*"
    else { return }
    try? await storage.store(
      StoredResponse(response, to: request, date: now()), for: key)
  }

  /// The stored response with the headers of the `304` that confirmed it (RFC 9111, 4.3.4).
  func confirm(
    _ stored: StoredResponse, by response: Response, request: Request
  ) async -> Response {
    var merged = stored.response
    for field in response.headers.fields
    where !["content-length", "content-encoding", "transfer-encoding"].contains(
      field.name.lowercased())
    {
      merged.head.headers[field.name] = field.value
    }
    merged.metrics = response.metrics
    await take(merged, to: request)
    return merged
  }

  func verdict(_ stored: StoredResponse) -> Verdict {
    let headers = stored.headers
    let control = CacheControl(headers)
    let age =
      max(0, now().timeIntervalSince(stored.date))
      + (timeToLive == nil ? Double(headers["Age"].flatMap { Int($0) } ?? 0) : 0)
    let lifetime: Double
    if let timeToLive {
      lifetime = timeToLive / .seconds(1)
    } else if control.noCache {
      lifetime = 0
    } else if let maximum = control.maxAge {
      lifetime = Double(maximum)
    } else if let expires = headers["Expires"].flatMap(HTTPDate.parse) {
      lifetime = expires.timeIntervalSince(
        headers["Date"].flatMap(HTTPDate.parse) ?? stored.date)
    } else {
      lifetime = 0
    }
    if age < lifetime { return .fresh }
    let grace = Double(control.staleWhileRevalidate ?? 0)
    return !control.mustRevalidate && age < lifetime + grace ? .staleWhileRevalidate : .stale
  }

  private func key(of request: Request) -> String? {
    guard request.method == .get, request.body.isEmpty, request.headers["Range"] == nil else {
      return nil
    }
    return try? request.urlText
  }
}
