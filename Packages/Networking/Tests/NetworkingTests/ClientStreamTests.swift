import Foundation
import HTTPTypes
import Networking
import NetworkingTestSupport
import Testing

@Suite struct ClientStreamTests {
  private func client(_ server: HeadServer, _ token: TokenAuthentication? = nil) throws -> Client {
    var configuration = Client.Configuration()
    configuration.authentication = token
    configuration.clock = TestClock()
    return try Client(server.baseURL, configuration: configuration)
  }

  private func text(_ stream: ResponseStream) async throws -> String {
    var text = ""
    for try await chunk in stream.body { text += String(decoding: chunk, as: UTF8.self) }
    return text
  }

  @Test func streamHasTokenRedirectsAndRetry() async throws {
    let count = Counter()
    let server = try HeadServer { head in
      guard head.field("Authorization") == "Bearer new" else { return "".answer("401 No") }
      guard head.target == "/to" else { return "".answer("302 Found", "Location: /to") }
      return count.add() == 1 ? "".answer("503 Busy") : "line 1\nline 2\n".answer()
    }
    defer { server.stop() }
    let client = try client(server, TokenAuthentication(token: "old") { _ in "new" })
    let stream = try await client.stream(Request(.get, "/events"))
    #expect(stream.head.url.path == "/to")
    #expect(try await text(stream) == "line 1\nline 2\n")
    #expect(server.heads.map(\.target) == ["/events", "/events", "/to", "/events", "/to"])
    #expect(client.log.entries.map(\.status) == [200])
  }

  @Test func badStatusOfAStreamIsAnErrorWithItsBody() async throws {
    let server = try HeadServer { _ in "why".answer("404 No") }
    defer { server.stop() }
    let client = try client(server)
    let error = await networkError { try await client.stream(Request(.get, "/x")) }
    #expect(error?.code == .badStatus)
    #expect(error?.response?.text == "why")
  }

  @Test func bodyArrivesBeforeItsEnd() async throws {
    let (read, signal) = AsyncStream.makeStream(of: Void.self)
    let server = try SocketServer { connection in
      connection.readHead()
      connection.write("HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\none")
      let semaphore = DispatchSemaphore(value: 0)
      Task {
        for await _ in read { break }
        semaphore.signal()
      }
      semaphore.wait()
      connection.write("two")
    }
    defer { server.stop() }
    let client = try Client(server.baseURL)
    var body = try await client.stream(Request(.get, "/x")).body.makeAsyncIterator()
    #expect(try await body.next() == Data("one".utf8))
    signal.yield()
    #expect(try await body.next() == Data("two".utf8))
    #expect(try await body.next() == nil)
  }

  @Test func cancelAllEndsAStreamThatWaitsForItsHead() async throws {
    let (reached, signal) = AsyncStream.makeStream(of: Void.self)
    let server = try SocketServer { connection in
      connection.readHead()
      signal.yield()
      connection.readToEnd()
    }
    defer { server.stop() }
    let client = try Client(server.baseURL)
    let task = Task { try await client.stream(Request(.get, "/x")) }
    var iterator = reached.makeAsyncIterator()
    await iterator.next()
    client.cancelAll()
    #expect(await networkError { try await task.value }?.code == .cancelled)
  }

  /// Bytes that have arrived are taken without a wait, so a slow reader would not see that it is cancelled.
  @Test func aReaderThatLagsIsCancelled() async throws {
    let server = try SocketServer { connection in
      connection.readHead()
      connection.write("HTTP/1.1 200 OK\r\n\r\n")
      // More than the buffers between the server and the reader hold.
      for _ in 0..<512 { connection.write(String(repeating: "x", count: 0x10000)) }
    }
    defer { server.stop() }
    let body = try await Client(server.baseURL).stream(Request(.get, "/x")).body
    let error = await Task {
      await networkError {
        for try await chunk in body {
          unsafe withUnsafeCurrentTask { task in unsafe task?.cancel() }
          // Counting so often takes longer than the next bytes need to arrive.
          for _ in 0..<8 { #expect(chunk.count { $0 != UInt8(ascii: "x") } == 0) }
        }
      }
    }.value
    #expect(error?.code == .cancelled)
  }

  /// A refusal says why in few words; nobody waits for the rest of a long one, or of one that comes bit by bit.
  @Test(.timeLimit(.minutes(10)), arguments: ["endless", "dripping", "cut"])
  func ofARefusalsBodyOnlyTheBeginningIsRead(kind: String) async throws {
    let server = try SocketServer { connection in
      guard connection.readHead() != nil else { return }
      connection.write("HTTP/1.1 404 No\r\n\(kind == "cut" ? "Content-Length: 9\r\n" : "")\r\nwhy")
      guard kind != "cut" else { return }
      let more = String(repeating: "x", count: kind == "endless" ? 0x10000 : 1)
      while connection.write(more) {
        if kind == "dripping", connection.waitForClient(milliseconds: 10) { return }
      }
    }
    defer { server.stop() }
    var configuration = Client.Configuration()
    configuration.retry = .never
    let client = try Client(server.baseURL, configuration: configuration)
    // Only of what comes bit by bit the limit is an end; a busy machine needs longer for the beginning.
    let request = Request(.get, "/x").with {
      $0.timeouts.idle = kind == "dripping" ? .seconds(3) : .seconds(3600)
    }
    let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    for attempt in 0..<2 {
      let error = await networkError {
        if attempt == 0 {
          _ = try await client.stream(request)
        } else {
          _ = try await client.download(request, to: file).value
        }
      }
      let text = error?.response?.text ?? ""
      #expect(error?.code == .badStatus && text.hasPrefix("why"))
      #expect(text.utf8.count <= 64 << 10 && (kind != "endless" || text.utf8.count == 64 << 10))
      #expect(error?.message.contains("first \(text.utf8.count) bytes") == true)
    }
    let short = await networkError {
      try await client.stream(request.with { $0.limits.body = 2 })
    }
    #expect(kind == "cut" ? short?.code == .tooLarge : short?.response?.text == "")
  }
}
