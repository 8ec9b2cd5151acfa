import Foundation
import HTTPTypes
import NetworkingTestSupport
import Synchronization
import Testing

@testable import Networking

/// Renewals of a token that take long.
@Suite struct RenewalTests {
  private func fixture(_ authentication: TokenAuthentication) throws -> FixtureClient {
    let fixture = try FixtureClient { $0.authentication = authentication }
    fixture.transport.answer(.get, "/x") { (request) throws(NetworkError) in
      let isNew = request.headers[.authorization]?.hasPrefix("Bearer new") == true
      return Response(
        head: ResponseHead(status: isNew ? 200 : 401, headers: [:], url: try request.url),
        data: Data())
    }
    return fixture
  }

  @Test func aRenewalThatDoesNotNoticeItsEndIsWaitedForNoLongerThanTheTimeout() async throws {
    let clock = TestClock(isManual: true)
    let latch = Latch()
    let authentication = TokenAuthentication(token: "old", timeout: .seconds(30), clock: clock) {
      _ in
      await latch.wait()
      return "new"
    }
    let fixture = try fixture(authentication)
    let answer = Task { await networkError { try await fixture.client.send(Request(.get, "/x")) } }
    await clock.sleepsBegun(1)
    clock.advance(by: .seconds(30))
    let error = await answer.value
    #expect(error?.code == .unauthenticated)
    #expect((error?.cause as? NetworkError)?.code == .timedOut)
    await latch.open()
  }

  @Test func oneTokenIsRenewedAtATimeThoughSomebodySignsInMeanwhile() async throws {
    let clock = TestClock(isManual: true)
    let latch = Latch()
    let running = Mutex((now: 0, most: 0))
    let authentication = TokenAuthentication(token: "a", clock: clock) { old in
      running.withLock {
        $0.now += 1
        $0.most = max($0.most, $0.now)
      }
      await latch.wait()
      running.withLock { $0.now -= 1 }
      return "new-\(old ?? "")"
    }
    let fixture = try fixture(authentication)
    let first = Task { await networkError { try await fixture.client.send(Request(.get, "/x")) } }
    await latch.arrivals(1)
    authentication.token = "b"
    let second = Task { try await fixture.client.send(Request(.get, "/x")).status }
    while fixture.transport.requests.count < 2 { await Task.yield() }
    for _ in 0..<100 { await Task.yield() }
    await latch.open()
    // Who asked with the token of the one who signed out gets nobody else's.
    #expect(await first.value?.code == .unauthenticated)
    #expect(try await second.value == 200)
    #expect(authentication.token == "new-b")
    #expect(running.withLock { $0.most } == 1)
  }

  @Test func aRenewalThatWasGivenUpHindersNoLaterOne() async throws {
    let clock = TestClock(isManual: true)
    let latch = Latch()
    let authentication = TokenAuthentication(token: "a", timeout: .seconds(30), clock: clock) {
      old in
      if old == "a" { await latch.wait() }
      return "new"
    }
    let fixture = try fixture(authentication)
    let first = Task { await networkError { try await fixture.client.send(Request(.get, "/x")) } }
    await clock.sleepsBegun(1)
    clock.advance(by: .seconds(30))
    #expect(await first.value?.code == .unauthenticated)
    authentication.token = "b"
    #expect(try await fixture.client.send(Request(.get, "/x")).status == 200)
    await latch.open()
  }

  /// The time of a renewal begins when it begins, and not while it waits for another user's.
  @Test func aRenewalThatHangsTakesNoTimeOfTheNextUsers() async throws {
    let clock = TestClock(isManual: true)
    let (hanging, latch) = (Latch(), Latch())
    let authentication = TokenAuthentication(token: "a", timeout: .seconds(30), clock: clock) {
      old in
      await (old == "a" ? hanging : latch).wait()
      return "new-\(old ?? "")"
    }
    let fixture = try fixture(authentication)
    let first = Task { await networkError { try await fixture.client.send(Request(.get, "/x")) } }
    await hanging.arrivals(1)
    await clock.sleepsBegun(1)
    authentication.token = "b"
    let second = Task { try await fixture.client.send(Request(.get, "/x")).status }
    while fixture.transport.requests.count < 2 { await Task.yield() }
    for _ in 0..<100 { await Task.yield() }
    clock.advance(by: .seconds(30))
    #expect(await first.value?.code == .unauthenticated)
    await clock.sleepsBegun(2)
    clock.advance(by: .seconds(29))
    await latch.open()
    #expect(try await second.value == 200)
    await hanging.open()
  }

