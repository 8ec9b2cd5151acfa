public import Foundation
public import HTTPTypes

/// An HTTP request as a value: address parts, method, headers, body and limits.
///
/// The client's environment provides the parts that a request leaves out; the request's own parts take precedence.
///
/// ```swift
/// var request = Request(.get, "/posts")
/// request.query = [URLQueryItem(name: "q", value: "北京")]
/// let posts = try await client.send(request)
/// ```
public struct Request: Sendable, Hashable {
  /// The method.
  public var method: HTTPRequest.Method
  /// `http` or `https`; `nil` for the client's scheme.
  public var scheme: String?
  /// The host name or address; `nil` for the client's host.
  ///
  /// A name in Unicode is sent in Punycode.
  public var host: String?
  /// The port; `nil` for the client's port if ``host`` is `nil`, too, and otherwise for the scheme's default port.
  public var port: Int?
  /// The path, without percent-encoding.
  ///
  /// Characters that a path may not contain, including `?`, are percent-encoded on sending; `%XX` escapes stay. A path
  /// without a leading `/` is appended to the client's base path.
  public var path: String
  /// The query items in the order they are sent; every name and value is fully percent-encoded.
  public var query: [URLQueryItem]
  /// The header fields.
  public var headers: HTTPFields
  /// The body; empty by default.
  public var body: RequestBody
  /// The timeouts.
  public var timeouts = Timeouts()
  /// The size limits.
  public var limits = Limits()
  /// The cache policy; `nil` for the client's policy.
  public var cachePolicy: CachePolicy?
  /// Additional names of headers and query items with secret values; the usual ones, such as `Authorization`, `Cookie`
  /// and names with token, key, secret or password, are always secret.
  ///
  /// A secret separates users in the cache, is redacted in logs and errors, and is never sent to another origin.
  public var secrets: Set<String> = []
  /// The query of a complete URL, sent unchanged because it may be signed.
  var fixedQuery: String?
  /// Whether the `Authorization` header contains the token of the client's authentication.
  var hasTokenOfClient = false
  /// Whether the `Cookie` header comes from the client's jar.
  var hasCookiesOfJar = false
  /// The session of the client's cookie jar that the request and its redirects belong to.
  var cookieSession: Int?
  /// The session of the client's authentication in which the request was signed.
  var tokenSession: Int?
  /// The account name in the cache of the user whose token and cookies the request carries, read at signing.
  var account: String?
  /// Whether the whole body is collected in memory; the body of a stream is not compressed.
  var isCollected = false
  /// A gate that suspends the transfer while it is closed.
  var gate: TransferGate?
  /// The time since the attempt that sends the request began.
  var attemptTime: Stopwatch?

  /// Makes a request from parts, or from an absolute URL in `path` (a text with a scheme and `://`).
  ///
  /// A query in `path` is sent unchanged, before the items of `query`; a fragment is dropped.
  public init(
    _ method: HTTPRequest.Method = .get, _ path: String = "", query: [URLQueryItem] = [],
    headers: HTTPFields = [:], body: RequestBody = .empty
  ) {
    let text = URLText(path)
    self.method = method
    scheme = text.scheme
    host = text.host
    port = text.port
    self.path = text.path
    fixedQuery = text.query
    self.query = query
    self.headers = headers
    self.body = body
  }

  /// Makes a request for an absolute URL; its query is sent unchanged.
  public init(_ method: HTTPRequest.Method = .get, url: URL) {
    self.init(method, url.absoluteString)
  }

  /// Whether the request may be sent again without an order of the caller.
  var isRepeatable: Bool { method.isIdempotent && !body.isSpent }

  /// Returns a changed copy of this request.
  public func with(_ change: (inout Request) -> Void) -> Request {
    var copy = self
    change(&copy)
    return copy
  }

  /// Adds basic authentication with a user name and a password (RFC 7617), for the request's own host.
  ///
  /// ```swift
  /// request.authorize(user: "ann", password: "s3cret")
  /// ```
  public mutating func authorize(user: String, password: String) {
    headers[.authorization] = "Basic " + Data("\(user):\(password)".utf8).base64EncodedString()
  }
}
