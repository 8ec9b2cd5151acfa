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
        place.request("GET", "/\(place.token)"), place.request("GET", "/studio.js"),
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
        "GET /\(place.token)/ HTTP/1.1\r\n\r\n",
      ]
    }
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

  @Test func everyAnswerIsUnderAPolicyThatAllowsThePagesOwnFilesAlone() async throws {
    try await host.serve { place in
      for (request, status) in [
        (place.request(), 200), (place.request("GET", "/"), 403),
        (place.request(host: "evil.example"), 421), (place.request("POST"), 405),
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
