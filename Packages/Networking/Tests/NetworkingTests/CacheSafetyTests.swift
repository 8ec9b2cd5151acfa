import Foundation
import HTTPTypes
import NetworkingTestSupport
import Synchronization
import Testing

@testable import Networking

/// The cache and the coalescing of reads see what is sent, and know of writes and users.
@Suite struct CacheSafetyTests {
  private final class Language: Interceptor {
    let value = Mutex("zh")
    func adapt(_ request: Request) async throws(NetworkError) -> Request {
      request.with { $0.headers["Accept-Language"] = value.withLock { $0 } }
    }
  }

  private func client(
    _ server: HeadServer, token: TokenAuthentication? = nil, storage: (any ResponseStorage)? = nil,
    interceptors: [any Interceptor] = []
  ) throws -> Client {
    var configuration = Client.Configuration()
    configuration.cache = ResponseCache(storage: storage ?? MemoryResponseStorage())
    configuration.authentication = token
    configuration.interceptors = interceptors
    configuration.retry = .never
    return try Client(server.baseURL, configuration: configuration)
  }

  private func authentication(_ token: String?) -> TokenAuthentication {
    TokenAuthentication(token: token) { _ in throw CancellationError() }
  }

  @Test(arguments: ["Vary: Authorization", "X-A: 1"])
  func answersOfOneUserNeverReachAnother(field: String) async throws {
    let server = try HeadServer { head in
      (head.field("Authorization") ?? "nobody").answer("200 OK", "Cache-Control: max-age=60", field)
    }
    defer { server.stop() }
    let token = authentication("alice")
    let client = try client(server, token: token)
    #expect(try await client.send(Request(.get, "/me")).text == "Bearer alice")
    #expect(try await client.send(Request(.get, "/me")).text == "Bearer alice")
    #expect(server.heads.count == 1)
    token.token = "bob"
    #expect(try await client.send(Request(.get, "/me")).text == "Bearer bob")
    token.token = nil
    #expect(try await client.send(Request(.get, "/me")).text == "nobody")
    token.token = "bob"
    #expect(try await client.send(Request(.get, "/me")).text == "Bearer bob")
  }

  @Test func cookiesTellUsersApart() async throws {
    let server = try HeadServer { head in
      (head.field("Cookie") ?? "none").answer("200 OK", "Cache-Control: max-age=60")
    }
    defer { server.stop() }
    let client = try client(server)
    for user in ["a=1", "a=2"] {
      let request = Request(.get, "/me", headers: ["Cookie": user])
      #expect(try await client.send(request).text == user)
    }
  }

  @Test func storedAnswersHoldNoSecret() async throws {
    let server = try HeadServer { _ in
      "ok".answer("200 OK", "Cache-Control: max-age=60", "Vary: Authorization, Cookie")
    }
    defer { server.stop() }
    let storage = KeptResponses()
    let client = try client(server, token: authentication("secret-token"), storage: storage)
    try await client.send(Request(.get, "/me", headers: ["Cookie": "secret-cookie"]))
    let text = storage.all.map { "\($0)" }.joined()
    #expect(!text.isEmpty)
    #expect(!text.contains("secret"), "\(text)")
  }

  /// A second cache over one storage, as after a restart.
  @Test(arguments: [nil, "ann"])
  func answersOutliveTheProcessUnderTheNameOfTheirAccount(account: String?) async throws {
    let server = try HeadServer { head in
      (head.field("Authorization") ?? "nobody")
        .answer("200 OK", "Cache-Control: max-age=60", "Vary: Authorization")
    }
    defer { server.stop() }
    let storage = KeptResponses()
    func text(_ token: String?, _ account: String?, _ path: String = "/me") async throws -> String {
      var configuration = Client.Configuration()
      configuration.cache = ResponseCache(storage: storage, account: { account })
      configuration.authentication = token.map { authentication($0) }
      return try await Client(server.baseURL, configuration: configuration)
        .send(Request(.get, path)).text
    }
    #expect(try await text("first", account) == "Bearer first")
    let again = try await text("renewed", account)
    #expect(again == (account == nil ? "Bearer renewed" : "Bearer first"))
    #expect(try await text("bob", "bob") == "Bearer bob")
    #expect(try await text(nil, account) == "nobody")
    // A secret in the address is no matter of the account.
    #expect(try await text("first", account, "/file?token=a") == "Bearer first")
    let heads = server.heads.count
    #expect(try await text("first", account, "/file?token=b") == "Bearer first")
    #expect(server.heads.count == heads + 1)
  }