  @Test func aTokenThatComesAfterItsOnlyCallerLeftIsKeptForTheNext() async throws {
    let latch = Latch()
    let renewals = Counter()
    let authentication = TokenAuthentication(token: "old") { _ in
      renewals.add()
      await latch.wait()
      return "new"
    }
    let fixture = try fixture(authentication)
    let first = Task { await networkError { try await fixture.client.send(Request(.get, "/x")) } }
    await latch.arrivals(1)
    first.cancel()
    #expect(await first.value?.code == .cancelled)
    let second = Task { try await fixture.client.send(Request(.get, "/x")).status }
    await latch.open()
    #expect(try await second.value == 200)
    #expect(authentication.token == "new")
    #expect(renewals.value == 1)
  }

  @Test func aTokenThatComesAfterTheTimeoutIsKeptUnlessSomebodySignedInMeanwhile() async throws {
    for signsIn in [false, true] {
      let clock = TestClock(isManual: true)
      let latch = Latch()
      let (ends, end) = AsyncStream.makeStream(of: Void.self)
      let authentication = TokenAuthentication(token: "old", timeout: .seconds(30), clock: clock) {
        _ in
        defer { end.finish() }
        await latch.wait()
        return "new late"
      }
      let fixture = try fixture(authentication)
      let first = Task {
        await networkError { try await fixture.client.send(Request(.get, "/x")) }
      }
      await clock.sleepsBegun(1)
      clock.advance(by: .seconds(30))
      #expect(await first.value?.code == .unauthenticated)
      if signsIn { authentication.token = "new session" }
      await latch.open()
      for await _ in ends {}
      let wanted = signsIn ? "new session" : "new late"
      while authentication.token != wanted { await Task.yield() }
      #expect(try await fixture.client.send(Request(.get, "/x")).status == 200)
      #expect(authentication.token == wanted)
    }
  }

  /// Lets a renewal reach the authentication that it belongs to.
  private final class Own: Sendable {
    private let kept = Mutex<TokenAuthentication?>(nil)
    var authentication: TokenAuthentication? {
      get { kept.withLock { $0 } }
      set { kept.withLock { $0 = newValue } }
    }
  }

  /// A call that is refused once the renewal is over, one that was begun before, and a stream go on for the same user.
  @Test(arguments: [["new"], ["new of two", "new"], ["new", "new of two"]])
  func aRenewalThatSetsTheTokenItselfEndsNobodysCalls(tokens: [String]) async throws {
    let own = Own()
    defer { own.authentication = nil }
    let clock = TestClock(isManual: true)
    let authentication = TokenAuthentication(token: "old", clock: clock) { _ in
      for token in tokens { await Task { own.authentication?.token = token }.value }
      return "new"
    }
    own.authentication = authentication
    let fixture = try fixture(authentication)
    let latch = Latch()
    fixture.transport.answer(.get, "/late") { (request) throws(NetworkError) in
      let isOld = request.headers[.authorization] == "Bearer old"
      if isOld { await latch.wait() }
      return try .answer(request, status: isOld ? 401 : 200)
    }
    fixture.transport.answer(.get, "/news") { (request) throws(NetworkError) in
      try .answer(
        request, headers: ["Content-Type": "text/event-stream"],
        "data: \(request.headers[.authorization] ?? "")\n\n")
    }
    var events = fixture.client.events(Request(.get, "/news")).makeAsyncIterator()
    #expect(try await next(of: &events)?.data == "Bearer old")
    let late = Task { try await fixture.client.send(Request(.get, "/late")).status }
    await latch.arrivals(1)
    #expect(try await fixture.client.send(Request(.get, "/x")).status == 200)
    await latch.open()
    #expect(try await late.value == 200)
    #expect(try await next(of: &events)?.data == "Bearer new")
    #expect(authentication.token == "new")
  }

  /// A token that a renewal sets after somebody else has signed in is nobody's any more; one that is set to sign out
  /// is.
  @Test func aRenewalThatSetsTheTokenLateDoesNotTakeTheNextUsersPlace() async throws {
    let own = Own()
    defer { own.authentication = nil }
    let latch = Latch()
    let clock = TestClock(isManual: true)
    let authentication = TokenAuthentication(token: "old", clock: clock) { _ in
      await latch.wait()
      own.authentication?.token = "new of ann"
      return "new of ann"
    }
    own.authentication = authentication
    let fixture = try fixture(authentication)
    let first = Task { await networkError { try await fixture.client.send(Request(.get, "/x")) } }
    await latch.arrivals(1)
    authentication.token = "new of bob"
    await latch.open()
    #expect(await first.value?.code == .unauthenticated)
    #expect(authentication.token == "new of bob")
  }

