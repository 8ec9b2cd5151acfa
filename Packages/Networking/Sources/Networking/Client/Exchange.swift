import Foundation
import HTTPTypes
import Synchronization

/// The pipeline of a client, from a call to its outcome.
///
/// The log wraps the attempts. Each runs interceptors, token, coalescing, cache, redirects, transport and status check.
final class Exchange: Sendable {
  let transport: any Transport
  let configuration: Client.Configuration
  let log: RequestLog
  let budget = RetryBudget()
  let id = UUID()
  let secretNames = SecretNames()
  /// The equal reads in progress.
  let reads = SharedCalls<Read, Answer>()
  /// The revalidations of stale responses in progress.
  let refreshes = SharedCalls<Read, Answer>()
  /// Counts the starts and ends of writes; a read never joins a read that began before a write.
  private let writes = Atomic<Int>(0)

  init(transport: any Transport, configuration: Client.Configuration, log: RequestLog) {
    self.transport = transport
    self.configuration = configuration
    self.log = log
    if let cache = configuration.cache {
      configuration.authentication?.follow(cache)
      configuration.cookies?.follow(cache)
    }
  }

  func cancelAll() {
    reads.cancelAll()
    refreshes.cancelAll()
  }

  /// Returns the whole response if its status is a success.
  func response(to call: Call) async throws(NetworkError) -> Response {
    try await attempts(call) { (call, attempt) async throws(NetworkError) in
      let note = AttemptNote()
      var response: Response
      do throws(NetworkError) {
        response = try await intercepted(call.request, call, note)
      } catch {
        throw note.marked(error)
      }
      note.mark(&response, attempt: attempt)
      guard response.head.isSuccess || response.status == 304 && call.request.isConditional
      else { throw .badStatus(response, call.request) }
      return response
    }
  }

  /// Returns a successful response whose body is still arriving.
  func stream(_ call: Call) async throws(NetworkError) -> Answer {
    try await logged(call) { (entry) async throws(NetworkError) in
      let answer = try await attempts(call) { (call, attempt) async throws(NetworkError) in
        entry.attempts = attempt
        return try await opened(call)
      }
      entry.status = answer.head.status
      return answer
    }
  }

  /// Makes one attempt at a call whose body is read while it arrives; fails if the status is not a success.
  func opened(_ call: Call) async throws(NetworkError) -> Answer {
    let request = try await adapted(call.request)
    let answer = try await signed(request, call) { [self] (request) async throws(NetworkError) in
      try await noting(request, isWrite: !request.method.isSafe) {
        () async throws(NetworkError) in
        try await open(request, of: call.owner)
      }
    }
    guard answer.head.isSuccess else {
      throw .badStatus(try await answer.refusal(), call.request)
    }
    guard !request.method.isSafe else { return answer }
    // The server may still process the write until its response ends.
    let noteWrites: @Sendable () async -> Void = { [self, request] in
      await note(request)
      if answer.isRedirected { await note(answer.request) }
    }
    return answer.watched {
      WatchedBody($0, onEnd: noteWrites, onDrop: { Task { @concurrent in await noteWrites() } })
    }
  }

  /// Returns a request after all interceptors.
  func adapted(_ request: Request) async throws(NetworkError) -> Request {
    var request = request
    for interceptor in configuration.interceptors { request = try await interceptor.adapt(request) }
    return request
  }

  /// Makes attempts at a call until one succeeds or the retry policy gives up; the call knows when its attempt began.
  ///
  /// The work gets the number of its attempt among those that reach the transport.
  func attempts<Output>(
    _ call: Call, _ work: (_ call: Call, _ attempt: Int) async throws(NetworkError) -> Output
  ) async throws(NetworkError) -> Output {
    budget.earn()
    var call = call
    var (tries, attempts) = (0, 0)
    while true {
      tries += 1
      call.attemptTime = Stopwatch(configuration.clock)
      do throws(NetworkError) {
        return try await work(call, attempts + 1)
      } catch {
        let error = error.of(call.request, attempt: attempts + 1)
        attempts = error.attempts
        try await pause(after: tries, of: call.request, error)
        // A user who signed in meanwhile did not make this call.
        guard call.owner.isPresent else { throw error }
      }
    }
  }

