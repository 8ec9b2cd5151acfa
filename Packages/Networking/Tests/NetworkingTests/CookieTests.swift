import Foundation
import HTTPTypes
import Networking
import NetworkingTestSupport
import Testing

@Suite struct CookieTests {
  private let time = TimeOfDay()

  /// A server that sets the cookie in a request's `X-Set` header and says which it got.
  private func serve() throws -> HeadServer {
    try HeadServer { head in
      let text = head.field("Cookie") ?? "none"
      guard let cookie = head.field("X-Set") else { return text.answer() }
      return text.answer("200 OK", "Set-Cookie: \(cookie)")
    }
  }

  private func client(_ server: HeadServer) throws -> Client {
    var configuration = Client.Configuration()
    configuration.cookies = CookieJar(now: { [time] in time.now })
    return try Client(server.baseURL, configuration: configuration)
  }

  private func set(_ client: Client, _ cookie: String, path: String = "/") async throws {
    try await client.send(Request(.post, path, headers: ["X-Set": cookie]))
  }

  private func sent(_ client: Client, _ path: String = "/") async throws -> String {
    try await client.send(Request(.get, path)).text
  }

  @Test func cookieComesBackToItsOriginAlone() async throws {
    let server = try serve()
    let stranger = try serve()
    defer { server.stop(); stranger.stop() }
    let client = try client(server)
    #expect(try await sent(client) == "none")
    try await set(client, "session=secret; HttpOnly; Domain=127.0.0.1")
    #expect(try await sent(client) == "session=secret")
    #expect(try await sent(client, stranger.baseURL + "/") == "none")
    #expect(try await sent(client, "http://localhost:\(server.port)/") == "none")
    #expect(try await sent(try self.client(server)) == "none")
  }

  @Test func pathsAndTimesAreObeyed() async throws {
    let server = try serve()
    defer { server.stop() }
    let client = try client(server)
    try await set(client, "a=1; Path=/x")
    try await set(client, "b=2; Max-Age=10", path: "/x/y/z")
    #expect(try await sent(client, "/x") == "a=1")
    #expect(try await sent(client, "/xy") == "none")
    #expect(try await sent(client, "/x/y/1") == "b=2; a=1")
    time.pass(10)
    #expect(try await sent(client, "/x/y/1") == "a=1")
    try await set(client, "a=; Path=/x; Max-Age=0")
    #expect(try await sent(client, "/x") == "none")
    try await set(client, "c=3; Expires=Sun, 06 Nov 1994 08:49:37 GMT")
    #expect(try await sent(client, "/x") == "c=3")
  }

  @Test func cookieSetByARedirectIsSentToItsTarget() async throws {
    let server = try HeadServer { head in
      head.target == "/to"
        ? (head.field("Cookie") ?? "none").answer()
        : "".answer("302 Found", "Location: /to", "Set-Cookie: a=2; Path=/")
    }
    let stranger = try HeadServer { _ in "".answer("302 Found", "Location: \(server.baseURL)/to") }
    defer { server.stop(); stranger.stop() }
    let client = try client(server)
    #expect(try await sent(client, "/from") == "a=2")
    #expect(try await sent(client, stranger.baseURL + "/") == "a=2")
    #expect(stranger.heads.allSatisfy { $0.field("Cookie") == nil })
    let own = Request(.get, "/to", headers: ["Cookie": "own=1"])
    #expect(try await client.send(own).text == "own=1")
  }

  @Test func cacheTellsCookiesApart() async throws {
    var configuration = Client.Configuration()
    let jar = CookieJar()
    configuration.cookies = jar
    configuration.cache = ResponseCache()
    let login = FixtureTransport()
    login.answer(.post, "/login", headers: ["Set-Cookie": "user=ann"], json: "{}")
    login.answer(.get, "/me") { (request) throws(NetworkError) in
      try .answer(
        request, headers: ["Cache-Control": "max-age=60"], request.headers["Cookie"] ?? "none")
    }
    let client = try Client("http://h", transport: login, configuration: configuration)
    #expect(try await sent(client, "/me") == "none")
    try await client.send(Request(.post, "/login"))
    #expect(try await sent(client, "/me") == "user=ann")
    jar.removeAll()
    #expect(try await sent(client, "/me") == "none")
  }

  @Test(arguments: ["", "=x", "novalue", "a=\u{1}"])
  func uselessCookiesAreDropped(cookie: String) async throws {
    let fixture = try FixtureClient { $0.cookies = CookieJar() }
    // As it comes from the wire, where a control character is kept.
    let field = HTTPField(name: .setCookie, lenientValue: cookie.utf8)
    fixture.transport.answer(.get, "/x", headers: HTTPFields([field]), json: "{}")
    for _ in 0..<2 { try await fixture.client.send(Request(.get, "/x")) }
    #expect(fixture.transport.requests.allSatisfy { $0.headers["Cookie"] == nil })
  }

