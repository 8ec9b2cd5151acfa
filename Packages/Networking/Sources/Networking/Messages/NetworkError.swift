public import HTTPTypes

/// The only error type of this package: it contains the problem, its remedy and the request.
///
/// ```swift
/// do { try await client.send(request) } catch where error.code == .offline { showOfflineBar() }
/// ```
public struct NetworkError: Error, Sendable {
  /// The kinds of failure that a caller can handle.
  public enum Code: String, Sendable, Hashable, CaseIterable {
    /// The request is invalid and was not sent.
    case invalidRequest
    /// There is no network, or the offline switch is on.
    case offline
    /// The host name has no address.
    case hostNotFound
    /// No connection could be made: it was refused, the host is unreachable, or the proxy failed.
    case cannotConnect
    /// The proxy answered, and refused the tunnel to the server; see ``NetworkError/proxyStatus``.
    case proxyRefused
    /// The connection ended before the whole response had arrived.
    case connectionLost
    /// The server's certificate, host name or pin is not trusted, or the TLS handshake failed.
    case untrustedServer
    /// A timeout has passed: in the queue, while connecting, while idle or for the whole request.
    case timedOut
    /// The caller cancelled the request.
    case cancelled
    /// The body or the headers exceed the request's limit.
    case tooLarge
    /// The response is not valid HTTP.
    case malformedResponse
    /// A redirect was refused: a loop, too many redirects, a downgrade to http, or no usable location.
    case redirectRefused
    /// The status of the response is not a success.
    case badStatus
    /// The body does not match the requested model.
    case undecodable
    /// Only the cache was allowed to answer, and it has no entry.
    case notCached
    /// A file could not be read or written.
    case file
    /// A fixture has no response for the request.
    case noFixture
    /// The token renewal failed, or a user has signed in or out since the call began, so the request was not sent.
    case unauthenticated
  }

  /// The kind of failure.
  public var code: Code
  /// The problem and its remedy, in one or two sentences.
  public var message: String
  /// The underlying error, such as Models' decoding diagnostics.
  public var cause: (any Error)?
  /// A summary of the request, such as `GET http://localhost/posts`, if the request is known.
  public var request: String?
  /// The number of attempts at reaching the server, including those that found no connection; 0 if there was none, such as
  /// for an invalid request or a response from the cache.
  ///
  /// Redirects and the repetition with a renewed token belong to the same attempt.
  public var attempts: Int
  /// The response, for ``Code/badStatus`` and ``Code/undecodable``.
  public var response: Response?
  /// The proxy's status, for ``Code/proxyRefused``, such as `407` if it wants a name and password.
  public var proxyStatus: HTTPResponse.Status?

  /// Makes an error.
  public init(
    _ code: Code, _ message: String, cause: (any Error)? = nil, request: String? = nil,
    attempts: Int = 0, response: Response? = nil
  ) {
    self.code = code
    self.message = message
    self.cause = cause
    self.request = request
    self.attempts = attempts
    self.response = response
  }
}

extension NetworkError: CustomStringConvertible {
  /// The code, message, request, attempts and cause in one line.
  public var description: String {
    var text = "\(code.rawValue): \(message)"
    if let request { text += " [\(request)]" }
    if attempts > 1 { text += " after \(attempts) attempts" }
    // The message already contains the description of a decoding error.
    if let cause, case let words = "\(cause)", !message.contains(words) { text += " (\(words))" }
    return text
  }
}

extension Result where Failure == NetworkError {
  init(of work: () async throws(NetworkError) -> Success) async {
    do throws(NetworkError) { self = .success(try await work()) } catch { self = .failure(error) }
  }
}

extension Task where Failure == Never {
  /// The task's value; cancelling the caller also cancels the task.
  var valueOrCancel: Success {
    get async {
      await withTaskCancellationHandler {
        await value
      } onCancel: {
        cancel()
      }
    }
  }
}

extension NetworkError {
  package static let cancelled = NetworkError(.cancelled, "The request was cancelled.")

  /// Makes the error of a request that cannot be sent.
  package static func invalid(
    _ message: String, cause: (any Error)? = nil, request: String? = nil
  ) -> NetworkError {
    NetworkError(.invalidRequest, message, cause: cause, request: request)
  }
}