  @Test func languageOfAnInterceptorIsSeen() async throws {
    let server = try HeadServer { head in
      (head.field("Accept-Language") ?? "none")
        .answer("200 OK", "Cache-Control: max-age=60", "Vary: Accept-Language")
    }
    defer { server.stop() }
    let language = Language()
    let client = try client(server, interceptors: [language])
    #expect(try await client.send(Request(.get, "/x")).text == "zh")
    language.value.withLock { $0 = "en" }
    #expect(try await client.send(Request(.get, "/x")).text == "en")
  }

  @Test(arguments: [
    ["Vary: Accept", "Vary: X-Kind"], ["Vary: Accept, *"], ["Vary: Accept", "Vary: *"],
  ])
  func allLinesOfVaryCount(lines: [String]) async throws {
    let count = Counter()
    let server = try HeadServer { _ in
      var answer = "\(count.add())".answer("200 OK", "Cache-Control: max-age=60")
      for line in lines {
        answer = answer.replacing("\r\n\r\n", with: "\r\n\(line)\r\n\r\n", maxReplacements: 1)
      }
      return answer
    }
    defer { server.stop() }
    let client = try client(server)
    for (kind, number) in [("a", "1"), ("b", "2")] {
      let request = Request(.get, "/x", headers: ["X-Kind": kind])
      #expect(try await client.send(request).text == number)
    }
  }

  @Test(arguments: ["no-cache", "max-age=0", "no-store"])
  func requestMayRefuseAStoredAnswer(directive: String) async throws {
    let count = Counter()
    let server = try HeadServer { _ in
      "\(count.add())".answer("200 OK", "Cache-Control: max-age=60")
    }
    defer { server.stop() }
    let client = try client(server)
    try await client.send(Request(.get, "/x"))
    let request = Request(.get, "/x", headers: ["Cache-Control": directive])
    #expect(try await client.send(request).text == "2")
  }

  @Test func spellingOfAnAddressMakesNoDifference() async throws {
    let count = Counter()
    let fixture = try FixtureClient { $0.cache = ResponseCache() }
    fixture.transport.answer(.get, "/x") { (request) throws(NetworkError) in
      try .answer(request, headers: ["Cache-Control": "max-age=60"], "\(count.add())")
    }
    fixture.transport.answer(.put, "/x", json: "{}")
    let client = fixture.client
    for address in ["/x", "http://FIXTURE/x", "http://fixture:80/x"] {
      #expect(try await client.send(Request(.get, address)).text == "1")
    }
    try await client.send(Request(.put, "http://Fixture:80/x"))
    #expect(try await client.send(Request(.get, "/x")).text == "2")
  }

  @Test func anAddressToForgetMayHaveAnySpelling() async throws {
    let fixture = try FixtureClient { $0.cache = ResponseCache() }
    let cache = try #require(fixture.client.exchange.configuration.cache)
    let count = Counter()
    fixture.transport.answer(.get, "/{any}") { (request) throws(NetworkError) in
      try .answer(request, headers: ["Cache-Control": "max-age=86400"], "\(count.add())")
    }
    for (path, prefix) in [
      ("/posts", "http://fixture:80/po"), ("/x", "HTTP://FIXTURE/x"), ("/Ü", "http://fixture/Ü"),
      ("/%C3%9C", "http://fixture/%c3"), ("/a b", "http://fixture/a b"), ("/y", "http://fixture"),
      ("/p?token=1", "http://fixture/p?token=2"), ("/z", ""),
    ] {
      let before = try await fixture.client.send(Request(.get, path)).text
      #expect(try await fixture.client.send(Request(.get, path)).text == before)
      try await cache.removeResponses(withPrefix: "http://fixture2/")
      #expect(try await fixture.client.send(Request(.get, path)).text == before)
      try await cache.removeResponses(withPrefix: prefix)
      #expect(try await fixture.client.send(Request(.get, path)).text != before, "\(prefix)")
    }
  }