  @Test func jarDoesNotGrowWithoutLimit() async throws {
    let jar = CookieJar()
    let fixture = try FixtureClient { $0.cookies = jar }
    let count = Counter()
    fixture.transport.answer(.get, "/x") { (request) throws(NetworkError) in
      var response = try Response.answer(request)
      for _ in 0..<30 {
        response.head.headers.append(HTTPField(name: .setCookie, value: "c\(count.add())=1"))
      }
      return response
    }
    for _ in 0..<5 { try await fixture.client.send(Request(.get, "/x")) }
    #expect(jar.count == 50)
  }

  /// The dates of old and present servers (RFC 6265, 5.1.1): signing out has to forget the cookie.
  @Test(arguments: [
    "Thu, 01-Jan-1970 00:00:00 GMT", "Thursday, 01-Jan-70 00:00:00 GMT", "Thu Jan  1 00:00:00 1970",
    "Thu, 1 Jan 1970 0:0:0 GMT",
  ])
  func cookieIsTakenBackByADateInAnyOfItsForms(date: String) async throws {
    let server = try serve()
    defer { server.stop() }
    let client = try client(server)
    try await set(
      client, "a=1; Expires=\(date.replacing("1970", with: "2030").replacing("-70", with: "-30"))")
    #expect(try await sent(client) == "a=1")
    try await set(client, "a=deleted; Expires=\(date)")
    #expect(try await sent(client) == "none")
  }

  /// An attribute that is not as RFC 6265, 5.2 wants it is passed over; of two the last one counts.
  @Test func attributesWithoutSenseArePassedOver() async throws {
    let server = try serve()
    defer { server.stop() }
    let client = try client(server)
    for age in ["nan", "1e1", "+10", "", "0x0"] {
      try await set(client, "a=\(age.count); Max-Age=\(age)")
      #expect(try await sent(client) == "a=\(age.count)", "Max-Age=\(age)")
    }
    time.pass(100)
    #expect(try await sent(client) == "a=3")
    try await set(client, "a=4; Max-Age=99999999999999999999")
    #expect(try await sent(client) == "a=4")
    try await set(client, "b=5; Path=/x; Path=relative")
    #expect(try await sent(client) == "a=4; b=5")
    try await set(client, "a=6; Max-Age=-99999999999999999999")
    #expect(try await sent(client) == "b=5")
  }

  /// A date that is none leaves the one before it (RFC 6265, 5.2.1), as a server means that takes a cookie back.
  @Test func aDateThatIsNoneChangesNothing() async throws {
    let server = try serve()
    defer { server.stop() }
    let client = try client(server)
    let over = "Expires=Thu, 01 Jan 1970 00:00:00 GMT"
    try await set(client, "a=1; Expires=nonsense")
    #expect(try await sent(client) == "a=1")
    try await set(client, "a=; \(over); Expires=nonsense")
    #expect(try await sent(client) == "none")
    try await set(client, "a=2; Expires=nonsense; Expires=Fri, 31 Dec 9999 23:59:59 GMT")
    #expect(try await sent(client) == "a=2")
    try await set(client, "a=3; \(over); Max-Age=10; Expires=nonsense")
    #expect(try await sent(client) == "a=3")
  }

  /// What is over makes room before what is not (RFC 6265, 5.3).
  @Test func aFullJarForgetsCookiesThatAreOverFirst() async throws {
    let jar = CookieJar(now: { [time] in time.now })
    let fixture = try FixtureClient { $0.cookies = jar }
    let calls = Counter()
    fixture.transport.answer(.get, "/x") { [time] (request) throws(NetworkError) in
      var response = try Response.answer(request, request.headers[.cookie] ?? "none")
      func set(_ cookie: String) {
        response.head.headers.append(HTTPField(name: .setCookie, value: cookie))
      }
      switch calls.add() {
      case 1:
        set("login=1")
        for number in 0..<49 { set("c\(number)=1; Max-Age=10") }
      case 2:
        // While the answer is on its way.
        time.pass(11)
        set("new=1")
      default: break
      }
      return response
    }
    for _ in 0..<2 { try await fixture.client.send(Request(.get, "/x")) }
    #expect(try await fixture.client.send(Request(.get, "/x")).text == "login=1; new=1")
  }

  /// Signs somebody out in the middle of a look-up.
  private struct SigningOut: ResponseStorage {
    let jar: CookieJar
    func response(for key: String) async throws -> StoredResponse? {
      jar.removeAll()
      return nil
    }
    func store(_ response: StoredResponse, for key: String) async throws {}
    func removeResponses(withPrefix prefix: String) async throws {}
  }

