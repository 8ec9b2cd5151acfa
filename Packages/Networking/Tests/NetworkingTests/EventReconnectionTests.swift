import Foundation
import HTTPTypes
import Networking
import NetworkingTestSupport
import Synchronization
import Testing

/// Server-sent events over several connections, by HTML, 9.2.
@Suite struct EventReconnectionTests {
  /// The end of a body may cut a number in two: of `retry: 10000` it leaves a wait of a moment.
  @Test func aLineThatTheEndCutsOffSaysNothing() async throws {
    let clock = TestClock()
    let fixture = try FixtureClient { $0.clock = clock }
    let count = Counter()
    fixture.transport.answer(.get, "/x") { (request) throws(NetworkError) in
      count.add() == 1
        ? try .answer(
          request, headers: ["Content-Type": "text/event-stream"], "data: a\n\nretry: 1")
        : try .answer(request, status: 204)
    }
    var texts: [String] = []
    for try await event in fixture.client.events(Request(.get, "/x")) { texts.append(event.data) }
    #expect(texts == ["a"])
    #expect(clock.sleeps == [.seconds(3)])
  }

  private static let type = "Content-Type: text/event-stream; charset=utf-8"

  /// A server that gives these answers, one a connection, and then refuses more by `204`.
  private func serve(_ answers: [String]) throws -> (
    server: HeadServer, client: Client, clock: TestClock
  ) {
    let number = Counter()
    let server = try HeadServer { _ in
      let index = number.add() - 1
      return index < answers.count ? answers[index] : "".answer("204 No Content")
    }
    let clock = TestClock()
    var configuration = Client.Configuration()
    configuration.clock = clock
    configuration.retry = .never
    return (server, try Client(server.baseURL, configuration: configuration), clock)
  }

  private func data(_ client: Client, _ request: Request = Request(.get, "/news")) async throws
    -> [String]
  {
    var data: [String] = []
    for try await event in client.events(request) { data.append(event.data) }
    return data
  }

