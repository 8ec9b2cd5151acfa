import Foundation

/// One request from the cache's first look to the final outcome: the order of a client's features.
///
/// Log, cache, then attempts; in each attempt interceptors, token, redirects, transport, status.
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
        return try await authorized(try prepare(request)) {
          (stream, request) async throws(NetworkError) in
          try await read(stream, request, attempt)
        }
      } catch {
        var error = error
        error.attempts = error.attempts == 0 ? attempt - 1 : attempt
        if error.request == nil { error.request = request.summary }
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
    }
  }

  /// Sends with the current token, and once more with a new one when the server refuses it.
  private func authorized<Output>(
    _ request: Request,
    _ read: (ResponseStream, Request) async throws(NetworkError) -> Output
  ) async throws(NetworkError) -> Output {
    var adapted = request
    for interceptor in configuration.interceptors {
      adapted = try await interceptor.adapt(adapted)
    }
    guard let authentication = configuration.authentication,
      adapted.headers["Authorization"] == nil
    else {
      return try await redirected(adapted, read)
    }
    let token = authentication.token
    do throws(NetworkError) {
      return try await redirected(adapted.authorized(token), read)
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
      return try await redirected(adapted.authorized(renewed), read)
    }
  }

  /// Sends, follows redirects and refuses bad statuses.
  private func redirected<Output>(
    _ request: Request,
    _ read: (ResponseStream, Request) async throws(NetworkError) -> Output
  ) async throws(NetworkError) -> Output {
    var request = request
    var visited: [String] = []
    while true {
      let stream = try await transport.stream(request)
      if (300...399).contains(stream.head.status) {
        visited.append("\(request.method) \(try request.urlText)")
        if let next = try configuration.redirects.next(
          after: request, stream.head, visited: visited)
        {
          // A short body is read to its end so that the connection can be used again.
          try await stream.body.drain(upTo: 64 << 10)
          request = next
          continue
        }
      }
      let isConditional =
        request.headers["If-None-Match"] != nil || request.headers["If-Modified-Since"] != nil
      guard stream.head.isSuccess || stream.head.status == 304 && isConditional else {
        throw try await badStatus(stream, request)
      }
      return try await read(stream, request)
    }
  }

  /// Reads the whole body and lets the interceptors judge it.
  func collect(
    _ stream: ResponseStream, _ request: Request, attempt: Int
  ) async throws(NetworkError) -> Response {
    var response = try await stream.collect()
    response.metrics.attempts = attempt
    for interceptor in configuration.interceptors.reversed() {
      response = try await interceptor.resolve(response, to: request)
    }
    return response
  }

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

extension Request {
  fileprivate func authorized(_ token: String?) -> Request {
    guard let token else { return self }
    return with { $0.headers["Authorization"] = "Bearer \(token)" }
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
