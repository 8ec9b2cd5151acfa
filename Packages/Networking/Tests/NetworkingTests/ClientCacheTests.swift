import Foundation
import HTTPTypes
import Networking
import NetworkingTestSupport
import Synchronization
import Testing

@Suite struct ClientCacheTests {
  /// A write is neither a question to the cache nor answered by it.
  @Test(arguments: [HTTPRequest.Method.post, .put, .patch, .delete])
  func aWriteIsSentOnceAndNeverForAStoredAnswer(method: HTTPRequest.Method) async throws {
    for hasCache in [true, false] {
      let fixture = try FixtureClient { if hasCache { $0.cache = ResponseCache() } }
      fixture.transport.answer(method, "/x", json: "{}")
      var request = Request(method, "/x")
      request.cachePolicy = .returnCacheDataThenLoad
      var statuses: [HTTPResponse.Status] = []
      for try await response in fixture.client.responses(to: request) {
        statuses.append(response.status)
      }
      #expect(statuses == [200])
      #expect(fixture.transport.requests.count == 1)
      request.cachePolicy = .returnCacheDataDontLoad
      let sent = request
      #expect(await networkError { try await fixture.client.send(sent) }?.code == .notCached)
      #expect(fixture.transport.requests.count == 1)
    }
  }

  /// Who has seen the newer answer is not given the older one again; a failure says nothing of what is stored.
  @Test(
    arguments: [
      (200, ["Cache-Control": "no-store"], true), (200, ["Vary": "*"], true), (404, [:], true),
      (410, [:], true), (302, ["Location": "/y"], true), (503, [:], false), (401, [:], false),
    ] as [(Int, HTTPFields, Bool)])
  func anAnswerThatIsNotStoredTakesTheOlderOneAway(
    status: Int, headers: HTTPFields, isForgotten: Bool
  ) async throws {
    let fixture = try FixtureClient {
      $0.cache = ResponseCache()
      $0.retry = .never
    }
    let count = Counter()
    fixture.transport.answer(.get, "/x") { (request) throws(NetworkError) in
      guard count.add() == 2 else {
        return try .answer(request, headers: ["Cache-Control": "max-age=3600"], "\(count.value)")
      }
      return try .answer(request, status: .init(code: status), headers: headers)
    }
    fixture.transport.answer(.get, "/y", json: "{}")
    let request = Request(.get, "/x")
    #expect(try await fixture.client.send(request).text == "1")
    _ = try? await fixture.client.send(
      request.with { $0.cachePolicy = .reloadIgnoringLocalCacheData })
    #expect(try await fixture.client.send(request).text == (isForgotten ? "3" : "1"))
  }

  /// The age that an answer had once says nothing of the one that confirms it.
  @Test func aConfirmedAnswerIsAsFreshAsItsConfirmation() async throws {
    let fixture = try FixtureClient { $0.cache = ResponseCache(now: { [time] in time.now }) }
    fixture.transport.answer(.get, "/x") { (request) throws(NetworkError) in
      request.headers[.ifNoneMatch] == nil
        ? try .answer(
          request, headers: ["ETag": "\"1\"", "Cache-Control": "max-age=60", "Age": "59"], "v")
        : try .answer(request, status: 304, headers: ["ETag": "\"1\""])
    }
    var counts: [Int] = []
    for _ in 0..<6 {
      #expect(try await fixture.client.send(Request(.get, "/x")).text == "v")
      counts.append(fixture.transport.requests.count)
      time.pass(10)
    }
    #expect(counts == [1, 2, 2, 2, 2, 2])
  }

  /// Who was answered while the clock was a year ahead is not answered with that for a year.
  @Test(arguments: [nil, Duration.seconds(60)])
  func whatWasStoredInTheFutureIsStale(timeToLive: Duration?) async throws {
    let (fixture, _) = try makeClient(timeToLive: timeToLive)
    #expect(try await text(fixture) == "answer 1")
    time.pass(-31_536_000)
    #expect(try await text(fixture) == "answer 2")
    #expect(try await text(fixture) == "answer 2")
  }

