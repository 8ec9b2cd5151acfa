import Foundation
public import HTTPTypes
public import Networking
import Synchronization

/// A transport with prepared responses in memory, for demos, previews and tests without a network.
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

  /// Makes a transport without responses; a request without a prepared one fails with ``NetworkError/Code/noFixture``.
  public init() {}

  /// The received requests, in order.
  public var requests: [Request] { state.withLock { $0.requests } }

  /// Sets the response for requests with a method and a path pattern; the latest matching call takes precedence.
  public func answer(
    _ method: HTTPRequest.Method, _ pattern: String,
    _ answer: @escaping @Sendable (Request) async throws(NetworkError) -> Response
  ) {
    let route = Route(method: method, pattern: PathPattern(pattern), answer: answer)
    state.withLock { $0.routes.insert(route, at: 0) }
  }

  /// Sets a JSON response for requests with a method and a path pattern.
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

  /// Returns the prepared response to a request.
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
