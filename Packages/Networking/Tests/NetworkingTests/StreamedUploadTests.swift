import Foundation
import HTTPTypes
import Models
import NetworkingTestSupport
import Synchronization
import Testing

@testable import Networking

/// Bodies that are made while they are sent.
@Suite struct StreamedUploadTests {
  private struct BrokenStream: Error {}

  /// Counts up to a number of chunks, anew for each iteration.
  private struct Chunks: AsyncSequence {
    let count: Int
    let size: Int
    var failsAtEnd = false
    let made = Counter()

    struct AsyncIterator: AsyncIteratorProtocol {
      let chunks: Chunks
      var number = 0

      mutating func next() async throws -> Data? {
        guard number < chunks.count else {
          if chunks.failsAtEnd { throw BrokenStream() }
          return nil
        }
        number += 1
        chunks.made.add()
        return Data(repeating: UInt8(number & 255), count: chunks.size)
      }
    }

    func makeAsyncIterator() -> AsyncIterator { AsyncIterator(chunks: self) }
  }

  /// A server that says how a body came, and its length.
  private func server() throws -> SocketServer {
    try SocketServer { connection in
      while let head = connection.readHead() {
        let count = Self.readBody(connection, head)
        let text = "\(head.field("Transfer-Encoding") ?? "whole") \(count)"
        connection.write("HTTP/1.1 200 OK\r\nContent-Length: \(text.utf8.count)\r\n\r\n\(text)")
      }
    }
  }

  /// Reads a body and returns its length.
  private static func readBody(_ connection: SocketServer.Connection, _ head: String) -> Int {
    if let length = head.field("Content-Length").flatMap({ Int($0) }) {
      return connection.read(length).count
    }
    var count = 0
    while let size = Int(line(connection), radix: 16) {
      count += connection.read(size).count
      _ = line(connection)
      if size == 0 { break }
    }
    return count
  }

  /// The next line, without its end.
  private static func line(_ connection: SocketServer.Connection) -> String {
    var bytes = Data()
    while true {
      let byte = connection.read(1)
      guard !byte.isEmpty, byte != Data("\n".utf8) else { break }
      bytes.append(byte)
    }
    return String(decoding: bytes, as: UTF8.self).filter { $0 != "\r" }
  }

  @Test(arguments: [HTTPRequest.Method.post, .put])
  func streamIsSentInChunksOrWithItsLength(method: HTTPRequest.Method) async throws {
    let server = try server()
    defer { server.stop() }
    let client = try Client(server.baseURL)
    for _ in 1...2 {
      let chunks = Chunks(count: 40, size: 50_000)
      let answer = try await client.send(Request(method, "/x", body: .stream(chunks)))
      #expect(answer.text == "chunked 2000000")
      let known = RequestBody.stream(chunks, length: 2_000_000)
      #expect(try await client.send(Request(method, "/x", body: known)).text == "whole 2000000")
      let empty = RequestBody.stream(Chunks(count: 0, size: 0))
      #expect(try await client.send(Request(method, "/x", body: empty)).text == "chunked 0")
    }
    #expect(server.acceptedConnections == 1)
  }

  @Test func slowStreamIsWaitedFor() async throws {
    let server = try server()
    defer { server.stop() }
    let (chunks, maker) = AsyncStream.makeStream(of: Data.self)
    let sent = Latch()
    let body = RequestBody.stream(chunks).observed { _ in Task { await sent.wait() } }
    let client = try Client(server.baseURL)
    let answer = Task { try await client.send(Request(.post, "/x", body: body)) }
    for number in 1...3 {
      maker.yield(Data(count: 10))
      await sent.arrivals(number)
    }
    maker.finish()
    #expect(try await answer.value.text == "chunked 30")
    await sent.open()
  }

  @Test(arguments: [9, 11, -1, .min])
  func anotherLengthThanAnnouncedIsAnError(length: Int64) async throws {
    let server = try server()
    defer { server.stop() }
    let client = try Client(server.baseURL)
    let body = RequestBody.stream(Chunks(count: 2, size: 5), length: length)
    let error = await networkError { try await client.send(Request(.put, "/x", body: body)) }
    #expect(error?.code == .file)
    #expect(client.activeCalls == 0)
  }

  @Test func errorOfAStreamEndsTheRequest() async throws {
    let server = try server()
    defer { server.stop() }
    let body = RequestBody.stream(Chunks(count: 2, size: 5, failsAtEnd: true))
    let error = await networkError {
      try await Client(server.baseURL).send(Request(.post, "/x", body: body))
    }
    #expect(error?.code == .file)
    #expect(error?.cause is BrokenStream)
  }

