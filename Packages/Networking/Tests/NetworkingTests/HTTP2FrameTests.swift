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

/// HTTP/2 frame by frame: what a server may say while the body of a request waits.
@Suite(.enabled(if: OpenSSL.path != nil, "needs the openssl program"))
struct HTTP2FrameTests {
  enum Frame: CaseIterable {
    /// A head with status 200, as HPACK's static table has it.
    case head
    /// Two bytes, and the end of the stream.
    case body
    case noError
    case cancel
    case goAway

    var bytes: [UInt8] {
      switch self {
      case .head: FrameServer.frame(1, 4, [0x88])
      case .body: FrameServer.frame(0, 1, Array("ok".utf8))
      case .noError: FrameServer.frame(3, 0, [0, 0, 0, 0])
      case .cancel: FrameServer.frame(3, 0, [0, 0, 0, 8])
      case .goAway: FrameServer.frame(7, 0, [0, 0, 0, 0, 0, 0, 0, 2], stream: 0)
      }
    }
  }

  /// Every request ends, by an answer or an error, without a limit for the whole.
  @Test(
    .enabled(if: CurlTransport.pausesHTTP2, "this libcurl sends a body that waits over HTTP/1.1"),
    .timeLimit(.minutes(10)),
    arguments: [
      [.head, .body, .noError], [.head, .body], [.head, .body, .cancel], [.noError], [.cancel],
      [.goAway], [.head, .cancel], [.head, .goAway], [.head, .noError],
    ] as [[Frame]])
  func aRequestWhoseBodyWaitsEnds(frames: [Frame]) async throws {
    try await withTemporaryFolder { folder in
      let files = try await OpenSSL(folder: folder).issue(TLSCertificate())
      for length in [nil, 1000] as [Int64?] {
        let server = try FrameServer(files, answer: frames.flatMap(\.bytes))
        defer { server.stop() }
        let transport = CurlTransport(trusting: files)
        var request = Request(
          .post, "https://localhost:\(server.port)/", body: .stream(Silent(), length: length))
        request.timeouts.idle = .milliseconds(300)
        await descriptorsAreLow()
        do {
          let response = try await transport.send(request)
          #expect(frames.starts(with: [.head, .body]) && response.text == "ok")
        } catch let error as NetworkError {
          #expect(
            [.connectionLost, .timedOut, .malformedResponse].contains(error.code), "\(error)")
        }
        #expect(transport.activeTransfers == 0)
      }
    }
  }

  /// Frames that no server should send, as answers to a request.
  private static let hostile: [[UInt8]] = {
    func answer(_ fields: [UInt8]...) -> [UInt8] {
      FrameServer.frame(1, 4, fields.reduce([0x88], +)) + Frame.body.bytes
    }
    func many(_ count: Int, _ frame: [UInt8]) -> [UInt8] {
      Array([[UInt8]](repeating: frame, count: count).joined())
    }
    let ok = Frame.body.bytes
    func field(_ name: String, _ value: String) -> [UInt8] { FrameServer.field(name, value) }
    let (one, hundred): ([UInt8], [UInt8]) = ([8, 3, 0x32, 0x78, 0x30], [8, 3, 0x31, 0x30, 0x30])
    return [
      // A body before its head, a head that does not end, one with two statuses, and one with a status that is none.
      ok, FrameServer.frame(1, 0, [0x88]), answer([0x8D]), FrameServer.frame(1, 5, one),
      // A line break in a value, and headers that HTTP/2 does not have.
      answer(field("a", "b\r\nx: y")), answer(field("transfer-encoding", "chunked")),
      answer(field("A", "capital")),
      // Lengths that are not the body's, or two.
      answer(field("content-length", "5")), answer(field("content-length", "1")),
      answer(field("content-length", "2"), field("content-length", "3")),
      // Floods: of interim heads, of pings, and of continued headers.
      many(9000, FrameServer.frame(1, 4, hundred)),
      many(5000, FrameServer.frame(6, 0, [1, 2, 3, 4, 5, 6, 7, 8], stream: 0)),
      FrameServer.frame(1, 0, [0x88])
        + many(2000, FrameServer.frame(9, 0, field("a", String(repeating: "b", count: 100)))),
      // A push, a window that opens by nothing, settings that are none, and a frame of a type that is none.
      FrameServer.frame(5, 4, [0, 0, 0, 2, 0x82, 0x84, 0x87]),
      FrameServer.frame(8, 0, [0, 0, 0, 0]),
      FrameServer.frame(4, 1, [1, 2, 3], stream: 0),
      FrameServer.frame(99, 255, [1, 2, 3]) + answer(),
      // Two answers.
      answer() + answer(),
    ]
  }()

  /// Each request ends, and none takes a part for the whole or a second header.
  @Test(.timeLimit(.minutes(10))) func framesThatNoServerShouldSendEndTheRequest() async throws {
    try await withTemporaryFolder { folder in
      let files = try await OpenSSL(folder: folder).issue(TLSCertificate())
      for (number, frames) in Self.hostile.enumerated() {
        let server = try FrameServer(files, answer: frames, toType: 1)
        defer { server.stop() }
        let transport = CurlTransport(trusting: files)
        var request = Request(.get, "https://localhost:\(server.port)/")
        request.timeouts.idle = .milliseconds(300)
        do {
          let response = try await transport.send(request)
          #expect(response.text == "ok", "\(number)")
          #expect(response.headers["x"] == nil, "\(number)")
          #expect(response.headers[.contentLength] == nil, "\(number)")
        } catch let error as NetworkError {
          #expect(
            [.connectionLost, .timedOut, .malformedResponse, .tooLarge].contains(error.code),
            "\(number): \(error)")
        }
        #expect(transport.activeTransfers == 0)
      }
    }
  }

  /// A paused body on a shared connection damages the responses to others, so it goes over HTTP/1.1.
  @Test(.timeLimit(.minutes(10)), arguments: [nil, 5, -1] as [Int64?])
  func aBodyThatMayPauseGoesOverHTTP1(length: Int64?) async throws {
    try await withTemporaryFolder { folder in
      let files = try await OpenSSL(folder: folder).issue(TLSCertificate())
      let server = try TLSServer(files, mode: ["-alpn", "h2,http/1.1"])
      defer { server.stop() }
      let transport = CurlTransport(trusting: files)
      var request = Request(.post, "https://localhost:\(server.port)/")
      request.body = length == -1 ? .data(Data("hello".utf8)) : .stream(Silent(), length: length)
      // A suspended upload pauses, too.
      if length == -1 { request.gate = TransferGate() }
      let sent = request
      let answer = Task { try await transport.send(sent) }
      // Reading blocks this thread, and the task may need it.
      while transport.activeTransfers < 1 { await Task.yield() }
      let line = server.process.firstMatch(of: /(PRI \*|POST \/) HTTP\//)
      #expect(line?.1 == (CurlTransport.pausesHTTP2 ? "PRI *" : "POST /"))
      answer.cancel()
      _ = await answer.result
    }
  }

  @Test(
    .enabled(if: !CurlTransport.pausesHTTP2, "this libcurl sends such a body over HTTP/2"),
    .timeLimit(.minutes(10)))
  func aServerThatSpeaksOnlyHTTP2RefusesABodyThatMayPause() async throws {
    try await withTemporaryFolder { folder in
      let files = try await OpenSSL(folder: folder).issue(TLSCertificate())
      let server = try TLSServer(files, mode: ["-alpn", "h2"])
      defer { server.stop() }
      let transport = CurlTransport(trusting: files)
      let request = Request(.post, "https://localhost:\(server.port)/", body: .stream(Silent()))
      let error = await networkError { try await transport.send(request) }
      // Another try would end alike.
      #expect(error?.code == .invalidRequest)
      #expect(error?.message.contains("only HTTP/2") == true)
    }
  }

  /// A server that shuts down says so; another one may take the request.
  @Test(.timeLimit(.minutes(10)), arguments: [true, false])
  func aServerThatGoesAwayIsALostConnection(hasBody: Bool) async throws {
    try await withTemporaryFolder { folder in
      let files = try await OpenSSL(folder: folder).issue(TLSCertificate())
      let server = try FrameServer(
        files, answer: FrameServer.frame(7, 0, [UInt8](repeating: 0, count: 8), stream: 0),
        toType: hasBody ? 0 : 1)
      defer { server.stop() }
      let request = Request(
        .put, "https://localhost:\(server.port)/",
        body: hasBody ? .data(Data("hello".utf8)) : .empty)
      let transport = CurlTransport(trusting: files)
      #expect(await networkError { try await transport.send(request) }?.code == .connectionLost)
    }
  }

  /// libcurl 7.88 sends a refused request again without the bytes that it had read, but not sent.
  @Test func aBodyThatIsSentAgainBeginsAnew() throws {
    let request = Request(.put, "https://localhost/", body: .data(Data([1, 2, 3])))
    let transfer = try CurlTransfer(request, configuration: CurlTransport.Configuration())
    var bytes: [UInt8] = [0, 0]
    for _ in 1...2 {
      #expect(transfer.maySend(fromPort: 1))
      #expect(unsafe bytes.withUnsafeMutableBytes { unsafe transfer.readBody(into: $0) } == 2)
      #expect(bytes == [1, 2])
    }
  }

  /// A transfer counts where it is, and nowhere once it has ended.
  @Test func aConnectionKnowsWhetherItIsShared() throws {
    let driver = try #require(CurlDriver(connectionsPerHost: 1))
    let transfers = try (0..<2).map { _ in
      let request = Request(.get, "https://localhost/")
      let transfer = try CurlTransfer(request, configuration: CurlTransport.Configuration())
      transfer.begin(driver)
      return transfer
    }
    func isShared(_ port: Int) -> Bool {
      driver.connections.isShared(CurlConnections.ID(host: "localhost", port: port))
    }
    func bothSend(fromPort port: Int) {
      for transfer in transfers { #expect(transfer.maySend(fromPort: port)) }
    }
    bothSend(fromPort: 1)
    #expect(isShared(1) && !isShared(2))
    bothSend(fromPort: 2)
    #expect(!isShared(1) && isShared(2))
    transfers[0].needsFreshConnection()
    #expect(!isShared(2))
    bothSend(fromPort: 2)
    #expect(isShared(2))
    transfers[1].end()
    #expect(!isShared(2))
  }

  /// The bytes of another upload on the connection are no activity of a request.
  @Test(.timeLimit(.minutes(10))) func theIdleLimitHoldsBesideAnotherUpload() async throws {
    try await withTemporaryFolder { folder in
      let files = try await OpenSSL(folder: folder).issue(TLSCertificate())
      let endless = folder.appending(path: "endless")
      try Data().write(to: endless)
      let file = try FileHandle(forWritingTo: endless)
      try file.truncate(atOffset: 1 << 38)
      try file.close()
      // The server takes as much as comes.
      let server = try FrameServer(
        files,
        answer: FrameServer.frame(4, 0, [0, 4, 127, 255, 255, 255], stream: 0)
          + FrameServer.frame(8, 0, [127, 255, 0, 0], stream: 0))
      defer { server.stop() }
      let transport = CurlTransport(trusting: files)
      let isUnderWay = Latch()
      let upload = Request(
        .put, "https://localhost:\(server.port)/",
        body: .file(endless).observed { count in
          if count > 1 << 20 { Task { await isUnderWay.wait() } }
        })
      let running = Task { try await transport.send(upload) }
      await isUnderWay.arrivals(1)
      var request = Request(.put, "https://localhost:\(server.port)/", body: .data(Data(count: 5)))
      request.timeouts.idle = .milliseconds(300)
      let silent = request
      let error = await networkError { try await transport.send(silent) }
      #expect(error?.message.contains("without a byte") == true)
      #expect(transport.activeTransfers == 1)
      running.cancel()
      _ = await running.result
      await isUnderWay.open()
    }
  }

  @Test(.timeLimit(.minutes(10))) func otherRequestsStillUseHTTP2() async throws {
    try await withTemporaryFolder { folder in
      let files = try await OpenSSL(folder: folder).issue(TLSCertificate())
      for body in [.empty, .data(Data("hello".utf8))] as [RequestBody] {
        let server = try TLSServer(files, mode: ["-alpn", "h2,http/1.1"])
        defer { server.stop() }
        let transport = CurlTransport(trusting: files)
        let sent = Request(.post, "https://localhost:\(server.port)/", body: body)
        let answer = Task { try await transport.send(sent) }
        while transport.activeTransfers < 1 { await Task.yield() }
        #expect(server.process.firstMatch(of: /(PRI \*|POST \/) HTTP\//)?.1 == "PRI *")
        answer.cancel()
        _ = await answer.result
      }
    }
  }

  /// Only the server's silence is idle time, whichever version it speaks.
  @Test(arguments: CurlTransport.pausesHTTP2 ? [true, false] : [false])
  func aStreamThatHasNothingIsWaitedForLongerThanTheIdleLimit(isHTTP2: Bool) async throws {
    try await withTemporaryFolder { folder in
      let files = try await OpenSSL(folder: folder).issue(TLSCertificate())
      let server = try FrameServer(files, answer: [])
      let silent = try SocketServer { connection in while !connection.read(1).isEmpty {} }
      defer { server.stop(); silent.stop() }
      let transport = CurlTransport(trusting: files)
      let sent = Latch()
      var request = Request(
        .post, isHTTP2 ? "https://localhost:\(server.port)/" : silent.baseURL,
        body: .stream(Silent()).observed { _ in Task { await sent.wait() } })
      request.timeouts.idle = .milliseconds(50)
      let waiting = request
      let answer = Task { try await transport.send(waiting) }
      await sent.arrivals(1)
      // Another request's limit passes several times this one's.
      var other = Request(.get, silent.baseURL)
      other.timeouts.idle = .milliseconds(300)
      let late = other
      #expect(await networkError { try await transport.send(late) }?.code == .timedOut)
      #expect(transport.activeTransfers == 1)
      answer.cancel()
      #expect(await networkError { try await answer.value }?.code == .cancelled)
      await sent.open()
    }
  }
}

/// A server of one connection that answers the first bytes of a body with given frames.
struct FrameServer {
  private let server: TLSServer

  var port: Int { server.port }

  /// Starts a server whose answer has frames of the first request's stream.
  ///
  /// - Parameters:
  ///   - files: What it shows.
  ///   - answer: The frames.
  ///   - type: The type of the client's frame that they answer: its first data, by default.
  /// - Throws: What keeps the program from starting.
  init(_ files: OpenSSL.Files, answer: [UInt8], toType type: UInt8 = 0) throws {
    server = try TLSServer(files, mode: ["-alpn", "h2"])
    let process = server.process
    Thread.detachNewThread { Self.serve(process, answer, toType: type) }
  }

  /// A frame of HTTP/2 (RFC 9113, 4.1).
  static func frame(_ type: UInt8, _ flags: UInt8, _ content: [UInt8], stream: UInt8 = 1) -> [UInt8]
  {
    [0, 0, UInt8(content.count), type, flags, 0, 0, 0, stream] + content
  }

  /// A header field without compression, of at most 126 bytes each (RFC 7541, 6.2.2).
  static func field(_ name: String, _ value: String) -> [UInt8] {
    [0, UInt8(name.utf8.count)] + Array(name.utf8) + [UInt8(value.utf8.count)] + Array(value.utf8)
  }

  /// Reads what the program prints: its own words up to the preface, and then the client's frames.
  private static func serve(
    _ process: ChildProcess, _ answer: [UInt8], toType type: UInt8
  ) {
    // A program that was stopped takes nothing more; the signal of that stays with this thread.
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    unsafe sigaddset(&signals, SIGPIPE)
    unsafe pthread_sigmask(SIG_BLOCK, &signals, nil)
    var bytes = Data()
    func more() -> Bool {
      let data = process.bytes()
      bytes += data
      return !data.isEmpty
    }
    let preface = Data("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8)
    while bytes.range(of: preface) == nil { guard more() else { return } }
    bytes = Data(bytes[(bytes.range(of: preface)?.upperBound ?? 0)...])
    try? process.input.write(contentsOf: frame(4, 0, [], stream: 0) + frame(4, 1, [], stream: 0))
    var isAnswered = false
    while true {
      while bytes.count < 9 { guard more() else { return } }
      let head = Array(bytes.prefix(9))
      let length = Int(head[0]) << 16 | Int(head[1]) << 8 | Int(head[2])
      while bytes.count < 9 + length { guard more() else { return } }
      bytes = Data(bytes.dropFirst(9 + length))
      guard head[3] == type, length > 0, !isAnswered else { continue }
      isAnswered = true
      try? process.input.write(contentsOf: answer)
    }
  }

  func stop() { server.stop() }
}
