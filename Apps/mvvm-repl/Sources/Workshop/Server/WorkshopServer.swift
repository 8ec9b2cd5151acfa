import FlyingFox
import FlyingSocks
public import Foundation

/// The workshop's own API server, so that demos have a real network without one.
///
/// It listens on the loopback interface alone, on a port that the system chooses, and keeps its
/// state in memory: `POST /login` signs a person in, the first time with a password of their choice.
///
/// ```swift
/// let server = WorkshopServer()
/// let address = try await server.start()   // http://127.0.0.1:40123
/// await server.stop()
/// ```
public actor WorkshopServer {
  private let now: @Sendable () -> Date
  private var running: (server: HTTPServer, task: Task<Void, Never>, address: URL)?

  /// Makes a server that is not yet listening.
  ///
  /// - Parameter now: The time that answers carry; the present by default.
  public init(now: @escaping @Sendable () -> Date = { Date() }) {
    self.now = now
  }

  /// Starts listening and returns the base URL; a server that runs returns the one it has.
  ///
  /// - Throws: ``WorkshopServerError`` when the system gives no port.
  public func start() async throws -> URL {
    if let running { return running.address }
    let server = HTTPServer(
      address: try sockaddr_in.inet(ip4: "127.0.0.1", port: 0), logger: .disabled)
    await addRoutes(to: server)
    let task = Task {
      // Ends with an error when the server is stopped, too; a failure to listen shows below.
      _ = try? await server.run()
    }
    do {
      try await server.waitUntilListening()
    } catch {
      task.cancel()
      throw WorkshopServerError(
        "The workshop's server cannot listen on the loopback interface.", cause: error)
    }
    guard case .ip4(let host, let port) = await server.listeningAddress,
      let address = URL(string: "http://\(host):\(port)")
    else {
      await server.stop()
      throw WorkshopServerError("The workshop's server got no address from the system.")
    }
    running = (server, task, address)
    return address
  }

  /// Stops listening and closes every connection.
  public func stop() async {
    guard let running else { return }
    self.running = nil
    await running.server.stop()
    await running.task.value
  }

  private func addRoutes(to server: HTTPServer) async {
    let login = LoginRoute(now: now)
    await server.appendRoute("POST /login") { try await login.respond(to: $0) }
  }
}

/// Why the workshop's server could not start.
public struct WorkshopServerError: Error, Sendable, CustomStringConvertible {
  /// What went wrong.
  public let message: String
  /// The error beneath.
  public let cause: (any Error)?

  init(_ message: String, cause: (any Error)? = nil) {
    self.message = message
    self.cause = cause
  }

  /// Message and cause.
  public var description: String {
    cause.map { "\(message) (\($0))" } ?? message
  }
}
