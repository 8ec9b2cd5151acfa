import Foundation
import HTTPTypes
import Networking
import NetworkingSimulation
import NetworkingTestSupport
import ProcessTestSupport
import Testing

/// What a server may do wrong on the wire, and the error each ends in.
@Suite struct HostileServerTests {
  /// Wherever in its head a response ends, it is cut off and not malformed.
  @Test(arguments: [
    "HTTP/1.1 200 OK\r\nContent-Le", "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n", "HTTP/1.1 20", "",
  ])
  func aHeadThatIsCutOffIsALostConnection(part: String) async throws {
    let server = try SocketServer { connection in
      connection.readHead()
      connection.write(part)
    }
    defer { server.stop() }
    let transport = CurlTransport()
    let request = Request(.get, server.baseURL)
    #expect(await networkError { try await transport.send(request) }?.code == .connectionLost)
    #expect(await networkError { try await transport.stream(request) }?.code == .connectionLost)
  }

  /// Sends one request to a server that runs `script` after reading the request's head.
  private func outcome(
    _ request: (String) -> Request = { Request(.get, $0) },
    _ script: @escaping @Sendable (SocketServer.Connection) -> Void
  ) async throws -> Result<Response, NetworkError> {
    let server = try SocketServer { connection in
      connection.readHead()
      script(connection)
    }
    defer { server.stop() }
    var request = request(server.baseURL)
    request.limits.body = request.limits.body ?? 8 << 20
    let transport = CurlTransport()
    do throws(NetworkError) {
      let response = try await transport.send(request)
      return .success(response)
    } catch {
      #expect(error.request == request.summary)
      #expect(transport.activeTransfers == 0)
      return .failure(error)
    }
  }

  private func code(
    _ request: (String) -> Request = { Request(.get, $0) },
    _ script: @escaping @Sendable (SocketServer.Connection) -> Void
  ) async throws -> NetworkError.Code? {
    guard case .failure(let error) = try await outcome(request, script) else { return nil }
    return error.code
  }

