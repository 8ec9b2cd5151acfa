import HTTPTypes

/// Scheme, host and port: the party that credentials belong to (RFC 6454).
struct Origin: Sendable, Hashable {
  private let scheme: String
  private let host: String
  private let port: Int

  /// Nothing when scheme or host is missing; the scheme's port where there is none.
  init?(scheme: String?, host: String?, port: Int?) {
    guard let scheme = scheme?.lowercased(), var host = host?.lowercased() else { return nil }
    if host.hasPrefix("["), host.hasSuffix("]") { host = String(host.dropFirst().dropLast()) }
    self.scheme = scheme
    self.host = host
    self.port = port ?? (scheme == "https" ? 443 : 80)
  }
}

extension HTTPField {
  /// Whether a field may follow a request to another origin; all others are taken for secrets.
  func mayCrossOrigins(withBody hasBody: Bool) -> Bool {
    let name = name.canonicalName
    return name.hasPrefix("accept") || name.hasPrefix("if-") || name == "user-agent"
      || name == "range" || hasBody && name.hasPrefix("content-")
  }
}