  /// Nobody but the request knows which names of its query are secret.
  @Test func anAddressToForgetMayHoldASecretOfTheRequests() async throws {
    let fixture = try FixtureClient { $0.cache = ResponseCache() }
    let count = Counter()
    fixture.transport.answer(.get, "/p") { (request) throws(NetworkError) in
      try .answer(request, headers: ["Cache-Control": "max-age=86400"], "\(count.add())")
    }
    let request = Request(.get, "/p?user=ann&page=1").with { $0.secrets = ["user"] }
    #expect(try await fixture.client.send(request).text == "1")
    #expect(try await fixture.client.send(request).text == "1")
    try await fixture.client.exchange.configuration.cache?.removeResponses(
      withPrefix: "http://fixture/p?user=ann")
    #expect(try await fixture.client.send(request).text == "2")
  }

  @Test(arguments: ["/", "/posts", "/posts/1"], [200, 404])
  func anAnswerThatIsNotStoredTakesNoneAwayButTheOlderOne(path: String, status: Int) async throws {
    let fixture = try FixtureClient { $0.cache = ResponseCache() }
    let paths = ["/", "/posts", "/posts/1", "/posts?page=2", "/postscript", "/users/7"]
    let isGone = Mutex(false)
    for route in ["/", "/{page}", "/{page}/{id}"] {
      fixture.transport.answer(.get, route) { (request) throws(NetworkError) in
        try isGone.withLock({ $0 })
          ? .answer(request, status: .init(code: status), headers: ["Cache-Control": "no-store"])
          : .answer(request, headers: ["Cache-Control": "max-age=60"])
      }
    }
    for path in paths { try await fixture.client.send(Request(.get, path)) }
    isGone.withLock { $0 = true }
    let reload = Request(.get, path).with { $0.cachePolicy = .reloadIgnoringLocalCacheData }
    _ = try? await fixture.client.send(reload)
    for stored in paths {
      let kept = Request(.get, stored).with { $0.cachePolicy = .returnCacheDataDontLoad }
      let answer = try? await fixture.client.send(kept)
      #expect((answer == nil) == (stored == path), "\(stored)")
    }
  }

  /// Names that begin with one another, and nobody's answers, whose keys begin as all others do.
  @Test func anAnswerThatIsNotStoredTakesNoOtherUsersAway() async throws {
    let names = ["", "ann", "anna", "ann .", "ann\n", "ann b"]
    for name in names {
      let storage = KeptResponses()
      func client(_ account: String, _ control: String) throws -> Client {
        let fixture = try FixtureClient {
          $0.cache = ResponseCache(storage: storage, account: { account })
          $0.authentication = account.isEmpty ? nil : authentication("token")
          $0.cachePolicy = .reloadIgnoringLocalCacheData
        }
        fixture.transport.answer(.get, "/me") { (request) throws(NetworkError) in
          try .answer(request, headers: ["Cache-Control": control])
        }
        return fixture.client
      }
      for other in names { try await client(other, "max-age=60").send(Request(.get, "/me")) }
      #expect(storage.all.count == names.count)
      try await client(name, "no-store").send(Request(.get, "/me"))
      #expect(storage.all.count == names.count - 1, "\(name)")
    }
  }

