import Foundation
import HTTPTypes
import Networking
import NetworkingTestSupport
import Testing

@Suite struct CurlTransportTests {
  /// Bytes that the system still holds and the server takes are activity, long after libcurl has handed them over.
  @Test(.timeLimit(.minutes(10))) func aSlowServerOfALargeBodyIsNotIdle() async throws {
    let size = 3 << 20
    let server = try SocketServer { connection in
      guard connection.readHead() != nil else { return }
      var rest = size
      while rest > 0 {
        let part = connection.read(min(32 << 10, rest))
        guard !part.isEmpty else { return }
        rest -= part.count
        // Longer than the limit in all, and far shorter each time.
        usleep(100_000)
      }
      connection.write("ok".answer())
    }
    defer { server.stop() }
    var request = Request(.post, server.baseURL, body: .data(Data(count: size)))
    request.timeouts.idle = .seconds(6)
    let sent = request
    #expect(try await CurlTransport().send(sent).text == "ok")
  }

  /// A name in Unicode is requested in Punycode, as names are looked up.
  @Test func hostsInUnicodeAreRequested() async throws {
    let server = try HeadServer { _ in "ok".answer() }
    defer { server.stop() }
    let request = Request(.get, "http://bücher.localhost:\(server.port)/x")
    #expect(try request.urlText == "http://xn--bcher-kva.localhost:\(server.port)/x")
    #expect(try await CurlTransport().send(request).text == "ok")
    #expect(server.heads.first?.field("Host") == "xn--bcher-kva.localhost:\(server.port)")
  }

  /// A full-width sign is none of a host once it is converted: the pins of `localhost` would not be seen.
  @Test func hostsInUnicodeBecomeNoEscapes() {
    #expect(throws: NetworkError.self) { try Request(.get, "http://local％68ost/").urlText }
  }

  @Test func shortResponseArrivesWhole() async throws {
    let server = try SocketServer { connection in
      while connection.readHead() != nil {
        connection.write("HTTP/1.1 200 OK\r\nContent-Length: 5\r\nX-A: 1\r\n\r\nhello")
      }
    }
    defer { server.stop() }
    let response = try await CurlTransport().send(Request(.get, "\(server.baseURL)/a"))
    #expect(response.status == 200)
    #expect(response.text == "hello")
    #expect(response.headers["x-a"] == "1")
    #expect(response.head.version == "HTTP/1.1")
  }

  @Test func connectionIsUsedAgain() async throws {
    let server = try SocketServer { connection in
      while connection.readHead() != nil {
        connection.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
      }
    }
    defer { server.stop() }
    let transport = CurlTransport()
    let first = try await transport.send(Request(.get, server.baseURL))
    let second = try await transport.send(Request(.get, server.baseURL))
    #expect(!first.metrics.reusedConnection)
    #expect(second.metrics.reusedConnection)
    #expect(server.acceptedConnections == 1)
  }

  @Test func cancellingAWaitingRequestEndsItAndTheNextWorks() async throws {
    let (accepted, accept) = AsyncStream.makeStream(of: Void.self)
    let server = try SocketServer { connection in
      let head = connection.readHead()
      if head?.contains("/never") == true {
        accept.yield()
        connection.readToEnd()
      } else {
        connection.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
      }
    }
    defer { server.stop() }
    let transport = CurlTransport()
    let task = Task { try await transport.send(Request(.get, "\(server.baseURL)/never")) }
    var iterator = accepted.makeAsyncIterator()
    await iterator.next()
    task.cancel()
    let error = await #expect(throws: NetworkError.self) { try await task.value }
    #expect(error?.code == .cancelled)
    let response = try await transport.send(Request(.get, "\(server.baseURL)/next"))
    #expect(response.text == "ok")
  }

  @Test func slowReaderHoldsTheServerBack() async throws {
    let total = 32 << 20
    let server = try SocketServer { connection in
      connection.readHead()
      connection.write("HTTP/1.1 200 OK\r\nContent-Length: \(total)\r\n\r\n")
      let piece = [UInt8](repeating: 7, count: 1 << 20)
      for _ in 0..<32 { connection.write(piece) }
    }
    defer { server.stop() }
    let stream = try await CurlTransport().stream(Request(.get, server.baseURL))
    var count = 0
    var largest = 0
    for try await chunk in stream.body {
      count += chunk.count
      largest = max(largest, chunk.count)
      await Task.yield()
    }
    #expect(count == total)
    #expect(largest < 3 << 20)
  }

  @Test func bodyIsSentFromMemory() async throws {
    let server = try SocketServer { connection in
      let head = connection.readHead() ?? ""
      let body = connection.read(11)
      let isRight =
        head.hasPrefix("PUT /x HTTP/1.1\r\n") && head.contains("Content-Length: 11\r\n")
        && head.contains("Content-Type: text/plain\r\n") && !head.contains("Expect")
        && body == Data("hello world".utf8)
      connection.write(
        "HTTP/1.1 \(isRight ? 200 : 400) X\r\nContent-Length: \(head.utf8.count)\r\n\r\n\(head)")
    }
    defer { server.stop() }
    let body = RequestBody.data(Data("hello world".utf8), contentType: "text/plain")
    let response = try await CurlTransport().send(
      Request(.put, "\(server.baseURL)/x", body: body))
    #expect(response.status == 200, "\(response.text)")
  }

  @Test func idleServerTimesOut() async throws {
    let server = try SocketServer { connection in
      connection.readHead()
      connection.readToEnd()
    }
    defer { server.stop() }
    var request = Request(.get, server.baseURL)
    request.timeouts.idle = .milliseconds(50)
    let error = await #expect(throws: NetworkError.self) {
      try await CurlTransport().send(request)
    }
    #expect(error?.code == .timedOut)
  }

  @Test func proxyGetsTheWholeAddress() async throws {
    let proxy = try SocketServer { connection in
      let head = connection.readHead() ?? ""
      let isRight = head.hasPrefix("GET http://no-such-host.invalid/x HTTP/1.1\r\n")
      connection.write("HTTP/1.1 \(isRight ? 200 : 400) X\r\nContent-Length: 0\r\n\r\n")
    }
    defer { proxy.stop() }
    var configuration = CurlTransport.Configuration()
    configuration.proxy = .url(proxy.baseURL)
    let transport = CurlTransport(configuration: configuration)
    let response = try await transport.send(Request(.get, "http://no-such-host.invalid/x"))
    #expect(response.status == 200)
  }

  @Test func requestsSayWhoSendsThem() async throws {
    let server = try HeadServer { head in (head.field("User-Agent") ?? "nobody").answer() }
    defer { server.stop() }
    let request = Request(.get, server.baseURL)
    let text = try await CurlTransport().send(request).text
    #expect(text == CurlTransport.defaultUserAgent && text.hasPrefix("Networking libcurl/"))
    var configuration = CurlTransport.Configuration()
    configuration.userAgent = nil
    #expect(try await CurlTransport(configuration: configuration).send(request).text == "nobody")
    configuration.userAgent = "shop/1"
    let transport = CurlTransport(configuration: configuration)
    #expect(try await transport.send(request).text == "shop/1")
    let own = request.with { $0.headers[.userAgent] = "own" }
    #expect(try await transport.send(own).text == "own")
  }
}
