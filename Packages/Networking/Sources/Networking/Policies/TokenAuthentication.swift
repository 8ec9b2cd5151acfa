import Synchronization

/// A bearer token of a client's own origin, renewed when the server no longer takes it, once for all who wait.
///
/// The token goes to the origin of the client's environment alone: to no other scheme, host or port,
/// neither by an absolute URL nor by a redirect, and a stranger's `401` renews nothing. A `401` for a token that was renewed in the meantime is sent again with the new one. A renewal
/// that fails, fails all who wait, and later requests with the same token, until a token is set.
///
/// ```swift
/// let authentication = TokenAuthentication(token: saved) { old in try await signInAgain(old) }
/// ```
public final class TokenAuthentication: Sendable {
  private struct State {
    var token: String?
    /// The token whose renewal failed.
    var rejected: String??
  }

  private let state: Mutex<State>
  private let renewals = SharedCalls<String?, String>()
  private let newToken: @Sendable (String?) async throws -> String
  private let timeout: Duration
  private let clock: any Clock<Duration>

  /// Makes an authentication.
  ///
  /// - Parameters:
  ///   - token: The token to begin with; without one, requests go out without.
  ///   - timeout: How long a renewal may take.
  ///   - clock: What measures it.
  ///   - renew: Gets a new token for the old one; called by one task at a time. It must not send
  ///     its request through the client that waits for it.
  public init(
    token: String? = nil, timeout: Duration = .seconds(30),
    clock: any Clock<Duration> = ContinuousClock(),
    renew: @escaping @Sendable (_ old: String?) async throws -> String
  ) {
    state = Mutex(State(token: token))
    self.timeout = timeout
    self.clock = clock
    newToken = renew
  }

  /// The token of the next request; setting one, such as after signing in, forgets failures.
  public var token: String? {
    get { state.withLock { $0.token } }
    set { state.withLock { $0 = State(token: newValue) } }
  }

  /// The token to use after a `401` for `used`.
  func token(replacing used: String?) async throws(NetworkError) -> String {
    let (current, isRejected) = state.withLock { state in
      (state.token, state.rejected == .some(used))
    }
    if current != used, let current { return current }
    guard !isRejected else { throw unauthenticated(nil) }
    return try await renewals.value(for: used) { [self] () async throws(NetworkError) in
      try await renew(used)
    }
  }

  private func renew(_ used: String?) async throws(NetworkError) -> String {
    // A renewal may have ended between the check and this one's begin.
    if let token, token != used { return token }
    do {
      let token = try await withThrowingTaskGroup(of: String.self) { group in
        group.addTask { [newToken] in try await newToken(used) }
        group.addTask { [clock, timeout] in
          try await clock.sleep(for: timeout)
          throw NetworkError(.timedOut, "The token was not renewed within \(timeout).")
        }
        defer { group.cancelAll() }
        guard let token = try await group.next() else { throw CancellationError() }
        return token
      }
      self.token = token
      return token
    } catch {
      if Task.isCancelled { throw .cancelled }
      state.withLock { if $0.token == used { $0.rejected = .some(used) } }
      throw unauthenticated(error)
    }
  }

  private func unauthenticated(_ cause: (any Error)?) -> NetworkError {
    NetworkError(
      .unauthenticated, "The server takes the token no longer and it was not renewed; sign in.",
      cause: cause)
  }
}