  @Test func resetInTheMiddleOfTheBody() async throws {
    #expect(
      try await code { connection in
        connection.write("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf")
        connection.reset()
      } == .connectionLost)
  }

  @Test func closeBeforeTheWholeBody() async throws {
    #expect(
      try await code { $0.write("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf") }
        == .connectionLost)
  }

  @Test func bytesAfterTheAnnouncedLengthAreNotTakenForTheNextAnswer() async throws {
    let server = try SocketServer { connection in
      let path = connection.readHead() ?? ""
      connection.write(
        path.contains("/first")
          ? "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nokHTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nevil"
          : "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\ngood")
      connection.readToEnd()
    }
    defer { server.stop() }
    let transport = CurlTransport()
    #expect(try await transport.send(Request(.get, "\(server.baseURL)/first")).text == "ok")
    #expect(try await transport.send(Request(.get, "\(server.baseURL)/second")).text == "good")
    #expect(server.acceptedConnections == 2)
  }

  @Test func closeInTheMiddleOfAChunk() async throws {
    #expect(
      try await code {
        $0.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n10\r\nhalf")
      } == .connectionLost)
  }

  @Test func closeWithoutAnAnswer() async throws {
    #expect(try await code { _ in } == .connectionLost)
  }

  @Test func halfCloseAfterTheRequestStillAnswers() async throws {
    let outcome = try await outcome { connection in
      connection.write("HTTP/1.1 200 OK\r\n\r\nuntil the end")
      connection.finishWriting()
      connection.readToEnd()
    }
    #expect(try outcome.get().text == "until the end")
  }

  @Test func serverThatNeverAnswers() async throws {
    let code = try await code {
      Request(.get, $0).with { $0.timeouts.idle = .milliseconds(100) }
    } _: {
      $0.readToEnd()
    }
    #expect(code == .timedOut)
  }

  @Test func slowLorisTowardsTheClientMeetsTheTotalLimit() async throws {
    let code = try await code {
      Request(.get, $0).with { $0.timeouts.total = .milliseconds(300) }
    } _: { connection in
      connection.write("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n")
      while connection.write("x"), !connection.waitForClient(milliseconds: 20) {}
    }
    #expect(code == .timedOut)
  }

  @Test(arguments: [
    "HTTP/1.1 200 OK\r\nX: ", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5;",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\nX: ",
  ])
  func trickleInALineThatNeverEndsMeetsTheTotalLimit(start: String) async throws {
    let code = try await code {
      Request(.get, $0).with { $0.timeouts.total = .milliseconds(300) }
    } _: { connection in
      connection.write(start)
      while connection.write("x"), !connection.waitForClient(milliseconds: 20) {}
    }
    #expect(code == .timedOut)
  }

  @Test func secureServerThatNeverSpeaksMeetsTheConnectLimit() async throws {
    let server = try SocketServer { $0.readToEnd() }
    defer { server.stop() }
    var request = Request(.get, "https://127.0.0.1:\(server.port)/")
    request.timeouts.connect = .milliseconds(100)
    let error = await networkError { try await CurlTransport().send(request) }
    #expect(error?.code == .timedOut)
  }

  @Test func serverThatDoesNotReadTheBodyMeetsTheIdleLimit() async throws {
    let body = RequestBody.data(Data(repeating: 1, count: 64 << 20))
    let done = DispatchSemaphore(value: 0)
    let server = try SocketServer { _ in
      // Reads nothing at all; the system's buffers fill up.
      done.wait()
    }
    defer {
      done.signal()
      server.stop()
    }
    var request = Request(.post, server.baseURL, body: body)
    request.timeouts.idle = .milliseconds(200)
    let error = await networkError { try await CurlTransport().send(request) }
    #expect(error?.code == .timedOut)
  }

  @Test func endlessBodyIsStoppedAtTheLimit() async throws {
    let code = try await code { connection in
      connection.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
      let chunk = "10000\r\n" + String(repeating: "x", count: 0x10000) + "\r\n"
      while connection.write(chunk) {}
    }
    #expect(code == .tooLarge)
  }

  @Test func announcedLengthBeyondTheLimitIsRefusedBeforeTheBody() async throws {
    let code = try await code { connection in
      connection.write("HTTP/1.1 200 OK\r\nContent-Length: 99999999999\r\n\r\n")
      connection.readToEnd()
    }
    #expect(code == .tooLarge)
  }

  @Test func gzipBombIsStoppedAtTheLimitOfDecompressedBytes() async throws {
    let bomb = try await GzipBomb.zeros(mebibytes: 200)
    #expect(bomb.count < 300_000)
    let code = try await code { connection in
      connection.write(
        "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: \(bomb.count)\r\n\r\n")
      connection.write(bomb)
      connection.readToEnd()
    }
    #expect(code == .tooLarge)
  }

  @Test func brokenGzipIsMalformed() async throws {
    #expect(
      try await code {
        $0.write(
          "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 8\r\n\r\nnot gzip")
      } == .malformedResponse)
  }

  @Test func endlessHeadersAreStoppedAtTheLimit() async throws {
    let code = try await code { connection in
      connection.write("HTTP/1.1 200 OK\r\n")
      while connection.write("X-Header: \(String(repeating: "x", count: 100))\r\n") {}
    }
    #expect(code == .tooLarge)
  }

  @Test func hugeHeaderIsTooLarge() async throws {
    let code = try await code { connection in
      connection.write("HTTP/1.1 200 OK\r\nX: \(String(repeating: "x", count: 2 << 20))\r\n\r\n")
    }
    #expect(code == .tooLarge)
  }

  @Test func floodOfInterimResponsesIsStopped() async throws {
    let code = try await code { connection in
      while connection.write("HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n") {}
    }
    #expect(code == .tooLarge)
  }

  @Test func interimResponsesAreSkipped() async throws {
    let outcome = try await outcome {
      $0.write(
        "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nX: 1\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"
      )
    }
    #expect(try outcome.get().text == "ok")
    #expect(try outcome.get().headers["X"] == nil)
  }

  @Test(arguments: [
    "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 7\r\n\r\nhello!!",
    "HTTP/1.1 200 OK\r\nContent-Length: 5, 7\r\n\r\nhello!!",
    "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n",
    "HTTP/1.1 200 OK\nContent-Length: 5\n\nhello",
    "HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\nhello",
    "HTTP/1.1 200 OK\r\nContent-Length: five\r\n\r\nhello",
    "HTTP/1.1 200 OK\r\nBad Name: 1\r\nContent-Length: 0\r\n\r\n",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nZZ\r\nhello\r\n0\r\n\r\n",
    "HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n\r\n",
    "hello, this is not HTTP at all\r\n\r\n",
    "HTTP/1.1 99 Low\r\n\r\n",
    "HTTP/1.1 abc OK\r\n\r\n",
  ])
  func whatIsNotHTTPIsMalformed(answer: String) async throws {
    #expect(try await code { $0.write(answer) } == .malformedResponse)
  }

  @Test func invalidUTF8InHeadersAndBodyArrives() async throws {
    let outcome = try await outcome {
      $0.write(
        Array("HTTP/1.1 200 OK\r\nX: ".utf8) + [0xE9, 0xFF] + Array("\r\n".utf8)
          + Array("Content-Length: 2\r\n\r\n".utf8) + [0xFF, 0xFE])
    }
    #expect(try outcome.get().headers["X"] == "éÿ")
    #expect(try Array(outcome.get().data) == [0xFF, 0xFE])
  }

  @Test func refusedConnectionIsNoTimeout() async throws {
    // Bound and not listening: nobody else can have the port meanwhile.
    let socket = try LoopbackSocket()
    let address = "http://127.0.0.1:\(try socket.bind())"
    let error = await networkError { try await CurlTransport().send(Request(.get, address)) }
    #expect(error?.code == .cannotConnect)
    withExtendedLifetime(socket) {}
  }

  @Test func serverThatGoesAwayBetweenRequestsIsReachedAgain() async throws {
    let server = try SocketServer { connection in
      connection.readHead()
      connection.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
    }
    defer { server.stop() }
    let transport = CurlTransport()
    for _ in 0..<5 {
      #expect(try await transport.send(Request(.get, server.baseURL)).text == "ok")
    }
  }

  @Test func unknownHostIsNotFound() async throws {
    let error = await networkError {
      try await CurlTransport().send(Request(.get, "http://no-such-host.invalid/"))
    }
    #expect(error?.code == .hostNotFound)
  }

  /// After each damaged answer the next request on the same transport gets its own answer, or an error.
  @Test func damagedAnswersDesynchroniseNoConnection() async throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    print("seed \(seed)")
    let server = try SocketServer { connection in
      while let head = connection.readHead() {
        let parts = head.target.split(separator: "/")
        guard parts.count == 2, let number = UInt64(parts[1]) else { return }
        guard parts[0] == "bad" else {
          connection.write("good \(number)".answer())
          continue
        }
        var random = SeededRandom(seed: seed &+ number)
        var bytes = Array(
          "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nX-A: 1\r\nConnection: keep-alive\r\n\r\nhello"
            .utf8)
        for _ in 0..<Int.random(in: 1...3, using: &random) {
          let place = Int.random(in: 0..<bytes.count, using: &random)
          switch Int.random(in: 0..<3, using: &random) {
          case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
          case 1: bytes.insert(UInt8.random(in: 0...255, using: &random), at: place)
          default: bytes.remove(at: place)
          }
        }
        connection.write(bytes)
      }
    }
    defer { server.stop() }
    let transport = CurlTransport()
    for number in 0..<500 {
      // A length that became longer ends here.
      var bad = Request(.get, "\(server.baseURL)/bad/\(number)")
      bad.timeouts.idle = .milliseconds(50)
      _ = try? await transport.send(bad)
      let good = Request(.get, "\(server.baseURL)/good/\(number)")
      let response = try await transport.send(good)
      #expect(response.status == 200, "\(number) of seed \(seed)")
      #expect(response.text == "good \(number)", "\(number) of seed \(seed)")
    }
    #expect(transport.activeTransfers == 0)
  }
}

/// Small archives that grow large.
enum GzipBomb {
  /// Zeros in the gzip format, once or several times over; a mebibyte takes about 1 kB.
  static func zeros(mebibytes: Int, layers: Int = 1) async throws -> Data {
    try await FinishedProcess(
      running: "/bin/sh",
      [
        "-c",
        "head -c \(mebibytes << 20) /dev/zero" + String(repeating: " | gzip -9", count: layers),
      ]
    ).output
  }
}
