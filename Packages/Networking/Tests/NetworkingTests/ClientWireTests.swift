import Foundation
import HTTPTypes
import Networking
import NetworkingTestSupport
import Synchronization
import Testing

/// A client over libcurl: whatever comes of a request, nothing is lost.
@Suite struct ClientWireTests {
  /// Adds a header and notes how often, and refuses bodies that say so.
  private struct Stamp: Interceptor {
    let count = Counter()

    func adapt(_ request: Request) async throws(NetworkError) -> Request {
      let number = count.add()
      guard request.path != "/unsent" else { throw NetworkError(.invalidRequest, "Not this one.") }
      return request.with { $0.headers["X-Stamp"] = "\(number)" }
    }

    func resolve(
      _ response: Response, to request: Request
    ) async throws(NetworkError) -> Response {
      guard response.text != "business error" else {
        throw NetworkError(.badStatus, "Refused.", response: response)
      }
      var copy = response
      copy.data = Data("\(response.text), \(request.headers["X-Stamp"] ?? "")".utf8)
      return copy
    }
  }

  /// A server that answers by path, and a client with an interceptor.
  private struct Fixture {
    let server: SocketServer
    let stamp = Stamp()
    let transport = CurlTransport()
    let client: Client

    init(
      configure: (inout Client.Configuration) -> Void = { _ in },
      _ answer: @escaping @Sendable (String, SocketServer.Connection) -> Void
    ) throws {
      server = try SocketServer { connection in
        while let head = connection.readHead() { answer(head, connection) }
      }
      var configuration = Client.Configuration()
      configuration.interceptors = [stamp]
      configuration.clock = TestClock()
      configure(&configuration)
      client = try Client(server.baseURL, transport: transport, configuration: configuration)
    }
  }

  private static func answer(_ text: String, status: String = "200 OK") -> String {
    "HTTP/1.1 \(status)\r\nContent-Length: \(text.utf8.count)\r\n\r\n\(text)"
  }

  @Test func goodAnswerGoesThroughTheInterceptorsAndIntoTheLog() async throws {
    let fixture = try Fixture { $1.write(Self.answer("ok")) }
    defer { fixture.server.stop() }
    #expect(try await fixture.client.send(Request(.get, "/x")).text == "ok, 1")
    #expect(try await fixture.client.send(Request(.post, "/x")).text == "ok, 2")
    let entries = fixture.client.log.entries
    #expect(entries.map(\.status) == [200, 200])
    #expect(entries.map(\.attempts) == [1, 1])
    #expect(entries.map(\.bytes) == [5, 5])
    #expect(entries.allSatisfy { $0.duration != nil && $0.metrics?.received == 2 })
    #expect(fixture.client.activeCalls == 0)
    #expect(fixture.transport.activeTransfers == 0)
  }

  @Test func refusedAttemptIsFollowedByASecondOneStampedAnew() async throws {
    let count = Counter()
    let fixture = try Fixture { _, connection in
      connection.write(
        count.add() == 1 ? Self.answer("later", status: "503 Busy") : Self.answer("ok"))
    }
    defer { fixture.server.stop() }
    let response = try await fixture.client.send(Request(.get, "/x"))
    #expect(response.text == "ok, 2")
    #expect(response.metrics.attempts == 2)
    #expect(fixture.client.log.entries.map(\.attempts) == [2])
    #expect(fixture.stamp.count.value == 2)
  }

  @Test func lostConnectionIsFollowedByASecondAttempt() async throws {
    let count = Counter()
    let fixture = try Fixture { _, connection in
      guard count.add() > 1 else { return connection.reset() }
      connection.write(Self.answer("ok"))
    }
    defer { fixture.server.stop() }
    #expect(try await fixture.client.send(Request(.get, "/x")).metrics.attempts == 2)
    #expect(fixture.stamp.count.value == 2)
  }

  @Test func redirectIsFollowed() async throws {
    let fixture = try Fixture { head, connection in
      guard head.contains("/old") else { return _ = connection.write(Self.answer("new")) }
      connection.write(
        "HTTP/1.1 302 Found\r\nLocation: /new\r\nContent-Length: 0\r\n\r\n")
    }
    defer { fixture.server.stop() }
    let response = try await fixture.client.send(Request(.get, "/old"))
    #expect(response.text == "new, 1")
    #expect(response.url.path == "/new")
    #expect(fixture.client.log.entries.count == 1)
  }