  @Test func makerOfACancelledUploadEnds() async throws {
    let server = try SocketServer { connection in
      connection.readHead()
      // The client goes away.
      while !connection.read(1 << 16).isEmpty {}
    }
    defer { server.stop() }
    let (chunks, maker) = AsyncStream.makeStream(of: Data.self)
    let ended = Latch()
    maker.onTermination = { _ in Task { await ended.wait() } }
    let sent = Latch()
    let body = RequestBody.stream(chunks).observed { _ in Task { await sent.wait() } }
    let client = try Client(server.baseURL)
    let answer = Task { try await client.send(Request(.post, "/x", body: body)) }
    maker.yield(Data(count: 10))
    await sent.arrivals(1)
    answer.cancel()
    #expect(await networkError { try await answer.value }?.code == .cancelled)
    await ended.arrivals(1)
    await ended.open()
    await sent.open()
  }

  @Test(
    arguments: [
      "503 Service Unavailable", "307 Temporary Redirect\r\nLocation: /to",
    ], [false, true])
  func aStreamOfKnownLengthGoesOutWholeASecondTime(
    refusal: String, comesEarly: Bool
  ) async throws {
    let bodies = Mutex<[Data]>([])
    let answers = Counter()
    let server = try SocketServer { connection in
      while let head = connection.readHead() {
        let isFirst = answers.add() == 1
        // An early answer comes while the last byte is still held back.
        let length = head.field("Content-Length").flatMap { Int($0) } ?? 0
        let body = connection.read(isFirst && comesEarly ? length - 1 : length)
        bodies.withLock { $0.append(body) }
        let isEarly = isFirst && comesEarly
        let end = isEarly ? "Connection: close\r\n" : ""
        connection.write(
          "HTTP/1.1 \(isFirst ? refusal : "200 OK")\r\n\(end)Content-Length: 2\r\n\r\nok")
        // Until the client closes: to close with a byte unread would reset the connection, and take the answer back.
        if isEarly {
          while !connection.read(1).isEmpty {}
          return
        }
      }
    }
    defer { server.stop() }
    var configuration = Client.Configuration()
    configuration.clock = TestClock()
    let client = try Client(server.baseURL, configuration: configuration)
    let chunks = Chunks(count: 3, size: 5)
    let body = RequestBody.stream(chunks, length: 15, isRepeatable: true)
    #expect(try await client.send(Request(.put, "/x", body: body)).text == "ok")
    let whole = Data((1...3).flatMap { [UInt8](repeating: $0, count: 5) })
    #expect(bodies.withLock { $0.last } == whole)
    #expect(chunks.made.value == 6)
  }

  /// Nobody can tell what is left of a stream that was begun; a server would take the rest, or nothing, for the whole.
  @Test(
    arguments: [
      (nil, .connectionLost, true), ("503 Unavailable", .badStatus, true),
      ("401 Unauthorized", .badStatus, true), ("401 Unauthorized", .unauthenticated, false),
      ("307 Temporary Redirect", .redirectRefused, true),
    ] as [(String?, NetworkError.Code, Bool)])
  func aStreamThatCanBeReadOnceIsSentOnce(
    refusal: String?, code: NetworkError.Code, canRenew: Bool
  ) async throws {
    struct SignedOut: Error {}
    let bodies = Mutex<[Int]>([])
    let server = try SocketServer { connection in
      while let head = connection.readHead() {
        guard head.hasPrefix("PUT ") else {
          connection.write("ok".answer())
          continue
        }
        let count = Self.readBody(connection, head)
        bodies.withLock { $0.append(count) }
        guard bodies.withLock({ $0.count }) == 1 else {
          connection.write("ok".answer())
          continue
        }
        guard let refusal else { return }
        connection.write("".answer(refusal, "Location: /to"))
      }
    }
    defer { server.stop() }
    let authentication = TokenAuthentication(token: "old") { _ in
      guard canRenew else { throw SignedOut() }
      return "new"
    }
    var configuration = Client.Configuration()
    configuration.clock = TestClock()
    configuration.authentication = authentication
    let client = try Client(server.baseURL, configuration: configuration)
    try await client.send(Request(.get, "/x"))
    let (chunks, maker) = AsyncStream.makeStream(of: Data.self)
    maker.yield(Data(count: 5))
    maker.finish()
    let request = Request(.put, "/x", body: .stream(chunks))
    let error = await networkError { try await client.send(request) }
    #expect(error?.code == code)
    #expect(error?.attempts == 1)
    #expect(bodies.withLock { $0 } == [5])
    guard canRenew else { return }
    // The next request has the renewed token.
    #expect(authentication.token == (refusal?.hasPrefix("401") == true ? "new" : "old"))
    // Another call has nothing of it either.
    let again = await networkError { try await client.send(request) }
    #expect(again?.code == .file)
    #expect(again?.attempts == 0)
    #expect(bodies.withLock { $0 } == [5])
  }

  @Test func aStreamThatWasNotBegunIsSentLater() async throws {
    let server = try server()
    defer { server.stop() }
    let (chunks, maker) = AsyncStream.makeStream(of: Data.self)
    maker.yield(Data(count: 5))
    maker.finish()
    let body = RequestBody.stream(chunks)
    var refused = Request(.put, server.baseURL, body: body)
    refused.headers[.transferEncoding] = "chunked"
    let transport = CurlTransport()
    let error = await networkError { [refused] in try await transport.send(refused) }
    #expect(error?.code == .invalidRequest)
    let text = try await transport.send(Request(.put, server.baseURL, body: body)).text
    #expect(text == "chunked 5")
  }

