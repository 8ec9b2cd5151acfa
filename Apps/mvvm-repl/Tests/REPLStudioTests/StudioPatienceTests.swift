import BindingsTestSupport
import FlyingSocks
import REPLKit
import Testing

@testable import REPLStudio

/// Connections at a real port that take their time; the time is a manual clock's.
@MainActor
@Suite(.timeLimit(.minutes(10))) struct StudioPatienceTests {
  let host = StudioHost()
  let clock = ManualClock()

  init() { host.studio.connectionClock = clock }

  /// Lets time pass, once a connection is waited for.
  private func pass(_ time: Duration = StudioConnection.patience) async {
    await clock.sleepers(1)
    clock.advance(by: time)
  }

  /// Lets time pass until the other side has closed, for one who does not read.
  private func passToEnd(of connection: RawConnection) async {
    while (try? await connection.send([0])) != nil {
      clock.advance(by: .seconds(1))
      await Task.yield()
    }
  }

  @Test func aHeadThatComesByteByByteIsNotWaitedForForEver() async throws {
    try await host.serve { place in
      let connection = try await place.connect()
      defer { connection.close() }
      for byte in place.request().utf8.prefix(9) {
        try await connection.send([byte])
        await pass(StudioConnection.patience / 10)
      }
      #expect(clock.nextWake == StudioConnection.patience / 10)
      await pass(StudioConnection.patience / 10)
      #expect(await connection.readToEnd().isEmpty)
      #expect(try await place.answer(to: place.request()).hasPrefix("HTTP/1.1 200"))
    }
  }

  @Test func whoSendsNothingIsNotWaitedForForEver() async throws {
    try await host.serve { place in
      let silent = try await place.connect()
      defer { silent.close() }
      await pass()
      #expect(await silent.readToEnd().isEmpty)
    }
  }

  @Test func whoReadsNoAnswerIsNotWaitedForForEver() async throws {
    try await host.serve { place in
      for request in [place.request("GET", "/\(place.token)/screen.js"), place.request("PUT")] {
        let connection = try await place.connect()
        defer { connection.close() }
        try connection.takeLittle()
        try await connection.send(request)
        await passToEnd(of: connection)
      }
    }
  }

  @Test func aBrowserThatWasLetInHasAllTheTime() async throws {
    try await host.serve { place in
      let connection = try await place.join()
      defer { connection.close() }
      clock.advance(by: StudioConnection.patience * 100)
      try await connection.send(frame: "ping", opcode: 9)
      #expect(try await connection.frame().opcode == 10)
      #expect(clock.nextWake == nil)
    }
  }

  @Test func whoNeverReadsHoldsUpNobodyElse() async throws {
    try await host.serve { place in
      let silent = try await place.join()
      defer { silent.close() }
      await host.type("let form = SignUp()")
      try silent.takeLittle()
      // Until the answers fit nowhere any more, and the next one is not read.
      let sending = Task {
        for id in 0..<100_000 {
          let request = #"{"kind":"complete","id":\#(id),"text":"","cursor":0}"#
          guard (try? await silent.send(frame: request)) != nil else { return }
        }
      }
      let other = try await place.join()
      defer { other.close() }
      for _ in 0..<50 {
        try await other.send(frame: "ping", opcode: 9)
        #expect(try await other.frame().opcode == 10)
      }
      // Ends serving, which does not wait for it either.
      await host.studio.stop()
      await sending.value
    }
  }

  @Test func whoSaysGoodbyeAndNeverReadsIsNotWaitedForForEver() async throws {
    try await host.serve { place in
      let silent = try await place.join()
      defer { silent.close() }
      try silent.takeLittle()
      // More than the system keeps for one who does not read: four bytes a character, as text and as record.
      let text = String(repeating: "𝕏", count: StudioLog.longestText - 100)
      for _ in 0..<50 { host.session.say(.notAPort(text)) }
      try await silent.send(frame: #"{"kind":"pull","seen":0}"#)
      try await silent.send(frame: "", opcode: 8)
      await passToEnd(of: silent)
      #expect(try await place.answer(to: place.request()).hasPrefix("HTTP/1.1 200"))
    }
  }

  @Test func manyConnectionsAtOnceCostNoMoreThanAreAllowed() async throws {
    try await host.serve { place in
      let guest = try await place.join()
      defer { guest.close() }
      var silent: [RawConnection] = []
      defer { for connection in silent { connection.close() } }
      for _ in 0..<(StudioConnections.mostWaiting * 4) {
        let connection = try await place.connect()
        try? await connection.send("GET / HTTP/1.1\r\n")
        silent.append(connection)
      }
      #expect(try await place.answer(to: place.request()).hasPrefix("HTTP/1.1 200"))
      let files = (Int32(0)..<4_096).filter { descriptor in
        let socket = Socket(file: Socket.FileDescriptor(rawValue: descriptor))
        guard case .ip4(_, place.port)? = try? socket.sockname() else { return false }
        return true
      }
      // The one that listens, the guest, and one that is being taken.
      #expect(files.count <= StudioConnections.mostWaiting + 3)
      try await guest.send(frame: "ping", opcode: 9)
      #expect(try await guest.frame().opcode == 10)
    }
  }

  @Test func browsersThatAreTooManyAreToldSo() async throws {
    try await host.serve { place in
      var guests: [RawConnection] = []
      defer { for guest in guests { guest.close() } }
      for _ in 0..<Studio.mostGuests { guests.append(try await place.join()) }
      let connection = try await place.connect()
      defer { connection.close() }
      try await connection.send(place.handshake())
      #expect(try await connection.head().hasPrefix("HTTP/1.1 101 "))
      let hello = String(decoding: try await connection.frame().bytes, as: UTF8.self)
      #expect(hello.contains(#""problem":"all places are taken"#))
      let end = try await connection.frame()
      #expect(end.opcode == 8 && end.bytes == [0x03, 0xF5])
      await passToEnd(of: connection)
    }
  }
}
