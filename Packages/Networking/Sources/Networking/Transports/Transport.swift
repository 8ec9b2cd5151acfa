/// A transport: it sends one request to a server or a substitute and returns the response.
///
/// A transport only transmits: ``Client`` follows redirects, retries, caches and checks the status. Every
/// implementation passes the contract tests of `NetworkingTestSupport`.
///
/// ```swift
/// let transport: any Transport = CurlTransport()
/// let response = try await transport.send(Request(.get, "http://localhost:8080/posts"))
/// ```
public protocol Transport: Sendable {
  /// Sends a request and returns when the head of the response has arrived.
  ///
  /// Cancelling the task or dropping the body stops the transfer.
  ///
  /// - Throws: ``NetworkError``; a status that is not a success is not an error here. Its ``NetworkError/attempts`` are 1,
  ///   or 0 if the transport has refused the request without trying to send it.
  func stream(_ request: Request) async throws(NetworkError) -> ResponseStream
}

extension Transport {
  /// Sends a request and returns the response with its whole body.
  public func send(_ request: Request) async throws(NetworkError) -> Response {
    try await stream(request.with { $0.isCollected = true }).collect()
  }
}
