import FlyingFox
import FlyingSocks
import Foundation
import Synchronization

/// The server of a studio.
final class StudioServer: Sendable {
  /// Makes a guest of a connection; `nil` when there are too many.
  typealias Welcome = @MainActor @Sendable (StudioPermission) -> StudioGuest?

  let place: StudioPlace
  private let server: HTTPServer
  private let running: Task<any Error, Never>

  private init(_ place: StudioPlace, _ server: HTTPServer, _ running: Task<any Error, Never>) {
    (self.place, self.server, self.running) = (place, server, running)
  }

  /// Listens at a place that was served before, or at an endpoint with new tokens.
  ///
  /// - Parameters:
  ///   - place: The place.
  ///   - endpoint: The endpoint, if there is no such place.
  ///   - pool: The pool in which its sockets wait.
  ///   - welcome: Makes a guest of a connection; `nil` when there are too many.
  /// - Returns: The server, which listens.
  /// - Throws: The system's error when it gives no port.
  static func start(
    at place: StudioPlace? = nil, on endpoint: StudioEndpoint = .loopback,
    pool: any AsyncSocketPool = HTTPServer.defaultPool(),
    _ welcome: @escaping Welcome
  ) async throws -> StudioServer {
    let handler = StudioHandler(welcome)
    let endpoint = place?.endpoint ?? endpoint
    let server = try Self.server(at: endpoint, pool: StudioConnections(pool), handler)
    // Listening takes no time; a busy process may take long to come round to noticing it.
    let listening = Task { try await server.waitUntilListening(timeout: 60) }
    let running = Task<any Error, Never> {
      defer { listening.cancel() }
      do { try await server.run() } catch { return error }
      return SocketError.disconnected
    }
    do {
      try await listening.value
      let port: UInt16
      switch await server.listeningAddress {
      case .ip4(_, let chosen), .ip6(_, let chosen): port = chosen
      default: throw SocketError.unsupportedAddress
      }
      let place = StudioPlace(
        endpoint.at(port), token: place?.token ?? StudioToken.random(),
        readOnlyToken: place?.readOnlyToken ?? StudioToken.random())
      handler.open(StudioAccess(place))
      return StudioServer(place, server, running)
    } catch {
      running.cancel()
      await server.stop()
      let end = await running.value
      throw error is CancellationError ? end : error
    }
  }

  private static func server(
    at endpoint: StudioEndpoint, pool: StudioConnections, _ handler: StudioHandler
  ) throws -> HTTPServer {
    let (address, port) = (endpoint.address, endpoint.port)
    return switch endpoint.family {
    case .ip4:
      HTTPServer(
        address: try sockaddr_in.inet(ip4: address, port: port), pool: pool, logger: .disabled,
        handler: handler)
    case .ip6:
      HTTPServer(
        address: try sockaddr_in6.inet6(ip6: address, port: port), pool: pool, logger: .disabled,
        handler: handler)
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
  private let welcome: StudioServer.Welcome

  init(_ welcome: @escaping StudioServer.Welcome) { self.welcome = welcome }

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
    case .socket(let permission):
      let socket = StudioSocket { [welcome] in welcome(permission) }
      let handshake = WebSocketHTTPHandler(handler: socket)
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
