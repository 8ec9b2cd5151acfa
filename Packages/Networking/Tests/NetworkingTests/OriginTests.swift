import Foundation
import HTTPTypes
import Networking
import NetworkingTestSupport
import Testing

/// Credentials belong to an origin: scheme, host and port.
@Suite struct OriginTests {
  private struct Signed: Interceptor {
    func adapt(_ request: Request) async throws(NetworkError) -> Request {
      request.with {
        $0.headers["X-Api-Key"] = "secret-key"
        $0.headers["X-Version"] = "7"
        $0.query.append(URLQueryItem(name: "access_token", value: "secret-query"))
      }
    }
  }

  private func client(
    _ baseURL: String, headers: HTTPFields = [:], token: String? = "secret-token",
    interceptors: [any Interceptor] = [],
    renew: @escaping @Sendable (String?) async throws -> String = { _ in "secret-renewed" }
  ) throws -> Client {
    var configuration = Client.Configuration()
    configuration.authentication = TokenAuthentication(token: token, renew: renew)
    configuration.interceptors = interceptors
    configuration.retry = .never
    return Client(
      try ServerEnvironment(baseURL, headers: headers), configuration: configuration)
  }

  @Test func tokenGoesHomeAndToNoOtherOrigin() async throws {
    let home = try HeadServer { _ in "home".answer() }
    let stranger = try HeadServer { _ in "stranger".answer() }
    defer { home.stop(); stranger.stop() }
    let client = try client(home.baseURL, headers: ["X-Api-Key": "secret-key"])
    try await client.send(Request(.get, "/x"))
    try await client.send(Request(.get, stranger.baseURL + "/x"))
    try await client.send(Request(.get, "http://localhost:\(stranger.port)/x"))
    #expect(home.heads.first?.field("Authorization") == "Bearer secret-token")
    #expect(home.heads.first?.field("X-Api-Key") == "secret-key")
    #expect(stranger.heads.count == 2)
    #expect(stranger.heads.allSatisfy { !$0.contains("secret") }, "\(stranger.heads)")
  }

  @Test func schemeBelongsToTheOriginAndDefaultPortsAreNormalised() throws {
    let secure = try ServerEnvironment("https://h", headers: ["X-Api-Key": "k"])
    #expect(secure.resolve(Request(.get, "http://h/x")).headers["X-Api-Key"] == nil)
    #expect(secure.resolve(Request(.get, "https://h:443/x")).headers["X-Api-Key"] == "k")
    #expect(secure.resolve(Request(.get, "https://H/x")).headers["X-Api-Key"] == "k")
    #expect(secure.resolve(Request(.get, "https://h:444/x")).headers["X-Api-Key"] == nil)
    #expect(secure.resolve(Request(.get, "https://x.h/x")).headers["X-Api-Key"] == nil)
    let plain = try ServerEnvironment("http://h:80", headers: ["X-Api-Key": "k"])
    #expect(plain.resolve(Request(.get, "http://h/x")).headers["X-Api-Key"] == "k")
    #expect(plain.resolve(Request(.get, "https://h:80/x")).headers["X-Api-Key"] == nil)
  }

  @Test func plainRequestOfASecureClientGetsNoToken() async throws {
    let plain = try HeadServer { _ in "plain".answer() }
    defer { plain.stop() }
    let client = try client("https://127.0.0.1:\(plain.port)", headers: ["Cookie": "secret"])
    try await client.send(Request(.get, plain.baseURL + "/x"))
    #expect(plain.heads.allSatisfy { !$0.contains("secret") }, "\(plain.heads)")
  }

  @Test func interceptorsSecretsStayAtHome() async throws {
    let home = try HeadServer { _ in "home".answer() }
    let stranger = try HeadServer { _ in "stranger".answer() }
    defer { home.stop(); stranger.stop() }
    let client = try client(home.baseURL, interceptors: [Signed()])
    try await client.send(Request(.get, "/x"))
    try await client.send(Request(.get, stranger.baseURL + "/x"))
    #expect(home.heads.first?.field("X-Api-Key") == "secret-key")
    #expect(home.heads.first?.target == "/x?access_token=secret-query")
    #expect(stranger.heads.first?.field("X-Version") == nil)
    #expect(stranger.heads.allSatisfy { !$0.contains("secret") }, "\(stranger.heads)")
  }

  /// Makes a request of its own, at another server.
  private struct Led: Interceptor {
    let baseURL: String

    func adapt(_ request: Request) async throws(NetworkError) -> Request {
      Request(
        request.method, "\(baseURL)/x?token=a%2Fsecret;api_key=secret&n=1", query: request.query,
        headers: request.headers)
    }
  }

  /// The secrets of one origin, the client's own included, are nothing for the one that an interceptor leads to.
  @Test(arguments: [false, true])
  func whatAnInterceptorLeadsElsewhereLeavesItsSecrets(isLedHome: Bool) async throws {
    let home = try HeadServer { _ in "home".answer() }
    let stranger = try HeadServer { _ in "stranger".answer() }
    defer { home.stop(); stranger.stop() }
    let (start, end) = isLedHome ? (stranger, home) : (home, stranger)
    let client = try client(home.baseURL, token: nil, interceptors: [Led(baseURL: end.baseURL)])
    try await client.send(
      Request(
        .get, start.baseURL + "/x?token=a%2Fsecret;api_key=secret&n=1",
        headers: ["Authorization": "secret", "Accept": "a/b"]
      ).with {
        $0.query = [
          URLQueryItem(name: "ssn", value: "secret"), URLQueryItem(name: "q", value: "tea"),
        ]
        $0.secrets = ["ssn"]
      })
    let head = try #require(end.heads.first)
    #expect(!head.contains("secret"), "\(head)")
    #expect(head.field("Accept") == "a/b")
    #expect(head.target == "/x?n=1&q=tea")
  }

