import Foundation
import HTTPTypes
import Networking
import NetworkingTestSupport
import Testing

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
    .timeLimit(.minutes(5)),
    arguments: [
      [.head, .body, .noError], [.head, .body], [.head, .body, .cancel], [.noError], [.cancel],
      [.goAway], [.head, .cancel], [.head, .goAway], [.head, .noError],
    ] as [[Frame]])
  func aRequestWhoseBodyWaitsEnds(frames: [Frame]) async throws {
    try await withTemporaryFolder { folder in
      let files = try OpenSSL(folder: folder).issue(TLSCertificate())
      for length in [nil, 1000] as [Int64?] {
        let server = try FrameServer(files, answer: frames.flatMap(\.bytes))
        defer { server.stop() }
        var configuration = CurlTransport.Configuration()
        configuration.trust = .authorities(files.authority)
        configuration.proxy = .none
        let transport = CurlTransport(configuration: configuration)
        var request = Request(
          .post, "https://localhost:\(server.port)/", body: .stream(Silent(), length: length))
        request.timeouts.idle = .milliseconds(300)
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

  /// Only the server's silence is idle time, whichever version it speaks.
  @Test(arguments: [true, false])
  func aStreamThatHasNothingIsWaitedForLongerThanTheIdleLimit(isHTTP2: Bool) async throws {
    try await withTemporaryFolder { folder in
      let files = try OpenSSL(folder: folder).issue(TLSCertificate())
      let server = try FrameServer(files, answer: [])
      let silent = try SocketServer { connection in while !connection.read(1).isEmpty {} }
      defer { server.stop(); silent.stop() }
      var configuration = CurlTransport.Configuration()
      configuration.trust = .authorities(files.authority)
      configuration.proxy = .none
      let transport = CurlTransport(configuration: configuration)
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
  let port: Int
  private let process = Process()

  /// Starts a server whose answer has frames of the first request's stream.
  init(_ files: OpenSSL.Files, answer: [UInt8]) throws {
    process.executableURL = URL(filePath: try #require(OpenSSL.path))
    process.arguments = [
      "s_server", "-accept", "127.0.0.1:0", "-cert", files.certificate.path, "-key",
      files.key.path, "-alpn", "h2",
    ]
    let (input, output) = (Pipe(), Pipe())
    process.standardInput = input
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    var text = ""
    while !text.contains(/ACCEPT .*:\d+\n/) {
      let data = output.fileHandleForReading.availableData
      try #require(!data.isEmpty, "openssl s_server did not start: \(text)")
      text += String(decoding: data, as: UTF8.self)
    }
    port = try #require(text.firstMatch(of: /ACCEPT .*:(\d+)\n/).flatMap { Int($0.1) })
    Thread { Self.serve(output.fileHandleForReading, input.fileHandleForWriting, answer) }.start()
  }

  /// A frame of HTTP/2 (RFC 9113, 4.1).
  static func frame(_ type: UInt8, _ flags: UInt8, _ content: [UInt8], stream: UInt8 = 1) -> [UInt8]
  {
    [0, 0, UInt8(content.count), type, flags, 0, 0, 0, stream] + content
  }

  /// Reads what the program prints: its own words up to the preface, and then the client's frames.
  private static func serve(_ output: FileHandle, _ input: FileHandle, _ answer: [UInt8]) {
    var bytes = Data()
    func more() -> Bool {
      let data = output.availableData
      bytes += data
      return !data.isEmpty
    }
    let preface = Data("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8)
    while bytes.range(of: preface) == nil { guard more() else { return } }
    bytes = Data(bytes[(bytes.range(of: preface)?.upperBound ?? 0)...])
    try? input.write(contentsOf: frame(4, 0, [], stream: 0) + frame(4, 1, [], stream: 0))
    var isAnswered = false
    while true {
      while bytes.count < 9 { guard more() else { return } }
      let head = Array(bytes.prefix(9))
      let length = Int(head[0]) << 16 | Int(head[1]) << 8 | Int(head[2])
      while bytes.count < 9 + length { guard more() else { return } }
      bytes = Data(bytes.dropFirst(9 + length))
      guard head[3] == 0, length > 0, !isAnswered else { continue }
      isAnswered = true
      try? input.write(contentsOf: answer)
    }
  }

  func stop() {
    // A child of a dispatch thread starts with most signals blocked, so it would not hear `terminate`.
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }
}