  /// A server that gives its whole answer after five bytes of the body.
  private func hastyServer(_ head: String, _ body: [UInt8]) throws -> SocketServer {
    try SocketServer { connection in
      _ = connection.readHead()
      _ = connection.read(5)
      connection.write("HTTP/1.1 \(head)\r\n\r\n")
      connection.write(body)
      // Until the client closes.
      while !connection.read(1).isEmpty {}
    }
  }

  /// What a server says before the body has ended counts at once, and not after a time limit.
  @Test(arguments: [
    ("413 Too Large\r\nContent-Length: 2", Array("no".utf8)),
    ("413 Too Large\r\nContent-Length: 2\r\nConnection: close", Array("no".utf8)),
    ("413 Too Large\r\nTransfer-Encoding: chunked", Array("2\r\nno\r\n0\r\n\r\n".utf8)),
    ("413 Too Large\r\nContent-Length: 0", []),
    ("304 Not Modified", []),
    ("200 OK\r\nContent-Length: 2", Array("no".utf8)),
    ("200 OK\r\nContent-Length: 2\r\nConnection: close", Array("no".utf8)),
    ("204 No Content", []),
    ("200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 22", zipped),
  ])
  func anEarlyAnswerCountsThoughTheBodyWaits(head: String, body: [UInt8]) async throws {
    for length in [nil, 100] as [Int64?] {
      let server = try hastyServer(head, body)
      defer { server.stop() }
      let request = Request(
        .post, "\(server.baseURL)/x", body: .stream(Silent(), length: length, isRepeatable: true))
      let transport = CurlTransport()
      let response = try await transport.send(request)
      #expect(head.hasPrefix("\(response.status.code)"))
      #expect(response.text == (body.isEmpty ? "" : "no"))
      let stream = try await transport.stream(request)
      var bytes = Data()
      for try await chunk in stream.body { bytes += chunk }
      #expect(bytes == (body == Self.zipped ? Data(body) : response.data))
      #expect(transport.activeTransfers == 0)
    }
  }

  /// “no”, compressed.
  private static let zipped: [UInt8] = [
    31, 139, 8, 0, 0, 0, 0, 0, 2, 255, 203, 203, 7, 0, 31, 40, 170, 103, 2, 0, 0, 0,
  ]

  /// An answer without a length ends with its last chunk, or with the connection.
  @Test(.timeLimit(.minutes(10)), arguments: ["2\r\nok\r\n0\r\n\r\n", "ok"])
  func anEarlyAnswerWithoutALengthEndsWhereItEnds(body: String) async throws {
    let head = body == "ok" ? "Connection: close" : "Transfer-Encoding: chunked"
    let server = try SocketServer { connection in
      _ = connection.readHead()
      _ = connection.read(5)
      connection.write("HTTP/1.1 200 OK\r\n\(head)\r\n\r\n\(body)")
      if body == "ok" { connection.finishWriting() }
      while !connection.read(1).isEmpty {}
    }
    defer { server.stop() }
    let body = RequestBody.stream(Silent(), isRepeatable: true)
    var request = Request(.post, "\(server.baseURL)/x", body: body)
    request.timeouts.idle = .seconds(10)
    let sent = request
    let transport = CurlTransport()
    let whole = try await withLowDescriptors { try await transport.send(sent).text }
    #expect(whole == "ok")
    let text = try await withLowDescriptors {
      var text = ""
      for try await chunk in try await transport.stream(sent).body {
        text += String(decoding: chunk, as: UTF8.self)
      }
      return text
    }
    #expect(text == "ok")
    #expect(transport.activeTransfers == 0)
  }

  @Test func anEarlyAnswerThatDoesNotEndMeetsTheIdleLimit() async throws {
    let server = try hastyServer(
      "200 OK\r\nTransfer-Encoding: chunked", Array("2\r\nok\r\n".utf8))
    defer { server.stop() }
    var request = Request(.post, "\(server.baseURL)/x", body: .stream(Silent()))
    request.timeouts.idle = .milliseconds(100)
    let sent = request
    #expect(await networkError { try await CurlTransport().send(sent) }?.code == .timedOut)
  }

  /// A maker with nothing to say, which does not look at its task.
  @Test(.timeLimit(.minutes(10))) func makerOfEmptyChunksEndsWithTheUpload() async {
    let (ended, end) = AsyncStream.makeStream(of: Void.self)
    let body = StreamedBody(length: nil, isRepeatable: false) { feed in
      defer { end.finish() }
      while true {
        try await feed.put(Data())
        await Task.yield()
      }
    }
    BodyFeed(body) {}.cancel()
    for await _ in ended {}
    #expect(!Task.isCancelled)
  }

  @Test func streamIsNeverInMemory() {
    let body = RequestBody.stream(Chunks(count: 1, size: 1), length: 1)
    #expect(throws: NetworkError.self) { try body.data() }
    #expect(body == body && body != RequestBody.stream(Chunks(count: 1, size: 1), length: 1))
  }
}
