import Foundation

/// One request from the cache's first look to the final outcome: the order of a client's features.
///
/// Log, cache, then attempts; in each attempt interceptors, token, redirects, transport, status.
///
/// A task holds its frames in pieces of a kilobyte and asks the system for more when one is larger.
/// So what few requests need is kept in frames of its own (`@inline(never)`).
final class Exchange: Sendable {
  let transport: any Transport
  let configuration: Client.Configuration
  let log: RequestLog
  let budget = RetryBudget()
  let refreshes = SharedCalls<String>()
  /// What first attempts need no task for, unless some part of this client does.
  let immediate: ImmediateParts?

  init(transport: any Transport, configuration: Client.Configuration, log: RequestLog) {
    self.transport = transport
    immediate = ImmediateParts(transport, configuration)
    self.configuration = configuration
    self.log = log
  }

  /// The whole response, with a good status; a first attempt that was begun is gone on with.
  func response(
    to request: Request, after first: FirstAttempt? = nil
  ) async throws(NetworkError) -> Response {
    try await logged(request, first?.ticket) { (note) async throws(NetworkError) in
      let response = try await answer(to: request, after: first, &note)
      note.take(response)
      return response
    }
  }

  /// Runs work as one entry of the log.
  func logged<Output>(
    _ request: Request, _ ticket: LogTicket? = nil,
    _ work: (inout LogNote) async throws(NetworkError) -> Output
  ) async throws(NetworkError) -> Output {
    let ticket = ticket ?? begin(request)
    var note = LogNote()
    do throws(NetworkError) {
      let output = try await work(&note)
      end(ticket, note)
      return output
    } catch {
      log.end(ticket.id) { entry in
        entry.duration = ContinuousClock.now - ticket.start
        entry.failure = error.code
        entry.attempts = error.attempts
        entry.status = error.response?.status
        entry.bytes = error.response?.data.count
      }
      throw error
    }
  }

  /// Begins an entry of the log.
  func begin(_ request: Request) -> LogTicket {
    LogTicket(id: log.begin(request, at: configuration.now()), start: .now)
  }

  /// Ends an entry whose request went well.
  func end(_ ticket: LogTicket, _ note: LogNote) {
    log.end(ticket.id) { entry in
      note.write(to: &entry)
      entry.duration = ContinuousClock.now - ticket.start
    }
  }

  /// The whole response of the first attempt that succeeds.
  @inline(never)
  func fetch(
    _ request: Request, after first: FirstAttempt? = nil
  ) async throws(NetworkError) -> Response {
    try await attempts(request) { (attempt) async throws(NetworkError) in
      try await send(request, attempt == 1 ? first : nil) {
        (stream, request) async throws(NetworkError) in
        try await collect(stream, request, attempt: attempt)
      }
    }
  }

  /// Makes attempts at a request until one succeeds or the policy gives up.
  func attempts<Output>(
    _ request: Request,
    _ work: (_ attempt: Int) async throws(NetworkError) -> Output
  ) async throws(NetworkError) -> Output {
    budget.earn()
    var attempt = 0
    while true {
      attempt += 1
      do throws(NetworkError) {
        return try await work(attempt)
      } catch {
        try await pause(after: attempt, of: request, error)
      }
    }
  }

  /// Waits until it is time for the next attempt; without one, the error is thrown.
  @inline(never)
  private func pause(
    after attempt: Int, of request: Request, _ error: NetworkError
  ) async throws(NetworkError) {
    let error = error.of(request, attempt: attempt)
    let delay = configuration.retry.delay(
      after: attempt, method: request.method, error: error, random: configuration.random(),
      now: configuration.now())
    guard !Task.isCancelled, let delay, budget.spend() else { throw error }
    do {
      try await configuration.clock.sleep(for: delay)
    } catch {
      throw NetworkError(
        .cancelled, "The request was cancelled between two attempts.",
        request: request.summary, attempts: attempt)
    }
  }

  /// One attempt: with the interceptors' changes and the token, unless it was begun already.
  func send<Output>(
    _ request: Request, _ first: FirstAttempt? = nil,
    _ read: (ResponseStream, Request) async throws(NetworkError) -> Output
  ) async throws(NetworkError) -> Output {
    if let first { return try await signed(first.adapted, first, read) }
    guard !configuration.interceptors.isEmpty else { return try await signed(request, nil, read) }
    return try await signed(try await adapt(request), nil, read)
  }

  private func signed<Output>(
    _ request: Request, _ first: FirstAttempt? = nil,
    _ read: (ResponseStream, Request) async throws(NetworkError) -> Output
  ) async throws(NetworkError) -> Output {
    guard let authentication = configuration.authentication,
      request.headers["Authorization"] == nil
    else { return try await redirected(request, first, read) }
    return try await signed(request, first, by: authentication, read)
  }

  /// The request as the interceptors change it, one after the other.
  @inline(never)
  private func adapt(_ request: Request, from index: Int = 0) async throws(NetworkError) -> Request
  {
    let adapted = try await configuration.interceptors[index].adapt(request)
    guard index + 1 < configuration.interceptors.count else { return adapted }
    return try await adapt(adapted, from: index + 1)
  }

