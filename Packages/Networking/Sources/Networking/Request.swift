public import Foundation

/// A request as a value: its address by parts, method, headers, body, and limits.
///
/// What a request leaves out (scheme, host, port, timeouts, limits) the client's environment fills
/// in; what it says, wins.
///
/// ```swift
/// var request = Request(.get, "/posts")
/// request.query = [URLQueryItem(name: "q", value: "北京")]
/// let posts = try await client.send(request)
/// ```
public struct Request: Sendable, Hashable {
  /// The method.
  public var method: HTTPMethod
  /// `http` or `https`, or `nil` for the client's.
  public var scheme: String?
  /// A host name or address, or `nil` for the client's.
  public var host: String?
  /// The port, or `nil` for the client's when the host is the client's, else the scheme's.
  public var port: Int?
  /// The path as one would write it.
  ///
  /// Characters a path may not hold are percent-encoded when it is sent, `%XX` escapes are kept. A
  /// path without a leading `/` is appended to the client's.
  public var path: String
  /// The query in the order it is sent; every name and value is percent-encoded in full.
  public var query: [URLQueryItem]
  /// The header fields.
  public var headers: HTTPHeaders
  /// The body; none by default.
  public var body: RequestBody
  /// The time limits.
  public var timeouts: Timeouts
  /// The size limits.
  public var limits: Limits
  /// How the response cache takes part, or `nil` for the client's policy.
  public var cachePolicy: CachePolicy?

  /// The query of a URL that was given whole, kept to the letter because it may be signed.
  var fixedQuery: String?

  /// Makes a request by parts, or from an absolute URL in `path` (a text with a scheme and `://`).
  public init(
    _ method: HTTPMethod = .get, _ path: String = "", query: [URLQueryItem] = [],
    headers: HTTPHeaders = HTTPHeaders(), body: RequestBody = .empty
  ) {
    self.method = method
    self.path = path
    self.query = query
    self.headers = headers
    self.body = body
    timeouts = Timeouts()
    limits = Limits()
    let parts = URLText(path)
    if parts.scheme != nil { adopt(parts) }
  }

  /// Makes a request for an absolute URL, whose query is sent exactly as given.
  public init(_ method: HTTPMethod = .get, url: URL) {
    self.init(method)
    adopt(URLText(url.absoluteString))
  }

  private mutating func adopt(_ parts: URLText) {
    scheme = parts.scheme
    host = parts.host
    port = parts.port
    path = parts.path
    fixedQuery = parts.query
  }

  /// This request with a change, for chains of small edits.
  public func with(_ change: (inout Request) -> Void) -> Request {
    var copy = self
    change(&copy)
    return copy
  }
}

extension Request {
  /// The absolute URL.
  ///
  /// - Throws: ``NetworkError/Code/invalidRequest`` when scheme or host is missing or wrong.
  public var url: URL {
    get throws(NetworkError) {
      let text = try urlText
      guard let url = URL(string: text) else {
        throw NetworkError(.invalidRequest, "‘\(text)’ is not a URL; check host and port.")
      }
      return url
    }
  }

  /// The absolute URL, percent-encoded, as it goes to the server.
  ///
  /// - Throws: ``NetworkError/Code/invalidRequest`` when scheme or host is missing or wrong.
  public var urlText: String {
    get throws(NetworkError) {
      guard let scheme = scheme?.lowercased() else {
        throw NetworkError(
          .invalidRequest,
          "The request for ‘\(path)’ has no scheme; give it one or send it through a client with a base URL."
        )
      }
      guard scheme == "http" || scheme == "https" else {
        throw NetworkError(.invalidRequest, "‘\(scheme)’ is not supported; use http or https.")
      }
      guard let host, URLText.isHost(host) else {
        throw NetworkError(
          .invalidRequest, "‘\(host ?? "")’ is not a host; write a name or an address, no path.")
      }
      var text = "\(scheme)://"
      text +=
        host.utf8.contains(UInt8(ascii: ":")) && host.utf8.first != UInt8(ascii: "[")
        ? "[\(host)]" : host
      if let port {
        guard (1...65535).contains(port) else {
          throw NetworkError(.invalidRequest, "\(port) is not a port; use 1 to 65535.")
        }
        text += ":\(port)"
      }
      if path.utf8.first != UInt8(ascii: "/") { text += "/" }
      text += PercentEncoding.path(path)
      if let encodedQuery { text += "?\(encodedQuery)" }
      return text
    }
  }

  /// The query as sent, without `?`, or `nil` when there is none.
  public var encodedQuery: String? {
    var parts: [String] = []
    if let fixedQuery { parts.append(PercentEncoding.wholeQuery(fixedQuery)) }
    parts += query.map { item in
      let name = PercentEncoding.component(item.name)
      guard let value = item.value else { return name }
      return "\(name)=\(PercentEncoding.component(value))"
    }
    return parts.isEmpty ? nil : parts.joined(separator: "&")
  }

  /// Method and address in one line, for logs and errors.
  public var summary: String {
    let address = (try? urlText) ?? path
    return "\(method) \(address)"
  }
}