  @Test(arguments: [302, 307])
  func redirectCarriesTheAllowListOnly(status: Int) async throws {
    let stranger = try HeadServer { _ in "stranger".answer() }
    let home = try HeadServer { _ in
      "".answer("\(status) Moved", "Location: \(stranger.baseURL)/to")
    }
    defer { home.stop(); stranger.stop() }
    let client = try client(
      home.baseURL, headers: ["X-Api-Key": "secret-key"], interceptors: [Signed()])
    let headers: HTTPFields = [
      "Cookie": "secret=1", "X-Session": "secret", "Accept": "text/plain",
      "Accept-Language": "zh", "If-Match": "\"v\"", "User-Agent": "test",
    ]
    try await client.send(
      Request(.post, "/from", headers: headers, body: .data(Data("{}".utf8), contentType: "a/b")))
    let head = try #require(stranger.heads.first)
    #expect(!head.contains("secret"), "\(head)")
    #expect(head.field("Accept") == "text/plain")
    #expect(head.field("Accept-Language") == "zh")
    #expect(head.field("If-Match") == "\"v\"")
    #expect(head.field("User-Agent") == "test")
    #expect(head.field("Content-Type") == (status == 307 ? "a/b" : nil))
    #expect(head.field("X-Version") == nil)
  }

  @Test func chainBackHomeStaysWithoutCredentials() async throws {
    let back = Back()
    let stranger = try HeadServer { _ in "".answer("302 Found", "Location: \(back.address)/to") }
    let home = try HeadServer { head in
      head.target == "/to"
        ? "end".answer() : "".answer("302 Found", "Location: \(stranger.baseURL)/go")
    }
    defer { home.stop(); stranger.stop() }
    back.address = home.baseURL
    let client = try client(home.baseURL, headers: ["X-Api-Key": "secret-key"])
    let response = try await client.send(Request(.get, "/from"))
    #expect(response.text == "end")
    #expect(home.heads.last?.contains("secret") == false)
    #expect(!stranger.heads.contains { $0.contains("secret") })
  }

  @Test func redirectAtHomeKeepsTheCredentials() async throws {
    let home = try HeadServer { head in
      head.target == "/to" ? "end".answer() : "".answer("302 Found", "Location: /to")
    }
    defer { home.stop() }
    let client = try client(home.baseURL, headers: ["X-Api-Key": "secret-key"])
    try await client.send(Request(.get, "/from"))
    #expect(home.heads.last?.field("Authorization") == "Bearer secret-token")
    #expect(home.heads.last?.field("X-Api-Key") == "secret-key")
  }

  /// Foundation writes a host that is not ASCII in the form for name servers.
  @Test func redirectOfAnInternationalHostKeepsTheCredentials() async throws {
    let transport = FixtureTransport()
    transport.answer(
      .get, "/from", status: 302, headers: ["Location": "/to", "Set-Cookie": "a=1; Path=/"],
      json: "")
    transport.answer(.get, "/to", json: "")
    var configuration = Client.Configuration()
    configuration.authentication = .fixed("secret-token")
    configuration.cookies = CookieJar()
    for host in ["b\u{FC}cher.example", "B\u{DC}CHER.example", "xn--bcher-kva.example"] {
      let client = Client(
        try ServerEnvironment("http://\(host)", headers: ["X-Api-Key": "secret-key"]),
        transport: transport, configuration: configuration)
      try await client.send(Request(.get, "/from"))
      let last = try #require(transport.requests.last)
      #expect(last.path == "/to")
      #expect(last.headers[.authorization] == "Bearer secret-token")
      #expect(last.headers["X-Api-Key"] == "secret-key")
      #expect(last.headers[.cookie] == "a=1")
    }
  }

  @Test func refusalOfAStrangerRenewsNothing() async throws {
    let renewals = Counter()
    let stranger = try HeadServer { _ in "".answer("401 Unauthorized") }
    let home = try HeadServer { _ in
      "".answer("302 Found", "Location: \(stranger.baseURL)/to")
    }
    defer { home.stop(); stranger.stop() }
    let client = try client(home.baseURL) { _ in
      renewals.add()
      return "secret-renewed"
    }
    for address in ["/from", stranger.baseURL + "/to"] {
      let error = await networkError { try await client.send(Request(.get, address)) }
      #expect(error?.response?.status == 401)
    }
    #expect(renewals.value == 0)
    #expect(!stranger.heads.contains { $0.contains("secret") })
  }

  @Test func downloadsKeepTheRule() async throws {
    let stranger = try HeadServer { _ in "file".answer() }
    let home = try HeadServer { _ in
      "".answer("302 Found", "Location: \(stranger.baseURL)/to")
    }
    defer { home.stop(); stranger.stop() }
    let client = try client(
      home.baseURL, headers: ["X-Api-Key": "secret-key"], interceptors: [Signed()])
    try await withTemporaryFolder { folder in
      let file = folder.appending(path: "f")
      for address in ["/from", stranger.baseURL + "/to"] {
        _ = try await client.download(Request(.get, address), to: file).value
      }
    }
    #expect(stranger.heads.count == 2)
    #expect(!stranger.heads.contains { $0.contains("secret") }, "\(stranger.heads)")
  }
}

/// An address that is known only once both servers run.
private final class Back: @unchecked Sendable {
  // Written before the first request, read after it.
  var address = ""
}
