import FlyingFox
import Foundation

/// The answers to requests, whole; each is the only one of its connection.
enum StudioReply {
  /// A file of the page, or that there is none of that name.
  static func file(_ name: String) -> Data {
    guard let file = PageFile.named(name) else { return refusal(404) }
    return reply(200, type: file.type, file.bytes)
  }

  /// A refusal.
  static func refusal(_ status: Int) -> Data { reply(status, type: "text/plain", Data()) }

  /// The answer that begins a WebSocket; `nil` when the request does not ask for one (RFC 6455, section 4.2).
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

  private static func reply(_ status: Int, type: String, _ body: Data) -> Data {
    let head = """
      HTTP/1.1 \(status) \(status == 200 ? "OK" : "Refused")\r
      Content-Type: \(type); charset=utf-8\r
      Content-Length: \(body.count)\r
      Content-Security-Policy: \(policy)\r
      X-Content-Type-Options: nosniff\r
      Referrer-Policy: no-referrer\r
      Cross-Origin-Opener-Policy: same-origin\r
      Cross-Origin-Resource-Policy: same-origin\r
      Cache-Control: no-store\r
      Connection: close\r
      \(status == 405 ? "Allow: GET\r\n" : "")\r

      """
    return Data(head.utf8) + body
  }

  /// Nothing but the page's own files, no code in the page itself, and no frame around it.
  private static let policy = """
    default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'; \
    form-action 'none'; frame-ancestors 'none'
    """

  /// FlyingFox checks the handshake and makes its key; the frames are read and written here.
  private struct NoFrames: WSHandler {
    func makeFrames(
      for client: AsyncThrowingStream<WSFrame, any Error>
    ) async throws -> AsyncStream<WSFrame> { AsyncStream { nil } }
  }
}
