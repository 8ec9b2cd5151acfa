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
  /// The sessions of the token that may be the owner's: one, or two while nobody was signed in.
  private let sessions: Mutex<ClosedRange<Int>>

  /// Makes the present user of a client the owner.
  init(_ configuration: Client.Configuration) {
    cookies = configuration.cookies
    cookieSession = cookies?.session
    authentication = configuration.authentication
    let pass = authentication?.pass ?? TokenAuthentication.Pass()
    // The next session is that of who signs in first.
    sessions = Mutex(pass.session...(pass.session + (pass.token == nil ? 1 : 0)))
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
        "Somebody has signed in or out since the request began, so it was not sent; make a new one."
      )
    }
    return pass
  }

  /// The name that a cache has for the owner, for a request that is signed now with a token.
  ///
  /// Who signs in changes the name first. Until the token and the cookies follow, there is no name.
  func account(in cache: ResponseCache?, with pass: TokenAuthentication.Pass?) -> String? {
    guard let cache, let name = cache.account() else { return nil }
    let isOfToken = pass.map { authentication?.isPresent($0.session, of: name, in: cache) ?? true }
    let isOfCookies = cookieSession.map { cookies?.isPresent($0, of: name, in: cache) ?? true }
    return (isOfToken ?? true) && (isOfCookies ?? true) ? name : nil
  }

  /// Goes on with a renewed token, which its renewal may have set as that of a new session.
  func renew(_ pass: TokenAuthentication.Pass) {
    sessions.withLock { $0 = pass.session...pass.session }
  }

  private func owns(_ pass: TokenAuthentication.Pass?) -> Bool {
    guard cookies?.session == cookieSession else { return false }
    guard let pass else { return true }
    return sessions.withLock { sessions in
      guard sessions.contains(pass.session) else { return false }
      if pass.token != nil { sessions = pass.session...pass.session }
      return true
    }
  }
}
