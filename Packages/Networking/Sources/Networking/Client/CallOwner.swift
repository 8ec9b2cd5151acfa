import Synchronization

/// The user that a call belongs to: the user who was signed in when it began, or else the first one to sign in.
///
/// A call may be sent many times: for each attempt, each part of a download, each connection of a stream. It is never
/// sent with the token or the cookies of a user who signed in later.
final class CallOwner: Sendable {
  /// The cookie session in which the call began.
  let cookieSession: Int?
  private let cookies: CookieJar?
  private let authentication: TokenAuthentication?
  /// The token sessions that may belong to the owner: one session, or two if nobody was signed in.
  private let sessions: Mutex<ClosedRange<Int>>

  /// Makes the current user of a client the owner.
  init(_ configuration: Client.Configuration) {
    cookies = configuration.cookies
    cookieSession = cookies?.session
    authentication = configuration.authentication
    let pass = authentication?.pass ?? TokenAuthentication.Pass()
    // The next session belongs to the first user who signs in.
    sessions = Mutex(pass.session...(pass.session + (pass.token == nil ? 1 : 0)))
  }

  /// Whether nobody has signed out, and no other user has signed in, since the call began.
  var isPresent: Bool { owns(authentication?.pass) }

  /// Returns the token to sign with, or `nil` for a client without authentication.
  ///
  /// - Throws: ``NetworkError/Code/unauthenticated`` if the owner is no longer signed in.
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

  /// Returns the account name for cache keys, for a request that is being signed with a token.
  ///
  /// A sign-in changes the name before the token and the cookies. Until these follow, the name is `nil`.
  func account(in cache: ResponseCache?, with pass: TokenAuthentication.Pass?) -> String? {
    guard let cache, let name = cache.account() else { return nil }
    let isOfToken = pass.map { authentication?.isPresent($0.session, of: name, in: cache) ?? true }
    let isOfCookies = cookieSession.map { cookies?.isPresent($0, of: name, in: cache) ?? true }
    return (isOfToken ?? true) && (isOfCookies ?? true) ? name : nil
  }

  /// Continues with a renewed token; the renewal may have started a new session.
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
