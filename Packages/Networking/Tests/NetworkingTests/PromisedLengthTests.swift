import Foundation
import HTTPTypes
import NetworkingTestSupport
import Testing

@testable import Networking

/// Bodies that are longer than was said, held transfers, and answers that nobody asked for.
@Suite struct PromisedLengthTests {
  private func chunks(_ texts: [String]) -> AsyncStream<Data> {
    AsyncStream { continuation in
      for text in texts { continuation.yield(Data(text.utf8)) }
      continuation.finish()
    }
  }

  @Test(
    arguments: [
      (["0123456789", "EXTRA"], 10), (["01234", "56789", "abcde"], 10), (["hello"], 0),
      (["0123456789X"], 10), (["0", "1", "2"], 2), (["01"], 3),
    ] as [([String], Int64)])
  func aStreamOfAnotherLengthThanWasSaidIsAnError(texts: [String], length: Int64) async throws {
    let server = try SocketServer { connection in
      while connection.readHead() != nil {
        _ = connection.read(Int(length))
        connection.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
      }
    }
    defer { server.stop() }
    var request = Request(.put, "\(server.baseURL)/x")
    request.body = .stream(chunks(texts), length: length)
    // It must not give up while other tests keep the stream from being made.
    request.timeouts.idle = .seconds(3600)
    let sent = request
    let error = await networkError { try await CurlTransport().send(sent) }
    #expect(error?.code == .file)
  }

  @Test(arguments: [["0123456789"], ["0", "123456789"], ["012345678", "9"]])
  func aStreamOfTheLengthThatWasSaidArrivesWhole(texts: [String]) async throws {
    let server = try SocketServer { connection in
      while connection.readHead() != nil {
        let body = connection.read(10)
        connection.write("HTTP/1.1 200 OK\r\nContent-Length: \(body.count)\r\n\r\n")
        connection.write(Array(body))
      }
    }
    defer { server.stop() }
    var request = Request(.put, "\(server.baseURL)/x")
    request.body = .stream(chunks(texts), length: 10)
    #expect(try await CurlTransport().send(request).text == "0123456789")
  }

  @Test func noIdleTimeCountsWhileATransferIsHeldBeforeASilentServer() throws {
    var request = Request(.put, "http://127.0.0.1:1/x", body: .data(Data([1, 2, 3])))
    let gate = TransferGate()
    request.gate = gate
    request.timeouts.idle = .seconds(1)
    request.timeouts.total = nil
    let transfer = try CurlTransfer(request, configuration: CurlTransport.Configuration())
    #expect(transfer.maySend(fromPort: 1))
    gate.close()
    let later = ContinuousClock.now + .seconds(1000)
    #expect(throws: Never.self) { try transfer.checkTime(later).get() }
    gate.open()
    #expect(throws: Never.self) { try transfer.checkTime(later + .milliseconds(500)).get() }
    #expect(throws: NetworkError.self) { try transfer.checkTime(later + .seconds(2)).get() }
  }

  @Test func aGateOpensForAllWhoWaitAndHoldsAfterOneWasCancelled() async throws {
    let gate = TransferGate()
    gate.close()
    let cancelled = Task { await networkError { try await gate.pass() } }
    cancelled.cancel()
    #expect(await cancelled.value?.code == .cancelled)
    let passed = Counter()
    let waiting = (0..<2).map { _ in
      Task {
        try await gate.pass()
        passed.add()
      }
    }
    #expect(gate.isClosed)
    #expect(passed.value == 0)
    gate.open()
    for task in waiting { try await task.value }
    #expect(passed.value == 2)
  }

  /// Answers each request with a status and a body, and notes whether it can be held.
  private struct Answering: Transport {
    let status: HTTPResponse.Status
    let data: Data
    let heldRequests = Counter()

    func stream(_ request: Request) async throws(NetworkError) -> ResponseStream {
      if request.gate != nil { heldRequests.add() }
      let head = ResponseHead(status: status, headers: [:], url: try request.url)
      return ResponseStream(head: head, body: ResponseBody(data))
    }
  }

  @Test func aDownloadCanBeHeldByItsTransport() async throws {
    try await withTemporaryFolder { folder in
      let transport = Answering(status: 200, data: Data("abc".utf8))
      let client = try Client("http://fixture", transport: transport)
      let download = client.download(Request(.get, "/x"), to: folder.appending(path: "x"))
      #expect(try await download.value.size == 3)
      #expect(transport.heldRequests.value == 1)
    }
  }

  @Test func theBodyOfARefusalIsLimitedThoughItsStreamIsNot() async throws {
    let transport = Answering(status: 404, data: Data(count: 65 << 20))
    var configuration = Client.Configuration()
    configuration.retry = .never
    let client = try Client("http://fixture", transport: transport, configuration: configuration)
    let error = await networkError {
      for try await line in client.jsonLines(Request(.get, "/x"), of: Int.self) { _ = line }
    }
    #expect(error?.code == .badStatus)
    #expect(error?.response?.data.count == 64 << 10)
    try await withTemporaryFolder { folder in
      let download = client.download(Request(.get, "/x"), to: folder.appending(path: "x"))
      let refusal = await networkError { try await download.value }?.response
      #expect(refusal?.status == 404)
      #expect(refusal?.data.count == 64 << 10)
    }
  }

  /// Refuses every token but a new one, at length.
  private struct Refusing: Transport {
    func stream(_ request: Request) async throws(NetworkError) -> ResponseStream {
      let isNew = request.headers[.authorization] == "Bearer new"
      let head = ResponseHead(status: isNew ? 200 : 401, headers: [:], url: try request.url)
      let body = isNew ? Data("7\n".utf8) : Data(count: 65 << 20)
      return ResponseStream(head: head, body: ResponseBody(body))
    }
  }

  @Test func aRefusalOverTheLimitRenewsTheTokenOfAStream() async throws {
    var configuration = Client.Configuration()
    configuration.authentication = TokenAuthentication(token: "old") { _ in "new" }
    let client = try Client("http://fixture", transport: Refusing(), configuration: configuration)
    var lines: [Int] = []
    for try await line in client.jsonLines(Request(.get, "/x"), of: Int.self) { lines.append(line) }
    #expect(lines == [7])
  }

  @Test func aRefusalOverTheLimitOfARequestIsTooLargeAndRenewsNothing() async throws {
    let server = try HeadServer { _ in
      String(repeating: "no", count: 100).answer("401 Unauthorized")
    }
    defer { server.stop() }
    let renewals = Counter()
    var configuration = Client.Configuration()
    configuration.authentication = TokenAuthentication(token: "old") { _ in
      renewals.add()
      return "new"
    }
    let client = try Client(server.baseURL, configuration: configuration)
    var request = Request(.get, "/x")
    request.limits.body = 10
    let sent = request
    #expect(await networkError { try await client.send(sent) }?.code == .tooLarge)
    #expect(renewals.value == 0)
  }

  @Test func theLogCountsTheAttemptsAtAStream() async throws {
    let fixture = try FixtureClient()
    let count = Counter()
    fixture.transport.answer(.get, "/x") { (request) throws(NetworkError) in
      guard count.add() == 3 else { throw NetworkError(.connectionLost, "lost") }
      return Response(
        head: ResponseHead(status: 200, headers: [:], url: try request.url), data: Data())
    }
    _ = try await fixture.client.stream(Request(.get, "/x"))
    #expect(fixture.client.log.entries.last?.attempts == 3)
  }
}
