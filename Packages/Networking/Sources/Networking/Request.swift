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
  /// One reference, because a request is handed on often and changed seldom.
  private var box: Box

  /// Makes a request by parts, or from an absolute URL in `path` (a text with a scheme and `://`).
  public init(
    _ method: HTTPMethod = .get, _ path: String = "", query: [URLQueryItem] = [],
    headers: HTTPHeaders = HTTPHeaders(), body: RequestBody = .empty
  ) {
    var parts = Parts(method: method, path: path, query: query, headers: headers, body: body)
    let text = URLText(path)
    if text.scheme != nil { parts.adopt(text) }
    self.init(parts)
  }

  /// Makes a request for an absolute URL, whose query is sent exactly as given.
  public init(_ method: HTTPMethod = .get, url: URL) {
    var parts = Parts(method: method)
    parts.adopt(URLText(url.absoluteString))
    self.init(parts)
  }

  init(_ parts: Parts) {
    box = Box(parts)
  }

  /// This request with a change, for chains of small edits.
  public func with(_ change: (inout Request) -> Void) -> Request {
    var copy = self
    change(&copy)
    return copy
  }

  var parts: Parts {
    get { box.parts }
    _modify {
      var parts = box.parts
      defer { box = Box(parts) }
      yield &parts
    }
  }

  /// Tells copies that were never changed from equal requests.
  var identity: ObjectIdentifier { ObjectIdentifier(box) }

  /// Whether two requests are the same in every part.
  public static func == (left: Request, right: Request) -> Bool {
    left.box === right.box || left.box.parts == right.box.parts
  }

  /// Takes every part into a hash.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(box.parts)
  }

  private final class Box: Sendable {
    let parts: Parts

    init(_ parts: Parts) { self.parts = parts }
  }

  /// What a request is made of.
  struct Parts: Sendable, Hashable {
    var method: HTTPMethod
    var scheme: String?
    var host: String?
    var port: Int?
    var path = ""
    var query: [URLQueryItem] = []
    var headers = HTTPHeaders()
    var body = RequestBody.empty
    var timeouts = Timeouts()
    var limits = Limits()
    var cachePolicy: CachePolicy?
    /// The query of a URL that was given whole, kept to the letter because it may be signed.
    var fixedQuery: String?

    mutating func adopt(_ text: URLText) {
      scheme = text.scheme
      host = text.host
      port = text.port
      path = text.path
      fixedQuery = text.query
    }
  }
}

// MARK: - Parts

extension Request {
  /// The method.
  public var method: HTTPMethod {
    get { box.parts.method }
    _modify { yield &parts.method }
  }

  /// `http` or `https`, or `nil` for the client's.
  public var scheme: String? {
    get { box.parts.scheme }
    _modify { yield &parts.scheme }
  }

  /// A host name or address, or `nil` for the client's.
  public var host: String? {
    get { box.parts.host }
    _modify { yield &parts.host }
  }

  /// The port, or `nil` for the client's when the host is the client's, else the scheme's.
  public var port: Int? {
    get { box.parts.port }
    _modify { yield &parts.port }
  }

  /// The path as one would write it.
  ///
  /// Characters a path may not hold are percent-encoded when it is sent, `%XX` escapes are kept. A
  /// path without a leading `/` is appended to the client's.
  public var path: String {
    get { box.parts.path }
    _modify { yield &parts.path }
  }

  /// The query in the order it is sent; every name and value is percent-encoded in full.
  public var query: [URLQueryItem] {
    get { box.parts.query }
    _modify { yield &parts.query }
  }

  /// The header fields.
  public var headers: HTTPHeaders {
    get { box.parts.headers }
    _modify { yield &parts.headers }
  }

  /// The body; none by default.
  public var body: RequestBody {
    get { box.parts.body }
    _modify { yield &parts.body }
  }

  /// The time limits.
  public var timeouts: Timeouts {
    get { box.parts.timeouts }
    _modify { yield &parts.timeouts }
  }

  /// The size limits.
  public var limits: Limits {
    get { box.parts.limits }
    _modify { yield &parts.limits }
  }

  /// How the response cache takes part, or `nil` for the client's policy.
  public var cachePolicy: CachePolicy? {
    get { box.parts.cachePolicy }
    _modify { yield &parts.cachePolicy }
  }

  var fixedQuery: String? { box.parts.fixedQuery }
}

extension Request {
  /// The absolute URL.
  ///
  /// - Throws: ``NetworkError/Code/invalidRequest`` when scheme or host is missing or wrong.
  public var url: URL {
    get throws(NetworkError) { try address.url }
  }

  /// The absolute address, of which it is known that it is a URL.
  var address: Address {
    get throws(NetworkError) {
      let text = try urlText
      if let host, Address.isPlain(host) { return .text(text) }
      guard let url = URL(string: text) else {
        throw NetworkError(.invalidRequest, "‘\(text)’ is not a URL; check host and port.")
      }
      return .url(url)
    }
  }

  /// The absolute URL, percent-encoded, as it goes to the server.
  ///
  /// - Throws: ``NetworkError/Code/invalidRequest`` when scheme or host is missing or wrong.
  public var urlText: String {
    get throws(NetworkError) {
      guard let scheme else {
        throw NetworkError(
          .invalidRequest,
          "The request for ‘\(path)’ has no scheme; give it one or send it through a client with a base URL."
        )
      }
      var text = scheme == "http" || scheme == "https" ? scheme : scheme.lowercased()
      guard text == "http" || text == "https" else {
        throw NetworkError(.invalidRequest, "‘\(scheme)’ is not supported; use http or https.")
      }
      guard let host, URLText.isHost(host) else {
        throw NetworkError(
          .invalidRequest, "‘\(host ?? "")’ is not a host; write a name or an address, no path.")
      }
      text.reserveCapacity(16 + host.utf8.count + path.utf8.count)
      text += "://"
      text +=
        host.utf8.contains(UInt8(ascii: ":")) && host.utf8.first != UInt8(ascii: "[")
        ? "[\(host)]" : host
      if let port {
        guard (1...65535).contains(port) else {
          throw NetworkError(.invalidRequest, "\(port) is not a port; use 1 to 65535.")
        }
        text += ":"
        text += String(port)
      }
      if path.utf8.first != UInt8(ascii: "/") { text += "/" }
      text += PercentEncoding.path(path)
      if let encodedQuery {
        text += "?"
        text += encodedQuery
      }
      return text
    }
  }

  /// The query as sent, without `?`, or `nil` when there is none.
  public var encodedQuery: String? {
    guard fixedQuery != nil || !query.isEmpty else { return nil }
    var parts: [String] = []
    if let fixedQuery { parts.append(PercentEncoding.wholeQuery(fixedQuery)) }
    parts += query.map { item in
      let name = PercentEncoding.component(item.name)
      guard let value = item.value else { return name }
      return "\(name)=\(PercentEncoding.component(value))"
    }
    return parts.joined(separator: "&")
  }

  /// Method and address in one line, for logs and errors.
  public var summary: String {
    let address = (try? urlText) ?? path
    return "\(method) \(address)"
  }
}
