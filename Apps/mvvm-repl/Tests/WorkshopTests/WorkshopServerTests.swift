import Foundation
import HTTPTypes
import Networking
import Testing
@testable import Workshop

@Suite struct WorkshopServerTests {
  private struct SignedIn: Decodable {
    var phone: String
    var nickname: String
    var signedInAt: String
  }

  private func login(_ phone: String, _ password: String) throws -> Request {
    Request(.post, "/login", body: try .json(["phone": phone, "password": password]))
  }

  @Test func loginAnswersWithNicknameAndTime() async throws {
    let server = WorkshopServer(now: { Date(timeIntervalSince1970: 0) })
    let client = try Client(await server.start().absoluteString)
    let user: SignedIn = try await client.value(login("18612345678", "password"))
    #expect(user.phone == "18612345678")
    #expect(user.nickname == "User 5678")
    #expect(user.signedInAt == "1970-01-01T00:00:00Z")
    await server.stop()
  }

  @Test(arguments: [("186", "password", 422), ("18612345678", "short", 422)])
  func malformedLoginIsRefused(phone: String, password: String, status: Int) async throws {
    let server = WorkshopServer()
    let client = try Client(await server.start().absoluteString)
    let error = await #expect(throws: NetworkError.self) {
      try await client.send(login(phone, password))
    }
    #expect(error?.response?.status.code == status)
    #expect(error?.response?.text.hasPrefix("{\"error\":") == true)
    await server.stop()
  }

  @Test func secondLoginNeedsTheFirstPassword() async throws {
    let server = WorkshopServer()
    let client = try Client(await server.start().absoluteString)
    _ = try await client.send(login("18612345678", "password"))
    let error = await #expect(throws: NetworkError.self) {
      try await client.send(login("18612345678", "another-one"))
    }
    #expect(error?.response?.status == 401)
    await server.stop()
  }

  @Test func stoppedServerTakesNoConnectionAndCanStartAgain() async throws {
    let server = WorkshopServer()
    let first = try await server.start()
    #expect(try await server.start() == first)
    await server.stop()
    let error = await #expect(throws: NetworkError.self) {
      try await Client(first.absoluteString).send(Request(.get, "/"))
    }
    #expect(error?.code == .cannotConnect)
    _ = try await server.start()
    await server.stop()
  }
}

@Suite struct WorkshopServerRouteTests {
  private struct Item: Decodable, Equatable {
    var id: Int
    var title: String
  }

  private struct NewsAnswer: Decodable {
    struct Result: Decodable {
      var isloadmore: Bool
      var newslist: [News]
    }
    struct News: Decodable {
      var id: Int
      var lasttime: String
      var intacttime: String
    }
    var result: Result
  }

  /// Runs a test with a client of a server that is stopped afterwards.
  private func withServer(
    now: @escaping @Sendable () -> Date = { Date() },
    _ body: (Client, WorkshopServer) async throws -> Void
  ) async throws {
    let server = WorkshopServer(now: now)
    var configuration = Client.Configuration()
    configuration.retry = .never
    let client = Client(
      try ServerEnvironment(try await server.start().absoluteString), configuration: configuration)
    try await body(client, server)
    await server.stop()
  }

  @Test(arguments: [
    "/", "/posts", "/posts/7", "/photos", "/photos/1", "/scenics", "/hotels", "/books", "/stories",
    "/waybills",
    "/news/newslist-pm1-c0-nt3-p4-s30-l0.json",
  ])
  func everyRouteAnswersWithJSON(path: String) async throws {
    try await withServer { client, _ in
      let response = try await client.send(Request(.get, path))
      #expect(response.headers[.contentType] == "application/json; charset=utf-8")
      #expect(response.data.count > 30)
    }
  }

  @Test func postsComeInPages() async throws {
    try await withServer { client, _ in
      var request = Request(.get, "/posts")
      request.query = [.init(name: "_page", value: "3"), .init(name: "_limit", value: "20")]
      let response = try await client.send(request)
      #expect(try response.decode([Item].self).map(\.id) == Array(41...60))
      #expect(response.headers[try #require(HTTPField.Name("X-Total-Count"))] == "100")
      request.query[0].value = "0"
      let error = await #expect(throws: NetworkError.self) { try await client.send(request) }
      #expect(error?.response?.status == 400)
    }
  }

