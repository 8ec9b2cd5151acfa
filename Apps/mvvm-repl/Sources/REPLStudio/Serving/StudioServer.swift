import FlyingSocks

/// The server of a studio.
final class StudioServer: Sendable {
  let place: StudioPlace
  private let running: Task<any Error, Never>

  private init(_ place: StudioPlace, _ running: Task<any Error, Never>) {
    (self.place, self.running) = (place, running)
  }

  /// Listens at a place that was served before, or at an endpoint with new tokens.
  ///
  /// Its sockets wait in `pool`, connections until they are let in at most for a time of `clock`. `welcome` makes a guest of
  /// one; `nil` when there are too many.
  ///
  /// - Throws: The system's error when it gives no port.
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

  /// Does two things that go on for ever, until one of them ends.
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

  /// Listens no longer, and closes every connection.
  func stop() async {
    running.cancel()
    _ = await running.value
  }

  /// Waits until it listens no longer, and tells why: it may end by itself, as when the program has no descriptor left.
  func end() async -> any Error { await running.value }
}
