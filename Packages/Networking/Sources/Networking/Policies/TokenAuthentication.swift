import Synchronization

/// A bearer token for the client's own origin; after a `401` it is renewed, once for all waiting requests.
///
/// The token is sent only to the origin of the client's environment: never to another scheme, host or port, neither by
/// an absolute URL nor a redirect nor a `Host` header. A `401` from another origin renews nothing. A refused request is
/// sent again with the renewed token. A failed renewal fails all waiting requests and later requests with the same
/// token, until a token is set.
///
/// Setting a token means that a user signed in or out. A running renewal then has no effect, and requests begun before
/// are no longer sent, so no request is sent with another user's token.
///
/// ```swift
/// let authentication = TokenAuthentication(token: saved) { old in try await signInAgain(old) }
/// ```
public final class TokenAuthentication: Sendable {
  /// A token with the number of its session.
  struct Pass: Hashable, Sendable {
    var token: String?
    var session = 0
  }

  private typealias Renewal = Task<Result<String, NetworkError>, Never>

  private struct State {
    var pass: Pass
    /// The renewal that brought the current token.
    var renewed: Running?
    /// The token whose renewal failed.
    var rejected: String??
    /// The latest renewal, until it ends or is abandoned.
    var renewal: (used: Pass, outcome: Renewal)?
    /// The session number and the account names at its start.
    var names = SessionNames()
  }

  /// A renewal whose closure is running; a task-local value makes it visible to the code that the closure calls.
  private final class Running: Sendable {
    private let owner: ObjectIdentifier
    let used: Pass
    let hasEnded = Atomic(false)
    /// The enclosing renewal of another authentication, whose closure caused this one.
    private let outer: Running?

    init(_ owner: TokenAuthentication, _ used: Pass) {
      (self.owner, self.used) = (ObjectIdentifier(owner), used)
      var outer = TokenAuthentication.running
      // Ended renewals are skipped: a task that a renewal left behind may start the next one, in an endless chain.
      while let ended = outer, ended.hasEnded.load(ordering: .acquiring) { outer = ended.outer }
      self.outer = outer
    }

    /// Returns the innermost renewal of an authentication.
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
  ///   - token: The initial token; with `nil`, requests are sent without a token.
  ///   - timeout: The maximum duration of a renewal, without the wait for the end of the one before.
  ///   - clock: The clock for the timeout.
  ///   - renew: Returns a new token for the old one. It is called again only after it returned or timed out. It must
  ///     not send its request through the client that waits for it.
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

  /// The token of the next request; setting a token, such as after sign-in, clears recorded failures.
  ///
  /// The `renew` closure, and tasks it waits for, may set the token, too; this does not count as a sign-in.
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

  /// Returns the token to use after a `401` for `used`.
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
    // A waiting caller may be cancelled; the renewal continues.
    let renewed = try await waits.value(for: used) { (_) async throws(NetworkError) in
      try await renewal.value.get()
    }
    // The `renew` closure may have set the token itself.
    guard case let now = pass, now.session == used.session || now.token == renewed else {
      throw unauthenticated(nil)
    }
    return Pass(token: renewed, session: now.session)
  }

  /// Runs a renewal after the previous one ended or was abandoned; returns when the timeout has passed, even if the
  /// closure ignores cancellation.
  private func renew(
    _ used: Pass, after before: Renewal?
  ) async -> Result<String, NetworkError> {
    _ = await before?.value
    let (outcomes, outcome) = AsyncStream.makeStream(of: Result<String, any Error>.self)
    let renewal = Task { @concurrent [self] in
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

  /// Stores a renewed token, unless a user signed in or out meanwhile.
  ///
  /// A renewal that set the token itself may replace that token; it does not replace the token of a later renewal.
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