  @Test func aRequestThatWasSignedBeforeTheEndOfASessionRevivesNothing() async throws {
    let jar = CookieJar()
    let fixture = try FixtureClient {
      $0.cookies = jar
      $0.cache = ResponseCache(storage: SigningOut(jar: jar))
    }
    fixture.transport.answer(.post, "/login") { (request) throws(NetworkError) in
      try .answer(request, headers: ["Set-Cookie": "user=ann"])
    }
    fixture.transport.answer(.get, "/x") { (request) throws(NetworkError) in
      try .answer(request, headers: ["Set-Cookie": "user=ann2"])
    }
    try await fixture.client.send(Request(.post, "/login"))
    #expect(jar.count == 1)
    let error = await networkError { try await fixture.client.send(Request(.get, "/x")) }
    #expect(error?.code == .unauthenticated)
    #expect(jar.count == 0)
    #expect(fixture.transport.requests.count == 1)
  }

  /// Redirects lead to as many hosts as a stranger has names for.
  @Test func cookiesOfStrangersPushOutNobodysThatIsInUse() async throws {
    let jar = CookieJar()
    let fixture = try FixtureClient { $0.cookies = jar }
    fixture.transport.answer(.get, "/x") { (request) throws(NetworkError) in
      try .answer(
        request, headers: ["Set-Cookie": "user=\(request.host ?? "")"],
        request.headers[.cookie] ?? "none")
    }
    try await fixture.client.send(Request(.get, "/x"))
    for number in 0..<300 {
      try await fixture.client.send(Request(.get, "http://h\(number)/x"))
      guard number % 50 == 0 else { continue }
      #expect(try await fixture.client.send(Request(.get, "/x")).text == "user=fixture")
    }
    #expect(jar.count == 60)
    let text = try await fixture.client.send(Request(.get, "http://h299/x")).text
    #expect(text == "user=h299")
  }

  /// An answer that only deletes a cookie took the place of somebody's.
  @Test func originsWithoutCookiesTakeNoPlace() async throws {
    let jar = CookieJar()
    let fixture = try FixtureClient { $0.cookies = jar }
    fixture.transport.answer(.get, "/login", headers: ["Set-Cookie": "user=ann"], json: "{}")
    fixture.transport.answer(.get, "/gone", headers: ["Set-Cookie": "user=; Max-Age=0"], json: "{}")
    fixture.transport.answer(.get, "/x") { (request) throws(NetworkError) in
      try .answer(request, headers: [:], request.headers[.cookie] ?? "none")
    }
    try await fixture.client.send(Request(.get, "/login"))
    for number in 0..<100 { try await fixture.client.send(Request(.get, "http://h\(number)/gone")) }
    #expect(try await fixture.client.send(Request(.get, "/x")).text == "user=ann")
  }

  /// A redirect of the one who signed out, such as with a ticket, signs nobody in again.
  @Test func aChainOfRedirectsBelongsToTheSessionInWhichItBegan() async throws {
    let jar = CookieJar()
    let fixture = try FixtureClient { $0.cookies = jar }
    fixture.transport.answer(.get, "/login") { (request) throws(NetworkError) in
      try .answer(request, headers: ["Set-Cookie": "user=ann"])
    }
    fixture.transport.answer(.get, "/from") { (request) throws(NetworkError) in
      jar.removeAll()
      return try .answer(request, status: 302, headers: ["Location": "/to?ticket=ann"])
    }
    fixture.transport.answer(.get, "/to") { (request) throws(NetworkError) in
      try .answer(request, headers: ["Set-Cookie": "user=ann2"], request.headers[.cookie] ?? "none")
    }
    try await fixture.client.send(Request(.get, "/login"))
    let error = await networkError { try await fixture.client.send(Request(.get, "/from")) }
    #expect(error?.code == .unauthenticated)
    #expect(jar.count == 0)
    #expect(try await fixture.client.send(Request(.get, "/to")).text == "none")
    #expect(jar.count == 1)
  }

  /// Who signs out while an answer is on its way stays signed out.
  @Test func cookiesOfLateAnswersAreForgottenWithTheOthers() async throws {
    let late = Latch()
    let jar = CookieJar()
    let fixture = try FixtureClient { $0.cookies = jar }
    fixture.transport.answer(.get, "/x") { (request) throws(NetworkError) in
      await late.wait()
      return try .answer(request, headers: ["Set-Cookie": "user=ann"])
    }
    let request = Task { try await fixture.client.send(Request(.get, "/x")) }
    await late.arrivals(1)
    jar.removeAll()
    await late.open()
    _ = try await request.value
    #expect(jar.count == 0)
    try await fixture.client.send(Request(.get, "/x"))
    #expect(jar.count == 1)
  }
}
