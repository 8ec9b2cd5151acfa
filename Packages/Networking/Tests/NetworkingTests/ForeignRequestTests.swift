import Foundation
import HTTPTypes
import Networking
import NetworkingTestSupport
import Testing

/// What crosses an origin is on a list of what may: names nobody has thought of stay at home.
@Suite struct ForeignRequestTests {
  private func client(_ baseURL: String, interceptors: [any Interceptor]) throws -> Client {
    var configuration = Client.Configuration()
    configuration.interceptors = interceptors
    configuration.retry = .never
    return try Client(baseURL, configuration: configuration)
  }

  /// Neither name is secret by itself.
  private struct Marked: Interceptor {
    func adapt(_ request: Request) async throws(NetworkError) -> Request {
      request.with {
        $0.secrets = ["x-stamp", "s"]
        $0.headers["X-Stamp"] = "secret-stamp"
        $0.query.append(URLQueryItem(name: "s", value: "secret-s"))
      }
    }
  }

  @Test func namesThatAnInterceptorMarksAreSecretsToo() async throws {
    let home = try HeadServer { head in
      head.target.hasPrefix("/from")
        ? "".answer("500 No") : (head.field("X-Stamp") ?? "none").answer()
    }
    let stranger = try HeadServer { _ in "stranger".answer("500 No") }
    let redirecting = try HeadServer { _ in
      "".answer("307 Moved", "Location: \(stranger.baseURL)/to")
    }
    defer { home.stop(); stranger.stop(); redirecting.stop() }
    let client = try client(home.baseURL, interceptors: [Marked()])
    #expect(try await client.send(Request(.get, "/x")).text == "secret-stamp")
    #expect(home.heads.first?.target == "/x?s=secret-s")
    var shown = ""
    for address in ["/from", stranger.baseURL + "/x", redirecting.baseURL + "/x"] {
      let error = await networkError { try await client.send(Request(.get, address)) }
      shown += error.map { "\($0)" } ?? ""
      let stream = await networkError { try await client.stream(Request(.get, address)) }
      shown += stream.map { "\($0)" } ?? ""
    }
    let strangers = stranger.heads + redirecting.heads
    #expect(strangers.count == 6)
    #expect(strangers.allSatisfy { !$0.contains("secret") }, "\(strangers)")
    #expect(!shown.contains("secret-"), "\(shown)")
  }

  /// A chain of the client's own redirect, where the mark has to follow the request.
  @Test func markedSecretsStayBehindAtARedirect() async throws {
    let stranger = try HeadServer { _ in "stranger".answer() }
    let home = try HeadServer { _ in "".answer("307 Moved", "Location: \(stranger.baseURL)/to") }
    defer { home.stop(); stranger.stop() }
    let client = try client(home.baseURL, interceptors: [Marked()])
    try await client.send(Request(.get, "/from"))
    #expect(stranger.heads.count == 1)
    #expect(stranger.heads.allSatisfy { !$0.contains("secret") }, "\(stranger.heads)")
  }

  /// Adds a field and an item of one name.
  private struct Adding: Interceptor {
    let name: String

    func adapt(_ request: Request) async throws(NetworkError) -> Request {
      request.with {
        if let field = HTTPField.Name(name) { $0.headers[field] = "secret-header" }
        $0.query.append(URLQueryItem(name: name, value: "secret-query"))
        $0.headers[.acceptLanguage] = "zh"
      }
    }
  }

  static let namesOfSecrets = [
    "X-Auth-Key", "X-Auth", "Ocp-Apim-Subscription-Key", "X-Functions-Key", "pwd", "pass", "jwt",
    "Bearer", "otp", "X-Version", "Accept-Me", "If-Secret", "Content-Secret", "Range-Key",
    "zxcvb",
  ]

  @Test(arguments: namesOfSecrets)
  func whatAnInterceptorAddsStaysAtHome(name: String) async throws {
    let home = try HeadServer { _ in "home".answer() }
    let stranger = try HeadServer { _ in "stranger".answer() }
    defer { home.stop(); stranger.stop() }
    let client = try client(home.baseURL, interceptors: [Adding(name: name)])
    try await client.send(Request(.get, "/x"))
    try await client.send(
      Request(.get, stranger.baseURL + "/x?a=%2f+1", query: [URLQueryItem(name: "b", value: "2")]))
    _ = try await client.stream(Request(.get, stranger.baseURL + "/x")).collect()
    #expect(home.heads.first?.field(name) == "secret-header")
    #expect(home.heads.first?.target == "/x?\(name)=secret-query")
    #expect(stranger.heads.map(\.target) == ["/x?a=%2f+1&b=2", "/x"])
    #expect(stranger.heads.allSatisfy { !$0.contains("secret") }, "\(stranger.heads)")
    #expect(stranger.heads.allSatisfy { $0.field("Accept-Language") == "zh" })
  }