  /// Waits until the next attempt is due; throws the error if no attempt is left.
  private func pause(
    after tries: Int, of request: Request, _ failure: NetworkError
  ) async throws(NetworkError) {
    let delay = configuration.retry.delay(
      after: tries, method: request.method, error: failure, random: configuration.random(),
      now: configuration.now())
    guard !Task.isCancelled, !request.body.isSpent, let delay, budget.spend() else {
      throw failure
    }
    do {
      try await configuration.clock.sleep(for: delay)
    } catch {
      throw NetworkError(
        .cancelled, "The request was cancelled between two attempts.",
        request: request.summary, attempts: failure.attempts)
    }
  }

  /// Returns the response after the interceptors from an index on, whatever its status.
  private func intercepted(
    _ request: Request, _ call: Call, _ note: AttemptNote, from index: Int = 0
  ) async throws(NetworkError) -> Response {
    note.take(request)
    guard index < configuration.interceptors.count else {
      do throws(NetworkError) {
        let answer = try await signed(request, call) {
          [self] (request) async throws(NetworkError) in
          try await shared(request, call)
        }
        let response = try await answer.whole()
        note.take(response)
        return response
      } catch {
        note.take(error)
        throw error
      }
    }
    let next = NextInterceptor { [self] (request) async throws(NetworkError) in
      try await intercepted(request, call, note, from: index + 1)
    }
    return try await configuration.interceptors[index].intercept(request, next: next)
  }

  /// Sends with the current token; if the client's own origin answers `401`, renews the token and sends once more.
  ///
  /// A write that was redirected to a read is done, so only the read is sent again.
  private func signed(
    _ request: Request, _ call: Call,
    _ send: @Sendable (Request) async throws(NetworkError) -> Answer
  ) async throws(NetworkError) -> Answer {
    // The token is read before the account name; so the name may belong to a later token, but never to an earlier one.
    let pass = try call.owner.pass()
    let request = withCookies(
      call.withoutForeignSecrets(request).with {
        $0.cookieSession = call.owner.cookieSession
        $0.tokenSession = pass?.session
        $0.account = call.owner.account(in: configuration.cache, with: pass)
        $0.attemptTime = call.attemptTime
      })
    guard let pass, let authentication = configuration.authentication,
      request.credentialOrigin == call.home,
      request.headers[.authorization] == nil
    else { return try await send(request) }
    let first = request.authorized(pass.token)
    let answer = try await send(first)
    guard answer.head.status == 401, answer.request.origin == call.home,
      answer.request.headers[.authorization] == first.headers[.authorization]
    else { return answer }
    let again = answer.request.method == first.method ? request : answer.request
    let isSpent = again.body.isSpent
    let response = try await isSpent ? nil : answer.refusal()
    let renewed: TokenAuthentication.Pass
    do throws(NetworkError) {
      renewed = try await authentication.pass(replacing: pass)
    } catch {
      var error = error
      error.attempts = 1
      error.response = isSpent ? (try? await answer.refusal()) : response
      throw error
    }
    call.owner.renew(renewed)
    // The next request has the renewed token.
    if isSpent { return answer }
    do throws(NetworkError) {
      return try await send(withCookies(again).authorized(renewed.token))
    } catch {
      var error = error
      error.attempts = 1
      throw error
    }
  }

  /// Coalesces a read with equal reads in progress.
  private func shared(
    _ request: Request, _ call: Call
  ) async throws(NetworkError) -> Answer {
    guard configuration.deduplicatesReads, call.control == nil, request.method.isSafe,
      request.body.isEmpty
    else { return try await answer(to: request, of: call.owner, call.control) }
    // Other clients may write to the same cache.
    let writes =
      writes.load(ordering: .sequentiallyConsistent)
      + (configuration.cache?.writes(to: request) ?? 0)
    return try await reads.value(
      for: Read(request, writes: writes), since: request.attemptTime
    ) { [self] (time) async throws(NetworkError) in
      try await answer(to: request.with { $0.attemptTime = time }, of: call.owner, nil)
    }
  }

  private func answer(
    to request: Request, of owner: CallOwner, _ control: TransferControl?
  ) async throws(NetworkError) -> Answer {
    guard request.method.isSafe else {
      if cachePolicy(of: request) == .returnCacheDataDontLoad {
        throw notCached(request, "it never answers a write")
      }
      return try await noting(request, isWrite: true) { () async throws(NetworkError) in
        try await fetch(request, of: owner, control)
      }
    }
    return try await cached(request, of: owner, control)
  }

