/// The one error of this package: what went wrong, how to fix it, and which request it was.
///
/// ```swift
/// do { try await client.send(request) } catch where error.code == .offline { showOfflineBar() }
/// ```
public struct NetworkError: Error, Sendable {
  /// The kinds of failure a caller can act on.
  public enum Code: String, Sendable, Hashable, CaseIterable {
    /// The request cannot be sent as written; nothing went out.
    case invalidRequest
    /// There is no network, or the offline switch is on.
    case offline
    /// The host name has no address.
    case hostNotFound
    /// No connection could be made: refused, unreachable, or the proxy failed.
    case cannotConnect
    /// The connection ended before the whole response had arrived.
    case connectionLost
    /// The server's certificate, host name or pin is not trusted, or the handshake failed.
    case untrustedServer
    /// A connect, idle or total time limit passed.
    case timedOut
    /// The caller cancelled.
    case cancelled
    /// The body or the headers went beyond the request's limit.
    case tooLarge
    /// The answer is not valid HTTP.
    case malformedResponse
    /// A redirect was refused: a loop, too many, a downgrade to http, or no usable location.
    case redirectRefused
    /// The server answered with a status that is not a success.
    case badStatus
    /// The body is not the model that was asked for.
    case undecodable
    /// Only the cache was allowed to answer, and it has nothing.
    case notCached
    /// A file could not be read or written.
    case file
    /// A fixture has no answer for the request.
    case noFixture
    /// Signing in again failed, or another user has signed in or out since, so the request was not sent.
    case unauthenticated
  }

  /// The kind of failure.
  public var code: Code
  /// The fault and its remedy, in one or two sentences.
  public var message: String
  /// The error beneath, such as Models' decoding diagnostics.
  public var cause: (any Error)?
  /// The request in short, such as `GET http://localhost/posts`, once it is known.
  public var request: String?
  /// The number of attempts; 0 when nothing went out.
  ///
  /// Redirects, and the repetition with a renewed token, are part of one.
  public var attempts: Int
  /// The response, for ``Code/badStatus`` and ``Code/undecodable``.
  public var response: Response?

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
  /// Code, message, request, attempts and cause in one line.
  public var description: String {
    var text = "\(code.rawValue): \(message)"
    if let request { text += " [\(request)]" }
    if attempts > 1 { text += " after \(attempts) attempts" }
    // A decoding error's words are in the message.
    if let cause, case let words = "\(cause)", !message.contains(words) { text += " (\(words))" }
    return text
  }
}

extension Result where Failure == NetworkError {
  /// The outcome of work.
  init(of work: () async throws(NetworkError) -> Success) async {
    do throws(NetworkError) { self = .success(try await work()) } catch { self = .failure(error) }
  }
}

extension Task where Failure == Never {
  /// The value; a caller who is cancelled cancels the task.
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

  /// The error of a request that cannot be sent as it is written.
  package static func invalid(
    _ message: String, cause: (any Error)? = nil, request: String? = nil
  ) -> NetworkError {
    NetworkError(.invalidRequest, message, cause: cause, request: request)
  }
}