  /// A renewal may need a client with a token of its own, whose renewal sets both.
  @Test func aTokenThatIsSetInARenewalWithinARenewalIsNobodysSignIn() async throws {
    let own = Own()
    defer { own.authentication = nil }
    let clock = TestClock(isManual: true)
    let device = try fixture(
      TokenAuthentication(token: "old", clock: clock) { _ in
        own.authentication?.token = "new"
        return "new"
      })
    let authentication = TokenAuthentication(token: "old", clock: clock) { _ in
      try await device.client.send(Request(.get, "/x"))
      return "new"
    }
    own.authentication = authentication
    let fixture = try fixture(authentication)
    let before = CallOwner(fixture.client.exchange.configuration)
    #expect(try await fixture.client.send(Request(.get, "/x")).status == 200)
    #expect(before.isPresent && authentication.token == "new")
  }

  /// What a renewal has begun and not waited for may live on: it signs in as anybody does.
  @Test func aTokenThatIsSetAfterTheRenewalIsASignIn() async throws {
    let own = Own()
    defer { own.authentication = nil }
    let latch = Latch()
    let (signIns, signIn) = AsyncStream.makeStream(of: Void.self)
    let clock = TestClock(isManual: true)
    let authentication = TokenAuthentication(token: "old", clock: clock) { _ in
      Task {
        await latch.wait()
        own.authentication?.token = "new of bob"
        signIn.finish()
      }
      return "new of ann"
    }
    own.authentication = authentication
    let fixture = try fixture(authentication)
    let before = CallOwner(fixture.client.exchange.configuration)
    #expect(try await fixture.client.send(Request(.get, "/x")).status == 200)
    #expect(before.isPresent)
    await latch.open()
    for await _ in signIns {}
    #expect(!before.isPresent && authentication.token == "new of bob")
  }

  /// A renewal that was given up may bring its token after a later one, whose token stays.
  @Test func aLateRenewalChangesNothingAfterALaterOne() async throws {
    let own = Own()
    defer { own.authentication = nil }
    let (count, latch, clock) = (Counter(), Latch(), TestClock(isManual: true))
    let (ends, end) = AsyncStream.makeStream(of: Void.self)
    let authentication = TokenAuthentication(token: "old", timeout: .seconds(30), clock: clock) {
      _ in
      guard count.add() == 1 else { return "new" }
      await latch.wait()
      own.authentication?.token = "late"
      end.finish()
      return "late"
    }
    own.authentication = authentication
    let fixture = try fixture(authentication)
    let first = Task { await networkError { try await fixture.client.send(Request(.get, "/x")) } }
    await latch.arrivals(1)
    await clock.sleepsBegun(1)
    clock.advance(by: .seconds(30))
    #expect(await first.value?.code == .unauthenticated)
    // Forgets the failure.
    authentication.token = "old"
    #expect(try await fixture.client.send(Request(.get, "/x")).status == 200)
    await latch.open()
    for await _ in ends {}
    #expect(authentication.token == "new")
  }

  @Test func aRenewalThatSignsOutIsASignOut() async throws {
    let own = Own()
    defer { own.authentication = nil }
    let clock = TestClock(isManual: true)
    let authentication = TokenAuthentication(token: "old", clock: clock) { _ in
      own.authentication?.token = nil
      throw CancellationError()
    }
    own.authentication = authentication
    let fixture = try fixture(authentication)
    let before = CallOwner(fixture.client.exchange.configuration)
    let error = await networkError { try await fixture.client.send(Request(.get, "/x")) }
    #expect(error?.code == .unauthenticated)
    #expect(!before.isPresent && authentication.token == nil)
  }

  @Test func theRepetitionWithARenewedTokenIsPartOfOneAttempt() async throws {
    let fixture = try fixture(TokenAuthentication(token: "old") { _ in "new" })
    let response = try await fixture.client.send(Request(.get, "/x"))
    #expect(fixture.transport.requests.count == 2)
    #expect(response.metrics.attempts == 1)
    #expect(fixture.client.log.entries.map(\.attempts) == [1])
  }

  @Test func aCookieThatComesWithTheRefusalGoesWithTheRenewedToken() async throws {
    let authentication = TokenAuthentication(token: "old") { _ in "new" }
    let fixture = try FixtureClient {
      $0.authentication = authentication
      $0.cookies = CookieJar()
    }
    fixture.transport.answer(.get, "/x") { (request) throws(NetworkError) in
      let isNew = request.headers[.authorization] == "Bearer new"
      return Response(
        head: ResponseHead(
          status: isNew ? 200 : 401, headers: isNew ? [:] : [.setCookie: "challenge=7"],
          url: try request.url),
        data: Data((request.headers[.cookie] ?? "none").utf8))
    }
    #expect(try await fixture.client.send(Request(.get, "/x")).text == "challenge=7")
  }
}
