public import Foundation
import Models
import Synchronization

/// An HTTP client: it sends requests to a server and returns responses or models.
///
/// A client completes requests with defaults, follows redirects, retries, renews tokens, caches responses and keeps a
/// log. Every call has exactly one outcome; cancelling the caller's task cancels the call. A client may be used from
/// any task.
///
/// ```swift
/// let client = try Client("http://localhost:8080")
/// let posts: [Post] = try await client.value(Request(.get, "/posts"))
/// ```
public final class Client: Sendable {
  /// The log of requests and their outcomes.
  public let log: RequestLog
  let exchange: Exchange
  private let calls = CallRegistry()
  private let shared: Mutex<ServerEnvironment>

  /// Makes a client for an environment; by default it gets its own ``CurlTransport``.
  public init(
    _ environment: ServerEnvironment, transport: any Transport = CurlTransport(),
    configuration: Configuration = Configuration(), log: RequestLog = RequestLog()
  ) {
    shared = Mutex(environment)
    self.log = log
    exchange = Exchange(transport: transport, configuration: configuration, log: log)
  }

  /// Makes a client for a base URL such as `http://localhost:8080/v1`.
  ///
  /// - Throws: ``NetworkError/Code/invalidRequest`` when the text is not an http or https URL.
  public convenience init(
    _ baseURL: String, transport: any Transport = CurlTransport(),
    configuration: Configuration = Configuration(), log: RequestLog = RequestLog()
  ) throws(NetworkError) {
    self.init(
      try ServerEnvironment(baseURL), transport: transport, configuration: configuration, log: log)
  }

  deinit {
    // Active calls keep the client alive, and transfers belong to their owners; only shared background work is left.
    exchange.cancelAll()
  }

  /// The server and its default settings; a change affects the requests made after it.
  public var environment: ServerEnvironment {
    get { shared.withLock { $0 } }
    set { shared.withLock { $0 = newValue } }
  }

  /// Sends a request and returns the response when the whole body has arrived.
  ///
  /// - Throws: ``NetworkError``; a status outside 200 to 299 is ``NetworkError/Code/badStatus``, except a `304` to a
  ///   request with its own `If-None-Match` or `If-Modified-Since`.
  @discardableResult
  public func send(_ request: Request) async throws(NetworkError) -> Response {
    try await output(of: call(request)) { $0 }
  }

  /// Makes a value from the response to a call; if that fails, the log entry shows the failure.
  func output<Output>(
    of call: Call, _ make: (Response) throws(NetworkError) -> Output
  ) async throws(NetworkError) -> Output {
    try await exchange.logged(call) { (entry) async throws(NetworkError) in
      let response = try await answer(to: call)
      entry.take(response)
      return try make(response)
    }
  }

  private func answer(to call: Call) async throws(NetworkError) -> Response {
    try await calls.run { [exchange] () async throws(NetworkError) in
      try await exchange.response(to: call)
    }
  }

  /// Sends the request that `configure` describes.
  @discardableResult
  public func send(
    _ configure: (inout Request) -> Void
  ) async throws(NetworkError) -> Response {
    try await send(Request().with(configure))
  }

  /// Sends an endpoint's request and returns its output.
  public func send<Target: Endpoint>(
    _ endpoint: Target
  ) async throws(NetworkError) -> Target.Output {
    let request = try endpoint.completeRequest(exchange.configuration.encoder)
    return try await output(of: call(request)) { (response) throws(NetworkError) in
      try endpoint.output(of: response, decoder: exchange.configuration.decoder)
    }
  }

  /// Sends a request and decodes the JSON of the response with the client's decoder.
  ///
  /// - Throws: ``NetworkError``; ``NetworkError/Code/undecodable`` if the body does not match the model.
  public func value<Value: Decodable>(
    _ request: Request, as type: Value.Type = Value.self
  ) async throws(NetworkError) -> Value {
    try await output(of: call(request)) { (response) throws(NetworkError) in
      try response.decode(type, decoder: exchange.configuration.decoder)
    }
  }

  /// Sends a request with a value as its JSON body, written with the client's encoder.
  ///
  /// - Throws: ``NetworkError``; ``NetworkError/Code/invalidRequest`` if the value cannot be encoded.
  @discardableResult
  public func send(
    _ request: Request, json value: some Encodable
  ) async throws(NetworkError) -> Response {
    try await send(try request.sending(value, by: exchange.configuration.encoder))
  }

  /// Sends a request with a value as its JSON body and decodes the JSON of the response.
  ///
  /// ```swift
  /// let receipt: Receipt = try await client.value(Request(.post, "/orders"), json: order)
  /// ```
  public func value<Value: Decodable>(
    _ request: Request, json body: some Encodable, as type: Value.Type = Value.self
  ) async throws(NetworkError) -> Value {
    try await value(try request.sending(body, by: exchange.configuration.encoder), as: type)
  }

