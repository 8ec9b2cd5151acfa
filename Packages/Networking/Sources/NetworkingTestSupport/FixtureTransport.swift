import Foundation
public import HTTPTypes
public import Networking
import Synchronization

/// Answers from memory, for demos, previews and tests that need no network.
///
/// ```swift
/// let transport = FixtureTransport()
/// transport.answer(.get, "/posts/{id}", json: #"{"id": 7, "title": "Hello"}"#)
/// let client = try Client("http://fixture", transport: transport)
/// ```
public final class FixtureTransport: Transport {
  private struct Route: Sendable {
    let method: HTTPRequest.Method
    let pattern: PathPattern
    let answer: @Sendable (Request) async throws(NetworkError) -> Response
  }

  private struct State {
    var routes: [Route] = []
    var requests: [Request] = []
  }

  private let state = Mutex(State())

  /// Makes a transport without answers; a request it has none for is ``NetworkError/Code/noFixture``.
  public init() {}

  /// The requests that came, in order.
  public var requests: [Request] { state.withLock { $0.requests } }

  /// Answers requests of a method and path pattern; the answer given last comes first.
  public func answer(
    _ method: HTTPRequest.Method, _ pattern: String,
    _ answer: @escaping @Sendable (Request) async throws(NetworkError) -> Response
  ) {
    let route = Route(method: method, pattern: PathPattern(pattern), answer: answer)
    state.withLock { $0.routes.insert(route, at: 0) }
  }

  /// Answers requests of a method and path pattern with JSON text.
  public func answer(
    _ method: HTTPRequest.Method, _ pattern: String, status: HTTPResponse.Status = 200,
    headers: HTTPFields = [:], json: String
  ) {
    var headers = headers
    headers.fill(from: [.contentType: "application/json"])
    let all = headers
    answer(method, pattern) { (request) throws(NetworkError) in
      Response(
        head: ResponseHead(status: status, headers: all, url: try request.url),
        data: Data(json.utf8))
    }
  }

  /// Answers a request.
  public func stream(_ request: Request) async throws(NetworkError) -> ResponseStream {
    try request.check()
    _ = try request.url
    let body = try request.body.data()
    request.body.report(Int64(body.count))
    let route = state.withLock { state in
      state.requests.append(request)
      return state.routes.first { $0.method == request.method && $0.pattern.matches(request.path) }
    }
    guard !Task.isCancelled else { throw NetworkError.cancelled.of(request) }
    guard let route else {
      throw NetworkError(
        .noFixture, "No answer was prepared for it; add one with answer(_:_:json:).",
        request: request.summary, attempts: 1)
    }
    do throws(NetworkError) {
      let response = try await route.answer(request)
      let data = request.method == .head ? Data() : response.data
      try request.checkBody(Int64(data.count))
      return ResponseStream(
        head: response.head, body: ResponseBody(data, metrics: response.metrics))
    } catch {
      throw error.of(request)
    }
  }
}
