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
  private let calls = SharedCalls<Call, Response>()
  private let shared: Mutex<ServerEnvironment>
  private let lastNumber = Atomic<Int>(0)

  /// What makes two calls one; an object, because it is copied and compared on the way.
  private final class Call: Hashable, Sendable {
    /// The request's hash, taken once because the key is looked up often, or a number of its own.
    private let number: Int
    private let request: Request?

    init(sharing request: Request) {
      number = request.hashValue
      self.request = request
    }

    init(own number: Int) {
      self.number = number
      request = nil
    }

    static func == (left: Call, right: Call) -> Bool {
      left === right || left.number == right.number && left.request == right.request
    }

    func hash(into hasher: inout Hasher) { hasher.combine(number) }
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

  /// Sends a request and returns the response once its whole body is here.
  ///
  /// - Throws: ``NetworkError``; a status outside 200 to 299 is ``NetworkError/Code/badStatus``.
  @discardableResult
  public func send(_ request: Request) async throws(NetworkError) -> Response {
    let resolved = environment.resolve(request)
    let sharesReads = exchange.configuration.sharesEqualReads
    let call: Call =
      sharesReads && resolved.method.isSafe && resolved.body.isEmpty
      ? Call(sharing: resolved)
      : Call(own: lastNumber.wrappingAdd(1, ordering: .relaxed).newValue)
    return try await calls.value(for: call) { [exchange] () async throws(NetworkError) in
      try await exchange.response(to: resolved)
    }
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
