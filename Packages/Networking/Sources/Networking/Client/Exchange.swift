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
  private let budget = RetryBudget()
  let refreshes = SharedCalls<String, Response>()

  init(transport: any Transport, configuration: Client.Configuration, log: RequestLog) {
    self.transport = transport
    self.configuration = configuration
    self.log = log
  }

  /// The whole response, with a good status.
  func response(to request: Request) async throws(NetworkError) -> Response {
    try await logged(request) { (note) async throws(NetworkError) in
      let (response, source) = try await cached(request)
      note.source = source
      note.status = response.status
      note.bytes = response.data.count
      note.metrics = response.metrics
      return response
    }
  }

  /// Runs work as one entry of the log.
  func logged<Output>(
    _ request: Request,
    _ work: (inout LogNote) async throws(NetworkError) -> Output
  ) async throws(NetworkError) -> Output {
    let clock = ContinuousClock()
    let start = clock.now
    let id = log.begin(request, at: configuration.now())
    var note = LogNote()
    do throws(NetworkError) {
      let output = try await work(&note)
      log.end(id) { entry in
        note.write(to: &entry)
        entry.duration = clock.now - start
      }
      return output
    } catch {
      log.end(id) { entry in
        entry.duration = clock.now - start
        entry.failure = error.code
        entry.attempts = error.attempts
        entry.status = error.response?.status
        entry.bytes = error.response?.data.count
      }
      throw error
    }
  }

  /// The whole response of the first attempt that succeeds.
  func fetch(_ request: Request) async throws(NetworkError) -> Response {
    try await attempts(request) { (stream, request, attempt) async throws(NetworkError) in
      try await collect(stream, request, attempt: attempt)
    }
  }

  /// Sends until an attempt succeeds or the policy gives up; `prepare` makes each attempt's request.
  func attempts<Output>(
    _ request: Request,
    prepare: (Request) throws(NetworkError) -> Request = { $0 },
    _ read: (ResponseStream, Request, _ attempt: Int) async throws(NetworkError) -> Output
  ) async throws(NetworkError) -> Output {
    budget.earn()
    var attempt = 0
    while true {
      attempt += 1
      do throws(NetworkError) {
        return try await send(try prepare(request), attempt, read)
      } catch {
        let error = error.of(request, attempt: attempt)
        guard let delay = delay(after: attempt, of: request, error) else { throw error }
        try await wait(delay, after: attempt, of: request)
      }
    }
  }

  /// How long to wait before the next attempt, or `nil` when there is none.
  private func delay(after attempt: Int, of request: Request, _ error: NetworkError) -> Duration? {
    let delay = configuration.retry.delay(
      after: attempt, method: request.method, error: error, random: configuration.random(),
      now: configuration.now())
    guard !Task.isCancelled, let delay, budget.spend() else { return nil }
    return delay
  }

  @inline(never)
  private func wait(
    _ delay: Duration, after attempt: Int, of request: Request
  ) async throws(NetworkError) {
    do {
      try await configuration.clock.sleep(for: delay)
    } catch {
      throw NetworkError(
        .cancelled, "The request was cancelled between two attempts.",
        request: request.summary, attempts: attempt)
    }
  }

  /// One attempt: with the interceptors' changes and the token.
  private func send<Output>(
    _ request: Request, _ attempt: Int,
    _ read: (ResponseStream, Request, _ attempt: Int) async throws(NetworkError) -> Output
  ) async throws(NetworkError) -> Output {
    let adapted = try await adapt(request)
    if let authentication = configuration.authentication,
      adapted.headers["Authorization"] == nil
    {
      return try await send(adapted, attempt, authentication, read)
    }
    return try await redirected(adapted, attempt, read)
  }

  @inline(never)
  private func adapt(_ request: Request) async throws(NetworkError) -> Request {
    var adapted = request
    for interceptor in configuration.interceptors {
      adapted = try await interceptor.adapt(adapted)
    }
    return adapted
  }

  /// Sends with the current token, and once more with a new one when the server refuses it.
  @inline(never)
  private func send<Output>(
    _ request: Request, _ attempt: Int, _ authentication: TokenAuthentication,
    _ read: (ResponseStream, Request, _ attempt: Int) async throws(NetworkError) -> Output
  ) async throws(NetworkError) -> Output {
    let token = authentication.token
    do throws(NetworkError) {
      return try await redirected(request.authorized(token), attempt, read)
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
      return try await redirected(request.authorized(renewed), attempt, read)
    }
  }

  /// Sends, follows redirects and refuses bad statuses.
  @inline(never)
  private func redirected<Output>(
    _ request: Request, _ attempt: Int, visited: [String] = [],
    _ read: (ResponseStream, Request, _ attempt: Int) async throws(NetworkError) -> Output
  ) async throws(NetworkError) -> Output {
    var visited = visited
    let next: Request
    do {
      let stream = try await transport.stream(request)
      guard (300...399).contains(stream.head.status),
        let target = try await target(of: stream, after: request, &visited)
      else {
        guard stream.head.isSuccess || stream.head.status == 304 && request.isConditional else {
          throw try await badStatus(stream, request)
        }
        return try await read(stream, request, attempt)
      }
      next = target
    }
    return try await redirected(next, attempt, visited: visited, read)
  }

  /// The request that a redirect asks for, if it is to be followed.
  @inline(never)
  private func target(
    of stream: ResponseStream, after request: Request, _ visited: inout [String]
  ) async throws(NetworkError) -> Request? {
    visited.append("\(request.method) \(try request.urlText)")
    let next = try configuration.redirects.next(after: request, stream.head, visited: visited)
    // A short body is read to its end so that the connection can be used again.
    if next != nil { try await stream.body.drain(upTo: 64 << 10) }
    return next
  }

  /// Reads the whole body and lets the interceptors judge it.
  func collect(
    _ stream: ResponseStream, _ request: Request, attempt: Int
  ) async throws(NetworkError) -> Response {
    var response = try await stream.collect()
    if attempt != response.metrics.attempts { response.metrics.attempts = attempt }
    for interceptor in configuration.interceptors.reversed() {
      response = try await interceptor.resolve(response, to: request)
    }
    return response
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

/// What an exchange found out for the log.
struct LogNote {
  var status: Int?
  var bytes: Int?
  var source = RequestLog.Entry.Source.network
  var metrics = TransferMetrics()

  func write(to entry: inout RequestLog.Entry) {
    entry.status = status
    entry.bytes = bytes
    entry.source = source
    entry.metrics = metrics
    entry.attempts = source == .cache ? 0 : metrics.attempts
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
  fileprivate func authorized(_ token: String?) -> Request {
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
