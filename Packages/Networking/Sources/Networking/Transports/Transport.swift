/// Carries one request to a server, or to something that stands for one, and brings the response.
///
/// A transport does what the wire does: ``Client`` follows redirects, retries, caches and judges the status.
/// Every implementation passes the contract tests of `NetworkingTestSupport`.
///
/// ```swift
/// let transport: any Transport = CurlTransport()
/// let response = try await transport.send(Request(.get, "http://localhost:8080/posts"))
/// ```
public protocol Transport: Sendable {
  /// Sends a request and returns when the head of the response is here.
  ///
  /// Cancelling the task stops the transfer; so does dropping the body.
  ///
  /// - Throws: ``NetworkError``; a bad status is not an error here.
  func stream(_ request: Request) async throws(NetworkError) -> ResponseStream
}

extension Transport {
  /// Sends a request and returns the response with its whole body.
  public func send(_ request: Request) async throws(NetworkError) -> Response {
    try await stream(request.with { $0.isCollected = true }).collect()
  }
}