  /// An `Expires` counts from the `Date` of the same answer.
  @Test func aConfirmationWithoutADateMakesNothingFresh() async throws {
    let time = Mutex(Date(timeIntervalSince1970: 784_111_777))
    let fixture = try FixtureClient {
      $0.cache = ResponseCache(now: { time.withLock { $0 } })
    }
    fixture.transport.answer(.get, "/x") { (request) throws(NetworkError) in
      let dates: HTTPFields = [
        "ETag": "\"1\"", "Date": "Sun, 06 Nov 1994 08:49:37 GMT",
        "Expires": "Sun, 06 Nov 1994 08:50:37 GMT",
      ]
      return request.headers[.ifNoneMatch] == nil
        ? try .answer(request, headers: dates, "v")
        : try .answer(request, status: 304, headers: ["ETag": "\"1\""])
    }
    var counts: [Int] = []
    for pause in [59.0, 2, 30, 0] {
      #expect(try await fixture.client.send(Request(.get, "/x")).text == "v")
      counts.append(fixture.transport.requests.count)
      time.withLock { $0 += pause }
    }
    #expect(counts == [1, 1, 2, 3])
  }

  private let time = TimeOfDay()

  private func makeClient(
    timeToLive: Duration? = nil, policy: CachePolicy = .useProtocolCachePolicy,
    headers: HTTPFields = ["Cache-Control": "max-age=60"]
  ) throws -> (FixtureClient, ResponseCache) {
    let cache = ResponseCache(timeToLive: timeToLive, now: { [time] in time.now })
    let fixture = try FixtureClient {
      $0.cache = cache
      $0.cachePolicy = policy
      $0.retry = .never
    }
    let counter = Counter()
    fixture.transport.answer(.get, "/x") { (request) throws(NetworkError) in
      if let tag = request.headers["If-None-Match"], tag == headers["ETag"] {
        return try .answer(request, status: 304, headers: ["ETag": tag, "X-New": "yes"])
      }
      return try .answer(request, headers: headers, "answer \(counter.add())")
    }
    return (fixture, cache)
  }

  private func text(
    _ fixture: FixtureClient, _ policy: CachePolicy? = nil, headers: HTTPFields = [:]
  ) async throws -> String {
    var request = Request(.get, "/x", headers: headers)
    request.cachePolicy = policy
    return try await fixture.client.send(request).text
  }

  @Test func freshAnswerIsUsedAgainAndAStaleOneIsNot() async throws {
    let (fixture, _) = try makeClient()
    #expect(try await text(fixture) == "answer 1")
    time.pass(59)
    #expect(try await text(fixture) == "answer 1")
    #expect(fixture.client.log.entries.last?.source == .cache)
    time.pass(1)
    #expect(try await text(fixture) == "answer 2")
  }

