import HTTPTypes

/// The origin (scheme, host and port) that credentials belong to (RFC 6454).
struct Origin: Sendable, Hashable {
  private let scheme: String
  private let host: String
  private let port: Int

  /// Returns `nil` if the scheme or the host is missing; a missing port means the scheme's default port.
  init?(scheme: String?, host: String?, port: Int?) {
    guard let scheme = scheme?.lowercased(), let host else { return nil }
    self.scheme = scheme
    self.host = URLText.lookUpName(host)
    self.port = port ?? (scheme == "https" ? 443 : 80)
  }
}

extension Request {
  /// The origin whose credentials the request may carry; `nil` if a `Host` header names another server.
  var credentialOrigin: Origin? {
    let hosts = headers.filter { $0.name.canonicalName == "host" }
    let isOther = hosts.contains { host in
      Request(.get, "\(scheme ?? "http")://\(host.value)").origin != origin
    }
    return isOther ? nil : origin
  }

  /// Whether a field may be sent to another origin: only if its name is known to be harmless.
  func mayCrossOrigins(_ field: HTTPField) -> Bool {
    let name = field.name.canonicalName
    return (HTTPField.harmless.contains(name) || !body.isEmpty && HTTPField.ofBody.contains(name))
      && !secrets.contains { $0.lowercased() == name }
  }
}

extension HTTPField {
  /// Request fields that reveal nothing about a user: preferences, conditions, ranges and the program (RFC 9110, 10.1,
  /// 12.5, 13.1 and 14.2; RFC 9111, 5.2 and 5.4).
  static let harmless: Set<String> = [
    "accept", "accept-charset", "accept-encoding", "accept-language", "cache-control", "expect",
    "if-match", "if-modified-since", "if-none-match", "if-range", "if-unmodified-since", "pragma",
    "range", "te", "user-agent",
  ]

  /// Fields that describe the body and are sent wherever the body is sent (RFC 9110, 8; RFC 9530).
  static let ofBody: Set<String> = [
    "content-digest", "content-encoding", "content-language", "content-length", "content-type",
    "repr-digest",
  ]
}
