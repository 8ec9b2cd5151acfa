public import Foundation
public import HTTPTypes

/// A request as a value: its address by parts, method, headers, body, and limits.
///
/// The client's environment fills in what a request leaves out; what it says, wins.
///
/// ```swift
/// var request = Request(.get, "/posts")
/// request.query = [URLQueryItem(name: "q", value: "北京")]
/// let posts = try await client.send(request)
/// ```
public struct Request: Sendable, Hashable {
  /// The method.
  public var method: HTTPRequest.Method
  /// `http` or `https`, or `nil` for the client's.
  public var scheme: String?
  /// A host name or address, or `nil` for the client's.
  public var host: String?
  /// The port, or `nil` for the client's when the host is the client's, else the scheme's.
  public var port: Int?
  /// The path as one would write it.
  ///
  /// Characters a path may not hold, `?` among them, are percent-encoded when it is sent; `%XX`
  /// escapes are kept. A path without a leading `/` is appended to the client's.
  public var path: String
  /// The query in the order it is sent; every name and value is percent-encoded in full.
  public var query: [URLQueryItem]
  /// The header fields.
  public var headers: HTTPFields
  /// The body; none by default.
  public var body: RequestBody
  /// The time limits.
  public var timeouts = Timeouts()
  /// The size limits.
  public var limits = Limits()
  /// The part of the response cache, or `nil` for the client's policy.
  public var cachePolicy: CachePolicy?
  /// Names of headers and query items whose values are secret, beside the usual ones such as
  /// `Authorization`, `Cookie` and whatever is called a token, key, secret or password.
  ///
  /// A secret tells users' cached answers apart, is hidden in logs and errors, and never goes to another origin.
  public var secrets: Set<String> = []
  /// The query of a URL that was given whole, kept to the letter because it may be signed.
  var fixedQuery: String?
  /// Whether its `Authorization` header is the token of the client's authentication.
  var hasTokenOfClient = false
  /// Whether its `Cookie` header is of the client's jar.
  var hasCookiesOfJar = false
  /// The session of the client's jar that it belongs to, with all that it is led on to.
  var cookieSession: Int?
  /// The user whose token and cookies it carries, by the name that the cache knew when it was signed.
  var account: String?
  /// Whether the whole body is collected; a stream's is not compressed.
  var isCollected = false
  /// Holds the transfer while it is closed.
  var gate: TransferGate?

  /// Makes a request by parts, or from an absolute URL in `path` (a text with a scheme and `://`).
  ///
  /// A query in `path` is sent to the letter, before the items of `query`; a fragment is dropped.
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

  /// Makes a request for an absolute URL, whose query is sent exactly as given.
  public init(_ method: HTTPRequest.Method = .get, url: URL) {
    self.init(method, url.absoluteString)
  }

  /// This request with a change, for chains of small edits.
  public func with(_ change: (inout Request) -> Void) -> Request {
    var copy = self
    change(&copy)
    return copy
  }

  /// Signs the request with a name and a password (RFC 7617), for its own host.
  ///
  /// ```swift
  /// request.authorize(user: "ann", password: "s3cret")
  /// ```
  public mutating func authorize(user: String, password: String) {
    headers[.authorization] = "Basic " + Data("\(user):\(password)".utf8).base64EncodedString()
  }
}
