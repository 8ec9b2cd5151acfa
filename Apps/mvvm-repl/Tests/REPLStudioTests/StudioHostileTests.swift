import FlyingSocks
import Foundation
import Testing

@testable import REPLStudio

/// Hostile requests at a real port: each is refused.
@MainActor
@Suite(.timeLimit(.minutes(10))) struct StudioHostileTests {
  let host = StudioHost()

  /// Sends each request, and looks at the status of its answer.
  private func expect(
    _ status: Int, to requests: (ServedPlace) -> [String]
  ) async throws {
    try await host.serve { place in
      for request in requests(place) {
        let head = try await place.answer(to: request)
        #expect(head.hasPrefix("HTTP/1.1 \(status) "), "\(request)\n\(head)")
        #expect(!head.contains(place.token))
      }
    }
    #expect(host.told.isEmpty, "nothing was entered")
  }

  @Test func whoHasNoTokenIsRefused() async throws {
    try await expect(403) { place in
      let other = String(place.token.reversed())
      return [
        place.request("GET", "/"), place.request("GET", "/\(other)/"),
        place.request("GET", "/\(place.token)0"), place.request("GET", "/studio.js"),
        place.request("GET", "/socket"), place.handshake(token: other), place.handshake(token: ""),
        place.request("GET", "/?\(place.token)/"),
        place.request("GET", "/", and: "Cookie: token=\(place.token)\r\n"),
        place.request("GET", "/", and: "Referer: http://\(place.host)/\(place.token)/\r\n"),
      ]
    }
  }

  /// DNS rebinding: a page of somebody else's whose name leads to this machine by now.
  @Test func aNameOfSomebodyElsesThatLeadsHereIsRefused() async throws {
    try await expect(421) { place in
      [
        place.request(host: "evil.example"), place.request(host: "evil.example:\(place.port)"),
        place.handshake(
          host: "evil.example:\(place.port)", origin: "http://evil.example:\(place.port)"),
        place.request(host: "127.0.0.1.evil.example:\(place.port)"),
        place.request(host: "[::ffff:127.0.0.1]:\(place.port)"), place.request(host: ""),
      ]
    }
    try await expect(400) { ["GET /\($0.token)/ HTTP/1.1\r\n\r\n"] }
  }

  /// Cross-site WebSocket hijacking: no policy of a browser keeps another page from asking, even one with the token.
  @Test func aConnectionOfAnotherPageIsRefused() async throws {
    try await expect(403) { place in
      [
        place.handshake(origin: "http://evil.example"), place.handshake(origin: "null"),
        place.handshake(origin: "https://\(place.host)"),
        place.handshake(origin: "http://127.0.0.1:\(place.port ^ 1)"),
        place.handshake().components(separatedBy: "\r\n")
          .filter { !$0.hasPrefix("Origin") }.joined(separator: "\r\n"),
      ]
    }
  }

  @Test func whatIsNoReadingIsRefused() async throws {
    try await expect(405) { place in
      ["POST", "PUT", "DELETE", "PATCH", "OPTIONS"].map {
        place.request($0, and: "Content-Length: 0\r\n")
      }
    }
  }

  @Test func aFileOutsideOfThePageIsRefused() async throws {
    try await expect(404) { place in
      ["../x", "..%2f..%2fetc/passwd", "studio.js/", "/etc/passwd", "STUDIO.JS", "socket/"].map {
        place.request("GET", "/\(place.token)/\($0)")
      }
    }
  }

  @Test func whatCouldBeReadInTwoWaysIsRefused() async throws {
    try await expect(400) { place in
      let request = place.request()
      return [
        request.replacing("\r\n", with: "\n"), request.replacing("GET", with: "G\0T"),
        place.request(and: "Host: \(place.host)\r\n"), place.request(and: "Host: evil.example\r\n"),
        place.request(and: "Content-Length: 5\r\n") + "hello",
        place.request(and: "Transfer-Encoding: chunked\r\n") + "0\r\n\r\n",
        place.request(and: "Name : value\r\n"), place.request(and: " folded\r\n"),
        "\r\n" + request, request.replacing(" HTTP/1.1", with: ""),
        place.handshake().replacing("websocket\r\n", with: "h2c\r\n"),
        place.handshake().replacing("Version: 13", with: "Version: 8"),
        place.handshake().replacing("dGhlIHNhbXBsZSBub25jZQ==", with: "c2hvcnQ="),
        "\u{16}\u{3}\u{1}\u{2}\0\u{1}\0",
      ]
    }
  }

  @Test func aTargetThatIsNoPathHereIsRefused() async throws {
    try await expect(403) { place in
      [
        "http://\(place.host)/\(place.token)/", "http://evil.example/\(place.token)/", "*",
        place.host,
      ].map {
        place.request("GET", $0)
      }
    }
  }

  @Test func anotherVersionOfTheProtocolIsRefused() async throws {
    try await expect(505) { place in
      ["HTTP/1.0", "HTTP/2.0"].map { place.request().replacing("HTTP/1.1", with: $0) }
        + ["PRI * HTTP/2.0\r\n\r\n"]
    }
  }

  @Test func aHeadThatIsTooLongIsRefusedAndItsConnectionClosed() async throws {
    try await host.serve { place in
      for head in [
        place.request(and: "Filler: \(String(repeating: "a", count: StudioHead.longest))\r\n"),
        String(repeating: "a", count: StudioHead.longest * 20),
        place.request(and: String(repeating: "A: b\r\n", count: StudioHead.longest / 6)),
      ] {
        let connection = try await place.connect()
        try await connection.send(head)
        let answer = await connection.readToEnd()
        #expect(answer.hasPrefix("HTTP/1.1 431 ") && answer.contains("Connection: close\r\n"))
        connection.close()
      }
      let filler = StudioHead.longest - place.request(and: "Filler: \r\n").utf8.count
      let longest = place.request(and: "Filler: \(String(repeating: "a", count: filler))\r\n")
      #expect(try await place.answer(to: longest).hasPrefix("HTTP/1.1 200 "))
    }
  }

  @Test func onlyTheFirstOfSeveralRequestsIsAnswered() async throws {
    try await host.serve { place in
      for next in [place.request(), place.request("DELETE"), "\0", place.handshake()] {
        let connection = try await place.connect()
        try await connection.send(place.request("GET", "/\(place.token)/parts.js") + next)
        let answer = await connection.readToEnd()
        #expect(
          answer.hasPrefix("HTTP/1.1 200 ") && answer.components(separatedBy: "HTTP/1.1").count == 2
        )
        connection.close()
      }
    }
  }

  @Test func everyAnswerIsUnderAPolicyThatAllowsThePagesOwnFilesAlone() async throws {
    try await host.serve { place in
      for (request, status) in [
        (place.request(), 200), (place.request("GET", "/"), 403),
        (place.request(host: "evil.example"), 421), (place.request("POST"), 405),
        (place.request("HEAD"), 200), (place.request("GET", "/\(place.token)"), 308),
      ] {
        let head = try await place.answer(to: request)
        #expect(head.hasPrefix("HTTP/1.1 \(status) "))
        for field in [
          "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'",
          "frame-ancestors 'none'", "nosniff", "no-referrer", "no-store", "charset=utf-8",
        ] { #expect(head.contains(field), "\(field)") }
        #expect(!head.lowercased().contains("access-control-allow"))
      }
    }
  }

  @Test func aHeadIsAnsweredWithoutThePageAndALostSlashIsFound() async throws {
    try await host.serve { place in
      let connection = try await place.connect()
      defer { connection.close() }
      try await connection.send(place.request("HEAD"))
      let head = try await connection.head()
      #expect(head.contains("Content-Length: ") && !head.contains("Content-Length: 0"))
      #expect(await connection.readToEnd().isEmpty)
      let moved = try await place.answer(to: place.request("GET", "/\(place.token)?x"))
      #expect(moved.contains("\r\nLocation: /\(place.token)/\r\n"))
    }
  }

  @Test func aMessageThatIsTooLongEndsTheConnection() async throws {
    try await host.serve { place in
      let connection = try await place.join()
      defer { connection.close() }
      try await connection.send(
        frame: String(repeating: "a", count: StudioFrames.longestMessage + 1))
      let end = try await connection.frame()
      #expect(end.opcode == 8 && end.bytes.prefix(2) == [0x03, 0xF1])
      await connection.readToEnd()
    }
  }

  @Test func aFrameAgainstTheRulesEndsTheConnectionWithItsCode() async throws {
    try await host.serve { place in
      for (frame, code) in [
        ([0x81, 0x01, 0x61], 1002), ([0xC1, 0x80, 0, 0, 0, 0], 1002),
        ([0x82, 0x80, 0, 0, 0, 0], 1003), ([0x81, 0x81, 0, 0, 0, 0, 0xFF], 1007),
        ([0x89, 0xFE, 0, 126], 1002), ([0x81, 0xFF, 0, 0, 0, 1, 0, 0, 0, 0], 1009),
        ([0x88, 0x80, 0, 0, 0, 0], 1000),
      ] as [([UInt8], Int)] {
        let connection = try await place.join()
        try await connection.send(frame)
        let end = try await connection.frame()
        #expect(end.opcode == 8 && end.bytes == [UInt8(code >> 8), UInt8(code & 0xFF)], "\(frame)")
        #expect(await connection.readToEnd().isEmpty)
        connection.close()
      }
    }
  }

  @Test func whatIsSentTogetherWithTheRequestIsRead() async throws {
    try await host.serve { place in
      let connection = try await place.connect()
      defer { connection.close() }
      try await connection.send(Array(place.handshake().utf8) + [0x89, 0x80, 0, 0, 0, 0])
      #expect(try await connection.head().hasPrefix("HTTP/1.1 101 "))
      #expect(try await connection.frame().opcode == 1)
      #expect(try await connection.frame().opcode == 10)
    }
  }

  #if os(Linux)
    /// The whole of 127.0.0.0/8 leads to this machine on Linux; only one address of it is listened to.
    @Test func noOtherAddressOfThisMachineIsListenedTo() async throws {
      try await host.serve { place in
        await #expect(throws: (any Error).self) {
          let other = try sockaddr_in.inet(ip4: "127.0.0.2", port: place.port)
          let socket = try await AsyncSocket.connected(to: other, timeout: 60)
          try socket.close()
        }
      }
    }
  #endif
}
