import Testing

@testable import REPLStudio

/// A place at which a studio is served, for those who write their requests themselves.
struct ServedPlace {
  let place: StudioPlace
  let token: String
  /// The host that requests name by default.
  let host: String

  var port: UInt16 { place.endpoint.port }

  init(_ place: StudioPlace, permission: StudioPermission = .full) {
    self.place = place
    token = permission == .full ? place.token : place.readOnlyToken
    host = place.hosts[0]
  }

  func connect() async throws -> RawConnection {
    try await RawConnection(port: port, isIPv6: place.endpoint.family == .ip6)
  }

  /// The head of a request; one for the page that is as it should be by default.
  func request(
    _ method: String = "GET", _ target: String? = nil, host: String? = nil, and fields: String = ""
  ) -> String {
    "\(method) \(target ?? "/\(token)/") HTTP/1.1\r\nHost: \(host ?? self.host)\r\n\(fields)\r\n"
  }

  /// The head of a request for the connection; one of the own page by default.
  func handshake(host: String? = nil, origin: String? = nil, token: String? = nil) -> String {
    request(
      "GET", "/\(token ?? self.token)/socket", host: host,
      and: """
        Origin: \(origin ?? "http://\(self.host)")\r
        Upgrade: websocket\r
        Connection: keep-alive, Upgrade\r
        Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r
        Sec-WebSocket-Version: 13\r

        """)
  }

  /// Sends bytes on a connection of their own, and returns the head of the answer.
  func answer(to request: String) async throws -> String {
    let connection = try await connect()
    defer { connection.close() }
    try await connection.send(request)
    return try await connection.head()
  }

  /// A connection that has been let in and has read the first message.
  func join() async throws -> RawConnection {
    let connection = try await connect()
    try await connection.send(handshake())
    #expect(try await connection.head().contains("s3pPLMBiTxaQ9kYGzzhZRbK+xOo="))
    #expect(String(decoding: try await connection.frame().bytes, as: UTF8.self).contains("hello"))
    return connection
  }
}

extension StudioHost {
  /// Serves the session while a test runs.
  func serve(_ test: (ServedPlace) async throws -> Void) async throws {
    let place = ServedPlace(try await studio.start())
    do { try await test(place) } catch {
      await studio.stop()
      throw error
    }
    await studio.stop()
  }
}
