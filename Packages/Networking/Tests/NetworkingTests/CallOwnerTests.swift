import Foundation
import HTTPTypes
import Networking
import NetworkingTestSupport
import Synchronization
import Testing

/// A call is sent for the user it began with alone, however often it is sent.
@Suite struct CallOwnerTests {
  enum Change: CaseIterable { case signsIn, signsOut, forgetsCookies }

  private let authentication = TokenAuthentication(token: "ann") { _ in "renewed" }
  private let jar = CookieJar()

  private func make(_ change: Change) {
    switch change {
    case .signsIn: authentication.token = "bob"
    case .signsOut: authentication.token = nil
    case .forgetsCookies: jar.removeAll()
    }
  }

  /// Does something while an attempt is prepared.
  private struct Preparing: Interceptor {
    let attempts = Counter()
    let action: @Sendable (_ attempt: Int) -> Void

    func adapt(_ request: Request) async throws(NetworkError) -> Request {
      action(attempts.add())
      return request
    }
  }

  private func fixture(_ interceptors: [any Interceptor] = []) throws -> FixtureClient {
    try FixtureClient {
      $0.authentication = authentication
      $0.cookies = jar
      $0.cache = ResponseCache()
      $0.interceptors = interceptors
    }
  }

  private func tokens(_ fixture: FixtureClient) -> [String?] {
    fixture.transport.requests.map { $0.headers[.authorization] }
  }

  @Test(arguments: Change.allCases, 1...3)
  func anAttemptIsNotMadeForWhoComesWhileItIsPrepared(change: Change, attempt: Int) async throws {
    let fixture = try fixture([Preparing { if $0 == attempt { make(change) } }])
    fixture.transport.answer(.get, "/x") { (request) throws(NetworkError) in
      try .answer(request, status: 503)
    }
    let error = await networkError { try await fixture.client.send(Request(.get, "/x")) }
    #expect(error?.code == .unauthenticated)
    #expect(error?.attempts == attempt - 1)
    #expect(tokens(fixture) == Array(repeating: "Bearer ann", count: attempt - 1))
    // What the next user asks for is that user's.
    fixture.transport.answer(.get, "/x") { (request) throws(NetworkError) in try .answer(request) }
    #expect(try await fixture.client.send(Request(.get, "/x")).status == 200)
  }

  @Test(arguments: Change.allCases)
  func noStreamOfEventsGoesOnForTheNextUser(change: Change) async throws {
    let fixture = try fixture()
    fixture.transport.answer(.get, "/news") { (request) throws(NetworkError) in
      try .answer(request, headers: ["Content-Type": "text/event-stream"], "data: a\n\n")
    }
    var events = fixture.client.events(Request(.get, "/news")).makeAsyncIterator()
    #expect(try await next(of: &events)?.data == "a")
    #expect(try await next(of: &events)?.data == "a")
    make(change)
    #expect((await error(of: &events) as? NetworkError)?.code == .unauthenticated)
    #expect(tokens(fixture) == ["Bearer ann", "Bearer ann"])
  }

  @Test(arguments: Change.allCases)
  func noOtherUsersAnswerFollowsTheStoredOne(change: Change) async throws {
    let fixture = try fixture()
    fixture.transport.answer(.get, "/me") { (request) throws(NetworkError) in
      try .answer(
        request, headers: ["Cache-Control": "max-age=60"], request.headers[.authorization] ?? "")
    }
    var request = Request(.get, "/me")
    try await fixture.client.send(request)
    request.cachePolicy = .returnCacheDataThenLoad
    var answers = fixture.client.responses(to: request).makeAsyncIterator()
    #expect(try await next(of: &answers)?.text == "Bearer ann")
    make(change)
    #expect((await error(of: &answers) as? NetworkError)?.code == .unauthenticated)
    #expect(fixture.transport.requests.count == 1)
  }