  @Test(arguments: [401, 500, 503, 200, 404])
  func aRedirectToAFailureLeavesTheStoredAnswer(status: Int) async throws {
    let fixture = try FixtureClient { $0.cache = ResponseCache() }
    let reads = Counter()
    fixture.transport.answer(.get, "/x") { (request) throws(NetworkError) in
      reads.add() == 1
        ? try .answer(request, headers: ["Cache-Control": "max-age=60"], "stored")
        : try .answer(request, status: 302, headers: ["Location": "/y"])
    }
    fixture.transport.answer(.get, "/y") { (request) throws(NetworkError) in
      try .answer(request, status: .init(code: status))
    }
    try await fixture.client.send(Request(.get, "/x"))
    let reload = Request(.get, "/x").with { $0.cachePolicy = .reloadIgnoringLocalCacheData }
    _ = try? await fixture.client.send(reload)
    let kept = Request(.get, "/x").with { $0.cachePolicy = .returnCacheDataDontLoad }
    let text = try? await fixture.client.send(kept).text
    #expect(text == (status == 200 || status == 404 ? nil : "stored"))
  }

  @Test func spellingOfEscapesMakesNoDifference() async throws {
    let count = Counter()
    let server = try HeadServer { head in
      guard head.hasPrefix("GET") else { return "".answer() }
      return "\(count.add())".answer("200 OK", "Cache-Control: max-age=86400")
    }
    defer { server.stop() }
    let client = try client(server)
    let spellings = ["/a-b/%2F?q=~%E5%8C%97", "/a%2Db/%2f?q=%7E%e5%8c%97", "/%61-%62/%2F?q=%7e北"]
    for address in spellings {
      #expect(try await client.send(Request(.get, address)).text == "1")
    }
    // An escape that has a meaning of its own is no spelling.
    #expect(try await client.send(Request(.get, "/a-b//?q=~%E5%8C%97")).text == "2")
    try await client.send(Request(.put, "/%61%2db"))
    #expect(try await client.send(Request(.get, spellings[0])).text == "3")
    try await client.exchange.configuration.cache?.removeResponses(
      withPrefix: "\(server.baseURL)/a%2Db")
    #expect(try await client.send(Request(.get, spellings[0])).text == "4")
    #expect(try await client.send(Request(.get, "/100%?q=%zz")).text == "5")
    #expect(try await client.send(Request(.get, "/100%25?q=%25zz")).text == "5")
  }

  @Test func uploadInvalidates() async throws {
    let count = Counter()
    let server = try HeadServer { _ in
      "\(count.add())".answer("200 OK", "Cache-Control: max-age=60")
    }
    defer { server.stop() }
    let client = try client(server)
    try await client.send(Request(.get, "/x"))
    _ = try await client.upload(Request(.put, "/x", body: .data(Data("new".utf8)))).value
    #expect(try await client.send(Request(.get, "/x")).text == "3")
  }

  /// A read is held while a write passes: it may hold the old value, so it is not stored and not
  /// shared.
  @Test(arguments: [true, false])
  func writeMakesAReadUnderWayStale(hasCache: Bool) async throws {
    let latch = Latch()
    let reads = Counter()
    let fixture = try FixtureClient { if hasCache { $0.cache = ResponseCache() } }
    fixture.transport.answer(.get, "/x") { (request) throws(NetworkError) in
      let number = reads.add()
      if number == 1 { await latch.wait() }
      return try .answer(
        request, headers: ["Cache-Control": "max-age=60"], number == 1 ? "old" : "new")
    }
    fixture.transport.answer(.put, "/x", json: "{}")
    let client = fixture.client
    let slow = Task { try await client.send(Request(.get, "/x")).text }
    await latch.arrivals(1)
    try await client.send(Request(.put, "/x"))
    #expect(try await client.send(Request(.get, "/x")).text == "new")
    await latch.open()
    #expect(try await slow.value == "old")
    #expect(try await client.send(Request(.get, "/x")).text == "new")
  }

  @Test func forgettingMakesAReadUnderWayStale() async throws {
    let latch = Latch()
    let reads = Counter()
    let cache = ResponseCache()
    let fixture = try FixtureClient { $0.cache = cache }
    fixture.transport.answer(.get, "/x") { (request) throws(NetworkError) in
      let number = reads.add()
      if number == 1 { await latch.wait() }
      return try .answer(request, headers: ["Cache-Control": "max-age=60"], "\(number)")
    }
    let client = fixture.client
    let slow = Task { try await client.send(Request(.get, "/x")).text }
    await latch.arrivals(1)
    try await cache.removeAll()
    await latch.open()
    #expect(try await slow.value == "1")
    #expect(try await client.send(Request(.get, "/x")).text == "2")
  }