  /// Sends a request and returns when the head of a successful response has arrived; the body follows.
  ///
  /// Token, redirects, interceptors' changes and retries work as in ``send(_:)-(Request)``, up to the head. If the body
  /// breaks off, its reader gets the error. The cache is not used, and the body is requested uncompressed.
  ///
  /// ```swift
  /// for try await chunk in try await client.stream(Request(.get, "/events")).body { … }
  /// ```
  ///
  /// - Throws: ``NetworkError``; a status outside 200 to 299, even a `304`, is ``NetworkError/Code/badStatus`` with the
  ///   first 64 KiB of the body, or with the part that arrives within ``Timeouts/idle``.
  public func stream(_ request: Request) async throws(NetworkError) -> ResponseStream {
    try await stream(call(request)).stream
  }

  /// Sends as ``stream(_:)`` does, by default for the current user and environment, without the standard body limit.
  func endlessStream(
    _ request: Request, of owner: CallOwner? = nil, in environment: ServerEnvironment? = nil
  ) async throws(NetworkError) -> Answer {
    try await stream(call(request, of: owner, in: environment).withUnlimitedBody)
  }

  private func stream(_ call: Call) async throws(NetworkError) -> Answer {
    let round = calls.round
    return try await calls.run { [self] () async throws(NetworkError) in
      try calls.follow(try await exchange.stream(call), since: round)
    }
  }

  /// Waits between two connections of a stream; the wait counts as an active call.
  func pause(for time: Duration) async throws(NetworkError) {
    try await calls.run { [exchange] () async throws(NetworkError) in
      do {
        try await exchange.configuration.clock.sleep(for: time)
      } catch {
        throw .cancelled
      }
    }
  }

  /// Sends a request as a transfer that can be observed, suspended and cancelled.
  ///
  /// Progress counts the sent body first, then the received body. A read bypasses the cache.
  public func upload(_ request: Request) -> Transfer<Response> {
    let resolved = call(request)
    return calls.begin { [exchange] (control) async throws(NetworkError) in
      var call = resolved
      call.request = try call.request.followed(by: control)
      call.request.cachePolicy = .ignoreCache
      call.control = control
      let sent = call
      return try await exchange.logged(sent) { (entry) async throws(NetworkError) in
        let response = try await exchange.response(to: sent)
        entry.take(response)
        return response
      }
    }
  }

  /// Downloads a response body to a file.
  ///
  /// Bytes are written to `NAME.part` beside the destination. When all have arrived, that file replaces the destination
  /// atomically, so nobody sees half a file. With `resumes`, the part of an earlier try is continued if the server
  /// confirms that it is unchanged and if it belongs to the same user; see <doc:Gotchas>.
  ///
  /// - Parameters:
  ///   - request: The request for the file, without a `Range` header; by default its body has no limit.
  ///   - file: The destination; an existing file is replaced.
  ///   - resumes: Whether to keep the part of a failed try, and to continue such a part.
  /// - Returns: The transfer, which is already running.
  public func download(
    _ request: Request, to file: URL, resumes: Bool = true
  ) -> Transfer<Download> {
    let whole = call(request).withUnlimitedBody
    return calls.begin { [exchange] (control) async throws(NetworkError) in
      var wanted = whole
      wanted.request.gate = control.gate
      let call = wanted
      return try await exchange.logged(call) { (entry) async throws(NetworkError) in
        let download = try await Downloader(
          call: call, file: file, resumes: resumes, exchange: exchange, control: control
        ).run()
        entry.status = download.head.status
        entry.bytes = Int(clamping: download.size)
        entry.metrics = download.metrics
        return download
      }
    }
  }

  /// Cancels every active request, stream and transfer, and the reconnection waits of ``events(_:limit:)``.
  public func cancelAll() {
    calls.cancelAll()
    exchange.cancelAll()
  }

  /// The number of active calls, streamed bodies, transfers and reconnection waits of ``events(_:limit:)``.
  public var activeCalls: Int { calls.count }

  /// Returns the stored response, even a stale one, or `nil`; the log gets no entry.
  func stored(_ call: Call) async throws(NetworkError) -> Response? {
    var lookUp = call
    lookUp.request.cachePolicy = .returnCacheDataDontLoad
    let asked = lookUp
    do throws(NetworkError) {
      return try await answer(to: asked)
    } catch {
      guard error.code == .notCached else { throw error }
      return nil
    }
  }

  /// Makes the call of a request with an environment's defaults; by default the current environment and user.
  func call(
    _ request: Request, of owner: CallOwner? = nil, in environment: ServerEnvironment? = nil
  ) -> Call {
    let environment = environment ?? self.environment
    return Call(
      request: environment.resolve(request), home: environment.origin, owner: owner ?? self.owner)
  }

  var owner: CallOwner { CallOwner(exchange.configuration) }
}

extension Request {
  fileprivate func sending(
    _ value: some Encodable, by encoder: ModelEncoder
  ) throws(NetworkError) -> Request {
    var copy = self
    copy.body = try .json(value, encoder: encoder)
    return copy
  }

  /// Returns the request with a gate that can suspend it and with a body that reports its progress.
  fileprivate func followed(by control: TransferControl) throws(NetworkError) -> Request {
    let total = try body.length
    let progress = control.progress
    return with { request in
      request.gate = control.gate
      guard !body.isEmpty else { return }
      request.body = body.observed { [body] sent in
        body.report(sent)
        progress.yield(TransferProgress(direction: .upload, completed: sent, total: total))
      }
    }
  }
}
