import FlyingFox
import FlyingSocks
import Foundation

/// The workshop's own API server, which gives demos a real network without an internet connection.
///
/// It listens on the loopback interface only, on a port that the system chooses, and keeps its state in memory. `GET /`
/// lists the routes: posts, photos, scenics, hotels, books, stories, paged news, images, files, departures that arrive
/// one by one, `POST /login`, where a phone's first sign-in sets its password, and `POST /orders`.
///
/// ```swift
/// let server = WorkshopServer()
/// let address = try await server.start()   // http://127.0.0.1:40123
/// await server.stop()
/// ```
actor WorkshopServer {
  /// The longest time that an answer may take, in real time.
  ///
  /// The switches set the actual time, on a clock that may stand still while a person thinks.
  static let longestAnswer = Duration.seconds(365 * 86_400)

  /// The handler before all routes, which has the switches and the log.
  let handler: WorkshopHandler
  private var running: (server: HTTPServer, task: Task<Void, Never>, address: URL)?

  /// Makes a server that is not yet listening.
  ///
  /// - Parameters:
  ///   - now: The time in answers; the present by default.
  ///   - clock: The clock for the delay switch.
  ///   - seed: The seed that decides which requests the failure switch hits.
  ///   - causes: The causes of requests.
  init(
    now: @escaping @Sendable () -> Date = { Date() },
    clock: any Clock<Duration> = ContinuousClock(), seed: UInt64 = 1,
    causes: RequestCauses = RequestCauses()
  ) {
    var routes = RoutedHTTPHandler()
    ReadRoutes.add(to: &routes)
    PostRoutes().add(to: &routes)
    FileRoutes().add(to: &routes)
    ImageRoutes.add(to: &routes)
    Departures.add(to: &routes, clock: clock, causes)
    let login = LoginRoute(now: now)
    routes.appendRoute("POST /login") { try await login.respond(to: $0) }
    let orders = OrderRoute()
    routes.appendRoute("POST /orders") { try await orders.respond(to: $0) }
    handler = WorkshopHandler(
      routes: routes, now: now, clock: clock, switches: WorkshopSwitches(seed: seed), causes: causes
    )
  }

  /// Starts listening and returns the base URL; a running server returns its present URL.
  ///
  /// - Throws: ``WorkshopServerError`` when the system gives no port.
  func start() async throws -> URL {
    if let running { return running.address }
    let server = HTTPServer(
      address: try sockaddr_in.inet(ip4: "127.0.0.1", port: 0),
      timeout: TimeInterval(Self.longestAnswer.components.seconds), logger: .disabled,
      handler: handler)
    let task = Task {
      // The call also ends with an error when the server is stopped; a failure to listen shows below.
      _ = try? await server.run()
    }
    do {
      // Listening takes no time, but a busy process may notice it late.
      try await server.waitUntilListening(timeout: 60)
    } catch {
      task.cancel()
      throw WorkshopServerError(
        message: "The workshop's server cannot listen on the loopback interface.", cause: error)
    }
    guard case .ip4(let host, let port) = await server.listeningAddress,
      let address = URL(string: "http://\(host):\(port)")
    else {
      await server.stop()
      throw WorkshopServerError(
        message: "The workshop's server got no address from the system.")
    }
    running = (server, task, address)
    return address
  }

  /// Stops listening and closes every connection.
  func stop() async {
    guard let running else { return }
    self.running = nil
    await running.server.stop()
    await running.task.value
  }
}

/// An error at the start of the workshop's server.
struct WorkshopServerError: Error, CustomStringConvertible {
  /// The problem.
  let message: String
  /// The underlying error.
  var cause: (any Error)?

  /// Message and cause.
  var description: String { cause.map { "\(message) (\($0))" } ?? message }
}