  /// Runs a request; records a write whether it succeeds or fails, because it may have reached the server.
  private func noting<Output>(
    _ request: Request, isWrite: Bool, _ send: () async throws(NetworkError) -> Output
  ) async throws(NetworkError) -> Output {
    guard isWrite else { return try await send() }
    writes.add(1, ordering: .sequentiallyConsistent)
    let result = await Result(of: send)
    await note(request)
    return try result.get()
  }

  private func note(_ write: Request) async {
    await configuration.cache?.forget(after: write)
    writes.add(1, ordering: .sequentiallyConsistent)
  }

  /// Returns the whole response of the server after following redirects.
  func fetch(
    _ request: Request, of owner: CallOwner, _ control: TransferControl?
  ) async throws(NetworkError) -> Answer {
    let answer = try await open(request.with { $0.isCollected = true }, of: owner)
    let (head, body) = (answer.head, answer.stream.body)
    let data = try await body.collect { (count) async throws(NetworkError) in
      guard let control else { return }
      control.progress.yield(
        TransferProgress(direction: .download, completed: count, total: head.plainLength))
      try await control.gate.pass()
    }
    return Answer(
      Response(head: head, data: data, metrics: body.metrics), to: answer.request,
      isRedirected: answer.isRedirected)
  }

  /// Adds the cookies of the request's origin and session, unless the caller set a `Cookie` header.
  func withCookies(_ request: Request) -> Request {
    guard let jar = configuration.cookies, let session = request.cookieSession,
      request.hasCookiesOfJar || request.headers[.cookie] == nil
    else { return request }
    return request.with {
      $0.headers[.cookie] = jar.header(for: request, in: session)
      $0.hasCookiesOfJar = true
    }
  }

  /// Sends a request and follows redirects, as long as the owner is signed in.
  private func open(
    _ request: Request, of owner: CallOwner
  ) async throws(NetworkError) -> Answer {
    var current = request
    var visited: [String] = []
    var isRedirected = false
    while true {
      let attempts = isRedirected ? 1 : 0
      let hop: Request
      let stream: ResponseStream
      do throws(NetworkError) {
        _ = try owner.pass()
        hop = try current.withRestOfTime(attempts: attempts)
        // The caller records a write; what it redirects to may show what was written and is recorded here.
        let isWrite = isRedirected && !request.method.isSafe
        stream = try await noting(hop, isWrite: isWrite) { () async throws(NetworkError) in
          try await transport.stream(hop)
        }
      } catch {
        throw error.of(current, attempts: attempts)
      }
      configuration.cookies?.take(stream.head.headers, to: hop)
      if stream.head.status.kind == .redirection {
        visited.append("\(current.method) \(try current.urlText)")
        let next = try configuration.redirects.next(
          after: current, stream.head, visited: visited)
        if let next {
          // A short body that arrives quickly is read to its end, so that the connection can be reused.
          if !stream.body.isInMemory {
            _ = await stream.body.beginning(
              upTo: 64 << 10, within: .milliseconds(100), on: configuration.clock)
          }
          current = withCookies(next)
          isRedirected = true
          continue
        }
      }
      guard stream.head.status != 206 || current.headers[.range] != nil else {
        throw NetworkError(
          .malformedResponse, "The server sent a part of what was asked for. Fix the server.",
          request: current.summary, attempts: 1)
      }
      return Answer(stream: stream, request: current, isRedirected: isRedirected)
    }
  }
}

extension NetworkError {
  /// Returns this error with the number of attempts and the failed request.
  fileprivate func of(_ request: Request, attempt: Int) -> NetworkError {
    var copy = self
    copy.attempts = attempts == 0 ? attempt - 1 : attempt
    if copy.request == nil { copy.request = request.summary }
    return copy
  }

  fileprivate static func badStatus(_ response: Response, _ request: Request) -> NetworkError {
    var message = "The server answered \(response.status.code)."
    if response.isTruncated {
      message += " Only the first \(response.data.count) bytes of its body were read."
    }
    return NetworkError(
      .badStatus, message, request: request.summary, attempts: response.source.isSent ? 1 : 0,
      response: response)
  }
}

extension Request {
  fileprivate func authorized(_ token: String?) -> Request {
    guard let token else { return self }
    return with {
      $0.headers[.authorization] = "Bearer \(token)"
      $0.hasTokenOfClient = true
    }
  }

  /// Whether a `304` is a valid response to this request.
  fileprivate var isConditional: Bool {
    headers[.ifNoneMatch] != nil || headers[.ifModifiedSince] != nil
  }
}