  /// Sends with the current token, and once more with a new one when the server refuses it.
  @inline(never)
  private func signed<Output>(
    _ request: Request, _ first: FirstAttempt?, by authentication: TokenAuthentication,
    _ read: (ResponseStream, Request) async throws(NetworkError) -> Output
  ) async throws(NetworkError) -> Output {
    let token = if let first { first.token } else { authentication.token }
    do throws(NetworkError) {
      return try await redirected(request.authorized(token), first, read)
    } catch {
      guard error.code == .badStatus, error.response?.status == 401 else { throw error }
      let renewed: String
      do throws(NetworkError) {
        renewed = try await authentication.token(replacing: token)
      } catch let failure {
        var failure = failure
        failure.attempts = 1
        failure.response = error.response
        throw failure
      }
      return try await redirected(request.authorized(renewed), nil, read)
    }
  }

  /// Sends, follows redirects and refuses bad statuses.
  @inline(never)
  private func redirected<Output>(
    _ request: Request, _ first: FirstAttempt? = nil, visited: [String] = [],
    _ read: (ResponseStream, Request) async throws(NetworkError) -> Output
  ) async throws(NetworkError) -> Output {
    let stream =
      if let first { try await first.stream() } else { try await transport.stream(request) }
    guard stream.head.isSuccess else {
      return try await follow(stream, after: request, visited, read)
    }
    return try await read(stream, request)
  }

  /// Sends the request that a redirect asks for; what is no redirect to be followed, is a failure.
  @inline(never)
  private func follow<Output>(
    _ stream: consuming ResponseStream, after request: Request, _ visited: [String],
    _ read: (ResponseStream, Request) async throws(NetworkError) -> Output
  ) async throws(NetworkError) -> Output {
    if (300...399).contains(stream.head.status) {
      let visited = visited + ["\(request.method) \(try request.urlText)"]
      if let next = try configuration.redirects.next(after: request, stream.head, visited: visited)
      {
        // A short body is read to its end so that the connection can be used again.
        try await stream.body.drain(upTo: 64 << 10)
        return try await redirected(next, nil, visited: visited, read)
      }
    }
    guard stream.head.status == 304, request.isConditional else {
      throw try await badStatus(stream, request)
    }
    return try await read(stream, request)
  }

  /// Reads the whole body and lets the interceptors judge it.
  func collect(
    _ stream: ResponseStream, _ request: Request, attempt: Int
  ) async throws(NetworkError) -> Response {
    var response = try await stream.collect()
    if attempt != response.metrics.attempts { response.metrics.attempts = attempt }
    guard !configuration.interceptors.isEmpty else { return response }
    do throws(NetworkError) {
      return try await resolve(response, to: request)
    } catch {
      throw error.of(request)
    }
  }

  /// The response as the interceptors hand it on, the last one first.
  private func resolve(
    _ response: Response, to request: Request, after index: Int = 0
  ) async throws(NetworkError) -> Response {
    let interceptors = configuration.interceptors
    let resolved = try await interceptors[interceptors.count - 1 - index]
      .resolve(response, to: request)
    guard index + 1 < interceptors.count else { return resolved }
    return try await resolve(resolved, to: request, after: index + 1)
  }

  @inline(never)
  private func badStatus(
    _ stream: ResponseStream, _ request: Request
  ) async throws(NetworkError) -> NetworkError {
    let response = try await collect(stream, request, attempt: 1)
    return NetworkError(
      .badStatus,
      "The server answered \(response.status); the response says why, if the server does.",
      request: request.summary, attempts: 1, response: response)
  }
}

/// An entry of the log that is not over.
struct LogTicket: Sendable {
  let id: Int
  let start: ContinuousClock.Instant
}

/// What an exchange found out for the log.
struct LogNote {
  var status: Int?
  var bytes: Int?
  var source = RequestLog.Entry.Source.network
  var metrics: TransferMetrics?

  mutating func take(_ response: Response) {
    status = response.status
    bytes = response.data.count
    metrics = response.metrics
  }

  func write(to entry: inout RequestLog.Entry) {
    entry.status = status
    entry.bytes = bytes
    entry.source = source
    entry.metrics = metrics
    entry.attempts = source == .cache ? 0 : metrics?.attempts ?? 1
  }
}

extension NetworkError {
  /// This error with the number of attempts that went out, and the request it happened to.
  fileprivate func of(_ request: Request, attempt: Int) -> NetworkError {
    var copy = self
    copy.attempts = attempts == 0 ? attempt - 1 : attempt
    if copy.request == nil { copy.request = request.summary }
    return copy
  }
}

extension Request {
  func authorized(_ token: String?) -> Request {
    guard let token else { return self }
    return with { $0.headers["Authorization"] = "Bearer \(token)" }
  }

  /// Whether a `304` answers it.
  fileprivate var isConditional: Bool {
    headers["If-None-Match"] != nil || headers["If-Modified-Since"] != nil
  }
}

extension ResponseBody {
  /// Reads at most so many bytes and drops the rest.
  func drain(upTo limit: Int) async throws(NetworkError) {
    var count = 0
    var iterator = makeAsyncIterator()
    while count <= limit, let chunk = try await iterator.next() { count += chunk.count }
  }
}
