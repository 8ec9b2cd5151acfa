import Foundation

/// Takes part in every request of a client: changes what goes out, judges what comes back.
///
/// Interceptors run in order on the way out and in reverse on the way back, once for each attempt,
/// so that a time stamp or a signature is fresh when a request is sent again.
///
/// ```swift
/// struct Stamp: Interceptor {
///   func adapt(_ request: Request) async throws(NetworkError) -> Request {
///     request.with { $0.headers["X-Client"] = "repl" }
///   }
/// }
/// ```
public protocol Interceptor: Sendable {
  /// The request to send instead.
  ///
  /// - Throws: ``NetworkError`` to send nothing.
  func adapt(_ request: Request) async throws(NetworkError) -> Request

  /// The response to hand on instead, such as one whose envelope was removed.
  ///
  /// - Throws: ``NetworkError`` to make the response a failure, such as for a business error.
  func resolve(_ response: Response, to request: Request) async throws(NetworkError) -> Response
}

extension Interceptor {
  /// Leaves the request as it is.
  public func adapt(_ request: Request) async throws(NetworkError) -> Request {
    request
  }

  /// Leaves the response as it is.
  public func resolve(
    _ response: Response, to request: Request
  ) async throws(NetworkError) -> Response {
    response
  }
}

/// An interceptor that waits for nothing, such as one that adds a header or opens an envelope.
///
/// A client whose interceptors are all immediate, and that has no cache, sends without a task of its
/// own, which costs less. They run on the thread of whoever calls, so let them be quick, and make
/// one that reads a file or thinks for long a plain ``Interceptor``.
///
/// ```swift
/// struct Stamp: ImmediateInterceptor {
///   func adapt(_ request: inout Request) throws(NetworkError) {
///     request.headers["X-Client"] = "repl"
///   }
/// }
/// ```
public protocol ImmediateInterceptor: Interceptor {
  /// Changes the request that is sent.
  ///
  /// - Throws: ``NetworkError`` to send nothing.
  func adapt(_ request: inout Request) throws(NetworkError)

  /// Changes the response that is handed on, such as by removing its envelope.
  ///
  /// - Throws: ``NetworkError`` to make the response a failure, such as for a business error.
  func resolve(_ response: inout Response, to request: Request) throws(NetworkError)
}

extension ImmediateInterceptor {
  /// Leaves the request as it is.
  public func adapt(_ request: inout Request) throws(NetworkError) {}

  /// Leaves the response as it is.
  public func resolve(_ response: inout Response, to request: Request) throws(NetworkError) {}

  /// The request with this interceptor's changes.
  public func adapt(_ request: Request) async throws(NetworkError) -> Request {
    var request = request
    try adapt(&request)
    return request
  }

  /// The response with this interceptor's changes.
  public func resolve(
    _ response: Response, to request: Request
  ) async throws(NetworkError) -> Response {
    var response = response
    try resolve(&response, to: request)
    return response
  }
}

/// Adds the same query parameters and headers to every request that does not have them.
///
/// ```swift
/// let common = CommonParameters(query: ["app": "workshop"], headers: ["Accept-Language": "zh"])
/// ```
public struct CommonParameters: ImmediateInterceptor {
  private let query: KeyValuePairs<String, String>
  private let headers: HTTPHeaders

  /// Makes an interceptor of parameters, in the order they are sent.
  public init(query: KeyValuePairs<String, String> = [:], headers: HTTPHeaders = HTTPHeaders()) {
    self.query = query
    self.headers = headers
  }

  /// Adds what is missing.
  public func adapt(_ request: inout Request) throws(NetworkError) {
    var parts = request.parts
    for (name, value) in query where !parts.query.contains(where: { $0.name == name }) {
      parts.query.append(.init(name: name, value: value))
    }
    parts.headers.fill(from: headers)
    request = Request(consume parts)
  }
}