  @Test func aStreamThatEndsGoesOnAfterItsLastEvent() async throws {
    let (server, client, clock) = try serve([
      "id: 1\ndata: a\n\nretry: 250\ndata: b\n\nid: lost\ndata: half".answer("200 OK", Self.type),
      "data: c\n\nid: 灯\n\n".answer("200 OK", Self.type), "".answer("200 OK", Self.type),
      "id\ndata: d\n\n".answer("200 OK", Self.type),
    ])
    defer { server.stop() }
    #expect(try await data(client) == ["a", "b", "c", "d"])
    let ids = server.heads.map { $0.field("Last-Event-ID") }
    #expect(ids == [nil, "1", "灯", "灯", nil])
    #expect(server.heads.allSatisfy { $0.field("Accept") == "text/event-stream" })
    #expect(server.heads.allSatisfy { $0.field("Cache-Control") == "no-store" })
    // The third connection brought nothing.
    #expect(
      clock.sleeps == [.milliseconds(250), .milliseconds(250), .seconds(2), .milliseconds(250)])
  }

  @Test func aConnectionThatBreaksOffIsTakenUpAgain() async throws {
    let ids = Mutex<[String?]>([])
    let server = try SocketServer { connection in
      guard let head = connection.readHead() else { return }
      let count = ids.withLock { ids in
        ids.append(head.field("Last-Event-ID"))
        return ids.count
      }
      switch count {
      case 1:
        connection.write(
          "HTTP/1.1 200 OK\r\n\(Self.type)\r\nContent-Length: 999\r\n\r\nid: 1\ndata: a\n\ndata: ha"
        )
      case 2: connection.write("data: b\n\n".answer("200 OK", Self.type))
      default: connection.write("".answer("204 No Content"))
      }
    }
    defer { server.stop() }
    let clock = TestClock()
    var configuration = Client.Configuration()
    configuration.clock = clock
    let client = try Client(server.baseURL, configuration: configuration)
    let request = Request(.get, "/news", headers: ["Last-Event-ID": "0"])
    #expect(try await data(client, request) == ["a", "b"])
    #expect(ids.withLock { $0 } == ["0", "1", "1"])
    #expect(clock.sleeps == [.seconds(3), .seconds(3)])
  }

  /// A server that hangs up again and again, and says to come back at once, is not asked without a pause.
  @Test func emptyConnectionsAreAskedForLessAndLessOften() async throws {
    let empty = "retry: 0\n\n: nothing\n\n".answer("200 OK", Self.type)
    let (server, client, clock) = try serve(Array(repeating: empty, count: 8))
    defer { server.stop() }
    #expect(try await data(client).isEmpty)
    #expect(
      clock.sleeps == [.milliseconds(100)] + [2, 4, 8, 16, 30, 30, 30].map { Duration.seconds($0) })
  }

  /// What a server asks for is kept within a tenth of a second and an hour, also where `Int` ends.
  @Test(arguments: [
    ("0", 100), ("99", 100), ("101", 101), ("3599999", 3_599_999), ("3600001", 3_600_000),
    ("9223372036854775807", 3_600_000), ("99999999999999999999", 3_600_000),
    ("-5", 3000), ("1e3", 3000), ("", 3000), ("１０", 3000),
  ])
  func theWaitThatAServerAsksForHasBounds(retry: String, milliseconds: Int) async throws {
    let answer = "retry: \(retry)\ndata: a\n\n".answer("200 OK", Self.type)
    let (server, client, clock) = try serve([answer, "".answer("200 OK", Self.type)])
    defer { server.stop() }
    #expect(try await data(client) == ["a"])
    let wait = Duration.milliseconds(milliseconds)
    #expect(
      clock.sleeps
        == [wait, Swift.max(wait, .seconds(1)) * 2].map {
          Swift.min($0, Swift.max(wait, .seconds(30)))
        })
  }

  @Test(arguments: [
    ("".answer("404 No"), NetworkError.Code.badStatus),
    ("{}".answer("200 OK", "Content-Type: application/json"), .undecodable),
    ("data: x\n\n".answer(), .undecodable), ("data: x\n\n".answer("201 OK", type), .undecodable),
    ("data: x\n\n".answer("200 OK", "Content-Type: text/event-streams"), .undecodable),
  ])
  func answersOfAnotherKindEndTheSequence(answer: String, code: NetworkError.Code) async throws {
    for good in [[], ["data: a\n\n".answer("200 OK", Self.type)]] {
      let (server, client, _) = try serve(good + [answer])
      defer { server.stop() }
      let error = await networkError { try await data(client) }
      #expect(error?.code == code)
      #expect(server.heads.count == good.count + 1)
    }
  }

  @Test func aServerThatIsNotThereIsAnErrorAtFirstAndWaitedForLater() async throws {
    let server = try HeadServer { _ in "data: a\n\n".answer("200 OK", Self.type) }
    defer { server.stop() }
    // Bound and not listening: nobody else can have the port meanwhile.
    let socket = try LoopbackSocket()
    let (mover, clock) = (Mover(to: try socket.bind()), TestClock())
    var configuration = Client.Configuration()
    configuration.clock = clock
    configuration.retry = .never
    configuration.interceptors = [mover]
    let client = try Client("http://127.0.0.1:\(server.port)", configuration: configuration)
    let waiting = Task {
      for try await event in client.events(Request(.get, "/news")) {
        #expect(event.data == "a")
        mover.moves.store(true, ordering: .relaxed)
      }
    }
    await clock.sleepsBegun(3)
    waiting.cancel()
    #expect(await networkError { try await waiting.value }?.code == .cancelled)
    let error = await networkError { try await data(client) }
    #expect(error?.code == .cannotConnect)
    withExtendedLifetime(socket) {}
  }

  /// A proxy that does not reach the server is asked again, and one that will not have the connection is not.
  @Test(arguments: [(503, true), (429, true), (403, false)])
  func aProxyThatRefusesALaterConnectionIsAskedAgainIfThatMayPass(
    status: Int, mayPass: Bool
  ) async throws {
    let fixture = try FixtureClient { $0.retry = .never }
    let count = Counter()
    fixture.transport.answer(.get, "/news") { (request) throws(NetworkError) in
      switch count.add() {
      case 1:
        return try .answer(
          request, headers: ["Content-Type": "text/event-stream"], "data: a\n\n")
      case 2:
        var error = NetworkError(.proxyRefused, "No.")
        error.proxyStatus = .init(code: status)
        throw error
      default: return try .answer(request, status: 204)
      }
    }
    if mayPass {
      #expect(try await data(fixture.client) == ["a"])
    } else {
      #expect(await networkError { try await data(fixture.client) }?.code == .proxyRefused)
    }
    #expect(count.value == (mayPass ? 3 : 2))
  }

  /// `204` is the end also for a reader who asks again by hand, and so is an error.
  @Test func nothingIsAskedForAfterTheEnd() async throws {
    let (server, client, _) = try serve([
      "data: a\n\n".answer("200 OK", Self.type), "".answer("204 No Content"),
      "data: b\n\n".answer("200 OK", Self.type),
      "gone".answer("410 Gone"), "data: c\n\n".answer("200 OK", Self.type),
    ])
    defer { server.stop() }
    var events = client.events(Request(.get, "/news")).makeAsyncIterator()
    #expect(try await next(of: &events)?.data == "a")
    for _ in 0..<3 { #expect(try await next(of: &events) == nil) }
    #expect(server.heads.count == 2)
    var others = client.events(Request(.get, "/news")).makeAsyncIterator()
    #expect(try await next(of: &others)?.data == "b")
    #expect(await error(of: &others) is NetworkError)
    for _ in 0..<3 { #expect(try await next(of: &others) == nil) }
    #expect(server.heads.count == 4)
  }

  /// The identifier is the server's text: what no header may hold is not sent, and no other origin is told.
  @Test func identifiersThatNoHeaderHoldsStayHere() async throws {
    let stranger = try HeadServer { _ in "data: b\n\n".answer("200 OK", Self.type) }
    let number = Counter()
    let server = try HeadServer { _ in
      switch number.add() {
      case 1: "id: a\u{1}b\ndata: a\n\n".answer("200 OK", Self.type)
      case 2: "id: secret\ndata: b\n\n".answer("200 OK", Self.type)
      case 3: "".answer("307 Moved", "Location: \(stranger.baseURL)/")
      default: "".answer("204 No Content")
      }
    }
    defer { server.stop(); stranger.stop() }
    var configuration = Client.Configuration()
    configuration.clock = TestClock()
    let client = try Client(server.baseURL, configuration: configuration)
    #expect(try await data(client) == ["a", "b", "b"])
    #expect(server.heads.map { $0.field("Last-Event-ID") } == [nil, nil, "secret", "secret"])
    #expect(stranger.heads.map { $0.field("Last-Event-ID") } == [nil])
  }

  @Test func aDroppedSequenceEndsItsConnection() async throws {
    let (ended, signal) = AsyncStream.makeStream(of: Void.self)
    let server = try SocketServer { connection in
      connection.readHead()
      connection.write("HTTP/1.1 200 OK\r\n\(Self.type)\r\n\r\ndata: a\n\n")
      connection.readToEnd()
      signal.yield()
    }
    defer { server.stop() }
    let client = try Client(server.baseURL)
    for try await event in client.events(Request(.get, "/")) {
      #expect(event.data == "a")
      break
    }
    for await _ in ended { break }
    #expect(client.activeCalls == 0)
  }
}

/// Leads requests to another port, once it is to.
private final class Mover: Interceptor {
  let moves = Atomic(false)
  private let port: Int
  init(to port: Int) { self.port = port }

  func adapt(_ request: Request) async throws(NetworkError) -> Request {
    guard moves.load(ordering: .relaxed) else { return request }
    return request.with { $0.port = port }
  }
}
