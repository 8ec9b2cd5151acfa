import Foundation
import HTTPTypes
import Networking
import NetworkingTestSupport
import Testing

@Suite struct ClientAuthenticationTests {
  private func serve(_ fixture: FixtureClient, good: String) {
    fixture.transport.answer(.get, "/x/{id}") { (request) throws(NetworkError) in
      let isGood = request.headers["Authorization"] == "Bearer \(good)"
      return try .answer(request, status: isGood ? 200 : 401, "body")
    }
  }

  @Test func thousandRefusedRequestsRenewTheTokenOnce() async throws {
    let renewals = Counter()
    let authentication = TokenAuthentication(token: "old") { old in
      #expect(old == "old")
      renewals.add()
      return "new"
    }
    let fixture = try FixtureClient { $0.authentication = authentication }
    serve(fixture, good: "new")
    let client = fixture.client
    let texts = try await withThrowingTaskGroup(of: String.self) { group in
      for id in 0..<1000 {
        group.addTask { try await client.send(Request(.get, "/x/\(id)")).text }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(texts.count == 1000)
    #expect(renewals.value == 1)
    #expect(authentication.token == "new")
  }

  /// What was posted is done; only the question for its result was refused.
  @Test(arguments: [false, true]) func aWriteThatSucceededIsNotSentAgain(isStream: Bool)
    async throws
  {
    let fixture = try FixtureClient {
      $0.authentication = TokenAuthentication(token: "old") { _ in "new" }
    }
    fixture.transport.answer(.post, "/from", status: 303, headers: ["Location": "/to"], json: "")
    fixture.transport.answer(.get, "/to") { (request) throws(NetworkError) in
      let isGood = request.headers[.authorization] == "Bearer new"
      return try .answer(request, status: isGood ? 200 : 401, "made")
    }
    let request = Request(.post, "/from", body: .data(Data("order".utf8)))
    let text: String
    if isStream {
      let data = try await fixture.client.stream(request).body.collect()
      text = String(decoding: data, as: UTF8.self)
    } else {
      text = try await fixture.client.send(request).text
    }
    #expect(text == "made")
    #expect(fixture.transport.requests.map(\.method) == [.post, .get, .get])
    #expect(fixture.transport.requests.map(\.path) == ["/from", "/to", "/to"])
  }

  @Test func lateRefusalOfTheOldTokenIsSentAgainWithoutARenewal() async throws {
    let renewals = Counter()
    let late = Latch()
    let authentication = TokenAuthentication(token: "old") { _ in
      renewals.add()
      return "new"
    }
    let fixture = try FixtureClient { $0.authentication = authentication }
    fixture.transport.answer(.get, "/x/{id}") { (request) throws(NetworkError) in
      let isOld = request.headers["Authorization"] == "Bearer old"
      if isOld, request.path == "/x/late" { await late.wait() }
      return try .answer(request, status: isOld ? 401 : 200)
    }
    let client = fixture.client
    let slow = Task { try await client.send(Request(.get, "/x/late")) }
    await late.arrivals(1)
    _ = try await client.send(Request(.get, "/x/first"))
    await late.open()
    #expect(try await slow.value.status == 200)
    #expect(renewals.value == 1)
  }

  @Test func failedRenewalFailsAllWhoWaitAndRetriesNone() async throws {
    struct SignedOut: Error {}
    let renewals = Counter()
    let authentication = TokenAuthentication(token: "old") { _ in
      renewals.add()
      throw SignedOut()
    }
    let fixture = try FixtureClient { $0.authentication = authentication }
    serve(fixture, good: "new")
    let client = fixture.client
    let codes = await withTaskGroup(of: NetworkError?.self) { group in
      for id in 0..<50 {
        group.addTask { await networkError { try await client.send(Request(.get, "/x/\(id)")) } }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(codes.allSatisfy { $0?.code == .unauthenticated })
    #expect(codes.allSatisfy { $0?.cause is SignedOut || $0?.cause == nil })
    #expect(renewals.value == 1)
    #expect(fixture.transport.requests.count == 50)
    authentication.token = "new"
    #expect(try await client.send(Request(.get, "/x/again")).status == 200)
  }

  @Test func renewalThatHangsEndsAtItsDeadline() async throws {
    let clock = TestClock(isManual: true)
    let authentication = TokenAuthentication(
      token: "old", timeout: .seconds(5), clock: clock
    ) { _ in
      try await TestClock(isManual: true).sleep(for: .seconds(1))
      return "never"
    }
    let fixture = try FixtureClient { $0.authentication = authentication }
    serve(fixture, good: "new")
    let task = Task { try await fixture.client.send(Request(.get, "/x/1")) }
    await clock.sleepsBegun(1)
    clock.advance(by: .seconds(5))
    let error = await networkError { try await task.value }
    #expect(error?.code == .unauthenticated)
    #expect((error?.cause as? NetworkError)?.code == .timedOut)
  }

  @Test func cancellingOneWaiterLeavesTheRenewalToTheOthers() async throws {
    let latch = Latch()
    let authentication = TokenAuthentication(token: "old") { _ in
      await latch.wait()
      return "new"
    }
    let fixture = try FixtureClient { $0.authentication = authentication }
    serve(fixture, good: "new")
    let client = fixture.client
    let first = Task { try await client.send(Request(.get, "/x/1")) }
    await latch.arrivals(1)
    let second = Task { try await client.send(Request(.get, "/x/2")) }
    first.cancel()
    #expect(await networkError { try await first.value }?.code == .cancelled)
    await latch.open()
    #expect(try await second.value.status == 200)
  }

  @Test func newTokenThatIsRefusedTooIsABadStatus() async throws {
    let renewals = Counter()
    let authentication = TokenAuthentication(token: "old") { _ in
      renewals.add()
      return "also bad"
    }
    let fixture = try FixtureClient { $0.authentication = authentication }
    serve(fixture, good: "new")
    let error = await networkError { try await fixture.client.send(Request(.get, "/x/1")) }
    #expect(error?.response?.status == 401)
    #expect(renewals.value == 1)
    #expect(fixture.transport.requests.count == 2)
  }

  /// Somebody signs out, or another one in, while the token of the one before is being renewed.
  @Test(arguments: [nil, "another user's"])
  func renewalTakesNobodysPlace(token: String?) async throws {
    let latch = Latch()
    let authentication = TokenAuthentication(token: "old") { _ in
      await latch.wait()
      return "new"
    }
    let fixture = try FixtureClient { $0.authentication = authentication }
    serve(fixture, good: "new")
    let request = Task { try await fixture.client.send(Request(.get, "/x/1")) }
    await latch.arrivals(1)
    authentication.token = token
    await latch.open()
    let error = await networkError { try await request.value }
    #expect(error?.code == .unauthenticated)
    #expect(authentication.token == token)
    #expect(fixture.transport.requests.count == 1)
  }

  /// Nobody's token goes out with a request that was made for another one, or for nobody.
  @Test(arguments: [nil, "bob"])
  func refusalFromBeforeAnotherSessionRenewsNothingAndIsNotSentAgain(token: String?) async throws {
    let late = Latch()
    let renewals = Counter()
    let authentication = TokenAuthentication(token: "ann") { _ in
      renewals.add()
      return "new"
    }
    let fixture = try FixtureClient { $0.authentication = authentication }
    fixture.transport.answer(.post, "/x/1") { (request) throws(NetworkError) in
      await late.wait()
      return try .answer(request, status: 401)
    }
    let request = Task { try await fixture.client.send(Request(.post, "/x/1")) }
    await late.arrivals(1)
    authentication.token = token
    await late.open()
    #expect(await networkError { try await request.value }?.code == .unauthenticated)
    #expect(renewals.value == 0)
    #expect(fixture.transport.requests.count == 1)
    #expect(authentication.token == token)
  }
}
