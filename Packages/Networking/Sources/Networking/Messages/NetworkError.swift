/// The one error of this package: what went wrong, how to mend it, and which request it was.
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
    /// Signing in again failed, so the waiting requests were not sent.
    case unauthenticated
  }

  private var box: Box

  /// Makes an error.
  public init(
    _ code: Code, _ message: String, cause: (any Error)? = nil, request: String? = nil,
    attempts: Int = 0, response: Response? = nil
  ) {
    box = Box(
      Content(
        code: code, message: message, cause: cause, request: request, attempts: attempts,
        response: response))
  }
}

// MARK: - Parts

extension NetworkError {
  /// The kind of failure.
  public var code: Code {
    get { box.content.code }
    set { change { $0.code = newValue } }
  }

  /// The fault and its remedy, in one or two sentences.
  public var message: String {
    get { box.content.message }
    set { change { $0.message = newValue } }
  }

  /// The error beneath, such as Models' decoding diagnostics.
  public var cause: (any Error)? {
    get { box.content.cause }
    set { change { $0.cause = newValue } }
  }

  /// The request in short, such as `GET http://localhost/posts`, once it is known.
  public var request: String? {
    get { box.content.request }
    set { change { $0.request = newValue } }
  }

  /// The number of times that the request was sent; 0 when nothing went out.
  public var attempts: Int {
    get { box.content.attempts }
    set { change { $0.attempts = newValue } }
  }

  /// The response, for ``Code/badStatus`` and ``Code/undecodable``.
  public var response: Response? {
    get { box.content.response }
    set { change { $0.response = newValue } }
  }

  private struct Content: Sendable {
    var code: Code
    var message: String
    var cause: (any Error)?
    var request: String?
    var attempts: Int
    var response: Response?
  }

  /// Keeps an error one word long, since every call that may throw one keeps room for it.
  private final class Box: Sendable {
    let content: Content

    init(_ content: Content) { self.content = content }
  }

  private mutating func change(_ edit: (inout Content) -> Void) {
    var content = box.content
    edit(&content)
    box = Box(content)
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

extension NetworkError {
  /// The error of a caller who cancelled.
  package static let cancelled = NetworkError(.cancelled, "The request was cancelled.")
}
