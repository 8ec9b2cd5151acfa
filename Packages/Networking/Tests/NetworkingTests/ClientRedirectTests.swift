import Foundation
import HTTPTypes
import NetworkingTestSupport
import Testing

@testable import Networking

@Suite struct ClientRedirectTests {
  private func redirect(_ fixture: FixtureClient, _ status: Int, to location: String) {
    for method in [HTTPRequest.Method.get, .post, .put] {
      fixture.transport.answer(
        method, "/from", status: .init(code: status), headers: ["Location": location], json: "")
    }
    for method in [HTTPRequest.Method.get, .post, .put] {
      fixture.transport.answer(method, "/to", json: "{}")
    }
  }

  @Test(arguments: [
    (301, HTTPRequest.Method.post, HTTPRequest.Method.get), (302, .post, .get), (303, .put, .get),
    (307, .post, .post), (308, .put, .put), (301, .put, .put),
  ])
  func methodAndBodyFollowTheStatus(
    status: Int, sent: HTTPRequest.Method, followed: HTTPRequest.Method
  )
    async throws
  {
    let fixture = try FixtureClient()
    redirect(fixture, status, to: "/to?a=1")
    let response = try await fixture.client.send(
      Request(sent, "/from", body: .data(Data("body".utf8))))
    let last = try #require(fixture.transport.requests.last)
    #expect(last.method == followed)
    #expect(last.body.isEmpty == (followed == .get))
    #expect(response.url.absoluteString == "http://fixture/to?a=1")
  }

  /// Servers write a blank or a letter of another script beside what they have escaped.
  @Test(arguments: [
    ("/to?q=%5B1%5D&r=[2]", "/to?q=%5B1%5D&r=%5B2%5D"), ("/a%2Fb c", "/a%2Fb%20c"),
    ("http://fixture/a%2Fb c?q=%26 x", "/a%2Fb%20c?q=%26%20x"),
    ("//fixture/\u{5317}%2F?%26\u{4EAC}", "/%E5%8C%97%2F?%26%E4%BA%AC"),
    ("?q=%26 x#%26 y", "/from?q=%26%20x"), ("to/../%7Ex%zz", "/%7Ex%25zz"),
  ])
  func anEscapeStaysBesideWhatHasToBeEscaped(location: String, target: String) throws {
    let url = try #require(URL(string: "http://fixture/from"))
    let head = ResponseHead(status: 302, headers: ["Location": location], url: url)
    let next = try RedirectPolicy.standard.next(after: Request(url: url), head, visited: [])
    #expect(try next?.urlText == "http://fixture" + target)
  }

  @Test func otherOriginGetsNoCredentials() async throws {
    let fixture = try FixtureClient()
    redirect(fixture, 302, to: "http://elsewhere/to")
    var request = Request(.get, "/from", headers: ["Authorization": "secret", "X-A": "1"])
    request.headers["Cookie"] = "c"
    try await fixture.client.send(request)
    let last = try #require(fixture.transport.requests.last)
    #expect(last.headers["Authorization"] == nil)
    #expect(last.headers["Cookie"] == nil)
    #expect(last.headers["X-A"] == nil)
  }

  @Test(arguments: ["/from", "ftp://h/x", "http://", "javascript:alert(1)"])
  func loopsAndUselessLocationsAreRefused(location: String) async throws {
    let fixture = try FixtureClient()
    redirect(fixture, 302, to: location)
    let error = await networkError { try await fixture.client.send(Request(.get, "/from")) }
    #expect(error?.code == .redirectRefused)
    #expect(fixture.transport.requests.count == 1)
  }

  @Test func stepFromHTTPSToHTTPIsRefused() async throws {
    let fixture = try FixtureClient()
    redirect(fixture, 302, to: "http://fixture/to")
    let error = await networkError {
      try await fixture.client.send(Request(.get, "https://fixture/from"))
    }
    #expect(error?.code == .redirectRefused)
  }

  @Test func tenRedirectsAreFollowedAndElevenAreNot() async throws {
    let fixture = try FixtureClient()
    fixture.transport.answer(.get, "/{n}") { (request) throws(NetworkError) in
      let number = Int(request.path.dropFirst()) ?? 0
      return number == 0
        ? try .answer(request, "end")
        : try .answer(request, status: 302, headers: ["Location": "/\(number - 1)"])
    }
    #expect(try await fixture.client.send(Request(.get, "/10")).text == "end")
    let error = await networkError { try await fixture.client.send(Request(.get, "/11")) }
    #expect(error?.code == .redirectRefused)
  }

  @Test func withoutRedirectsTheStatusIsAnError() async throws {
    let fixture = try FixtureClient { $0.redirects = .none }
    redirect(fixture, 302, to: "/to")
    let error = await networkError { try await fixture.client.send(Request(.get, "/from")) }
    #expect(error?.response?.status == 302)
  }

  /// The body of a redirect is for nobody: neither its end nor its size matters.
  @Test(arguments: [
    "Content-Length: 100", "Content-Length: 99999999999", "Transfer-Encoding: chunked",
  ])
  func brokenBodyOfARedirectIsNoObstacle(field: String) async throws {
    let server = try SocketServer { connection in
      guard let head = connection.readHead() else { return }
      connection.write(
        head.target == "/to"
          ? "ok".answer() : "HTTP/1.1 302 Found\r\nLocation: /to\r\n\(field)\r\n\r\nhalf")
    }
    defer { server.stop() }
    var configuration = Client.Configuration()
    configuration.retry = .never
    let client = try Client(server.baseURL, configuration: configuration)
    var request = Request(.get, "/from")
    request.limits.body = 50
    #expect(try await client.send(request).text == "ok")
  }

  @Test func aRedirectWhoseBodyStallsHoldsNoRequest() async throws {
    let server = try SocketServer { connection in
      guard let head = connection.readHead() else { return }
      guard head.target != "/to" else {
        connection.write("ok".answer())
        return
      }
      connection.write("HTTP/1.1 302 Found\r\nLocation: /to\r\nContent-Length: 100\r\n\r\nhalf")
      // Until the client closes.
      _ = connection.read(1)
    }
    defer { server.stop() }
    let clock = TestClock(isManual: true)
    var configuration = Client.Configuration()
    configuration.clock = clock
    let client = try Client(server.baseURL, configuration: configuration)
    let answer = Task { try await client.send(Request(.get, "/from")).text }
    await clock.sleepsBegun(1)
    clock.advance(by: .milliseconds(100))
    #expect(try await answer.value == "ok")
    #expect(server.acceptedConnections == 2)
  }

  @Test func aRedirectWithAShortBodyLeavesItsConnectionToTheNext() async throws {
    let server = try SocketServer { connection in
      while let head = connection.readHead() {
        guard head.target != "/to" else {
          connection.write("ok".answer())
          continue
        }
        connection.write("HTTP/1.1 302 Found\r\nLocation: /to\r\nContent-Length: 8\r\n\r\nhalf")
        connection.write("half")
      }
    }
    defer { server.stop() }
    var configuration = Client.Configuration()
    configuration.clock = TestClock(isManual: true)
    let client = try Client(server.baseURL, configuration: configuration)
    #expect(try await client.send(Request(.get, "/from")).text == "ok")
    #expect(server.acceptedConnections == 1)
  }
}
