import Foundation
import HTTPTypes
import NetworkingTestSupport
import ProcessTestSupport
import Testing

@testable import Networking

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#endif

/// HTTP/2 against a server that is not ours: `nghttpd` of nghttp2.
@Suite(.enabled(if: H2Server.path != nil && OpenSSL.path != nil, "needs nghttpd and openssl"))
struct HTTP2Tests {
  private func withServer(
    _ options: [String] = ["--echo-upload"], _ body: (H2Server, CurlTransport) async throws -> Void
  ) async throws {
    try await withTemporaryFolder { folder in
      let files = try await OpenSSL(folder: folder).issue(TLSCertificate())
      try Data("hello".utf8).write(to: folder.appending(path: "small"))
      try Data(repeating: 7, count: 8 << 20).write(to: folder.appending(path: "large"))
      // More than a stream's window and the buffers of the system hold while nobody reads; a file with a hole.
      let huge = folder.appending(path: "huge")
      try Data().write(to: huge)
      let file = try FileHandle(forWritingTo: huge)
      try file.truncate(atOffset: 48 << 20)
      try file.close()
      let server = try H2Server(files, folder: folder, options)
      defer { server.stop() }
      try await body(server, CurlTransport(trusting: files))
    }
  }

  @Test func requestsAtOneTimeShareAConnection() async throws {
    try await withServer { server, transport in
      let first = try await transport.send(Request(.get, "\(server.baseURL)/small"))
      #expect(first.head.version == "HTTP/2")
      #expect(first.text == "hello")
      let responses = try await withThrowingTaskGroup(of: Response.self) { group in
        for _ in 0..<64 {
          group.addTask { try await transport.send(Request(.get, "\(server.baseURL)/small")) }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(responses.count == 64)
      #expect(responses.allSatisfy { $0.text == "hello" && $0.metrics.reusedConnection })
    }
  }

  @Test func bodyGoesUpAndComesBack() async throws {
    try await withServer { server, transport in
      let body = Data((0..<300_000).map { UInt8(truncatingIfNeeded: $0) })
      let response = try await transport.send(
        Request(.post, "\(server.baseURL)/echo", body: .data(body)))
      #expect(response.status == 200)
      #expect(response.data == body)
      let missing = try await transport.send(Request(.get, "\(server.baseURL)/missing"))
      #expect(missing.status == 404)
    }
  }

  /// The server answers as soon as it has the head, and then wants no more of the body: libcurl may lose such an answer,
  /// wholly or its end, and never takes a part of it for the whole.
  @Test(
    .timeLimit(.minutes(10)),
    arguments: [["--early-response"], ["--early-response", "--no-content-length"]])
  func anEarlyAnswerIsWholeOrLost(options: [String]) async throws {
    try await withServer(options) { server, transport in
      let streams: [RequestBody] = [
        .stream(Silent(), isRepeatable: true), .stream(Silent(), length: 1000, isRepeatable: true),
      ]
      // This server speaks only HTTP/2.
      for body in [.data(Data(count: 4 << 20))] + (CurlTransport.pausesHTTP2 ? streams : []) {
        for (path, size) in [("small", 5), ("large", 8 << 20)] {
          var request = Request(.post, "\(server.baseURL)/\(path)", body: body)
          request.timeouts.idle = .milliseconds(300)
          await descriptorsAreLow()
          do {
            let response = try await transport.send(request)
            #expect(response.head.version == "HTTP/2")
            #expect(response.status == 200 && response.data.count == size)
          } catch let error as NetworkError {
            #expect([.connectionLost, .timedOut].contains(error.code))
          }
          #expect(transport.activeTransfers == 0)
        }
      }
      let next = try await transport.send(Request(.get, "\(server.baseURL)/small"))
      #expect(next.text == "hello")
    }
  }

  @Test func cancelledStreamLeavesTheConnectionToTheOthers() async throws {
    try await withServer { server, transport in
      let stream = try await transport.stream(Request(.get, "\(server.baseURL)/large"))
      var iterator = stream.body.makeAsyncIterator()
      let chunk = try await iterator.next()
      #expect(chunk?.first == 7)
      // Nobody reads it, so it is there until it is cancelled.
      let other = try await transport.stream(Request(.get, "\(server.baseURL)/large"))
      #expect(transport.activeTransfers == 2)
      let task = Task { for try await _ in other.body {} }
      task.cancel()
      if case .failure(let error) = await task.result {
        #expect((error as? NetworkError)?.code == .cancelled)
      }
      var count = chunk?.count ?? 0
      while let chunk = try await iterator.next() { count += chunk.count }
      #expect(count == 8 << 20)
      let next = try await transport.send(Request(.get, "\(server.baseURL)/small"))
      #expect(next.metrics.reusedConnection)
      #expect(transport.activeTransfers == 0)
    }
  }

  /// A body that goes over HTTP/1.1 changes nothing for the other requests to its host.
  @Test(
    .enabled(if: !CurlTransport.pausesHTTP2, "this libcurl sends such a body over HTTP/2"),
    .timeLimit(.minutes(10)))
  func requestsShareAConnectionBesideABodyOverHTTP1() async throws {
    try await withTemporaryFolder { folder in
      let files = try await OpenSSL(folder: folder).issue(TLSCertificate())
      try Data("hello".utf8).write(to: folder.appending(path: "small"))
      let modern = try H2Server(files, folder: folder, [])
      let plain = try TLSServer(files, mode: ["-alpn", "http/1.1"])
      let host = try SocketServer { connection in
        try? connection.tunnel(toPort: connection.offersHTTP2 ? modern.port : plain.port)
      }
      defer { modern.stop(); plain.stop(); host.stop() }
      let address = "https://localhost:\(host.port)"
      let transport = CurlTransport(trusting: files)
      let upload = Task {
        try await transport.send(Request(.post, address, body: .stream(Silent())))
      }
      while transport.activeTransfers < 1 { await Task.yield() }
      #expect(plain.process.firstMatch(of: /POST \/ HTTP/) != nil)
      try await withThrowingTaskGroup(of: Response.self) { group in
        for _ in 0..<16 {
          group.addTask { try await transport.send(Request(.get, "\(address)/small")) }
        }
        for try await response in group {
          #expect(response.text == "hello" && response.head.version == "HTTP/2")
        }
      }
      #expect(host.acceptedConnections == 2)
      upload.cancel()
      _ = await upload.result
    }
  }

  @Test func serverThatDiesInTheMiddleOfABodyIsALostConnection() async throws {
    try await withServer { server, transport in
      let stream = try await transport.stream(Request(.get, "\(server.baseURL)/huge"))
      server.stop()
      let error = await networkError { try await stream.collect() }
      #expect(error?.code == .connectionLost)
      #expect(transport.activeTransfers == 0)
    }
  }
}

extension CurlTransport {
  /// Makes a transport for a server that shows these files.
  convenience init(trusting files: OpenSSL.Files) {
    var configuration = Configuration()
    configuration.trust = .authorities(files.authority)
    configuration.proxy = .none
    self.init(configuration: configuration)
  }
}

extension SocketServer.Connection {
  /// Whether the client, which begins TLS, offers HTTP/2; what it says stays unread.
  fileprivate var offersHTTP2: Bool {
    var hello = [UInt8](repeating: 0, count: 16 << 10)
    var count = 0
    repeat {
      unsafe count = recv(number, &hello, hello.count, Int32(MSG_PEEK))
    } while count > 0 && count < 5 + (Int(hello[3]) << 8 | Int(hello[4]))
    return hello.firstRange(of: "\u{2}h2\u{8}http/1.1".utf8) != nil
  }
}

/// An HTTP/2 server over TLS that serves a folder and echoes what is sent to it.
struct H2Server {
  static let path = ["/usr/sbin/nghttpd", "/usr/bin/nghttpd", "/opt/homebrew/bin/nghttpd"]
    .first { FileManager.default.isExecutableFile(atPath: $0) }

  let port: Int
  private let process: ChildProcess

  var baseURL: String { "https://localhost:\(port)" }

  init(_ files: OpenSSL.Files, folder: URL, _ options: [String]) throws {
    // It cannot say which port the system chose, so it gets one that was free a moment ago.
    for _ in 0..<10 {
      let port = try LoopbackSocket().bind()
      if let process = try Self.start(files, folder: folder, options, port: port) {
        self.port = port
        self.process = process
        return
      }
    }
    throw SocketError(call: "nghttpd", number: EADDRINUSE)
  }

  private static func start(
    _ files: OpenSSL.Files, folder: URL, _ options: [String], port: Int
  ) throws -> ChildProcess? {
    let process = try ChildProcess(
      running: try #require(path),
      ["--verbose", "--address=127.0.0.1", "--htdocs=\(folder.path)"] + options
        + ["\(port)", files.key.path, files.certificate.path], errors: .null)
    guard process.firstMatch(of: /listen/) != nil else { return nil }
    // It names every frame, and would stop once the pipe was full.
    process.discardOutput()
    return process
  }

  func stop() { process.kill() }
}