  @Test func bodyInPiecesIsReadToItsEnd() async throws {
    let whole = String(repeating: "x", count: 3 << 20)
    let fixture = try Fixture { $1.write(Self.answer(whole)) }
    defer { fixture.server.stop() }
    #expect(try await fixture.client.send(Request(.get, "/x")).text == whole + ", 1")
  }

  @Test func bodyThatBreaksOffIsAskedForAgain() async throws {
    let count = Counter()
    let fixture = try Fixture { _, connection in
      guard count.add() == 1 else { return _ = connection.write(Self.answer("ok")) }
      connection.write("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf")
      connection.close()
    }
    defer { fixture.server.stop() }
    let response = try await fixture.client.send(Request(.get, "/x"))
    #expect(response.text == "ok, 2")
    #expect(response.metrics.attempts == 2)
  }

  @Test func bodyBeyondTheLimitIsRefused() async throws {
    let fixture = try Fixture { _, connection in
      connection.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
      while connection.write("4\r\nmore\r\n") {}
    }
    defer { fixture.server.stop() }
    var request = Request(.get, "/x")
    request.limits.body = 100_000
    let asked = request
    let error = await networkError { try await fixture.client.send(asked) }
    #expect(error?.code == .tooLarge)
    #expect(fixture.client.log.entries.map(\.failure) == [.tooLarge])
  }

  @Test(arguments: [0, 3, 10, 30])
  func leavingDuringTheBodyEndsTheTransfer(yields: Int) async throws {
    let asked = AsyncStream.makeStream(of: Void.self)
    let fixture = try Fixture { _, connection in
      connection.write("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf")
      asked.continuation.yield()
      connection.readToEnd()
    }
    defer { fixture.server.stop() }
    let client = fixture.client
    let task = Task.detached { try await client.send(Request(.get, "/x")) }
    var arrivals = asked.stream.makeAsyncIterator()
    await arrivals.next()
    for _ in 0..<yields { await Task.yield() }
    task.cancel()
    #expect(await networkError { try await task.value }?.code == .cancelled)
    while client.log.entries.last?.failure == nil { await Task.yield() }
    #expect(client.log.entries.map(\.failure) == [.cancelled])
    while fixture.transport.activeTransfers > 0 { await Task.yield() }
  }

  @Test func tokenIsSentAndRenewedWhenItIsRefused() async throws {
    let authentication = TokenAuthentication(token: "old") { _ in "new" }
    let fixture = try Fixture {
      $0.authentication = authentication
    } _: { head, connection in
      let isNew = head.contains("Authorization: Bearer new\r\n")
      #expect(isNew || head.contains("Authorization: Bearer old\r\n"))
      connection.write(isNew ? Self.answer("ok") : Self.answer("", status: "401 No"))
    }
    defer { fixture.server.stop() }
    #expect(try await fixture.client.send(Request(.get, "/x")).text == "ok, 1")
    #expect(try await fixture.client.send(Request(.get, "/y")).text == "ok, 2")
    #expect(authentication.token == "new")
  }

  @Test func interceptorsRefusalIsTheOutcome() async throws {
    let fixture = try Fixture { $1.write(Self.answer("business error")) }
    defer { fixture.server.stop() }
    let refused = await networkError { try await fixture.client.send(Request(.get, "/x")) }
    #expect(refused?.message == "Refused.")
    #expect(refused?.attempts == 1)
    #expect(refused?.request == "GET \(fixture.server.baseURL)/x")
    let unsent = await networkError { try await fixture.client.send(Request(.get, "/unsent")) }
    #expect(unsent?.message == "Not this one.")
    #expect(unsent?.attempts == 0)
    #expect(fixture.client.log.entries.map(\.failure) == [.badStatus, .invalidRequest])
    #expect(fixture.stamp.count.value == 2)
  }

  @Test func cancelAllEndsWhatIsUnderWay() async throws {
    let asked = AsyncStream.makeStream(of: Void.self)
    let fixture = try Fixture { _, connection in
      asked.continuation.yield()
      connection.readToEnd()
    }
    defer { fixture.server.stop() }
    let client = fixture.client
    let task = Task.detached { try await client.send(Request(.get, "/x")) }
    var arrivals = asked.stream.makeAsyncIterator()
    await arrivals.next()
    client.cancelAll()
    #expect(await networkError { try await task.value }?.code == .cancelled)
    while client.log.entries.last?.failure == nil { await Task.yield() }
    #expect(client.log.entries.map(\.failure) == [.cancelled])
    #expect(client.activeCalls == 0)
    while fixture.transport.activeTransfers > 0 { await Task.yield() }
  }
}
