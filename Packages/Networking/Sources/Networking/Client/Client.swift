public import Foundation
import Models
import Synchronization

/// Sends requests to a server and hands back responses or models.
///
/// A client fills in what a request leaves out, follows redirects, retries what may be retried,
/// renews tokens, remembers answers and keeps a log. Every call has exactly one outcome, and
/// cancelling its task ends it. One client may be used from any task.
///
/// ```swift
/// let client = try Client("http://localhost:8080")
/// let posts: [Post] = try await client.value(Request(.get, "/posts"))
/// ```
public final class Client: Sendable {
  /// The requests made and their outcome.
  public let log: RequestLog
  let exchange: Exchange
  private let calls = CallRegistry()
  private let shared: Mutex<ServerEnvironment>

  /// Makes a client of an environment; without a transport it gets a ``CurlTransport`` of its own.
  public init(
    _ environment: ServerEnvironment, transport: any Transport = CurlTransport(),
    configuration: Configuration = Configuration(), log: RequestLog = RequestLog()
  ) {
    shared = Mutex(environment)
    self.log = log
    exchange = Exchange(transport: transport, configuration: configuration, log: log)
  }

  /// Makes a client of a base URL such as `http://localhost:8080/v1`.
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
    // Calls keep their client and transfers are in their owners' hands; this has neither.
    exchange.cancelAll()
  }

  /// The server, and what it adds to requests; a change holds for requests made after it.
  public var environment: ServerEnvironment {
    get { shared.withLock { $0 } }
    set { shared.withLock { $0 = newValue } }
  }

  /// Sends a request and returns the response once its whole body is here.
  ///
  /// - Throws: ``NetworkError``; a status outside 200 to 299 is ``NetworkError/Code/badStatus``.
  @discardableResult
  public func send(_ request: Request) async throws(NetworkError) -> Response {
    try await output(of: call(request)) { $0 }
  }

  /// The value that is made of the response to a call; a response that nothing can be made of is a failure in the log.
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

  /// Sends a request and decodes the response's JSON by the client's decoder.
  ///
  /// - Throws: ``NetworkError``; ``NetworkError/Code/undecodable`` when the body is not the model.
  public func value<Value: Decodable>(
    _ request: Request, as type: Value.Type = Value.self
  ) async throws(NetworkError) -> Value {
    try await output(of: call(request)) { (response) throws(NetworkError) in
      try response.decode(type, decoder: exchange.configuration.decoder)
    }
  }

  /// Sends a request with a value as its body, written as JSON by the client's encoder.
  ///
  /// - Throws: ``NetworkError``; ``NetworkError/Code/invalidRequest`` when the value has no JSON form.
  @discardableResult
  public func send(
    _ request: Request, json value: some Encodable
  ) async throws(NetworkError) -> Response {
    try await send(try request.sending(value, by: exchange.configuration.encoder))
  }

  /// Sends a request with a value as its body and decodes the response's JSON.
  ///
  /// ```swift
  /// let receipt: Receipt = try await client.value(Request(.post, "/orders"), json: order)
  /// ```
  public func value<Value: Decodable>(
    _ request: Request, json body: some Encodable, as type: Value.Type = Value.self
  ) async throws(NetworkError) -> Value {
    try await value(try request.sending(body, by: exchange.configuration.encoder), as: type)
  }

  /// Sends a request and returns when the head of a good response is here; the body follows.
  ///
  /// Token, redirects, interceptors' changes and retries are as with ``send(_:)-(Request)``, up to the head; a body that
  /// breaks off is the reader's error. The cache takes no part, and the body comes uncompressed.
  ///
  /// ```swift
  /// for try await chunk in try await client.stream(Request(.get, "/events")).body { … }
  /// ```
  ///
  /// - Throws: ``NetworkError``; a status outside 200 to 299 is ``NetworkError/Code/badStatus`` with the first 64 KiB
  ///   of the body, or what comes of them within ``Timeouts/idle``.
  public func stream(_ request: Request) async throws(NetworkError) -> ResponseStream {
    try await stream(call(request)).stream
  }

  /// Sends as ``stream(_:)`` does, by default for the present user and environment; the body has no standard limit.
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

  /// Waits between two connections of a call that is under way meanwhile.
  func pause(for time: Duration) async throws(NetworkError) {
    try await calls.run { [exchange] () async throws(NetworkError) in
      do {
        try await exchange.configuration.clock.sleep(for: time)
      } catch {
        throw .cancelled
      }
    }
  }

  /// Sends a request as a transfer that can be followed, held and cancelled.
  ///
  /// Progress counts the body sent, then the body received. A read goes past the cache.
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

  /// Downloads to a file.
  ///
  /// Bytes go to `NAME.part` beside the destination, which is replaced in one step once all are here, so nobody ever
  /// sees half a file. With `resumes`, a part left by an earlier try is continued if the server says that it is still
  /// the same, and if it is the same user's; see <doc:Gotchas>.
  ///
  /// - Parameters:
  ///   - request: The request for the file, without a `Range`, and by default without a limit of the body.
  ///   - file: The destination; a file that is there is replaced.
  ///   - resumes: Whether to keep the part of a failed try and to continue one.
  /// - Returns: The transfer, which has begun.
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

  /// Cancels every request, stream and transfer that is under way, and the waits of ``events(_:limit:)``.
  public func cancelAll() {
    calls.cancelAll()
    exchange.cancelAll()
  }

  /// The number of calls, streamed bodies, transfers, and waits of ``events(_:limit:)`` that are under way.
  public var activeCalls: Int { calls.count }

  /// The stored response, however old, or `nil`; no entry of the log.
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

  /// The call of a request, with its gaps filled from an environment; the present one and user by default.
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

  /// The request as one that can be held, with a body that tells of its progress.
  fileprivate func followed(by control: TransferControl) throws(NetworkError) -> Request {
    let total = try body.length
    let progress = control.progress
    return with { request in
      request.gate = control.gate
      guard !body.isEmpty else { return }
      request.body = body.observed { sent in
        progress.yield(TransferProgress(direction: .upload, completed: sent, total: total))
      }
    }
  }
}
