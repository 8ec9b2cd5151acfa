public import HTTPTypes

/// A server a client talks to, with what it adds to each request that does not say otherwise.
///
/// ```swift
/// let alpha = try ServerEnvironment(named: "alpha", "https://alpha.example.com/v1")
/// ```
public struct ServerEnvironment: Sendable, Hashable {
  /// The name of the environment, such as `alpha`, `produce` or `mockable`.
  public var name: String
  /// `http` or `https`.
  public var scheme: String
  /// The host name or address.
  public var host: String
  /// The port, or `nil` for the scheme's.
  public var port: Int?
  /// The path in front of every path that does not begin with `/`.
  public var basePath: String
  /// Header fields for requests that do not have them; sent to this origin alone.
  public var headers: HTTPFields
  /// Time limits for requests that do not have them.
  public var timeouts: Timeouts
  /// Size limits for requests that do not have them.
  public var limits: Limits

  /// Makes an environment from a base URL such as `http://localhost:8080/v1`.
  ///
  /// - Throws: ``NetworkError/Code/invalidRequest`` when the text is not an http or https URL.
  public init(
    named name: String = "default", _ baseURL: String, headers: HTTPFields = [:],
    timeouts: Timeouts = Timeouts(), limits: Limits = Limits()
  ) throws(NetworkError) {
    let parts = URLText(baseURL)
    guard let scheme = parts.scheme, scheme == "http" || scheme == "https",
      let host = parts.host, URLText.isHost(host), parts.port.map(URLText.isPort) ?? true,
      parts.query == nil
    else {
      if parts.host?.contains("@") == true {
        throw .invalid("A base URL holds no user name; sign requests in an interceptor.")
      }
      // Without a scheme it may be anything, such as the rest of an address behind a path.
      let shown = Redactor().url(baseURL)
      throw .invalid(
        "'\(parts.scheme == nil ? Redactor().host(shown) : shown)' is not a base URL; write one like http://localhost:8080, without a query."
      )
    }
    self.name = name
    self.scheme = scheme
    self.host = host
    port = parts.port
    basePath = parts.path
    self.headers = headers
    self.timeouts = timeouts
    self.limits = limits
  }

  /// The request with its gaps filled from this environment.
  ///
  /// A request to another origin keeps its address and gets no headers: no credential leaves for a stranger.
  public func resolve(_ request: Request) -> Request {
    var request = request
    request.timeouts = request.timeouts.filled(from: timeouts)
    request.limits = request.limits.filled(from: limits)
    if request.scheme == nil { request.scheme = scheme }
    if request.host == nil {
      request.host = host
      if request.port == nil { request.port = port }
      if request.path.utf8.first != UInt8(ascii: "/"), !(request.path.isEmpty && basePath.isEmpty) {
        let base = basePath.hasSuffix("/") ? basePath : basePath + "/"
        request.path = request.path.isEmpty ? basePath : base + request.path
      }
    }
    if request.origin == origin { request.headers.fill(from: headers) }
    return request
  }

  /// The origin that its headers, and the client's credentials, belong to.
  var origin: Origin? { Origin(scheme: scheme, host: host, port: port) }
}
