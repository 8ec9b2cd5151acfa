/// A middleware of a client: it changes requests, judges responses, or answers instead of the server.
///
/// Most interceptors implement ``adapt(_:)`` or ``resolve(_:to:)``. An interceptor that needs the request and the
/// response together, such as to measure time or to make its own response, implements ``intercept(_:next:)``. The first
/// interceptor is the outermost. Interceptors run once per attempt, so that a retry gets a fresh time stamp or
/// signature. Token, cache, redirects and coalescing come after them and use the changed request.
///
/// ```swift
/// struct Stamp: Interceptor {
///   func adapt(_ request: Request) async throws(NetworkError) -> Request {
///     request.with { $0.headers[.userAgent] = "repl" }
///   }
/// }
/// ```
public protocol Interceptor: Sendable {
  /// Returns the request to send instead.
  ///
  /// - Throws: ``NetworkError`` if nothing should be sent.
  func adapt(_ request: Request) async throws(NetworkError) -> Request

  /// Returns the response to pass on instead, such as one without its envelope.
  ///
  /// - Throws: ``NetworkError`` if the response is a failure, such as a business error.
  func resolve(_ response: Response, to request: Request) async throws(NetworkError) -> Response

  /// Returns the response to a request; by default it adapts the request, sends it and resolves the response.
  ///
  /// Streams and downloads have no whole response; for them, only ``adapt(_:)`` runs, for a download that may resume
  /// once more before its first attempt.
  ///
  /// - Parameters:
  ///   - request: The request after the interceptors before this one.
  ///   - next: Sends a request and returns its response, whatever its status; it may be called any number of times.
  /// - Returns: The response, whatever its status.
  /// - Throws: ``NetworkError``, such as the errors of `next`.
  func intercept(
    _ request: Request, next: NextInterceptor
  ) async throws(NetworkError) -> Response
}

/// The rest of the interceptor chain: the interceptors after the current one, and the network.
///
/// It is a type, not a closure: the isolation of an asynchronous closure depends on the settings of its module, so a
/// method with a closure parameter would not always match the protocol's requirement.
public struct NextInterceptor: Sendable {
  let send: @Sendable (Request) async throws(NetworkError) -> Response

  /// Sends a request and returns its response, whatever its status.
  public func callAsFunction(_ request: Request) async throws(NetworkError) -> Response {
    try await send(request)
  }
}

extension Interceptor {
  /// Returns the request unchanged.
  public func adapt(_ request: Request) async throws(NetworkError) -> Request {
    request
  }

  /// Returns the response unchanged.
  public func resolve(
    _ response: Response, to request: Request
  ) async throws(NetworkError) -> Response {
    response
  }

  /// Sends the adapted request and resolves its response.
  public func intercept(
    _ request: Request, next: NextInterceptor
  ) async throws(NetworkError) -> Response {
    let adapted = try await adapt(request)
    let response = try await next(adapted)
    do throws(NetworkError) {
      return try await resolve(response, to: adapted)
    } catch {
      throw error.of(adapted, attempts: response.metrics.attempts)
    }
  }
}
