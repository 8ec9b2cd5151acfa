import FlyingSocks

/// The HTTP server of a studio.
final class StudioServer: Sendable {
  let place: StudioPlace
  private let running: Task<any Error, Never>

  private init(_ place: StudioPlace, _ running: Task<any Error, Never>) {
    (self.place, self.running) = (place, running)
  }

  /// Starts to listen at an earlier place, or at an endpoint with new tokens.
  ///
  /// The sockets wait in `pool`. `clock` measures the timeouts of connections without admission. `welcome` creates a
  /// guest for a connection; it returns `nil` if there are too many.
  ///
  /// - Throws: The system's error if the endpoint is not available.
  static func start(
    at place: StudioPlace? = nil, on endpoint: StudioEndpoint = .loopback,
    pool: any AsyncSocketPool = StudioPool(), clock: any Clock<Duration> = ContinuousClock(),
    _ welcome: @escaping StudioConnection.Welcome
  ) async throws -> StudioServer {
    try await pool.prepare()
    let endpoint = place?.endpoint ?? endpoint
    let listener = try Socket.listening(at: endpoint)
    let found = StudioPlace(
      endpoint.at(try listener.port), token: place?.token ?? StudioToken.random(),
      readOnlyToken: place?.readOnlyToken ?? StudioToken.random())
    let access = StudioAccess(found)
    let connections = StudioConnections()
    let running = Task.detached { () -> any Error in
      let end = await Self.end(
        of: { try await pool.run() },
        {
          while !Task.isCancelled {
            guard let socket = try listener.next() else {
              try await pool.suspendSocket(listener, untilReadyFor: .read)
              continue
            }
            let connection = try AsyncSocket(socket: socket, pool: pool)
            await connections.add(from: socket.peer) { number in
              await StudioConnection(
                socket: connection, access: access, clock: clock, welcome: welcome
              ) { begins in
                await begins ? connections.letIn(number) : connections.sendAway(number)
              }.serve()
            }
          }
        })
      try? listener.close()
      await connections.end()
      return end
    }
    return StudioServer(found, running)
  }

  /// Runs two endless tasks until one of them ends, and returns its error.
  private static func end(
    of first: @escaping @Sendable () async throws -> Void,
    _ second: @escaping @Sendable () async throws -> Void
  ) async -> any Error {
    await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await first() }
      group.addTask { try await second() }
      defer { group.cancelAll() }
      do { try await group.next() } catch { return error }
      return SocketError.disconnected
    }
  }

  /// Stops listening, and closes every connection.
  func stop() async {
    running.cancel()
    _ = await running.value
  }

  /// Waits until the server stops, and returns the reason; it may stop by itself, for example without free descriptors.
  func end() async -> any Error { await running.value }
}
