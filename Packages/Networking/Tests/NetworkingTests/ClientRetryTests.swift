import Foundation
import HTTPTypes
import NetworkingTestSupport
import Testing

@testable import Networking

@Suite struct ClientRetryTests {
  @Test(arguments: ["2147483648", "99999999999999999999999", "61", "Fri, 31 Dec 9999 23:59:59 GMT"])
  func aWaitThatIsTooLongEndsTheAttempts(text: String) async throws {
    let fixture = try FixtureClient()
    fixture.transport.answer(.get, "/x", status: 503, headers: ["Retry-After": text], json: "{}")
    let error = await networkError { try await fixture.client.send(Request(.get, "/x")) }
    #expect(error?.response?.status == 503)
    #expect(fixture.transport.requests.count == 1)
  }

  /// Who signs in between two attempts has not asked for the second one.
  @Test func anAttemptThatFailedIsNotRepeatedForAnother() async throws {
    let authentication = TokenAuthentication(token: "ann") { _ in "new" }
    let jar = CookieJar()
    let fixture = try FixtureClient {
      $0.authentication = authentication
      $0.cookies = jar
    }
    for path in ["/in", "/out", "/forget"] {
      authentication.token = "ann"
      fixture.transport.answer(.put, path) { (request) throws(NetworkError) in
        if path == "/forget" {
          jar.removeAll()
        } else {
          authentication.token = path == "/in" ? "bob" : nil
        }
        return try .answer(request, status: 503)
      }
      let count = fixture.transport.requests.count
      let error = await networkError { try await fixture.client.send(Request(.put, path)) }
      #expect(error?.response?.status == 503)
      #expect(error?.attempts == 1)
      #expect(fixture.transport.requests.count == count + 1)
    }
  }

  @Test func anAttemptWithoutATokenIsRepeatedWithTheFirstOne() async throws {
    let authentication = TokenAuthentication { _ in "new" }
    let fixture = try FixtureClient { $0.authentication = authentication }
    fixture.transport.answer(.get, "/x") { (request) throws(NetworkError) in
      authentication.token = "ann"
      let isSigned = request.headers[.authorization] == "Bearer ann"
      return try .answer(request, status: isSigned ? 200 : 503)
    }
    #expect(try await fixture.client.send(Request(.get, "/x")).metrics.attempts == 2)
  }

  @Test func waitsDoubleAndJitterComesFromTheGivenNumbers() async throws {
    let fixture = try FixtureClient {
      $0.retry.maximumAttempts = 5
      $0.retry.maximumDelay = .seconds(3)
    }
    fixture.transport.answer(.get, "/x", status: 503, json: "{}")
    let error = await networkError { try await fixture.client.send(Request(.get, "/x")) }
    #expect(error?.code == .badStatus)
    #expect(error?.attempts == 5)
    #expect(
      fixture.clock.sleeps == [
        .milliseconds(250), .milliseconds(500), .milliseconds(1000), .milliseconds(1500),
      ])
  }

  @Test func retryAfterInSecondsAndAsADateIsObeyed() async throws {
    let counter = Counter()
    let fixture = try FixtureClient {
      $0.now = { Date(timeIntervalSince1970: 784_111_777 - 7) }
    }
    fixture.transport.answer(.get, "/x") { (request) throws(NetworkError) in
      switch counter.add() {
      case 1: try .answer(request, status: 429, headers: ["Retry-After": "3"])
      case 2:
        try .answer(
          request, status: 503, headers: ["Retry-After": "Sun, 06 Nov 1994 08:49:37 GMT"])
      default: try .answer(request, "ok")
      }
    }
    let response = try await fixture.client.send(Request(.get, "/x"))
    #expect(response.text == "ok")
    #expect(response.metrics.attempts == 3)
    #expect(fixture.clock.sleeps == [.seconds(3), .seconds(7)])
  }

  @Test func retryAfterThatIsTooLongEndsTheAttempts() async throws {
    let fixture = try FixtureClient()
    fixture.transport.answer(
      .get, "/x", status: 503, headers: ["Retry-After": "3600"], json: "{}")
    let error = await networkError { try await fixture.client.send(Request(.get, "/x")) }
    #expect(error?.attempts == 1)
    #expect(fixture.clock.sleeps == [])
  }

  @Test(arguments: [HTTPRequest.Method.post, .patch])
  func writesThatMayNotBeRepeatedAreSentOnce(method: HTTPRequest.Method) async throws {
    let fixture = try FixtureClient()
    fixture.transport.answer(method, "/x", status: 503, json: "{}")
    _ = await networkError { try await fixture.client.send(Request(method, "/x")) }
    #expect(fixture.transport.requests.count == 1)
  }

  @Test(arguments: [400, 401, 403, 404, 501])
  func statusesThatWillNotChangeAreNotRetried(status: Int) async throws {
    let fixture = try FixtureClient()
    fixture.transport.answer(.get, "/x", status: .init(code: status), json: "{}")
    let error = await networkError { try await fixture.client.send(Request(.get, "/x")) }
    #expect(error?.response?.status.code == status)
    #expect(fixture.transport.requests.count == 1)
  }

  @Test func cancellingEndsTheWaitBetweenAttempts() async throws {
    let clock = TestClock(isManual: true)
    let fixture = try FixtureClient { $0.clock = clock }
    fixture.transport.answer(.get, "/x", status: 503, json: "{}")
    let task = Task { try await fixture.client.send(Request(.get, "/x")) }
    await clock.sleepsBegun(1)
    task.cancel()
    #expect(await networkError { try await task.value }?.code == .cancelled)
    #expect(fixture.transport.requests.count == 1)
  }

  @Test func budgetKeepsRetriesFromMultiplyingTheLoad() async throws {
    let fixture = try FixtureClient { $0.retry.maximumAttempts = 3 }
    fixture.transport.answer(.get, "/x", status: 503, json: "{}")
    for _ in 0..<100 {
      _ = await networkError { try await fixture.client.send(Request(.get, "/x")) }
    }
    // Ten retries to begin with, and one for each ten requests.
    #expect((110...121).contains(fixture.transport.requests.count))
  }

  @Test func tenRequestsEarnARetryAndNineDoNot() {
    let budget = RetryBudget()
    for _ in 0..<10 { #expect(budget.spend()) }
    #expect(!budget.spend())
    for _ in 0..<9 { budget.earn() }
    #expect(!budget.spend())
    budget.earn()
    #expect(budget.spend())
    #expect(!budget.spend())
  }

  @Test func interceptorsRunForEachAttempt() async throws {
    struct Stamp: Interceptor {
      let counter = Counter()
      func adapt(_ request: Request) async throws(NetworkError) -> Request {
        let number = counter.add()
        return request.with { $0.headers["X-Stamp"] = "\(number)" }
      }
    }
    let fixture = try FixtureClient { $0.interceptors = [Stamp()] }
    fixture.transport.answer(.get, "/x", status: 503, json: "{}")
    _ = await networkError { try await fixture.client.send(Request(.get, "/x")) }
    #expect(fixture.transport.requests.map { $0.headers["X-Stamp"] } == ["1", "2", "3"])
  }
}
