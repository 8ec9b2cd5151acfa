import Foundation
import HTTPTypes
import Networking
import NetworkingTestSupport
import Testing

/// A server cannot end the program, answer for another request or hold it for ever.
@Suite struct WireSafetyTests {
  /// libcurl would send the body, and wait for one of the answer.
  @Test func aBodyOfAHeadRequestIsRefused() async {
    let request = Request(.head, "http://127.0.0.1:1/x", body: .data(Data("x".utf8)))
    #expect(await networkError { try await CurlTransport().send(request) }?.code == .invalidRequest)
  }

  @Test func foldedFirstHeaderLineIsSurvivedByAHandleUsedAgain() async throws {
    let server = try SocketServer { connection in
      while let head = connection.readHead() {
        connection.write(
          head.target == "/folded"
            ? "HTTP/1.1 200 OK\r\n X: y\r\nContent-Length: 2\r\n\r\nok"
            : "HTTP/1.1 200 OK\r\nX-A: 1\r\nContent-Length: 2\r\n\r\nok")
      }
    }
    defer { server.stop() }
    let transport = CurlTransport()
    for _ in 0..<20 {
      for path in ["/plain", "/folded"] {
        let response = try? await transport.send(Request(.get, server.baseURL + path))
        if path == "/plain" { #expect(response?.text == "ok") }
      }
    }
    #expect(transport.activeTransfers == 0)
  }

  @Test(
    arguments: [
      "HTTP/1.1 408 Request Timeout\r\nContent-Length: 4\r\nConnection: close\r\n\r\nidle",
      "HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\npoison", "\0",
    ], [HTTPRequest.Method.get, .post])
  func bytesOnAnIdleConnectionAnswerNoRequest(bytes: String, method: HTTPRequest.Method)
    async throws
  {
    let (poisoned, signal) = AsyncStream.makeStream(of: Void.self)
    let (isReady, ready) = AsyncStream.makeStream(of: Void.self)
    let server = try SocketServer { connection in
      guard let head = connection.readHead() else { return }
      guard head.target == "/first" else {
        connection.write("right".answer())
        connection.readToEnd()
        return
      }
      connection.write("first".answer())
      let semaphore = DispatchSemaphore(value: 0)
      Task {
        for await _ in isReady { break }
        semaphore.signal()
      }
      semaphore.wait()
      connection.write(bytes)
      signal.yield()
      if bytes.contains("408") { return }
      connection.readToEnd()
    }
    defer { server.stop() }
    let transport = CurlTransport()
    #expect(try await transport.send(Request(.get, server.baseURL + "/first")).text == "first")
    ready.yield()
    var iterator = poisoned.makeAsyncIterator()
    await iterator.next()
    let next = Request(
      method, server.baseURL + "/second",
      body: method == .post ? .data(Data("body".utf8)) : .empty)
    let response = try await transport.send(next)
    #expect(response.status == 200)
    #expect(response.text == "right")
    #expect(transport.activeTransfers == 0)
  }

  @Test(arguments: ["X: a\rb", "X: a\0b", "X\r: a"])
  func controlCharactersOfAHeadAreRefused(line: String) async throws {
    let server = try SocketServer { connection in
      connection.readHead()
      connection.write("HTTP/1.1 200 OK\r\n\(line)\r\nContent-Length: 2\r\n\r\nok")
    }
    defer { server.stop() }
    let error = await networkError {
      try await CurlTransport().send(Request(.get, server.baseURL))
    }
    #expect(error?.code == .malformedResponse)
  }

  @Test(arguments: [false, true])
  func fileThatShrinksWhileItIsSentIsAFileErrorAtOnce(isForm: Bool) async throws {
    try await withTemporaryFolder { folder in
      let file = folder.appending(path: "f")
      try Data(repeating: 1, count: 32 << 20).write(to: file)
      let server = try SocketServer { connection in
        connection.readHead()
        _ = connection.read(1000)
        try? Data(repeating: 1, count: 1000).write(to: file)
        truncate(file)
        connection.readToEnd()
      }
      defer { server.stop() }
      var form = Multipart()
      form.addFile("f", file)
      var request = Request(.put, server.baseURL, body: isForm ? form.body : .file(file))
      // Who waits for the rest of the file would wait for this, and then say `timedOut`.
      request.timeouts.idle = .seconds(3600)
      let error = await networkError { try await CurlTransport().send(request) }
      #expect(error?.code == .file)
    }
  }

  @Test func waitForAConnectionHasALimit() async throws {
    let server = try SocketServer { connection in
      while connection.readHead() != nil {
        connection.write("HTTP/1.1 200 OK\r\nContent-Length: 50000000\r\n\r\n")
        connection.write(String(repeating: "x", count: 4 << 20))
      }
    }
    defer { server.stop() }
    var configuration = CurlTransport.Configuration()
    configuration.connectionsPerHost = 2
    configuration.timeouts.queue = .milliseconds(200)
    let transport = CurlTransport(configuration: configuration)
    let held = [
      try await transport.stream(Request(.get, server.baseURL)),
      try await transport.stream(Request(.get, server.baseURL)),
    ]
    let error = await networkError {
      try await transport.send(Request(.get, server.baseURL + "/third"))
    }
    #expect(error?.code == .timedOut)
    #expect(error?.message.contains("connection") == true)
    #expect(held.count == 2)
  }

  @Test func suspendedCompressedStreamKeepsItsBound() async throws {
    let server = try SocketServer { connection in
      while let head = connection.readHead() {
        connection.write((head.field("Accept-Encoding") ?? "nothing").answer())
      }
    }
    defer { server.stop() }
    let transport = CurlTransport()
    var text = ""
    for try await chunk in try await transport.stream(Request(.get, server.baseURL)).body {
      text += String(decoding: chunk, as: UTF8.self)
    }
    #expect(text == "identity")
    let sent = try await transport.send(Request(.get, server.baseURL)).text
    #expect(sent.contains("gzip"))
  }

  @Test func refusedSecurityOptionIsAnError() async throws {
    let server = try HeadServer { _ in "ok".answer() }
    defer { server.stop() }
    let tooLong = String(repeating: "x", count: 9 << 20)
    var proxied = CurlTransport.Configuration()
    proxied.proxy = .url("http://\(tooLong)")
    var pinned = CurlTransport.Configuration()
    pinned.pinnedKeys = ["127.0.0.1": ["sha256//\(tooLong)"]]
    for configuration in [proxied, pinned] {
      let error = await networkError {
        try await CurlTransport(configuration: configuration)
          .send(Request(.get, server.baseURL))
      }
      #expect(error?.code == .invalidRequest)
    }
    #expect(server.heads.isEmpty)
  }
}

private func truncate(_ file: URL) {
  let handle = try? FileHandle(forWritingTo: file)
  try? handle?.truncate(atOffset: 1000)
  try? handle?.close()
}
