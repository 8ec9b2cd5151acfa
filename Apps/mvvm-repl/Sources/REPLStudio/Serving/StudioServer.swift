import FlyingFox
import FlyingSocks
import Foundation
import Synchronization

/// The server of a studio, on the loopback interface alone.
final class StudioServer: Sendable {
  let place: StudioPlace
  private let server: HTTPServer
  private let running: Task<any Error, Never>

  private init(_ place: StudioPlace, _ server: HTTPServer, _ running: Task<any Error, Never>) {
    (self.place, self.server, self.running) = (place, server, running)
  }

  /// Listens at a place, or on a port that the system chooses with a new token.
  ///
  /// - Parameters:
  ///   - place: The place.
  ///   - pool: The pool in which its sockets wait.
  ///   - welcome: Makes a guest of a connection; `nil` when there are too many.
  /// - Returns: The server, which listens.
  /// - Throws: The system's error when it gives no port.
  static func start(
    at place: StudioPlace? = nil, pool: any AsyncSocketPool = HTTPServer.defaultPool(),
    _ welcome: @escaping @MainActor @Sendable () -> StudioGuest?
  ) async throws -> StudioServer {
    let handler = StudioHandler(welcome)
    let server = HTTPServer(
      address: try sockaddr_in.inet(ip4: "127.0.0.1", port: place?.port ?? 0),
      pool: StudioConnections(pool), logger: .disabled, handler: handler)
    // Listening takes no time; a busy process may take long to come round to noticing it.
    let listening = Task { try await server.waitUntilListening(timeout: 60) }
    let running = Task<any Error, Never> {
      defer { listening.cancel() }
      do { try await server.run() } catch { return error }
      return SocketError.disconnected
    }
    do {
      try await listening.value
      guard case .ip4(_, let port) = await server.listeningAddress else {
        throw SocketError.unsupportedAddress
      }
      let place = StudioPlace(port: port, token: place?.token ?? StudioToken.random())
      handler.open(StudioAccess(place))
      return StudioServer(place, server, running)
    } catch {
      running.cancel()
      await server.stop()
      let end = await running.value
      throw error is CancellationError ? end : error
    }
  }

  /// Listens no longer, and closes every connection.
  func stop() async {
    await server.stop()
    _ = await running.value
  }

  /// Waits until it listens no longer, and tells why: it may end by itself, as when the program has no descriptor left.
  func end() async -> any Error { await running.value }
}

/// The answers to requests: the files of the page, the connection of the protocol, or a refusal.
final class StudioHandler: HTTPHandler {
  private let access = Mutex<StudioAccess?>(nil)
  private let welcome: @MainActor @Sendable () -> StudioGuest?

  init(_ welcome: @escaping @MainActor @Sendable () -> StudioGuest?) { self.welcome = welcome }

  /// Answers from now on.
  func open(_ access: StudioAccess) { self.access.withLock { $0 = access } }

  func handleRequest(_ request: HTTPRequest) async throws -> HTTPResponse {
    guard let access = access.withLock({ $0 }) else { return refusal(503) }
    let verdict = access.verdict(
      method: request.method.rawValue, target: request.target.rawValue,
      host: request.headers[.host], origin: request.headers[HTTPHeader("Origin")])
    switch verdict {
    case .refused(let status): return refusal(status)
    case .file(let name):
      guard let file = PageFile.named(name) else { return refusal(404) }
      return response(200, type: file.type, file.bytes)
    case .socket:
      let handshake = WebSocketHTTPHandler(handler: StudioSocket(welcome: welcome))
      return try await handshake.handleRequest(request)
    }
  }

  private func refusal(_ status: Int) -> HTTPResponse {
    response(status, type: "text/plain", Data())
  }

  private func response(_ status: Int, type: String, _ body: Data) -> HTTPResponse {
    HTTPResponse(
      statusCode: HTTPStatusCode(status, phrase: status == 200 ? "OK" : "Refused"),
      headers: [
        .contentType: "\(type); charset=utf-8",
        HTTPHeader("Content-Security-Policy"): Self.policy,
        HTTPHeader("X-Content-Type-Options"): "nosniff",
        HTTPHeader("Referrer-Policy"): "no-referrer",
        HTTPHeader("Cross-Origin-Opener-Policy"): "same-origin",
        HTTPHeader("Cross-Origin-Resource-Policy"): "same-origin",
        HTTPHeader("Cache-Control"): "no-store",
      ], body: body)
  }

  /// Nothing but the page's own files, no code in the page itself, and no frame around it.
  private static let policy = """
    default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'; \
    form-action 'none'; frame-ancestors 'none'
    """
}
