import Foundation
import HTTPTypes
import NetworkingTestSupport
import Synchronization
import Testing

@testable import Networking

/// What belongs to one server goes to no other.
@Suite struct OwnServerTests {
  @Test func aHostOfAnotherServerGetsNeitherTokenNorCookies() async throws {
    let server = try HeadServer { head in
      "ok".answer("200 OK", "Set-Cookie: from=\(head.field("Host") ?? "")")
    }
    defer { server.stop() }
    var configuration = Client.Configuration()
    configuration.cookies = CookieJar()
    configuration.authentication = TokenAuthentication.fixed("secret")
    let client = try Client(server.baseURL, configuration: configuration)
    let base = try #require(server.baseURL.split(separator: "//").last.map(String.init))
    try await client.send(Request(.get, "/"))
    try await client.send(Request(.get, "/", headers: ["Host": "stranger.example"]))
    try await client.send(Request(.get, "/", headers: ["Host": base]))
    let heads = server.heads
    try #require(heads.count == 3)
    #expect(heads.map { $0.field("Cookie") } == [nil, nil, "from=\(base)"])
    #expect(heads.map { $0.field("Authorization") } == ["Bearer secret", nil, "Bearer secret"])
  }

  @Test func eventsStayWithTheServerTheyBeganWith() async throws {
    let servers = try ["1", "2"].map { text in
      try HeadServer { _ in
        "data: \(text)\n\n".answer("200 OK", "Content-Type: text/event-stream")
      }
    }
    defer { for server in servers { server.stop() } }
    var configuration = Client.Configuration()
    configuration.clock = TestClock()
    let client = try Client(servers[0].baseURL, configuration: configuration)
    var iterator = client.events(Request(.get, "/")).makeAsyncIterator()
    #expect(try await next(of: &iterator)?.data == "1")
    client.environment = try ServerEnvironment(servers[1].baseURL)
    #expect(try await next(of: &iterator)?.data == "1")
    #expect(servers[1].heads.isEmpty)
  }

  @Test func aRangeIsAskedForUncompressed() async throws {
    let server = try HeadServer { _ in
      "ell".answer("206 Partial Content", "Content-Range: bytes 1-3/5")
    }
    defer { server.stop() }
    let client = try Client(server.baseURL)
    try await client.send(Request(.get, "/", headers: ["Range": "bytes=1-3"]))
    #expect(server.heads.first?.field("Accept-Encoding") == "identity")
  }

  @Test func jsonLinesThatAreNoUTF8AreAnError() async throws {
    let server = try SocketServer { connection in
      guard connection.readHead() != nil else { return }
      let body = Data("\"ok\"\n\"caf".utf8) + [0xE9] + Data("\"\n".utf8)
      connection.write("HTTP/1.1 200 OK\r\nContent-Length: \(body.count)\r\n\r\n")
      connection.write(body)
    }
    defer { server.stop() }
    let client = try Client(server.baseURL)
    var iterator = client.jsonLines(Request(.get, "/"), of: String.self).makeAsyncIterator()
    #expect(try await next(of: &iterator) == "ok")
    #expect((await error(of: &iterator) as? NetworkError)?.code == .undecodable)
  }
}

/// Times beyond what clocks count.
@Suite struct LongTimeTests {
  @Test func timeoutsOfAnyLengthAreKept() async throws {
    let server = try HeadServer { _ in "abc".answer() }
    defer { server.stop() }
    let client = try Client(server.baseURL)
    let long = Duration.seconds(1.7e20)
    let request = Request(.get, "/").with {
      $0.timeouts = Timeouts(queue: long, connect: long, idle: long, total: long)
    }
    #expect(try await client.send(request).text == "abc")
  }

  @Test func aRenewalMayTakeAnyTime() async throws {
    let fixture = try FixtureClient {
      $0.authentication = TokenAuthentication(token: "a", timeout: .seconds(1e19)) { _ in "b" }
    }
    fixture.transport.answer(.get, "/x") { (request) throws(NetworkError) in
      try .answer(request, status: request.headers["Authorization"] == "Bearer a" ? 401 : 200)
    }
    #expect(try await fixture.client.send(Request(.get, "/x")).status == 200)
  }

  @Test(arguments: [Double.nan, .infinity, -1, 0.5])
  func anyJitterMakesAWait(jitter: Double) throws {
    var policy = RetryPolicy(maximumAttempts: 500)
    policy.base = .seconds(1e20)
    policy.maximumDelay = .seconds(1.7e20)
    policy.jitter = jitter
    let error = NetworkError(.timedOut, "")
    for attempt in [1, 2, 3, 300] {
      let wait = policy.delay(
        after: attempt, method: .get, error: error, random: 0.5, now: Date())
      #expect(try #require(wait) > .zero)
    }
  }
}
