/// The access control: it judges a request by its head alone; a pure value.
///
/// Every address begins with one of two tokens. The `Host` must be ours, so that a foreign name for this machine opens
/// nothing (DNS rebinding). A WebSocket must come from our own page (cross-site WebSocket hijacking).
struct StudioAccess: Sendable {
  /// The decision about a request.
  enum Verdict: Equatable {
    /// The request gets the file of the page with this name.
    case file(String)
    /// The request gets a file under another path, because its path lacks the last slash.
    case moved(String)
    /// The request becomes the connection of the protocol, with this permission.
    case socket(StudioPermission)
    /// The request is refused, with this status code.
    case refused(Int)
  }

  /// The name of the protocol's connection, after the token.
  static let socketName = "socket"

  private let place: StudioPlace

  init(_ place: StudioPlace) { self.place = place }

  /// Judges a request; `target` is the path as it was sent, with a query, which is ignored.
  ///
  /// Every browser sends the `Origin` field with a WebSocket request.
  func verdict(method: String, target: String, host: String?, origin: String?) -> Verdict {
    // RFC 9112, section 3.2.
    guard let host = host?.lowercased() else { return .refused(400) }
    guard place.hosts.contains(host) else { return .refused(421) }
    guard method == "GET" || method == "HEAD" else { return .refused(405) }
    let parts = target.prefix { $0 != "?" }
      .split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count > 1, parts[0].isEmpty, let permission = permission(of: parts[1]) else {
      return .refused(403)
    }
    guard parts.count == 3 else { return .moved("/\(parts[1])/") }
    let name = String(parts[2])
    guard name == Self.socketName else { return .file(name) }
    guard method == "GET" else { return .refused(405) }
    guard let origin, origin.lowercased() == "http://\(host)" else { return .refused(403) }
    return .socket(permission)
  }

  /// Returns the permission of a token; `nil` if the token is unknown.
  ///
  /// The token is always compared with both tokens.
  private func permission(of token: Substring) -> StudioPermission? {
    let isFull = StudioToken.isEqual(token, place.token)
    let isReadOnly = StudioToken.isEqual(token, place.readOnlyToken)
    return isFull ? .full : isReadOnly ? .readOnly : nil
  }
}
