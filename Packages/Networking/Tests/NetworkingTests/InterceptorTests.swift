import Foundation
import HTTPTypes
import Networking
import NetworkingTestSupport
import Synchronization
import Testing

@Suite struct InterceptorTests {
  /// Takes the `data` out of an envelope, and makes its `code` an error when it is not 0.
  private struct Envelope: Interceptor {
    struct Failure: Error, Equatable { var code: Int }
    struct Code: Decodable { var code: Int }

    func resolve(
      _ response: Response, to request: Request
    ) async throws(NetworkError) -> Response {
      let code = try response.decode(Code.self).code
      guard code == 0 else {
        throw NetworkError(
          .badStatus, "The server refused.", cause: Failure(code: code), response: response)
      }
      var copy = response
      copy.data = Data(response.text.dropFirst(#"{"code":0,"data":"#.count).dropLast().utf8)
      return copy
    }
  }

  private struct Named: Interceptor {
    let name: String
    func adapt(_ request: Request) async throws(NetworkError) -> Request {
      request.with { $0.headers.append(HTTPField(name: "X-Out", value: name)) }
    }
    func resolve(
      _ response: Response, to request: Request
    ) async throws(NetworkError) -> Response {
      var copy = response
      copy.head.headers.append(HTTPField(name: "X-Back", value: name))
      return copy
    }
  }

  @Test func commonParametersAreAddedWhereTheyAreMissing() async throws {
    let fixture = try FixtureClient {
      $0.interceptors = [
        CommonParameters(query: ["app": "w", "page": "1"], headers: ["Accept-Language": "zh"])
      ]
    }
    fixture.transport.answer(.get, "/x", json: "{}")
    try await fixture.client.send(
      Request(.get, "/x", query: [URLQueryItem(name: "page", value: "2")]))
    let sent = try #require(fixture.transport.requests.first)
    #expect(sent.encodedQuery == "page=2&app=w")
    #expect(sent.headers["Accept-Language"] == "zh")
  }

  @Test func interceptorMayAnswerByItselfOrAskTwice() async throws {
    struct Around: Interceptor {
      func intercept(
        _ request: Request, next: NextInterceptor
      ) async throws(NetworkError) -> Response {
        guard request.path != "/own" else { return try .answer(request, "own") }
        let first = try await next(request)
        guard first.status == 409 else { return first }
        return try await next(request.with { $0.path = "/other" })
      }
    }
    let fixture = try FixtureClient { $0.interceptors = [Around(), Named(name: "a")] }
    fixture.transport.answer(.post, "/x", status: 409, json: "{}")
    fixture.transport.answer(.post, "/other", json: "other")
    #expect(try await fixture.client.send(Request(.get, "/own")).text == "own")
    #expect(fixture.transport.requests.isEmpty)
    let response = try await fixture.client.send(Request(.post, "/x"))
    #expect(response.text == "other")
    #expect(response.headers["X-Back"] == "a")
    #expect(fixture.transport.requests.map { $0.headers["X-Out"] } == ["a", "a"])
  }

  /// Answers from its memory, or has something else sent beside the request.
  private final class Around: Interceptor {
    enum Way { case keeps, keepsAnew, tells }

    let way: Way
    private let kept = Mutex<Response?>(nil)

    init(_ way: Way) { self.way = way }

    func intercept(
      _ request: Request, next: NextInterceptor
    ) async throws(NetworkError) -> Response {
      if way != .tells, let kept = kept.withLock({ $0 }) {
        return way == .keeps ? kept : Response(head: kept.head, data: kept.data)
      }
      let response = try await next(request)
      if way == .tells { _ = try await next(Request(.post, "http://fixture/stat")) }
      kept.withLock { $0 = response }
      return response
    }
  }

  private func fixture(_ way: Around.Way) throws -> FixtureClient {
    let fixture = try FixtureClient {
      $0.interceptors = [Around(way)]
      $0.cache = ResponseCache()
    }
    fixture.transport.answer(
      .get, "/x", headers: ["Cache-Control": "max-age=60"], json: #"{"phone":"186123"}"#)
    fixture.transport.answer(.post, "/stat", json: "{}")
    return fixture
  }

  @Test(
    arguments: [
      (.keeps, .interceptor), (.keepsAnew, .interceptor), (.tells, .cache),
    ] as [(Around.Way, RequestLog.Entry.Source)])
  private func theSourceIsThatOfTheResponse(
    way: Around.Way, source: RequestLog.Entry.Source
  ) async throws {
    let fixture = try fixture(way)
    // The cache forgets what a write to the same address has made old, and `/stat` is another one.
    for expected in [.network, source] {
      let response = try await fixture.client.send(Request(.get, "/x"))
      #expect(response.source == expected)
      #expect(response.metrics.attempts == (expected == .network ? 1 : 0))
    }
    #expect(fixture.client.log.entries.map(\.source) == [.network, source])
    #expect(fixture.client.log.entries.map(\.attempts) == [1, 0])
  }

  /// What takes the place of a failure was not sent, but what failed was.
  @Test func attemptsThatFailedCountThoughAnInterceptorAnswersInTheEnd() async throws {
    struct Last: Interceptor {
      let attempts = Counter()
      func intercept(
        _ request: Request, next: NextInterceptor
      ) async throws(NetworkError) -> Response {
        attempts.add() < 3 ? try await next(request) : try .answer(request, "own")
      }
    }
    let fixture = try FixtureClient { $0.interceptors = [Last()] }
    fixture.transport.answer(.get, "/x", status: 503, json: "{}")
    let response = try await fixture.client.send(Request(.get, "/x"))
    #expect(response.source == .interceptor && response.metrics.attempts == 2)
    #expect(fixture.client.log.entries.map(\.attempts) == [2])
  }

  /// An interceptor may answer in place of a failure of what was sent.
  @Test func anAnswerInPlaceOfAFailureCountsWhatWasSent() async throws {
    struct Instead: Interceptor {
      func intercept(
        _ request: Request, next: NextInterceptor
      ) async throws(NetworkError) -> Response {
        do throws(NetworkError) { return try await next(request) } catch {
          return try .answer(request, "own")
        }
      }
    }
    let fixture = try FixtureClient { $0.interceptors = [Instead()] }
    fixture.transport.answer(.get, "/x") { (_) throws(NetworkError) in
      throw NetworkError(.connectionLost, "It broke.", attempts: 1)
    }
    let response = try await fixture.client.send(Request(.get, "/x"))
    #expect(response.source == .network && response.metrics.attempts == 1)
    #expect(fixture.client.log.entries.map(\.attempts) == [1])
  }

  @Test func aRefusalOfAnInterceptorsAnswerCountsNoAttempt() async throws {
    struct Making: Interceptor {
      func intercept(
        _ request: Request, next: NextInterceptor
      ) async throws(NetworkError) -> Response {
        try .answer(request, headers: [.contentType: "text/xml"], "own")
      }
    }
    let fixture = try FixtureClient { $0.interceptors = [AcceptedTypes(), Making()] }
    let error = await networkError { try await fixture.client.send(Request(.get, "/x")) }
    #expect(error?.code == .undecodable && error?.attempts == 0)
    #expect(fixture.client.log.entries.map(\.attempts) == [0])
    #expect(fixture.client.log.entries.map(\.source) == [.interceptor])
  }

  /// What was refused without asking the server was not sent.
  @Test func aRefusalOfWhatWasNotSentCountsNoAttempt() async throws {
    struct Refusing: Interceptor {
      func intercept(
        _ request: Request, next: NextInterceptor
      ) async throws(NetworkError) -> Response {
        try .answer(request, status: 404)
      }
    }
    let refusing = try FixtureClient { $0.interceptors = [Refusing()] }
    let refused = await networkError { try await refusing.client.send(Request(.get, "/x")) }
    #expect(refused?.code == .badStatus && refused?.attempts == 0)
    #expect(refusing.client.log.entries.map(\.attempts) == [0])
    // The first answer is stored, and refused like the second, which is it.
    for interceptor in [AcceptedTypes(["text/css"]), Envelope()] as [any Interceptor] {
      let fixture = try FixtureClient {
        $0.interceptors = [interceptor]
        $0.cache = ResponseCache()
      }
      fixture.transport.answer(
        .get, "/x", headers: ["Cache-Control": "max-age=60", "Content-Type": "text/xml"],
        json: #"{"code":7}"#)
      for attempts in [1, 0] {
        let error = await networkError { try await fixture.client.send(Request(.get, "/x")) }
        #expect(error?.attempts == attempts)
      }
      #expect(fixture.client.log.entries.map(\.attempts) == [1, 0])
      #expect(fixture.transport.requests.count == 1)
    }
  }

  @Test(arguments: [Around.Way.keeps, .keepsAnew, .tells], [true, false])
  private func secretsStaySecretWhoeverAnswers(way: Around.Way, isCallers: Bool) async throws {
    struct Account: Decodable, Sendable { var phone: Int }
    let fixture = try FixtureClient {
      $0.interceptors = [CommonParameters(secrets: isCallers ? [] : ["phone"]), Around(way)]
    }
    fixture.transport.answer(.get, "/x", json: #"{"phone":"186123"}"#)
    fixture.transport.answer(.post, "/stat", json: "{}")
    let request = Request(.get, "/x?phone=186123").with { $0.secrets = isCallers ? ["phone"] : [] }
    for _ in 1...2 {
      let error = await networkError {
        try await fixture.client.value(request, as: Account.self)
      }
      #expect(error?.code == .undecodable)
      let texts = "\(error as Any) \(error?.cause as Any)"
      #expect(!texts.contains("186123"), "\(texts)")
    }
  }

  @Test func businessErrorsBecomeErrorsAndEnvelopesAreRemoved() async throws {
    let fixture = try FixtureClient { $0.interceptors = [Envelope()] }
    fixture.transport.answer(.get, "/good", json: #"{"code":0,"data":[1,2]}"#)
    fixture.transport.answer(.get, "/bad", json: #"{"code":7}"#)
    let numbers: [Int] = try await fixture.client.value(Request(.get, "/good"))
    #expect(numbers == [1, 2])
    let error = await networkError { try await fixture.client.send(Request(.get, "/bad")) }
    #expect(error?.cause as? Envelope.Failure == Envelope.Failure(code: 7))
  }

  @Test(arguments: [
    ("application/json; charset=utf-8", true), ("TEXT/JSON", true), ("text/css", false),
    ("application/jsonx", false),
  ])
  func onlyAcceptedTypesPass(type: String, passes: Bool) async throws {
    let fixture = try FixtureClient { $0.interceptors = [AcceptedTypes()] }
    fixture.transport.answer(.get, "/x", headers: ["Content-Type": type], json: "{}")
    fixture.transport.answer(
      .get, "/empty", status: 204, headers: ["Content-Type": "text/css"], json: "")
    if passes {
      try await fixture.client.send(Request(.get, "/x"))
    } else {
      let error = await networkError { try await fixture.client.send(Request(.get, "/x")) }
      #expect(error?.code == .undecodable)
    }
    try await fixture.client.send(Request(.get, "/empty"))
    #expect(fixture.transport.requests[0].headers["Accept"]?.hasPrefix("application/json") == true)
  }

  @Test func interceptorsRunInOrderAndBackInReverse() async throws {
    let fixture = try FixtureClient { $0.interceptors = [Named(name: "a"), Named(name: "b")] }
    fixture.transport.answer(.get, "/x", json: "{}")
    let response = try await fixture.client.send(Request(.get, "/x"))
    #expect(fixture.transport.requests[0].headers[values: "X-Out"] == ["a", "b"])
    #expect(response.headers[values: "X-Back"] == ["b", "a"])
  }

  @Test func commonParametersKeepTheirRepeatsAndLookIntoAWholeQuery() async throws {
    let fixture = try FixtureClient {
      $0.interceptors = [
        CommonParameters(query: ["id": "1", "id": "2", "ver sion": "3", "b": "4"])
      ]
    }
    fixture.transport.answer(.get, "/x", json: "{}")
    try await fixture.client.send(Request(.get, "/x"))
    try await fixture.client.send(Request(.get, "/x?b=own&ver%20sion"))
    #expect(
      fixture.transport.requests.map(\.encodedQuery)
        == ["id=1&id=2&ver%20sion=3&b=4", "b=own&ver%20sion&id=1&id=2"])
  }
}
