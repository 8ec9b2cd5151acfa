public import Foundation

extension Request {
  /// The absolute URL.
  ///
  /// - Throws: ``NetworkError/Code/invalidRequest`` when scheme or host is missing or wrong.
  public var url: URL {
    get throws(NetworkError) { try url(try urlText) }
  }

  /// The URL of a text that ``urlText`` has given.
  func url(_ text: String) throws(NetworkError) -> URL {
    guard let url = URL(string: text) else {
      throw .invalid("'\(redactor.url(text))' is not a URL; check host and port.")
    }
    return url
  }

  /// The absolute URL, percent-encoded, as it goes to the server.
  ///
  /// - Throws: ``NetworkError/Code/invalidRequest`` when scheme or host is missing or wrong.
  public var urlText: String {
    get throws(NetworkError) {
      guard let scheme else {
        throw .invalid(
          "The request for '\(redactor.url(path))' has no scheme; give it one or send it through a client with a base URL."
        )
      }
      var text = scheme.lowercased()
      guard text == "http" || text == "https" else {
        throw .invalid("'\(scheme)' is not supported; use http or https.")
      }
      text += "://"
      text += try authority
      if path.utf8.first != UInt8(ascii: "/") { text += "/" }
      text += PercentEncoding.path(path)
      if let encodedQuery {
        text += "?"
        text += encodedQuery
      }
      return text
    }
  }

  private var authority: String {
    get throws(NetworkError) {
      // By bytes: to find a text in a text is Foundation's, and far slower.
      if host?.utf8.contains(UInt8(ascii: "@")) == true {
        throw .invalid(
          "The address holds a user name; take it out and call authorize(user:password:).")
      }
      guard let host, URLText.isHost(host) else {
        throw .invalid("'\(host ?? "")' is not a host; write a name or an address, no path.")
      }
      let name = host.utf8.contains(UInt8(ascii: ":")) && !host.hasPrefix("[") ? "[\(host)]" : host
      guard let port else { return name }
      guard URLText.isPort(port) else {
        throw .invalid("\(port) is not a port; use 1 to 65535.")
      }
      return "\(name):\(port)"
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

  var queryNames: Set<String> {
    let items = (fixedQuery ?? "").unicodeScalars.split { $0 == "&" || $0 == ";" }
    return Set(query.map(\.name) + items.map { Self.name(ofItem: Substring($0)) })
  }

  /// The name of an item of a query given whole.
  static func name(ofItem item: Substring) -> String {
    decoded(Substring(item.unicodeScalars.prefix { $0 != "=" }))
  }

  /// A part of a query with its escapes undone, or as it is where they are none.
  static func decoded(_ part: Substring) -> String { part.removingPercentEncoding ?? String(part) }

  /// Method and address in one line, for logs and errors, without the values of secrets.
  public var summary: String {
    let address = (try? urlText) ?? path
    return "\(method) \(redactor.url(address))"
  }

  var redactor: Redactor { Redactor(secrets) }

  var origin: Origin? { Origin(scheme: scheme, host: host, port: port) }
}