  /// The server sends a file in three parts, of which each but the last is shorter than what was asked for.
  @Test(arguments: [nil] + Change.allCases)
  func noPartOfADownloadIsAskedForByTheNextUser(change: Change?) async throws {
    let parts = Counter()
    let server = try SocketServer { connection in
      guard connection.readHead() != nil else { return }
      let size = parts.value * 2
      guard parts.add() > 1 else {
        connection.write("HTTP/1.1 200 OK\r\nETag: \"v\"\r\nContent-Length: 6\r\n\r\nab")
        return
      }
      if size == 2, let change { make(change) }
      connection.write(
        "HTTP/1.1 206 Partial\r\nContent-Range: bytes \(size)-\(size + 1)/6\r\n"
          + "Content-Length: 2\r\nConnection: close\r\n\r\ncd")
    }
    defer { server.stop() }
    var configuration = Client.Configuration()
    configuration.clock = TestClock()
    configuration.authentication = authentication
    configuration.cookies = jar
    let client = try Client(server.baseURL, configuration: configuration)
    try await withTemporaryFolder { folder in
      let file = folder.appending(path: "f")
      let download = client.download(Request(.get, "/f"), to: file)
      guard change != nil else {
        let size = try await download.value.size
        #expect(size == 6)
        return
      }
      #expect(await networkError { try await download.value }?.code == .unauthenticated)
      #expect(parts.value == 2)
      #expect(!FileManager.default.fileExists(atPath: file.path))
    }
  }

  /// Who signs in first is asked for by a call that began while nobody was signed in, and nobody after.
  @Test func aCallOfNobodysBelongsToWhoSignsInFirst() async throws {
    authentication.token = nil
    let names: [String?] = ["ann", "bob"]
    let fixture = try fixture()
    fixture.transport.answer(.get, "/x") { [authentication] (request) throws(NetworkError) in
      let next = request.headers[.authorization] == nil ? 0 : 1
      authentication.token = names[next]
      return try .answer(request, status: 503)
    }
    let error = await networkError { try await fixture.client.send(Request(.get, "/x")) }
    #expect(error?.attempts == 2)
    #expect(tokens(fixture) == [nil, "Bearer ann"])
  }

  @Test(arguments: [["ann", nil, "bob"], ["ann", nil], ["ann", "bob"]] as [[String?]])
  func aCallOfNobodysIsNotSentOnceWhoSignedInFirstIsGone(names: [String?]) async throws {
    authentication.token = nil
    let fixture = try fixture()
    fixture.transport.answer(.get, "/x") { [authentication] (request) throws(NetworkError) in
      for name in names { authentication.token = name }
      return try .answer(request, status: 503)
    }
    let error = await networkError { try await fixture.client.send(Request(.get, "/x")) }
    #expect(error?.attempts == 1)
    #expect(tokens(fixture) == [nil])
  }

  /// A renewal may set the token by itself: that is the same user.
  @Test func aRenewalThatSetsTheTokenItselfIsNobodyElsesSignIn() async throws {
    final class Own: Sendable {
      let authentication = Mutex<TokenAuthentication?>(nil)
    }
    let own = Own()
    let authentication = TokenAuthentication(token: "old") { _ in
      own.authentication.withLock { $0?.token = "new" }
      return "new"
    }
    own.authentication.withLock { $0 = authentication }
    defer { own.authentication.withLock { $0 = nil } }
    let fixture = try FixtureClient { $0.authentication = authentication }
    let count = Counter()
    fixture.transport.answer(.get, "/x") { (request) throws(NetworkError) in
      guard request.headers[.authorization] == "Bearer new" else {
        return try .answer(request, status: 401)
      }
      return try .answer(request, status: count.add() == 1 ? 503 : 200)
    }
    #expect(try await fixture.client.send(Request(.get, "/x")).metrics.attempts == 2)
    #expect(tokens(fixture) == ["Bearer old", "Bearer new", "Bearer new"])
  }
}