  @Test func readsOfTwoUsersAreNotCoalesced() async throws {
    let latch = Latch()
    let token = authentication("alice")
    let fixture = try FixtureClient { $0.authentication = token }
    fixture.transport.answer(.get, "/me") { (request) throws(NetworkError) in
      let user = request.headers["Authorization"] ?? ""
      await latch.wait()
      return try .answer(request, user)
    }
    let client = fixture.client
    let first = Task { try await client.send(Request(.get, "/me")).text }
    await latch.arrivals(1)
    token.token = "bob"
    let second = Task { try await client.send(Request(.get, "/me")).text }
    await latch.arrivals(2)
    await latch.open()
    #expect(try await first.value == "Bearer alice")
    #expect(try await second.value == "Bearer bob")
  }

  @Test func targetOfARedirectIsNotStoredUnderTheFirstAddress() async throws {
    let isSignedIn = Mutex(false)
    let server = try HeadServer { head in
      guard head.target == "/me" else {
        return "login".answer("200 OK", "Cache-Control: max-age=3600")
      }
      return isSignedIn.withLock { $0 }
        ? "me".answer() : "".answer("302 Found", "Location: /login", "Cache-Control: no-store")
    }
    defer { server.stop() }
    let client = try client(server)
    #expect(try await client.send(Request(.get, "/me")).text == "login")
    isSignedIn.withLock { $0 = true }
    #expect(try await client.send(Request(.get, "/me")).text == "me")
  }

  @Test func validatorThatCannotBeSentIsDropped() async throws {
    let count = Counter()
    let server = try HeadServer { _ in
      "\(count.add())".answer("200 OK", "ETag: \"a\u{1}b\"")
    }
    defer { server.stop() }
    let client = try client(server)
    #expect(try await client.send(Request(.get, "/x")).text == "1")
    #expect(try await client.send(Request(.get, "/x")).text == "2")
    try await withTemporaryFolder { folder in
      let file = folder.appending(path: "f")
      for text in ["3", "4"] {
        _ = try await client.download(Request(.get, "/x"), to: file).value
        #expect(try String(contentsOf: file, encoding: .utf8) == text)
      }
    }
  }

  @Test func memoryStorageCountsHeadsAndKeys() async throws {
    let storage = MemoryResponseStorage(capacity: 100_000)
    let cache = ResponseCache(storage: storage)
    let fixture = try FixtureClient { $0.cache = cache }
    let long = String(repeating: "x", count: 10_000)
    fixture.transport.answer(.get, "/{id}") { (request) throws(NetworkError) in
      try .answer(request, headers: ["Cache-Control": "max-age=60", "X-Long": long])
    }
    for id in 0..<20 { try await fixture.client.send(Request(.get, "/\(id)")) }
    #expect(storage.response(for: "http://fixture/0 .") == nil)
    #expect(storage.response(for: "http://fixture/19 .") != nil)
  }

  @Test(arguments: ["99999999999999999999", "9223372036854775807"])
  func hugeAgeIsForEver(age: String) async throws {
    let count = Counter()
    let server = try HeadServer { _ in
      "\(count.add())".answer("200 OK", "Cache-Control: max-age=\(age)")
    }
    defer { server.stop() }
    let client = try client(server)
    for _ in 0..<2 { #expect(try await client.send(Request(.get, "/x")).text == "1") }
  }
}

/// Keeps every response with its key, for tests that look at what is stored.
private final class KeptResponses: ResponseStorage {
  private let kept = Mutex<[String: StoredResponse]>([:])
  var all: [String: StoredResponse] { kept.withLock { $0 } }
  func response(for key: String) -> StoredResponse? { kept.withLock { $0[key] } }
  func store(_ response: StoredResponse, for key: String) { kept.withLock { $0[key] = response } }
  func removeResponses(withPrefix prefix: String) {
    kept.withLock { kept in kept = kept.filter { !$0.key.hasPrefix(prefix) } }
  }
}
