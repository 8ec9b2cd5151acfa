import Foundation
import HTTPTypes
import NetworkingTestSupport
import Synchronization
import Testing

@testable import Networking

/// What takes stored answers away: newer answers, redirects, and writes.
@Suite struct CacheReplacementTests {
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
    let client = try server.cachingClient()
    #expect(try await client.send(Request(.get, "/me")).text == "login")
    isSignedIn.withLock { $0 = true }
    #expect(try await client.send(Request(.get, "/me")).text == "me")
  }

  /// What a write redirects to shows what was written.
  @Test(arguments: [false, true])
  func aWriteTakesAwayWhatItRedirectsTo(isStream: Bool) async throws {
    let fixture = try FixtureClient { $0.cache = ResponseCache() }
    fixture.transport.answer(.post, "/from", status: 303, headers: ["Location": "/to"], json: "")
    fixture.transport.answer(
      .get, "/to", status: 302, headers: ["Location": "/page", "Cache-Control": "max-age=60"],
      json: "")
    let count = Counter()
    fixture.transport.answer(.get, "/page") { (request) throws(NetworkError) in
      try .answer(request, headers: ["Cache-Control": "max-age=60"], "\(count.add())")
    }
    let page = Request(.get, "/page")
    #expect(try await fixture.client.send(page).text == "1")
    #expect(try await fixture.client.send(page).text == "1")
    if isStream {
      _ = try await fixture.client.stream(Request(.post, "/from")).body.collect()
    } else {
      #expect(try await fixture.client.send(Request(.post, "/from")).text == "2")
    }
    #expect(try await fixture.client.send(page).text == "3")
  }

  /// A host has a form in Unicode and one for name servers.
  @Test func aWriteTakesAwayWhatWasReadUnderAnotherSpellingOfItsHost() async throws {
    let fixture = try FixtureClient { $0.cache = ResponseCache() }
    fixture.transport.answer(.put, "/x", json: "")
    fixture.transport.answer(.get, "/x", headers: ["Cache-Control": "max-age=60"], json: "")
    let read = Request(.get, "http://b\u{FC}cher.example/x")
    try await fixture.client.send(read)
    #expect(try await fixture.client.send(read).source == .cache)
    try await fixture.client.send(Request(.put, "http://XN--bcher-kva.example/x"))
    #expect(try await fixture.client.send(read).source == .network)
  }

  @Test func uploadInvalidates() async throws {
    let count = Counter()
    let server = try HeadServer { _ in
      "\(count.add())".answer("200 OK", "Cache-Control: max-age=60")
    }
    defer { server.stop() }
    let client = try server.cachingClient()
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

  /// Two reads of one address are under way: what the newer one has learnt holds, whichever is answered first.
  @Test(arguments: [200, 404], [true, false])
  func theNewerReadDecidesWhatIsStored(status: Int, newerComesFirst: Bool) async throws {
    let (first, second, reads) = (Latch(), Latch(), Counter())
    let fixture = try FixtureClient { $0.cache = ResponseCache() }
    fixture.transport.answer(.get, "/x") { (request) throws(NetworkError) in
      guard reads.add() == 1 else {
        await second.wait()
        return try .answer(
          request, status: .init(code: status), headers: ["Cache-Control": "max-age=60"], "new")
      }
      await first.wait()
      return try .answer(request, headers: ["Cache-Control": "max-age=60"], "old")
    }
    let client = fixture.client
    let older = Task { try? await client.send(Request(.get, "/x")) }
    await first.arrivals(1)
    let reload = Request(.get, "/x").with { $0.cachePolicy = .reloadIgnoringLocalCacheData }
    let newer = Task { try? await client.send(reload) }
    await second.arrivals(1)
    await (newerComesFirst ? second : first).open()
    _ = await (newerComesFirst ? newer : older).value
    await (newerComesFirst ? first : second).open()
    _ = await (older.value, newer.value)
    let kept = Request(.get, "/x").with { $0.cachePolicy = .returnCacheDataDontLoad }
    let text = try? await client.send(kept).text
    #expect(text == (status == 200 ? "new" : nil))
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
}
