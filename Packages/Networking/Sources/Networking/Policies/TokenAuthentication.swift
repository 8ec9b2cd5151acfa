import Synchronization

/// A bearer token of a client's own origin, renewed when the server no longer takes it, once for all who wait.
///
/// The token goes to the origin of the client's environment alone: to no other scheme, host or port,
/// neither by an absolute URL nor by a redirect, and a stranger's `401` renews nothing. A request that is refused
/// is sent again with the renewed token. A renewal that fails, fails all who wait, and later requests with the same
/// token, until a token is set.
///
/// Setting a token means that somebody signed in or out. A renewal that is under way then changes nothing any more,
/// and requests that were made before and are refused fail with ``NetworkError/Code/unauthenticated``: nobody's
/// request goes out with another one's token.
///
/// ```swift
/// let authentication = TokenAuthentication(token: saved) { old in try await signInAgain(old) }
/// ```
public final class TokenAuthentication: Sendable {
  /// A token, and how often one was set before it: the session that it belongs to.
  struct Pass: Hashable, Sendable {
    var token: String?
    var session = 0
  }

  private struct State {
    var pass: Pass
    /// The token whose renewal failed.
    var rejected: String??
    /// Ends with the renewal that is under way, of whatever session.
    var renewal: Task<Void, Never>?
    /// The name of the user when the session was seen first.
    var account: (session: Int, name: String?)?
  }

  private let state: Mutex<State>
  private let renewals = SharedCalls<Pass, String>()
  private let newToken: @Sendable (String?) async throws -> String
  private let timeout: Duration
  private let clock: any Clock<Duration>

  /// Makes an authentication.
  ///
  /// - Parameters:
  ///   - token: The token to begin with; without one, requests go out without.
  ///   - timeout: How long a renewal may take.
  ///   - clock: What measures it.
  ///   - renew: Gets a new token for the old one; called by one task at a time, but for one that has missed the timeout. It must not send
  ///     its request through the client that waits for it.
  public init(
    token: String? = nil, timeout: Duration = .seconds(30),
    clock: any Clock<Duration> = ContinuousClock(),
    renew: @escaping @Sendable (_ old: String?) async throws -> String
  ) {
    state = Mutex(State(pass: Pass(token: token)))
    self.timeout = timeout
    self.clock = clock
    newToken = renew
  }

  /// The token of the next request; setting one, such as after signing in, forgets failures.
  public var token: String? {
    get { pass.token }
    set {
      state.withLock { state in
        let session = state.pass.session + (newValue == state.pass.token ? 0 : 1)
        state.pass = Pass(token: newValue, session: session)
        state.rejected = nil
      }
    }
  }

  /// The token of the next request, with its session.
  var pass: Pass { state.withLock { $0.pass } }

  /// Whether a session still has the user's name with which it was seen first.
  func keeps(account name: String?, in session: Int) -> Bool {
    state.withLock { state in
      if state.account?.session != session { state.account = (session, name) }
      return state.account?.name == name
    }
  }

  /// The token to use after a `401` for `used`.
  func token(replacing used: Pass) async throws(NetworkError) -> String {
    let (current, isRejected) = state.withLock { state in
      (state.pass, state.rejected == .some(used.token))
    }
    guard current.session == used.session else { throw unauthenticated(nil) }
    if current != used, let token = current.token { return token }
    guard !isRejected else { throw unauthenticated(nil) }
    return try await renewals.value(for: used) { [self] () async throws(NetworkError) in
      try await renew(used)
    }
  }

  private func renew(_ used: Pass) async throws(NetworkError) -> String {
    // A renewal may have ended between the check and this one's begin.
    if case let current = pass, current.session == used.session, current != used,
      let token = current.token
    {
      return token
    }
    let renewed: String
    do {
      renewed = try await newToken(for: used)
    } catch {
      if Task.isCancelled { throw .cancelled }
      state.withLock { if $0.pass == used { $0.rejected = .some(used.token) } }
      throw unauthenticated(error)
    }
    let isCurrent = state.withLock { state in
      // Its own work may have set the token by itself.
      if state.pass.token == renewed { return true }
      guard state.pass.session == used.session else { return false }
      state.pass = Pass(token: renewed, session: used.session)
      state.rejected = nil
      return true
    }
    guard isCurrent else { throw unauthenticated(nil) }
    return renewed
  }

  /// Asks for a token, once a renewal that is under way has ended or was given up, and waits for no longer than the
  /// timeout, even for one that does not notice that it was cancelled.
  private func newToken(for used: Pass) async throws -> String {
    let (outcomes, outcome) = AsyncStream.makeStream(of: Result<String, any Error>.self)
    let (ended, end) = AsyncStream.makeStream(of: Void.self)
    let renewal = state.withLock { state in
      let before = state.renewal
      state.renewal = Task { for await _ in ended {} }
      return Task { @concurrent [newToken] in
        await before?.value
        do {
          try Task.checkCancellation()
          outcome.yield(.success(try await newToken(used.token)))
        } catch {
          outcome.yield(.failure(error))
        }
      }
    }
    let limit = Task { [clock, timeout] in
      guard (try? await clock.sleep(for: timeout)) != nil else { return }
      outcome.yield(
        .failure(NetworkError(.timedOut, "The token was not renewed within \(timeout).")))
    }
    defer {
      renewal.cancel()
      limit.cancel()
      end.finish()
    }
    for await first in outcomes { return try first.get() }
    throw CancellationError()
  }

  private func unauthenticated(_ cause: (any Error)?) -> NetworkError {
    NetworkError(
      .unauthenticated, "The server takes the token no longer and it was not renewed; sign in.",
      cause: cause)
  }
}
