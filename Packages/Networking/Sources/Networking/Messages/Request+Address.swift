public import Foundation

extension Request {
  /// The absolute URL.
  ///
  /// - Throws: ``NetworkError/Code/invalidRequest`` if the scheme or the host is missing or invalid.
  public var url: URL {
    get throws(NetworkError) { try url(try urlText) }
  }

  /// Returns the URL of a text from ``urlText``.
  func url(_ text: String) throws(NetworkError) -> URL {
    guard let url = URL(string: text) else {
      throw .invalid("'\(redactor.url(text))' is not a URL; check host and port.")
    }
    return url
  }

  /// The absolute URL, percent-encoded, as it is sent to the server.
  ///
  /// - Throws: ``NetworkError/Code/invalidRequest`` if the scheme or the host is missing or invalid.
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
      // The search uses bytes: searching for a string uses Foundation, which is far slower.
      if host?.utf8.contains(UInt8(ascii: "@")) == true {
        throw .invalid(
          "The address holds a user name, which would be shown with it. Take it out; a program can call authorize(user:password:)."
        )
      }
      guard let host, URLText.isHost(host) else {
        throw .invalid("'\(host ?? "")' is not a host; write a name or an address, no path.")
      }
      var name = host.utf8.contains(UInt8(ascii: ":")) && !host.hasPrefix("[") ? "[\(host)]" : host
      if !host.utf8.allSatisfy({ $0 < 0x80 }) {
        // libcurl would convert the name in the charset of the process's locale, which is ASCII by default.
        name = URLText.lookUpName(host)
        guard name.utf8.allSatisfy({ $0 < 0x80 }), URLText.isHost(name) else {
          throw .invalid("'\(host)' cannot be looked up; write its name in Punycode, as xn--….")
        }
      }
      guard let port else { return name }
      guard URLText.isPort(port) else {
        throw .invalid("\(port) is not a port; use 1 to 65535.")
      }
      return "\(name):\(port)"
    }
  }

  /// The query as sent, without `?`, or `nil` if there is none.
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

  /// Returns the unescaped name of an item in a fixed query.
  static func name(ofItem item: Substring) -> String {
    decoded(Substring(item.unicodeScalars.prefix { $0 != "=" }))
  }

  /// Returns a part of a query percent-decoded, or unchanged if that fails.
  static func decoded(_ part: Substring) -> String { part.removingPercentEncoding ?? String(part) }

  /// The method and the address in one line, for logs and errors, without secret values.
  public var summary: String {
    let address = (try? urlText) ?? path
    return "\(method) \(redactor.url(address))"
  }

  var redactor: Redactor { Redactor(secrets) }

  var origin: Origin? { Origin(scheme: scheme, host: host, port: port) }
}
