import Foundation
import HTTPTypes
import NetworkingTestSupport
import Synchronization
import Testing

@testable import Networking

/// A stored answer is of one version, encoding and limit, and serves no request for another.
@Suite struct StoredVersionTests {
  @Test func aCallersOwnTagConfirmsNoOtherVersion() async throws {
    let time = TimeOfDay()
    let isNew = Atomic(false)
    let fixture = try FixtureClient { $0.cache = ResponseCache(now: { time.now }) }
    fixture.transport.answer(.get, "/x") { (request) throws(NetworkError) in
      guard isNew.load(ordering: .relaxed) else {
        let modified = "Sun, 06 Nov 1994 08:49:37 GMT"
        return try .answer(
          request, headers: ["Cache-Control": "max-age=10", "Last-Modified": modified], "v1")
      }
      if request.headers["If-None-Match"] == "\"v2\"" { return try .answer(request, status: 304) }
      return try .answer(
        request, headers: ["Cache-Control": "max-age=10", "ETag": "\"v2\""], "v2")
    }
    try await fixture.client.send(Request(.get, "/x"))
    isNew.store(true, ordering: .relaxed)
    time.pass(20)
    let asked = Request(.get, "/x", headers: ["If-None-Match": "\"v2\""])
    #expect(try await fixture.client.send(asked).text != "v1")
    #expect(try await fixture.client.send(Request(.get, "/x")).text == "v2")
  }

  @Test(arguments: ["If-Match", "If-Unmodified-Since"])
  func theServerChecksAPrecondition(name: HTTPField.Name) async throws {
    let fixture = try FixtureClient { $0.cache = ResponseCache() }
    fixture.transport.answer(.get, "/x") { (request) throws(NetworkError) in
      try .answer(
        request, status: request.headers[name] == nil ? 200 : 412,
        headers: ["Cache-Control": "max-age=60"], "v")
    }
    try await fixture.client.send(Request(.get, "/x"))
    let asked = Request(.get, "/x", headers: [name: "\"other\""])
    let error = await networkError { try await fixture.client.send(asked) }
    #expect(error?.response?.status == 412)
    #expect(try await fixture.client.send(Request(.get, "/x")).source == .cache)
  }

  @Test(arguments: [true, false])
  func bytesAsTheyCameAreNotTakenForDecompressedOnes(rawFirst: Bool) async throws {
    let zipped = try #require(
      Data(base64Encoded: "H4sIAAAAAAACA8tIzcnJV8hAJwHjUT2NFwAAAA=="))
    let server = try SocketServer { connection in
      while connection.readHead() != nil {
        connection.write(
          "HTTP/1.1 200 OK\r\nCache-Control: max-age=3600\r\nContent-Encoding: gzip\r\nContent-Length: \(zipped.count)\r\n\r\n"
        )
        connection.write(zipped)
      }
    }
    defer { server.stop() }
    var configuration = Client.Configuration()
    configuration.cache = ResponseCache()
    let client = try Client(server.baseURL, configuration: configuration)
    for isRaw in [rawFirst, !rawFirst] {
      let headers: HTTPFields = isRaw ? ["Accept-Encoding": "gzip"] : [:]
      let data = try await client.send(Request(.get, "/", headers: headers)).data
      #expect((data == zipped) == isRaw)
    }
  }

  @Test func aStoredAnswerBeyondTheLimitIsAnError() async throws {
    let time = TimeOfDay()
    let fixture = try FixtureClient { $0.cache = ResponseCache(now: { time.now }) }
    fixture.transport.answer(.get, "/x") { (request) throws(NetworkError) in
      if request.headers["If-None-Match"] != nil { return try .answer(request, status: 304) }
      return try .answer(
        request, headers: ["Cache-Control": "max-age=10", "ETag": "\"1\""], "a long text")
    }
    try await fixture.client.send(Request(.get, "/x"))
    for seconds in [0.0, 20] {
      time.pass(seconds)
      let error = await networkError {
        try await fixture.client.send(Request(.get, "/x").with { $0.limits.body = 5 })
      }
      #expect(error?.code == .tooLarge)
    }
  }

  /// Two clients over one cache.
  @Test(.timeLimit(.minutes(10)))
  func aReadJoinsNoneFromBeforeAWriteOfAnotherClient() async throws {
    let (transport, latch, reads) = (FixtureTransport(), Latch(), Counter())
    transport.answer(.get, "/x") { (request) async throws(NetworkError) in
      let number = reads.add()
      await latch.wait()
      return try .answer(request, "\(number)")
    }
    transport.answer(.put, "/x") { (request) throws(NetworkError) in try .answer(request) }
    var configuration = Client.Configuration()
    configuration.cache = ResponseCache()
    let clients = try (0..<2).map { _ in
      try Client("http://fixture", transport: transport, configuration: configuration)
    }
    let before = Task { try await clients[0].send(Request(.get, "/x")).text }
    await latch.arrivals(1)
    try await clients[1].send(Request(.put, "/x"))
    let after = Task { try await clients[0].send(Request(.get, "/x")).text }
    await latch.arrivals(2)
    await latch.open()
    #expect(try await before.value == "1")
    #expect(try await after.value == "2")
  }

  @Test func oneLargeAnswerMakesManySmallOnesGo() {
    let storage = MemoryResponseStorage(capacity: 1 << 20)
    func response(_ count: Int) -> StoredResponse {
      StoredResponse(
        headers: [:], url: URL(filePath: "/"), data: Data(count: count), date: Date())
    }
    for number in 0..<1000 { storage.store(response(10), for: "\(number) .") }
    for number in 0..<10 { _ = storage.response(for: "\(number) .") }
    storage.store(response((1 << 20) - 10_000), for: "large .")
    let kept = (0..<1000).filter { storage.response(for: "\($0) .") != nil }
    #expect(storage.response(for: "large .") != nil)
    #expect(kept.count > 10 && kept.starts(with: 0..<10) && kept.last == 999)
    #expect(Array(kept.dropFirst(10)) == Array((1000 - kept.count + 10)..<1000))
  }

  /// The server answers a read in the course of its long answer to a write.
  @Test func aStreamedWriteForgetsAgainAtItsEnd() async throws {
    let reads = Counter()
    let server = try SocketServer { connection in
      while let head = connection.readHead() {
        guard head.hasPrefix("POST") else {
          connection.write("\(reads.add())".answer("200 OK", "Cache-Control: max-age=3600"))
          continue
        }
        connection.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nbegin\r\n")
        _ = connection.readHead()
      }
    }
    defer { server.stop() }
    var configuration = Client.Configuration()
    configuration.cache = ResponseCache()
    let client = try Client(server.baseURL, configuration: configuration)
    let stream = try await client.stream(Request(.post, "/x"))
    let reader = Task {
      for try await _ in stream.body {}
    }
    #expect(try await client.send(Request(.get, "/x")).text == "1")
    #expect(try await client.send(Request(.get, "/x")).text == "1")
    reader.cancel()
    _ = await reader.result
    #expect(try await client.send(Request(.get, "/x")).text == "2")
  }
}
