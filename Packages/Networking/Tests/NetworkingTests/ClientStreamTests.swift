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
}
