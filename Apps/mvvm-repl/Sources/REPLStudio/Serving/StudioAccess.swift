/// Decides about a request by its head alone; a pure value.
///
/// Every address begins with one of two tokens. The `Host` has to be ours, so that a name of somebody else's that leads to this
/// machine opens nothing (DNS rebinding), and a WebSocket has to come from our own page (cross-site WebSocket hijacking).
struct StudioAccess: Sendable {
  /// What is to be done with a request.
  enum Verdict: Equatable {
    /// The file of the page with that name.
    case file(String)
    /// The connection that carries the protocol, for a browser that may do so much.
    case socket(StudioPermission)
    /// Nothing, with the status of the answer.
    case refused(Int)
  }

  /// The name of the connection, behind the token.
  static let socketName = "socket"

  private let place: StudioPlace

  init(_ place: StudioPlace) { self.place = place }

  /// Looks at a request: its target is the path as it was sent, with what follows it.
  ///
  /// Every browser sends the field `Origin` with a WebSocket.
  func verdict(method: String, target: String, host: String?, origin: String?) -> Verdict {
    guard let host = host?.lowercased(), place.hosts.contains(host) else { return .refused(421) }
    guard method == "GET" else { return .refused(405) }
    let parts = target.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0].isEmpty, let permission = permission(of: parts[1]) else {
      return .refused(403)
    }
    let name = String(parts[2])
    guard name == Self.socketName else { return .file(name) }
    guard let origin, origin.lowercased() == "http://\(host)" else { return .refused(403) }
    return .socket(permission)
  }

  /// What the holder of a token may do; `nil` when it is none.
  ///
  /// It is always compared with both.
  private func permission(of token: Substring) -> StudioPermission? {
    let isFull = StudioToken.isEqual(token, place.token)
    let isReadOnly = StudioToken.isEqual(token, place.readOnlyToken)
    return isFull ? .full : isReadOnly ? .readOnly : nil
  }
}
