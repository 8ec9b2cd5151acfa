import FlyingFox
import Foundation

/// Complete HTTP responses; each is the only response of its connection.
enum StudioReply {
  /// Returns the response with a file of the page, or status 404.
  static func file(_ name: String) -> Data {
    guard let file = PageFile.named(name) else { return refusal(404) }
    return reply(200, type: file.type, file.bytes)
  }

  /// Returns the response with the path under which the request finds its file.
  static func moved(to path: String) -> Data {
    reply(308, type: "text/plain", Data(), and: "Location: \(path)")
  }

  /// Returns the response to the method `HEAD`: another response without its content.
  static func head(of response: Data) -> Data {
    let end = response.firstRange(of: Data("\r\n\r\n".utf8))?.upperBound
    return response.prefix(upTo: end ?? response.endIndex)
  }

  /// Returns a response without content.
  static func refusal(_ status: Int) -> Data {
    reply(status, type: "text/plain", Data(), and: status == 405 ? "Allow: GET, HEAD" : nil)
  }

  /// Returns the response that opens a WebSocket; `nil` if the handshake is invalid (RFC 6455, section 4.2).
  static func handshake(for head: StudioHead) async -> Data? {
    var headers: [HTTPHeader: String] = [:]
    for name in ["Host", "Connection", "Upgrade", "Sec-WebSocket-Key", "Sec-WebSocket-Version"] {
      headers[HTTPHeader(name)] = head[name.lowercased()]
    }
    let request = HTTPRequest(
      method: .GET, version: .http11, path: "/", query: [], headers: headers, body: Data())
    let reply = try? await WebSocketHTTPHandler(handler: NoFrames()).handleRequest(request)
    guard let accept = reply?.headers[.webSocketAccept] else { return nil }
    return Data(
      """
      HTTP/1.1 101 Switching Protocols\r
      Connection: upgrade\r
      Upgrade: websocket\r
      Sec-WebSocket-Accept: \(accept)\r
      \r

      """.utf8)
  }

  private static func reply(
    _ status: Int, type: String, _ body: Data, and field: String? = nil
  ) -> Data {
    let head = """
      HTTP/1.1 \(status) \([200: "OK", 308: "Moved"][status, default: "Refused"])\r
      Content-Type: \(type); charset=utf-8\r
      Content-Length: \(body.count)\r
      Content-Security-Policy: \(policy)\r
      X-Content-Type-Options: nosniff\r
      Referrer-Policy: no-referrer\r
      Cross-Origin-Opener-Policy: same-origin\r
      Cross-Origin-Resource-Policy: same-origin\r
      Cache-Control: no-store\r
      Connection: close\r
      \(field.map { "\($0)\r\n" } ?? "")\r

      """
    return Data(head.utf8) + body
  }

  /// The policy allows only the page's own files, and forbids inline code and frames around the page.
  private static let policy = """
    default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'; \
    form-action 'none'; frame-ancestors 'none'
    """

  /// FlyingFox checks the handshake and computes its key; this module reads and writes the frames.
  private struct NoFrames: WSHandler {
    func makeFrames(
      for client: AsyncThrowingStream<WSFrame, any Error>
    ) async throws -> AsyncStream<WSFrame> { AsyncStream { nil } }
  }
}
