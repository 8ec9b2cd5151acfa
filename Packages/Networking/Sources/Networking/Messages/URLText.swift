/// The parts of a URL's text, split by RFC 3986 appendix B and otherwise left as they are.
///
/// `URLComponents` decodes and encodes again on the way, which changes signed queries.
struct URLText {
  var scheme: String?
  var host: String?
  var port: Int?
  var path: String
  var query: String?

  init(_ text: String) {
    var rest = Substring(text)
    if let hash = rest.firstIndex(of: "#") { rest = rest[..<hash] }
    if let mark = rest.firstIndex(of: "?") {
      query = String(rest[rest.index(after: mark)...])
      rest = rest[..<mark]
    }
    if let scheme = Self.scheme(of: rest) {
      self.scheme = scheme.lowercased()
      rest = rest.dropFirst(scheme.count + 3)
      let end = rest.firstIndex(of: "/") ?? rest.endIndex
      (host, port) = Self.authority(rest[..<end])
      rest = rest[end...]
    }
    path = String(rest)
  }

  /// The scheme of an absolute text: `http` in `http://host/x`, none in `/go?to=http://x`.
  private static func scheme(of text: Substring) -> Substring? {
    guard let colon = text.firstIndex(of: ":"), text[colon...].hasPrefix("://") else { return nil }
    let scheme = text[..<colon]
    guard let first = scheme.utf8.first, isLetter(first),
      scheme.utf8.allSatisfy({ isLetter($0) || isDigit($0) || "+-.".utf8.contains($0) })
    else { return nil }
    return scheme
  }

  private static func authority(_ text: Substring) -> (host: String, port: Int?) {
    // A user name stays, so that the host is refused.
    if text.contains("@") { return (String(text), nil) }
    var host = text
    if host.hasPrefix("["), let end = host.firstIndex(of: "]") {
      let rest = host[host.index(after: end)...]
      return (
        String(host[host.index(after: host.startIndex)..<end]),
        rest.hasPrefix(":") ? Int(rest.dropFirst()) ?? -1 : nil
      )
    }
    var port: Int?
    if let colon = host.lastIndex(of: ":") {
      let digits = host[host.index(after: colon)...]
      if !digits.isEmpty { port = Int(digits) ?? -1 }
      host = host[..<colon]
    }
    return (String(host), port)
  }

  /// Whether a text can stand as the host of a URL: user names, ports and paths cannot.
  static func isHost(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy(mayStandInHost)
  }

  private static func mayStandInHost(_ byte: UInt8) -> Bool {
    switch byte {
    case 0...0x20, 0x7F, UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#"),
      UInt8(ascii: "@"), UInt8(ascii: "\\"), UInt8(ascii: "<"), UInt8(ascii: ">"),
      UInt8(ascii: "\""), UInt8(ascii: "^"), UInt8(ascii: "`"), UInt8(ascii: "{"),
      UInt8(ascii: "|"), UInt8(ascii: "}"), UInt8(ascii: "%"):
      false
    default: true
    }
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }
}
