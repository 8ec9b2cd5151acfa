import FlyingFox
import FlyingSocks
import Foundation

/// The workshop's own API server, so that demos have a real network without one.
///
/// It listens on the loopback interface alone, on a port that the system chooses, and keeps its
/// state in memory. `GET /` lists the routes: posts, photos, scenics, hotels, books, stories, paged
/// news, images, files, departures that arrive one by one, `POST /login`, where a phone's first sign-in sets its
/// password, and `POST /orders`.
///
/// ```swift
/// let server = WorkshopServer()
/// let address = try await server.start()   // http://127.0.0.1:40123
/// await server.stop()
/// ```
actor WorkshopServer {
  /// How long an answer may take, of the machine's time.
  ///
  /// How long it does take is told by the switches, on a clock that stands still for as long as somebody thinks.
  static let longestAnswer = Duration.seconds(365 * 86_400)

  private let handler: WorkshopHandler
  private var running: (server: HTTPServer, task: Task<Void, Never>, address: URL)?

  /// Makes a server that is not yet listening.
  ///
  /// - Parameters:
  ///   - now: The time that answers carry; the present by default.
  ///   - clock: What measures the delay switch.
  ///   - seed: Decides which requests the failure switch hits.
  ///   - causes: What requests follow from.
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

  /// How the server misbehaves at present.
  var switches: WorkshopSwitches {
    get async { await handler.switches }
  }

  /// Changes how the server misbehaves, for the requests from now on.
  func setSwitches(_ switches: WorkshopSwitches) async {
    await handler.setSwitches(switches)
  }

  /// The last requests and their answers, one line each, the oldest first.
  var log: [String] {
    get async { await handler.lines }
  }

  /// Starts listening and returns the base URL; a server that runs returns the one it has.
  ///
  /// - Throws: ``WorkshopServerError`` when the system gives no port.
  func start() async throws -> URL {
    if let running { return running.address }
    let server = HTTPServer(
      address: try sockaddr_in.inet(ip4: "127.0.0.1", port: 0),
      timeout: TimeInterval(Self.longestAnswer.components.seconds), logger: .disabled,
      handler: handler)
    let task = Task {
      // Ends with an error when the server is stopped, too; a failure to listen shows below.
      _ = try? await server.run()
    }
    do {
      // Listening takes no time; a busy process may take long to come round to noticing it.
      try await server.waitUntilListening(timeout: 60)
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
  func stop() async {
    guard let running else { return }
    self.running = nil
    await running.server.stop()
    await running.task.value
  }
}

/// Why the workshop's server could not start.
struct WorkshopServerError: Error, Sendable, CustomStringConvertible {
  /// What went wrong.
  let message: String
  /// The error beneath.
  let cause: (any Error)?

  init(_ message: String, cause: (any Error)? = nil) {
    self.message = message
    self.cause = cause
  }

  /// Message and cause.
  var description: String {
    cause.map { "\(message) (\($0))" } ?? message
  }
}
