import Foundation

/// The parts of a URL's text, split by RFC 3986, appendix B, and otherwise unchanged.
///
/// `URLComponents` has a path either decoded, where `%2F` becomes `/`, or encoded; a ``Request`` keeps it as written.
struct URLText {
  var scheme: String?
  var host: String?
  var port: Int?
  var path: String
  var query: String?

  init(_ text: String) {
    // The parser uses scalars, because a mark and a following accent form one `Character`.
    var rest = Substring(text)
    if let scheme = Self.scheme(of: rest) {
      self.scheme = scheme.lowercased()
      let authority = Self.authority(of: Substring(rest.unicodeScalars.dropFirst(scheme.count + 3)))
      (host, port) = Self.hostAndPort(authority)
      rest = rest[authority.endIndex...]
    }
    rest = Substring(rest.unicodeScalars.prefix { $0 != "#" })
    if let mark = rest.unicodeScalars.firstIndex(of: "?") {
      query = String(rest.unicodeScalars[mark...].dropFirst())
      rest = rest[..<mark]
    }
    path = String(rest)
  }

  /// Returns a reference with its path, query and fragment percent-encoded where necessary.
  ///
  /// `URL` would encode existing escapes again if any character of the text is not allowed.
  static func encoded(_ reference: String) -> String {
    let text = Substring(reference)
    var start = text.startIndex
    if let slashes = text.utf8.starts(with: "//".utf8) ? 2 : scheme(of: text).map({ $0.count + 3 })
    {
      start = authority(of: Substring(text.unicodeScalars.dropFirst(slashes))).endIndex
    }
    let rest = URLText(String(text[start...]))
    let query = rest.query.map { "?" + PercentEncoding.wholeQuery($0) } ?? ""
    let mark = text.unicodeScalars[start...].firstIndex(of: "#") ?? text.endIndex
    let fragment = PercentEncoding.wholeQuery(String(text.unicodeScalars[mark...].dropFirst()))
    return text[..<start] + PercentEncoding.path(rest.path) + query
      + (mark < text.endIndex ? "#" + fragment : "")
  }

  /// Returns the scheme of an absolute URL: `http` for `http://host/x`, `nil` for `/go?to=http://x`.
  private static func scheme(of text: Substring) -> Substring? {
    let scheme = text.prefix { $0 != ":" }
    guard let first = scheme.utf8.first, first.isLetter,
      scheme.utf8.allSatisfy({ $0.isLetter || $0.isDigit || "+-.".utf8.contains($0) }),
      text.utf8.dropFirst(scheme.utf8.count).starts(with: "://".utf8)
    else { return nil }
    return scheme
  }

  /// Returns the authority at the start of a text, up to the path, query or fragment.
  ///
  /// A password may contain their marks: the text after the colon in `ann:s3/cret@host` is no port. Browsers skip more
  /// than two slashes, so the text after them is not a path; here it becomes an invalid host.
  static func authority(of text: Substring) -> Substring {
    let (scalars, marks) = (text.unicodeScalars, "/?#".unicodeScalars)
    let start = scalars.firstIndex { $0 != "/" && $0 != "\\" } ?? text.endIndex
    let end = scalars[start...].firstIndex(where: marks.contains) ?? text.endIndex
    let host = scalars[start..<end].split(separator: "@", omittingEmptySubsequences: false).last
    guard let host, host.first != "[", let colon = host.firstIndex(of: ":"),
      case let port = Substring(host[colon...].dropFirst()), !port.isEmpty, !port.isDecimal,
      let at = scalars[end...].lastIndex(of: "@")
    else { return text[..<end] }
    return text[..<(scalars[at...].firstIndex(where: marks.contains) ?? text.endIndex)]
  }

  private static func hostAndPort(_ text: Substring) -> (host: String, port: Int?) {
    // A user name, or text beside brackets, stays in the host, so that the host is refused.
    if text.utf8.contains(UInt8(ascii: "@")) { return (String(text), nil) }
    var host = text
    var rest = Substring()
    if text.hasPrefix("[") {
      guard let end = text.firstIndex(of: "]") else { return (String(text), nil) }
      rest = text[text.index(after: end)...]
      guard rest.isEmpty || rest.hasPrefix(":"), text[..<end].contains(":") else {
        return (String(text), nil)
      }
      host = text[..<end].dropFirst()
    } else if let colon = text.firstIndex(of: ":") {
      (host, rest) = (text[..<colon], text[colon...])
    }
    let digits = rest.dropFirst()
    guard !digits.isEmpty else { return (String(host), nil) }
    return (String(host), digits.isDecimal ? Int(digits) ?? -1 : -1)
  }

  /// Whether a text is a valid host; user names, ports and paths make it invalid.
  static func isHost(_ text: String) -> Bool {
    let colon = UInt8(ascii: ":")
    guard text.utf8.contains(colon) || text.hasPrefix("[") else {
      return !text.isEmpty && text.utf8.allSatisfy(mayStandInHost)
    }
    // The text is an IPv6 address, with or without brackets.
    let isBracketed = text.hasPrefix("[") && text.hasSuffix("]")
    return text.utf8.contains(colon)
      && text.utf8.dropFirst(isBracketed ? 1 : 0).dropLast(isBracketed ? 1 : 0).allSatisfy {
        $0.isHexDigit || $0 == colon || $0 == UInt8(ascii: ".")
      }
  }

  /// Returns the normalized form of a host, equal for all its spellings, even with a dot at its end.
  static func hostKey(_ host: String) -> String {
    lookUpName(host.hasSuffix(".") ? String(host.dropLast()) : host)
  }

  /// Returns a host as for name lookups: in lower case and Punycode, without brackets.
  static func lookUpName(_ host: String) -> String {
    var name = host.lowercased()
    if name.hasPrefix("["), name.hasSuffix("]") { name = String(name.dropFirst().dropLast()) }
    guard !name.utf8.allSatisfy({ $0 < 0x80 }) else { return name }
    // Foundation's URL converts a name to Punycode.
    return URL(string: "http://\(name)")?.absoluteString.dropFirst(7).lowercased() ?? name
  }

  /// Whether a number is a valid port.
  static func isPort(_ number: Int) -> Bool { (1...65535).contains(number) }

  private static func mayStandInHost(_ byte: UInt8) -> Bool {
    byte > 0x20 && byte != 0x7F && !"/?#@\\<>\"^`{|}%[]".utf8.contains(byte)
  }
}
