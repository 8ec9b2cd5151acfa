import Synchronization

/// A bearer token of a client's own origin, renewed when the server no longer takes it, once for all who wait.
///
/// The token goes to the origin of the client's environment alone: to no other scheme, host or port,
/// neither by an absolute URL nor by a redirect nor by a `Host` header, and a stranger's `401` renews nothing. A
/// request that is refused is sent again with the renewed token. A renewal that fails, fails all who wait, and later
/// requests with the same token, until a token is set.
///
/// Setting a token means that somebody signed in or out. A renewal that is under way then changes nothing any more, and
/// what was begun before is sent no more, so nobody's request goes out with another one's token.
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

  private typealias Renewal = Task<Result<String, NetworkError>, Never>

  private struct State {
    var pass: Pass
    /// The renewal that the present token is of.
    var renewed: Running?
    /// The token whose renewal failed.
    var rejected: String??
    /// The renewal that began last, until it ends or is given up.
    var renewal: (used: Pass, outcome: Renewal)?
    /// The number of the session, and the names of the user when it began.
    var names = SessionNames()
  }

  /// A renewal whose closure is running, as seen by what it calls.
  private final class Running: Sendable {
    private let owner: ObjectIdentifier
    let used: Pass
    let hasEnded = Atomic(false)
    /// The renewal, of another authentication, whose closure needed this one.
    private let outer: Running?

    init(_ owner: TokenAuthentication, _ used: Pass) {
      (self.owner, self.used) = (ObjectIdentifier(owner), used)
      var outer = TokenAuthentication.running
      // What a renewal leaves behind may begin the next one, without an end.
      while let ended = outer, ended.hasEnded.load(ordering: .acquiring) { outer = ended.outer }
      self.outer = outer
    }

    /// The innermost renewal of an authentication.
    func of(_ owner: TokenAuthentication) -> Running? {
      self.owner == ObjectIdentifier(owner) ? self : outer?.of(owner)
    }
  }

  @TaskLocal private static var running: Running?

  private let state: Mutex<State>
  private let waits = SharedCalls<Pass, String>()
  private let newToken: @Sendable (String?) async throws -> String
  private let timeout: Duration
  private let clock: any Clock<Duration>

  /// Makes an authentication.
  ///
  /// - Parameters:
  ///   - token: The token to begin with; without one, requests go out without.
  ///   - timeout: How long a renewal may take.
  ///   - clock: What measures it.
  ///   - renew: Gets a new token for the old one; called again only once it has returned or its time is up. It must not
  ///     send its request through the client that waits for it.
  public init(
    token: String? = nil, timeout: Duration = .seconds(30),
    clock: any Clock<Duration> = ContinuousClock(),
    renew: @escaping @Sendable (_ old: String?) async throws -> String
  ) {
    state = Mutex(State(pass: Pass(token: token)))
    self.timeout = timeout.bounded
    self.clock = clock
    newToken = renew
  }

  /// The token of the next request; setting one, such as after signing in, forgets failures.
  ///
  /// A renewal may set its token by itself: in its closure, and tasks it waits for, that is nobody's sign-in.
  public var token: String? {
    get { pass.token }
    set {
      if let newValue, let running = Self.running?.of(self),
        !running.hasEnded.load(ordering: .acquiring)
      {
        return keep(newValue, by: running)
      }
      let names = SessionNames.read(state.withLock { $0.names.caches })
      state.withLock { state in
        if newValue != state.pass.token {
          state.names.begin(names)
          state.pass = Pass(token: newValue, session: state.names.session)
        }
        (state.renewed, state.rejected) = (nil, nil)
      }
    }
  }

  var pass: Pass { state.withLock { $0.pass } }

  func follow(_ cache: ResponseCache) { SessionNames.follow(cache, in: state, \.names) }

  func isPresent(_ session: Int, of name: String, in cache: ResponseCache) -> Bool {
    state.withLock { $0.names.isPresent(session, of: name, in: cache) }
  }

  /// The token to use after a `401` for `used`.
  func pass(replacing used: Pass) async throws(NetworkError) -> Pass {
    let (current, renewal) = try state.withLock { (state) throws(NetworkError) in
      guard state.pass.session == used.session else { throw unauthenticated(nil) }
      if state.pass != used, state.pass.token != nil { return (state.pass, Renewal?.none) }
      guard state.rejected != .some(used.token) else { throw unauthenticated(nil) }
      if let renewal = state.renewal, renewal.used == used { return (used, renewal.outcome) }
      let before = state.renewal?.outcome
      let renewal = Task { @concurrent [self] in await renew(used, after: before) }
      state.renewal = (used, renewal)
      return (used, renewal)
    }
    guard let renewal else { return current }
    // Whoever waits may give up; the renewal goes on.
    let renewed = try await waits.value(for: used) { () async throws(NetworkError) in
      try await renewal.value.get()
    }
    // Its own work may have set the token by itself.
    guard case let now = pass, now.session == used.session || now.token == renewed else {
      throw unauthenticated(nil)
    }
    return Pass(token: renewed, session: now.session)
  }

  /// Asks for a token once the renewal before has ended or was given up, and waits for no longer than the timeout,
  /// even for one that does not notice that it was cancelled.
  private func renew(
    _ used: Pass, after before: Renewal?
  ) async -> Result<String, NetworkError> {
    let (outcomes, outcome) = AsyncStream.makeStream(of: Result<String, any Error>.self)
    let renewal = Task { @concurrent [self] in
      _ = await before?.value
      do {
        try Task.checkCancellation()
        let running = Running(self, used)
        defer { running.hasEnded.store(true, ordering: .releasing) }
        let renewed = try await Self.$running.withValue(running) { try await newToken(used.token) }
        keep(renewed, by: running)
        outcome.yield(.success(renewed))
      } catch {
        outcome.yield(.failure(error))
      }
    }
    let limit = Task { [clock, timeout] in
      guard (try? await clock.sleep(for: timeout)) != nil else { return }
      outcome.yield(
        .failure(NetworkError(.timedOut, "The token was not renewed within \(timeout).")))
    }
    let first = await outcomes.first { _ in true } ?? .failure(CancellationError())
    renewal.cancel()
    limit.cancel()
    return state.withLock { state in
      if state.renewal?.used == used { state.renewal = nil }
      return first.mapError { error in
        if state.pass == used { state.rejected = .some(used.token) }
        return unauthenticated(error)
      }
    }
  }

  /// Keeps a token that took the place of another one, unless somebody has signed in or out meanwhile.
  ///
  /// A renewal that has set its token by itself may bring another one; what a later renewal has brought stays.
  private func keep(_ token: String, by renewal: Running) {
    state.withLock { state in
      guard state.pass == renewal.used || state.renewed === renewal else { return }
      state.pass.token = token
      (state.renewed, state.rejected) = (renewal, nil)
    }
  }

  private func unauthenticated(_ cause: (any Error)?) -> NetworkError {
    NetworkError(
      .unauthenticated, "The server no longer accepts the token, and it was not renewed; sign in.",
      cause: cause)
  }
}
