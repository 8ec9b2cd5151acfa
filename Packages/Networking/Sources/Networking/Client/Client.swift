import Foundation
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
  let transfers = TransferRegistry()
  private let calls = SharedCalls<Call>()
  private let shared: Mutex<ServerEnvironment>

  /// A request and what makes two of them one.
  private struct Call: Hashable, Sendable {
    let request: Request
    /// Taken once, because the call is looked up often.
    private let number: Int
    private let isShared: Bool

    init(_ request: Request, isShared: Bool) {
      self.request = request
      self.isShared = isShared
      number = isShared ? Self.number(of: request) : request.identity.hashValue
    }

    /// A hash of what tells reads apart as a rule; the rest is compared.
    private static func number(of request: Request) -> Int {
      var hasher = Hasher()
      hasher.combine(request.path)
      hasher.combine(request.fixedQuery)
      for item in request.query { hasher.combine(item.value) }
      for field in request.headers.fields { hasher.combine(field.value) }
      return hasher.finalize()
    }

    static func == (left: Call, right: Call) -> Bool {
      guard left.request.identity != right.request.identity else { return true }
      return left.isShared && right.isShared && left.number == right.number
        && left.request == right.request
    }

    func hash(into hasher: inout Hasher) {
      hasher.combine(number)
    }
  }

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
    exchange.refreshes.cancelAll()
  }

  /// The server, and what it adds to requests; a change holds for requests made after it.
  public var environment: ServerEnvironment {
    get { shared.withLock { $0 } }
    set { shared.withLock { $0 = newValue } }
  }

  /// The request with its gaps filled from the environment.
  func resolve(_ request: Request) -> Request {
    shared.withLock { $0.resolve(request) }
  }

  /// Sends a request and returns the response once its whole body is here.
  ///
  /// - Throws: ``NetworkError``; a status outside 200 to 299 is ``NetworkError/Code/badStatus``.
  @discardableResult
  public func send(_ request: Request) async throws(NetworkError) -> Response {
    let isRead = request.method.isSafe && request.body.isEmpty
    let call = Call(
      resolve(request), isShared: isRead && exchange.configuration.sharesEqualReads)
    let response = try await calls.value(
      for: call, attempt: { exchange.firstAttempt(at: call.request) }
    ) {
      [exchange] () async throws(NetworkError) in
      try await exchange.response(to: call.request)
    }
    guard let response else { preconditionFailure("A request's work ended without a response.") }
    return response
  }

  /// Sends the request that `configure` describes.
  ///
  /// - Throws: ``NetworkError``, as ``send(_:)-(Request)`` does.
  @discardableResult
  public func send(
    _ configure: (inout Request) -> Void
  ) async throws(NetworkError) -> Response {
    try await send(Request().with(configure))
  }

  /// Sends an endpoint's request and returns its output.
  ///
  /// - Throws: ``NetworkError``, as ``send(_:)-(Request)`` does.
  public func send<Target: Endpoint>(
    _ endpoint: Target
  ) async throws(NetworkError) -> Target.Output {
    try endpoint.output(of: try await send(try endpoint.request))
  }

  /// Sends a request and decodes the response's JSON.
  ///
  /// - Throws: ``NetworkError``; ``NetworkError/Code/undecodable`` when the body is not the model.
  public func value<Value: Decodable>(
    _ request: Request, as type: Value.Type = Value.self
  ) async throws(NetworkError) -> Value {
    try await send(request).decode(type)
  }

  /// Cancels every request and transfer that is under way.
  public func cancelAll() {
    calls.cancelAll()
    exchange.refreshes.cancelAll()
    transfers.cancelAll()
  }

  /// How many calls are under way; equal reads that are sent once count once.
  public var activeCalls: Int { calls.count }
}
