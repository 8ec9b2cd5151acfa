import FlyingSocks
import Foundation
import REPLKit
import Testing

@testable import REPLStudio

/// The server at a real port: what it carries, what it survives, and how it ends.
@MainActor
@Suite(.timeLimit(.minutes(10))) struct StudioServerTests {
  let host = StudioHost()

  @Test func aStatementGoesInAndItsAnswerComesOut() async throws {
    try await host.serve { place in
      let connection = try await place.join()
      defer { connection.close() }
      try await connection.send(frame: #"{"kind":"statement","id":7,"text":"let form = SignUp()"}"#)
      let answer = String(decoding: try await connection.frame().bytes, as: UTF8.self)
      #expect(answer == #"{"id":7,"kind":"answer","status":0}"#)
      try await connection.send(frame: "ping", opcode: 9)
      let pong = try await connection.frame()
      #expect(pong.opcode == 10 && pong.bytes == Array("ping".utf8))
    }
  }

  /// The number of rounds; a longer run sets it in the environment.
  private static let rounds =
    Int(ProcessInfo.processInfo.environment["STUDIO_FUZZ"] ?? "") ?? 40

  @Test func randomBytesNeitherStopNorHoldTheServer() async throws {
    var random = Random(seed: 11)
    try await host.serve { place in
      for round in 0..<Self.rounds {
        let isInside = round.isMultiple(of: 2)
        let connection =
          isInside ? try await place.join() : try await RawConnection(port: place.port)
        // The server may have hung up before all has been sent.
        try? await connection.send(
          (0..<1_000).map { _ in UInt8.random(in: 0...255, using: &random) })
        connection.close()
      }
      #expect(try await place.answer(to: place.request()).hasPrefix("HTTP/1.1 200"))
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
    let reading = Task { while await guest.nextFrames() != nil {} }
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

  /// It keeps the main actor to itself; another message waits for that before the one that cancels.
  @Test(.timeLimit(.minutes(10))) func aBrowserEndsALongComputation() async throws {
    try await host.serve { place in
      let connection = try await place.join()
      host.session.host.onMark = { _ in
        Task.detached {
          try await connection.send(frame: #"{"kind":"pull","seen":0}"#)
          try await connection.send(frame: #"{"kind":"cancel"}"#)
        }
      }
      let endless = "(1...100000).map { (1...100000).map { (1...100000).map { $0 }.count }.count }"
      #expect(await host.type(endless) == .runtimeError)
      host.session.host.onMark = nil
      #expect(await host.type("1 + 1") == .ok)
      connection.close()
    }
  }

  /// Whoever may only look ends nothing.
  @Test func whoOnlyLooksEndsNoComputation() async throws {
    let place = try await host.studio.start()
    let reader = try await ServedPlace(place, permission: .readOnly).join()
    try await reader.send(frame: #"{"kind":"cancel"}"#)
    _ = try await reader.frame()
    #expect(await host.type("(1...5000).map { $0 + 1 }.count") == .ok)
    reader.close()
    await host.studio.stop()
  }

  @Test func servingEndsWithAnAnswerAndBeginsAgainAtAnotherAddress() async throws {
    var last: StudioPlace?
    try await host.serve { place in
      last = host.studio.place
      #expect(try await host.studio.start() == last)
      let connection = try await place.join()
      await host.type(":serve off")
      #expect(host.studio.place == nil)
      await connection.readToEnd()
    }
    try await host.serve { _ in #expect(host.studio.place != last) }
  }

  @Test(arguments: ["[::1]", "0.0.0.0", "[::]"])
  func anotherInterfaceIsServedWhenItIsAskedFor(text: String) async throws {
    let place = try await host.studio.start(on: try StudioEndpoint(text))
    let served = ServedPlace(place)
    #expect(try await served.answer(to: served.request()).hasPrefix("HTTP/1.1 200"))
    try await served.join().close()
    for host in ["evil.example:\(served.port)", "\(place.endpoint.host.dropLast())x", "*"] {
      let head = try await served.answer(to: served.request(host: host))
      #expect(head.hasPrefix("HTTP/1.1 421"), "\(host)")
    }
    let head = try await served.answer(to: served.handshake(origin: "http://evil.example"))
    #expect(head.hasPrefix("HTTP/1.1 403"))
    await host.studio.stop()
  }

  @Test func theWordServesElsewhereAndNeverInTwoPlaces() async throws {
    #expect(await host.type(":serve on example.com") == .runtimeError)
    #expect(await host.type(":serve on; :serve off") == .ok)
    #expect(await host.type(":serve off now") == .runtimeError)
    #expect(host.studio.place == nil)
    #expect(await host.type(":serve on 0.0.0.0") == .ok)
    let place = try #require(host.studio.place)
    #expect(place.endpoint.isEverywhere)
    #expect(host.told.last?.contains("Warning") == true)
    #expect(await host.type(":serve on 127.0.0.1") == .runtimeError)
    #expect(host.told.last?.contains("is served already") == true)
    #expect(host.studio.place == place)
    await host.type(":serve off; :serve on 127.0.0.1")
    #expect(host.studio.place?.endpoint.isLoopback == true)
    await host.type(":serve off")
  }

  @Test func anAddressOfAnotherMachineIsRefusedInTheWordsOfTheSystem() async throws {
    let endpoint = try StudioEndpoint("192.0.2.1:8123")
    do {
      try await host.studio.start(on: endpoint)
      Issue.record("another machine's address was served")
    } catch {
      let reason = unsafe String(cString: strerror(EADDRNOTAVAIL))
      #expect(error.text(in: .english) == "the session cannot be served: \(reason)")
    }
    #expect(host.studio.place == nil)
  }

  @Test func aPlaceCanBeServedAgainForBrowsersThatComeBack() async throws {
    try await untilThePortIsStillFree {
      let place = try await host.studio.start()
      let connection = try await ServedPlace(place).join()
      await host.studio.stop()
      await connection.readToEnd()
      guard (try? await host.studio.start(at: place)) == place else { return false }
      try await ServedPlace(place).join().close()
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
    let place = StudioPlace(.loopback.at(port), token: "t")
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
    #expect(other.endpoint.port != port && other.token != place.token)
    await host.studio.stop()
  }

  @Test func aServerThatEndsByItselfIsToldAndOpenedAgainAtItsAddress() async throws {
    try await untilThePortIsStillFree {
      let pool = BreakingPool()
      host.studio.makePool = { pool }
      let place = try await host.studio.start()
      let connection = try await ServedPlace(place).join()
      let count = host.told.count
      pool.end()
      await connection.readToEnd()
      while host.studio.place != nil { await Task.yield() }
      #expect(
        host.told.dropFirst(count).contains {
          $0.contains("The browser server has stopped: Too many open files.")
        })
      #expect(host.studio.welcome() == nil)
      host.studio.makePool = { StudioPool() }
      await host.type(":serve")
      #expect(host.studio.place != nil)
      guard host.studio.place == place else { return false }
      try await ServedPlace(place).join().close()
      await host.studio.stop()
      return true
    }
    #expect(host.told.last?.contains("has ended") == false)
  }

  @Test func connectionsThatSendNothingAreClosedWhenTooManyWait() async throws {
    try await host.serve { place in
      let guest = try await place.join()
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
      #expect(try await place.answer(to: place.request()).hasPrefix("HTTP/1.1 200"))
    }
  }

  @Test func noChildProcessInheritsASocketOfTheServer() async throws {
    try await host.serve { place in
      let connection = try await place.join()
      defer { connection.close() }
      func inherited() -> [Int32] {
        (0..<4_096).filter { descriptor in
          let socket = Socket(file: Socket.FileDescriptor(rawValue: descriptor))
          guard case .ip4(_, place.port)? = try? socket.sockname() else { return false }
          return fcntl(descriptor, F_GETFD) & FD_CLOEXEC == 0
        }
      }
      #expect(inherited().isEmpty)
    }
  }

  @Test func servingThatIsEndedAndBegunInOneEntryGoesOn() async throws {
    try await host.serve { place in
      let connection = try await place.join()
      defer { connection.close() }
      await host.type(":serve off\n:serve")
      #expect(host.studio.place.map { ServedPlace($0).host } == place.host)
      try await place.join().close()
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
