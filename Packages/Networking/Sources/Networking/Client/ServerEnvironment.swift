public import HTTPTypes

/// A server that a client talks to, with defaults for its requests.
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
  /// The port, or `nil` for the scheme's default port.
  public var port: Int?
  /// The prefix for every path that does not begin with `/`.
  public var basePath: String
  /// Default header fields; they are sent to this origin only.
  public var headers: HTTPFields
  /// The default timeouts.
  public var timeouts: Timeouts
  /// The default size limits.
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
      // Without a scheme, the text may be anything, such as a path, so only a redacted form is shown.
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

  /// Returns the request, completed with the defaults of this environment.
  ///
  /// A request to another origin keeps its address and gets no headers, so that no credential reaches a foreign server.
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

  /// The origin that the default headers and the client's credentials belong to.
  var origin: Origin? { Origin(scheme: scheme, host: host, port: port) }
}