  @Test func ignoringTheCacheNeitherReadsNorWrites() async throws {
    let (fixture, _) = try makeClient(policy: .ignoreCache)
    #expect(try await text(fixture) == "answer 1")
    #expect(try await text(fixture) == "answer 2")
    #expect(
      await networkError { try await text(fixture, .returnCacheDataDontLoad) }?.code == .notCached)
  }

  @Test func reloadAsksTheServerAndWrites() async throws {
    let (fixture, _) = try makeClient(policy: .reloadIgnoringLocalCacheData)
    #expect(try await text(fixture) == "answer 1")
    #expect(try await text(fixture) == "answer 2")
    #expect(try await text(fixture, .returnCacheDataDontLoad) == "answer 2")
  }

  @Test func cacheOnlyAnswersHoweverOldOrFails() async throws {
    let (fixture, _) = try makeClient()
    let error = await networkError { try await text(fixture, .returnCacheDataDontLoad) }
    #expect(error?.code == .notCached)
    #expect(fixture.transport.requests.isEmpty)
    _ = try await text(fixture)
    time.pass(10_000)
    #expect(try await text(fixture, .returnCacheDataDontLoad) == "answer 1")
  }

  @Test func cacheThenLoadGivesTheStoredAnswerAndThenTheServers() async throws {
    let (fixture, _) = try makeClient(policy: .returnCacheDataThenLoad)
    func all() async throws -> [String] {
      var texts: [String] = []
      for try await response in fixture.client.responses(to: Request(.get, "/x")) {
        texts.append(response.text)
      }
      return texts
    }
    #expect(try await all() == ["answer 1"])
    #expect(try await all() == ["answer 1", "answer 2"])
  }

  @Test func storedAnswerHoweverOldElseTheServers() async throws {
    let (fixture, _) = try makeClient(policy: .returnCacheDataElseLoad)
    #expect(try await text(fixture) == "answer 1")
    time.pass(10_000)
    #expect(try await text(fixture) == "answer 1")
  }

  @Test func timeToLiveCountsMoreThanTheServersWord() async throws {
    let (fixture, _) = try makeClient(timeToLive: .seconds(5), headers: [:])
    _ = try await text(fixture)
    time.pass(4)
    #expect(try await text(fixture) == "answer 1")
    time.pass(1)
    #expect(try await text(fixture) == "answer 2")
  }

  @Test func staleAnswerWithATagIsRevalidated() async throws {
    let (fixture, _) = try makeClient(headers: ["Cache-Control": "max-age=60", "ETag": "\"v1\""])
    _ = try await text(fixture)
    time.pass(100)
    let response = try await fixture.client.send(Request(.get, "/x"))
    #expect(response.status == 200)
    #expect(response.text == "answer 1")
    #expect(response.headers["X-New"] == "yes")
    #expect(fixture.client.log.entries.last?.source == .revalidated)
    time.pass(59)
    _ = try await text(fixture)
    #expect(fixture.transport.requests.count == 2)
  }

  @Test func noStoreIsNotKept() async throws {
    let (fixture, _) = try makeClient(headers: ["Cache-Control": "no-store, max-age=60"])
    _ = try await text(fixture)
    #expect(
      await networkError { try await text(fixture, .returnCacheDataDontLoad) }?.code == .notCached)
  }

  @Test func varyAndAgeAreObeyed() async throws {
    let (fixture, _) = try makeClient(
      headers: ["Cache-Control": "max-age=60", "Vary": "Accept-Language", "Age": "50"])
    #expect(try await text(fixture, headers: ["Accept-Language": "zh"]) == "answer 1")
    #expect(try await text(fixture, headers: ["Accept-Language": "en"]) == "answer 2")
    #expect(try await text(fixture, headers: ["Accept-Language": "en"]) == "answer 2")
    time.pass(10)
    #expect(try await text(fixture, headers: ["Accept-Language": "en"]) == "answer 3")
  }

  @Test func expiresIsReadWhenThereIsNoMaxAge() async throws {
    let (fixture, _) = try makeClient(headers: [
      "Date": "Sun, 06 Nov 1994 08:49:37 GMT", "Expires": "Sun, 06 Nov 1994 08:49:47 GMT",
    ])
    _ = try await text(fixture)
    time.pass(9)
    #expect(try await text(fixture) == "answer 1")
    time.pass(1)
    #expect(try await text(fixture) == "answer 2")
  }

  /// A cache on the way need not tell how long it has had an answer.
  @Test func anAnswerIsAsOldAsItsDateSays() async throws {
    let (fixture, _) = try makeClient(headers: [
      "Date": "Mon, 12 Jan 1970 12:46:40 GMT", "Cache-Control": "max-age=3660", "Age": "5",
    ])
    _ = try await text(fixture)
    time.pass(59)
    #expect(try await text(fixture) == "answer 1")
    time.pass(1)
    #expect(try await text(fixture) == "answer 2")
  }

  @Test func staleWhileRevalidateAnswersAtOnceAndAsksOnce() async throws {
    let latch = Latch()
    let counter = Counter()
    let (fixture, _) = try makeClient()
    fixture.transport.answer(.get, "/x") { (request) throws(NetworkError) in
      let number = counter.add()
      if number == 2 { await latch.wait() }
      return try .answer(
        request, headers: ["Cache-Control": "max-age=60, stale-while-revalidate=30"],
        "answer \(number)")
    }
    _ = try await text(fixture)
    time.pass(70)
    for _ in 0..<5 { #expect(try await text(fixture) == "answer 1") }
    await latch.arrivals(1)
    await latch.open()
    while try await text(fixture, .returnCacheDataDontLoad) != "answer 2" { await Task.yield() }
    #expect(fixture.transport.requests.count == 2)
  }

  @Test func writeForgetsTheAddress() async throws {
    let (fixture, _) = try makeClient()
    fixture.transport.answer(.put, "/x", json: "{}")
    _ = try await text(fixture)
    try await fixture.client.send(Request(.put, "/x"))
    #expect(try await text(fixture) == "answer 2")
  }

  @Test func removingAllForgetsEverything() async throws {
    let (fixture, cache) = try makeClient()
    _ = try await text(fixture)
    try await cache.removeAll()
    #expect(
      await networkError { try await text(fixture, .returnCacheDataDontLoad) }?.code == .notCached)
  }

  @Test func memoryStorageDropsWhatWasUnusedForLongest() async throws {
    let storage = MemoryResponseStorage(capacity: 25_000)
    let cache = ResponseCache(storage: storage)
    let fixture = try FixtureClient { $0.cache = cache }
    fixture.transport.answer(.get, "/{id}") { (request) throws(NetworkError) in
      try .answer(
        request, headers: ["Cache-Control": "max-age=60"], String(repeating: "x", count: 10_000))
    }
    for path in ["/a", "/b", "/a", "/c"] {
      try await fixture.client.send(Request(.get, path))
    }
    #expect(storage.response(for: "http://fixture/a .") != nil)
    #expect(storage.response(for: "http://fixture/b .") == nil)
    #expect(storage.response(for: "http://fixture/c .") != nil)
  }

  @Test func noCacheIsNeverAnsweredUnasked() async throws {
    let (fixture, _) = try makeClient(headers: [
      "Cache-Control": "no-cache, max-age=60, stale-while-revalidate=60"
    ])
    #expect(try await text(fixture) == "answer 1")
    #expect(try await text(fixture) == "answer 2")
  }

  /// A write that is led on changes what lies at the end of its way, too.
  @Test func redirectedWriteForgetsTheAddressesOnItsWay() async throws {
    let (fixture, _) = try makeClient()
    fixture.transport.answer(.put, "/x", json: "{}")
    fixture.transport.answer(.put, "/from") { (request) throws(NetworkError) in
      try .answer(request, status: 307, headers: ["Location": "/x"])
    }
    #expect(try await text(fixture) == "answer 1")
    try await fixture.client.send(Request(.put, "/from"))
    #expect(try await text(fixture) == "answer 2")
    _ = try await fixture.client.stream(Request(.put, "/from"))
    #expect(try await text(fixture) == "answer 3")
  }

  /// A `304` about another version says nothing of the one that is stored (RFC 9111, 4.3.4).
  @Test func confirmationOfAnotherVersionIsNotBelieved() async throws {
    let (fixture, _) = try makeClient(headers: ["Cache-Control": "max-age=60", "ETag": "\"v1\""])
    _ = try await text(fixture)
    time.pass(100)
    fixture.transport.answer(.get, "/x") { (request) throws(NetworkError) in
      request.headers["If-None-Match"] == nil
        ? try .answer(request, headers: ["ETag": "\"v2\""], "new")
        : try .answer(request, status: 304, headers: ["ETag": "\"v2\""])
    }
    #expect(try await text(fixture) == "new")
    #expect(try await text(fixture, .returnCacheDataDontLoad) == "new")
  }

  /// A weak tag, or none, in the `304` is that of the version asked for.
  @Test(arguments: ["W/\"v1\"", nil])
  func confirmationMayLeaveTheTagOutOrWeak(tag: String?) async throws {
    let (fixture, _) = try makeClient(headers: ["Cache-Control": "max-age=60", "ETag": "\"v1\""])
    _ = try await text(fixture)
    time.pass(100)
    fixture.transport.answer(.get, "/x") { (request) throws(NetworkError) in
      try .answer(request, status: 304, headers: tag.map { ["ETag": $0] } ?? [:])
    }
    #expect(try await text(fixture) == "answer 1")
  }

  /// A stored answer that is fresh, or a `504` (RFC 9111, 5.2.1.7).
  @Test func onlyIfCachedAsksNobody() async throws {
    let fixture = try FixtureClient {
      $0.cache = ResponseCache(now: { [time] in time.now })
    }
    fixture.transport.answer(
      .get, "/x", headers: ["Cache-Control": "max-age=60, stale-while-revalidate=60"], json: "1")
    let request = Request(.get, "/x").with { $0.headers["Cache-Control"] = "only-if-cached" }
    let error = await networkError { try await fixture.client.send(request) }
    #expect(error?.code == .badStatus && error?.response?.status == 504)
    #expect(error?.attempts == 0 && error?.response?.source == .cache)
    #expect(fixture.transport.requests.isEmpty && fixture.clock.sleeps.isEmpty)
    try await fixture.client.send(Request(.get, "/x"))
    for _ in 0..<2 {
      #expect(try await fixture.client.send(request).text == "1")
      time.pass(70)
    }
    let stale = await networkError { try await fixture.client.send(request) }
    #expect(stale?.response?.status == 504)
    #expect(fixture.transport.requests.count == 1)
    // Without a cache, and past it, it is a word to those on the way.
    try await fixture.client.send(request.with { $0.cachePolicy = .reloadIgnoringLocalCacheData })
    #expect(fixture.transport.requests.count == 2)
  }

  /// Of a directive that comes twice the first counts (RFC 9111, 4.2.1).
  @Test(arguments: ["max-age=0, max-age=3600", "max-age=no, max-age=3600"])
  func theFirstOfTwoAgesCounts(_ control: String) async throws {
    let fixture = try FixtureClient { $0.cache = ResponseCache() }
    fixture.transport.answer(.get, "/x", headers: ["Cache-Control": control], json: "1")
    for _ in 0..<2 { try await fixture.client.send(Request(.get, "/x")) }
    #expect(fixture.transport.requests.count == 2)
  }
}
