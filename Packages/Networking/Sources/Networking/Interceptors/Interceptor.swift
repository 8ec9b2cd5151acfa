/// Takes part in every request of a client: changes it, judges the response, or stands in for the server.
///
/// Most interceptors need one of the two small methods, ``adapt(_:)`` and ``resolve(_:to:)``; one that
/// has to see both ends, such as to measure time or to answer by itself, has
/// ``intercept(_:next:)``. The first interceptor is the outermost. They run once for each attempt, so
/// that a time stamp or a signature is fresh when a request is sent again. Token, cache, redirects and
/// the sharing of equal reads come after them and see what they made of the request.
///
/// ```swift
/// struct Stamp: Interceptor {
///   func adapt(_ request: Request) async throws(NetworkError) -> Request {
///     request.with { $0.headers[.userAgent] = "repl" }
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

  /// The response to a request: by default the adapted request's, resolved.
  ///
  /// Streams and downloads have no response in one piece; for them ``adapt(_:)`` runs alone.
  ///
  /// - Parameters:
  ///   - request: The request as the interceptors before this one made it.
  ///   - next: Sends a request and returns its response, whatever its status; may be called never or several times.
  /// - Returns: The response, whatever its status.
  /// - Throws: ``NetworkError``, such as `next` does.
  func intercept(
    _ request: Request, next: NextInterceptor
  ) async throws(NetworkError) -> Response
}

/// The rest of the way of a request: the interceptors behind one, and the network.
///
/// It is a type, not a closure: the isolation of an asynchronous closure depends on the settings of the module that
/// writes it, so a method with a closure would not always be the one that the protocol asks for.
public struct NextInterceptor: Sendable {
  let send: @Sendable (Request) async throws(NetworkError) -> Response

  /// Sends a request and returns its response, whatever its status.
  public func callAsFunction(_ request: Request) async throws(NetworkError) -> Response {
    try await send(request)
  }
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

  /// Sends the adapted request, and resolves its response.
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