  @Test func whatTheCallerAddsGoesAlong() async throws {
    let home = try HeadServer { _ in "home".answer() }
    let stranger = try HeadServer { _ in "stranger".answer() }
    defer { home.stop(); stranger.stop() }
    let client = try client(home.baseURL, interceptors: [Adding(name: "X-Auth")])
    let request = Request(
      .get, stranger.baseURL + "/x?key=fixed", query: [URLQueryItem(name: "jwt", value: "mine")],
      headers: ["X-Own-Key": "own", "Authorization": "Bearer own"])
    try await client.send(request)
    let head = try #require(stranger.heads.first)
    #expect(head.target == "/x?key=fixed&jwt=mine")
    #expect(head.field("X-Own-Key") == "own")
    #expect(head.field("Authorization") == "Bearer own")
    #expect(!head.contains("secret"))
  }

  /// Leads each request to another server.
  private struct Leading: Interceptor {
    let port: Int
    var query: String?

    func adapt(_ request: Request) async throws(NetworkError) -> Request {
      guard let query else { return request.with { $0.port = port } }
      let address = "http://127.0.0.1:\(port)\(request.path)?\(query)"
      return Request(request.method, address, query: request.query, headers: request.headers)
    }
  }

  @Test func aRequestThatIsLedElsewhereLeavesItsSecrets() async throws {
    let home = try HeadServer { _ in "home".answer() }
    let stranger = try HeadServer { _ in "stranger".answer() }
    defer { home.stop(); stranger.stop() }
    let client = try client(
      home.baseURL, interceptors: [Adding(name: "X-Version"), Leading(port: stranger.port)])
    try await client.send(
      Request(
        .get, "/x?page=2&auth=secret-fixed&q=%2f",
        query: [URLQueryItem(name: "pwd", value: "secret")],
        headers: ["X-Own": "secret", "Accept": "text/plain"]))
    let head = try #require(stranger.heads.first)
    #expect(head.target == "/x?page=2&q=%2f")
    #expect(head.field("Accept") == "text/plain")
    #expect(!head.contains("secret"), "\(head)")
    #expect(home.heads.isEmpty)
  }

  /// An address is an interceptor's to choose, with a signature that belongs to it.
  @Test func anAddressGivenWholeKeepsItsQuery() async throws {
    let home = try HeadServer { _ in "home".answer() }
    let stranger = try HeadServer { _ in "stranger".answer() }
    defer { home.stop(); stranger.stop() }
    let leading = Leading(port: stranger.port, query: "X-Amz-Signature=abc&b=1")
    try await client(home.baseURL, interceptors: [leading]).send(Request(.get, "/x"))
    #expect(stranger.heads.first?.target == "/x?X-Amz-Signature=abc&b=1")
    // But nothing is added to one that the caller has chosen.
    let direct = Request(.get, stranger.baseURL + "/x?a=1")
    let adding = Leading(port: stranger.port, query: "a=1&pwd=secret")
    try await client(home.baseURL, interceptors: [adding]).send(direct)
    #expect(stranger.heads.last?.target == "/x?a=1")
  }

  @Test(arguments: namesOfSecrets)
  func logsShowHarmlessHeadersOnly(name: String) async throws {
    let fixture = try FixtureClient()
    fixture.transport.answer(.get, "/x", json: "{}")
    var request = Request(.get, "/x", headers: ["Accept": "open", "User-Agent": "marked"])
    request.headers[try #require(HTTPField.Name(name))] = "secret-header"
    request.secrets = ["User-agent"]
    try await fixture.client.send(request)
    let shown = try #require(fixture.client.log.entries.first).request.headers
    #expect(shown[.accept] == "open")
    #expect(shown.map(\.value).sorted() == [Redactor.mark, Redactor.mark, "open"])
  }
}