  @Test(arguments: [
    ("GET", "nothing", ""), ("OPTIONS", "nothing", ""), ("GET", "posts", "_page"),
    ("GET", "posts/9999", ""), ("DELETE", "posts/9999", ""), ("POST", "posts", ""),
    ("GET", "photos/9999", ""), ("GET", "waybills", "status"), ("GET", "news/none", ""),
    ("GET", "files/none", ""), ("DELETE", "files/none", ""), ("GET", "departures", "count"),
    ("POST", "orders", ""), ("POST", "login", ""),
  ])
  func aProblemIsToldInTheLanguageThatIsAskedFor(
    method: String, path: String, item: String
  ) async throws {
    try await withServer { client, _ in
      var request = Request(try #require(HTTPRequest.Method(method)), "/\(path)")
      if !item.isEmpty { request.query = [.init(name: item, value: "none")] }
      for (language, isChinese) in [("en", false), ("zh", true)] {
        request.headers[.acceptLanguage] = language
        let error = await #expect(throws: NetworkError.self) { try await client.send(request) }
        let told = String(decoding: error?.response?.data ?? Data(), as: UTF8.self)
        #expect(told.contains("error") && told.allSatisfy(\.isASCII) != isChinese, "\(told)")
      }
    }
  }

  @Test func newsCursorLeadsThroughThreePagesToTheLast() async throws {
    try await withServer { client, _ in
      var ids: [Int] = []
      var cursor = "0"
      var pages = 0
      var hasMore = true
      while hasMore {
        let answer: NewsAnswer = try await client.value(
          Request(.get, "/news/newslist-pm1-c0-nt3-p4-s30-l\(cursor).json"))
        ids += answer.result.newslist.map(\.id)
        hasMore = answer.result.isloadmore
        cursor = answer.result.newslist.last?.lasttime ?? cursor
        pages += 1
      }
      #expect(pages == 3)
      #expect(ids == Array(301...375))
    }
  }

  @Test func ordersAreThoseOfAStatus() async throws {
    try await withServer { client, _ in
      var request = Request(.get, "/waybills")
      request.query = [.init(name: "status", value: "toDeliver")]
      let orders = try await client.send(request).decode([Waybill].self)
      #expect(orders.map(\.id) == [803, 805])
      request.query[0].value = "lost"
      let error = await #expect(throws: NetworkError.self) { try await client.send(request) }
      #expect(error?.response?.status == 400)
    }
  }

  @Test func booksAreFoundByChineseText() async throws {
    try await withServer { client, _ in
      var request = Request(.get, "/books")
      request.query = [.init(name: "q", value: "基础")]
      let text = try await client.send(request).text
      #expect(text.contains("绑定基础"))
      #expect(!text.contains("Lists That Move"))
    }
  }

  @Test(arguments: ["/posts/0", "/posts/x", "/nothing", "/news/x"])
  func unknownPathsAreProblemsInWords(path: String) async throws {
    try await withServer { client, _ in
      let error = await #expect(throws: NetworkError.self) {
        try await client.send(Request(.get, path))
      }
      #expect([400, 404].contains(error?.response?.status))
      #expect(error?.response?.text.hasPrefix(#"{"error":"#) == true)
    }
  }

  @Test func knownVersionIsNotSentAgain() async throws {
    try await withServer { client, _ in
      let first = try await client.send(Request(.get, "/stories"))
      let tag = try #require(first.headers[.eTag])
      let second = try await client.send(
        Request(.get, "/stories", headers: [.ifNoneMatch: tag]))
      #expect(second.status == 304)
      #expect(second.data.isEmpty)
    }
  }

  @Test func switchesMakeRequestsFailTheSameWayEachTime() async throws {
    try await withServer { client, server in
      func failures() async -> [Int] {
        await server.handler.setSwitches(WorkshopSwitches(failureRate: 0.25, seed: 7))
        var failed: [Int] = []
        for number in 0..<40 where (try? await client.send(Request(.get, "/stories"))) == nil {
          failed.append(number)
        }
        return failed
      }
      let first = await failures()
      #expect((4...16).contains(first.count))
      #expect(await failures() == first)
      await server.handler.setSwitches(WorkshopSwitches())
      let response = try await client.send(Request(.get, "/stories"))
      #expect(response.status == 200)
    }
  }

  @Test func rateLimitSaysWhenToComeBack() async throws {
    try await withServer(now: { Date(timeIntervalSince1970: 1000) }) { client, server in
      await server.handler.setSwitches(WorkshopSwitches(requestsPerMinute: 2))
      for _ in 0..<2 { try await client.send(Request(.get, "/stories")) }
      let error = await #expect(throws: NetworkError.self) {
        try await client.send(Request(.get, "/stories"))
      }
      #expect(error?.response?.status == 429)
      #expect(error?.response?.headers[.retryAfter] == "60")
    }
  }

  @Test func logHasALineForEachRequest() async throws {
    try await withServer { client, server in
      try await client.send(Request(.get, "/posts/1"))
      _ = try? await client.send(Request(.get, "/posts/0"))
      let lines = await server.handler.lines
      #expect(lines.count == 2)
      #expect(lines[0].wholeMatch(of: /GET \/posts\/1 200 \d+ B/) != nil)
      #expect(lines[1].hasPrefix("GET /posts/0 404 "))
    }
  }
}
