import Synchronization

/// The user that a call belongs to: the one who was signed in as it began, or else signs in first.
///
/// One call may be sent many times: in attempts, in the parts of a download, in the connections of a stream. It never
/// goes out with the token or the cookies of somebody who has signed in since.
final class CallOwner: Sendable {
  /// The session of the cookies in which the call began.
  let cookieSession: Int?
  private let cookies: CookieJar?
  private let authentication: TokenAuthentication?
  /// The session of the token, once there was one.
  private let tokenSession: Mutex<Int?>

  /// Makes the present user of a client the owner.
  init(_ configuration: Client.Configuration) {
    cookies = configuration.cookies
    cookieSession = cookies?.session
    authentication = configuration.authentication
    let pass = authentication?.pass
    tokenSession = Mutex(pass?.token == nil ? nil : pass?.session)
  }

  /// Whether nobody has signed out, or another one in, since.
  var isPresent: Bool { owns(authentication?.pass) }

  /// The token to sign with; `nil` for a client that has none.
  ///
  /// - Throws: ``NetworkError/Code/unauthenticated`` once the owner is not present any more.
  func pass() throws(NetworkError) -> TokenAuthentication.Pass? {
    let pass = authentication?.pass
    guard owns(pass) else {
      throw NetworkError(
        .unauthenticated,
        "Somebody has signed in or out since the request began, so it was not sent; make it anew.")
    }
    return pass
  }

  /// Goes on with a renewed token, which its renewal may have set as that of a new session.
  func renew(_ pass: TokenAuthentication.Pass) {
    tokenSession.withLock { $0 = pass.session }
  }

  private func owns(_ pass: TokenAuthentication.Pass?) -> Bool {
    guard cookies?.session == cookieSession else { return false }
    return tokenSession.withLock { session in
      if session == nil, pass?.token != nil { session = pass?.session }
      return session == nil || session == pass?.session
    }
  }
}
