import FlyingFox
import FlyingSocks
import Foundation
import REPLKit
import Testing

@testable import REPLStudio

/// The server at a real port, asked by hostile connections.
@MainActor
@Suite(.timeLimit(.minutes(10))) struct StudioServerTests {
  let host = StudioHost()

  private struct Place {
    let port: UInt16
    let token: String

    init(_ place: StudioPlace) { (port, token) = (place.port, place.token) }

    var host: String { "127.0.0.1:\(port)" }

    /// The head of a request for the connection.
    func handshake(host: String? = nil, origin: String? = nil, token: String? = nil) -> String {
      """
      GET /\(token ?? self.token)/socket HTTP/1.1\r
      Host: \(host ?? self.host)\r
      Origin: \(origin ?? "http://\(self.host)")\r
      Upgrade: websocket\r
      Connection: keep-alive, Upgrade\r
      Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r
      Sec-WebSocket-Version: 13\r
      \r

      """
    }
  }

  private func serve(_ test: (Place) async throws -> Void) async throws {
    let place = Place(try await host.studio.start())
    do { try await test(place) } catch {
      await host.studio.stop()
      throw error
    }
    await host.studio.stop()
  }

  private func head(_ request: String, at place: Place) async throws -> String {
    let connection = try await RawConnection(port: place.port)
    defer { connection.close() }
    try await connection.send(request)
    return try await connection.head()
  }

  /// A connection that has been let in and has read the first message.
  private func joined(_ place: Place) async throws -> RawConnection {
    let connection = try await RawConnection(port: place.port)
    try await connection.send(place.handshake())
    #expect(try await connection.head().contains("s3pPLMBiTxaQ9kYGzzhZRbK+xOo="))
    #expect(String(decoding: try await connection.frame().bytes, as: UTF8.self).contains("hello"))
    return connection
  }

  @Test func thePageIsServedUnderAPolicyThatAllowsItsOwnFilesAlone() async throws {
    try await serve { place in
      let head = try await head(
        "GET /\(place.token)/ HTTP/1.1\r\nHost: \(place.host)\r\n\r\n", at: place)
      #expect(head.hasPrefix("HTTP/1.1 200"))
      for field in [
        "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'",
        "frame-ancestors 'none'", "nosniff", "no-referrer", "no-store", "text/html; charset=utf-8",
      ] { #expect(head.contains(field), "\(field)") }
    }
  }

  @Test func hostileRequestsAreRefused() async throws {
    try await serve { place in
      let wrong = String(place.token.reversed())
      let requests: [(String, Int)] = [
        ("GET / HTTP/1.1\r\nHost: \(place.host)\r\n\r\n", 403),
        ("GET /\(wrong)/ HTTP/1.1\r\nHost: \(place.host)\r\n\r\n", 403),
        ("GET /\(place.token)/ HTTP/1.1\r\nHost: evil.example:\(place.port)\r\n\r\n", 421),
        ("GET /\(place.token)/ HTTP/1.1\r\n\r\n", 421),
        ("POST /\(place.token)/ HTTP/1.1\r\nHost: \(place.host)\r\nContent-Length: 0\r\n\r\n", 405),
        ("GET /\(place.token)/../x HTTP/1.1\r\nHost: \(place.host)\r\n\r\n", 404),
        (place.handshake(origin: "http://evil.example"), 403),
        (place.handshake(origin: "null"), 403),
        (place.handshake(host: "evil.example:\(place.port)"), 421),
        (place.handshake(token: wrong), 403),
      ]
      for (request, status) in requests {
        let head = try await head(request, at: place)
        #expect(head.hasPrefix("HTTP/1.1 \(status)"), "\(request)\n\(head)")
      }
    }
  }

  @Test func aStatementGoesInAndItsAnswerComesOut() async throws {
    try await serve { place in
      let connection = try await joined(place)
      defer { connection.close() }
      try await connection.send(frame: #"{"kind":"statement","id":7,"text":"let form = SignUp()"}"#)
      let answer = String(decoding: try await connection.frame().bytes, as: UTF8.self)
      #expect(answer == #"{"id":7,"kind":"answer","status":0}"#)
      try await connection.send(frame: "ping", opcode: 9)
      let pong = try await connection.frame()
      #expect(pong.opcode == 10 && pong.bytes == Array("ping".utf8))
    }
  }

  @Test func aMessageThatIsTooLongEndsTheConnection() async throws {
    try await serve { place in
      let connection = try await joined(place)
      defer { connection.close() }
      try await connection.send(
        frame: String(repeating: "a", count: StudioFrames.longestMessage + 1))
      let end = try await connection.frame()
      #expect(end.opcode == 8 && end.bytes.prefix(2) == [0x03, 0xF1])
      await connection.readToEnd()
    }
  }

  /// The number of rounds; a longer run sets it in the environment.
  private static let rounds =
    Int(ProcessInfo.processInfo.environment["STUDIO_FUZZ"] ?? "") ?? 40

  @Test func randomBytesNeitherStopNorHoldTheServer() async throws {
    var random = Random(seed: 11)
    try await serve { place in
      for round in 0..<Self.rounds {
        let isInside = round.isMultiple(of: 2)
        let connection =
          isInside ? try await joined(place) : try await RawConnection(port: place.port)
        // The server may have hung up before all has been sent.
        try? await connection.send(
          (0..<1_000).map { _ in UInt8.random(in: 0...255, using: &random) })
        connection.close()
      }
      let head = try await head(
        "GET /\(place.token)/ HTTP/1.1\r\nHost: \(place.host)\r\n\r\n", at: place)
      #expect(head.hasPrefix("HTTP/1.1 200"))
    }
  }

  @Test func mangledMessagesAreAnsweredInWordsOrNotAtAll() async throws {
    var random = Random(seed: 12)
    let samples = [
      #"{"kind":"pull","seen":0,"screen":"form","graph":"form","marbles":"form.name every 1ms"}"#,
      #"{"kind":"set","id":1,"screen":"form","path":"form.age","text":"4"}"#,
      #"{"kind":"call","id":2,"screen":"form","statement":"form.rename()","texts":["x"]}"#,
      #"{"kind":"complete","id":3,"text":"form.","cursor":5}"#,
      #"{"kind":"statement","id":4,"text":"form.age = 5"}"#, #"{"kind":"cancel"}"#,
    ]
    host.studio.open()
    let guest = try #require(host.studio.welcome())
    await host.type("let form = SignUp()")
    let reading = Task { while await guest.nextFrame() != nil {} }
    for _ in 0..<Self.rounds * 25 {
      var bytes = Array((samples.randomElement(using: &random) ?? "").utf8)
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: bytes[place] = UInt8.random(in: 0...127, using: &random)
        case 1: bytes.remove(at: place)
        default: bytes.insert(contentsOf: bytes[place...].prefix(9), at: place)
        }
        if bytes.isEmpty { bytes = [0x20] }
      }
      await guest.take(String(decoding: bytes, as: UTF8.self))
    }
    for deep in ["[", "{\"a\":", "\"kind\":"] {
      await guest.take(String(repeating: deep, count: 20_000))
    }
    #expect(await host.type("form.age = 6") == .ok)
    guest.close()
    await reading.value
    host.studio.close()
  }

  @Test func servingEndsWithAnAnswerAndBeginsAgainAtAnotherAddress() async throws {
    var last: StudioPlace?
    try await serve { place in
      last = host.studio.place
      #expect(try await host.studio.start() == last)
      let connection = try await joined(place)
      await host.type(":serve off")
      #expect(host.studio.place == nil)
      await connection.readToEnd()
    }
    try await serve { _ in #expect(host.studio.place != last) }
  }

  @Test func aPlaceCanBeServedAgainForBrowsersThatComeBack() async throws {
    try await untilThePortIsStillFree {
      let place = try await host.studio.start()
      let connection = try await joined(Place(place))
      await host.studio.stop()
      await connection.readToEnd()
      guard (try? await host.studio.start(at: place)) == place else { return false }
      try await joined(Place(place)).close()
      await host.studio.stop()
      return true
    }
  }

  /// Tries a few times: somebody else may take a port that is free for a moment.
  private func untilThePortIsStillFree(_ attempt: () async throws -> Bool) async throws {
    for _ in 0..<20 {
      if try await attempt() { return }
      await host.studio.stop()
    }
    Issue.record("the place could never be served again")
  }

  @Test func aPortThatIsTakenIsToldAtOnceInTheWordsOfTheSystem() async throws {
    let taken = try Socket(domain: AF_INET)
    defer { try? taken.close() }
    try taken.bind(to: try sockaddr_in.inet(ip4: "127.0.0.1", port: 0))
    try taken.listen()
    guard case .ip4(_, let port) = try taken.sockname() else { throw SocketError.blocked }
    let place = StudioPlace(port: port, token: "t")
    do {
      try await host.studio.start(at: place)
      Issue.record("a port was served twice")
    } catch {
      let reason = unsafe String(cString: strerror(EADDRINUSE))
      #expect(error.text(in: .english) == "the session cannot be served: \(reason)")
    }
    #expect(host.studio.place == nil)
    _ = try await host.studio.serve(at: place)
    let other = try #require(host.studio.place)
    #expect(other.port != port && other.token != place.token)
    await host.studio.stop()
  }

  @Test func aServerThatEndsByItselfIsToldAndOpenedAgainAtItsAddress() async throws {
    try await untilThePortIsStillFree {
      let pool = BreakingPool()
      host.studio.makePool = { pool }
      let place = try await host.studio.start()
      let connection = try await joined(Place(place))
      let count = host.told.count
      pool.end()
      await connection.readToEnd()
      while host.studio.place != nil { await Task.yield() }
      #expect(
        host.told.dropFirst(count).contains {
          $0.contains("The browser server has stopped: Too many open files.")
        })
      #expect(host.studio.welcome() == nil)
      host.studio.makePool = { HTTPServer.defaultPool() }
      await host.type(":serve")
      #expect(host.studio.place != nil)
      guard host.studio.place == place else { return false }
      try await joined(Place(place)).close()
      await host.studio.stop()
      return true
    }
    #expect(host.told.last?.contains("has ended") == false)
  }

  @Test func connectionsThatSendNothingAreClosedWhenTooManyWait() async throws {
    try await serve { place in
      let guest = try await joined(place)
      defer { guest.close() }
      var silent: [RawConnection] = []
      defer { for connection in silent { connection.close() } }
      for _ in 0..<StudioConnections.mostWaiting + 1 {
        silent.append(try await RawConnection(port: place.port))
      }
      await withTaskGroup(of: Void.self) { group in
        for connection in silent { group.addTask { await connection.readToEnd() } }
        await group.next()
        group.cancelAll()
      }
      try await guest.send(frame: "ping", opcode: 9)
      #expect(try await guest.frame().opcode == 10)
      let head = try await head(
        "GET /\(place.token)/ HTTP/1.1\r\nHost: \(place.host)\r\n\r\n", at: place)
      #expect(head.hasPrefix("HTTP/1.1 200"))
    }
  }

  @Test func noChildProcessInheritsASocketOfTheServer() async throws {
    try await serve { place in
      let connection = try await joined(place)
      defer { connection.close() }
      func inherited() -> [Int32] {
        (0..<4_096).filter { descriptor in
          let socket = Socket(file: Socket.FileDescriptor(rawValue: descriptor))
          guard case .ip4(_, place.port)? = try? socket.sockname() else { return false }
          return fcntl(descriptor, F_GETFD) & FD_CLOEXEC == 0
        }
      }
      while !inherited().isEmpty { await Task.yield() }
    }
  }

  @Test func servingThatIsEndedAndBegunInOneEntryGoesOn() async throws {
    try await serve { place in
      let connection = try await joined(place)
      defer { connection.close() }
      await host.type(":serve off\n:serve")
      #expect(host.studio.place.map { Place($0).host } == place.host)
      try await joined(place).close()
      await host.type(":serve off")
      #expect(host.studio.place == nil)
    }
  }
}

/// Random numbers that are the same for the same seed (SplitMix64).
private struct Random: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }
}
