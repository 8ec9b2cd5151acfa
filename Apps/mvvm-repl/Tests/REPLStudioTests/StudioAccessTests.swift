import Testing

@testable import REPLStudio

/// Hostile requests, by what is in their heads.
@Suite struct StudioAccessTests {
  let place = StudioPlace(.loopback.at(8123))

  private func verdict(
    _ target: String, method: String = "GET", host: String? = "127.0.0.1:8123",
    origin: String? = nil
  ) -> StudioAccess.Verdict {
    StudioAccess(place).verdict(method: method, target: target, host: host, origin: origin)
  }

  @Test func whoHasTheTokenGetsThePageAndItsFiles() {
    #expect(verdict("/\(place.token)/") == .file(""))
    #expect(verdict("/\(place.token)/studio.js") == .file("studio.js"))
    #expect(verdict("/\(place.token)/", host: "LOCALHOST:8123") == .file(""))
    #expect(place.address == "http://127.0.0.1:8123/\(place.token)/")
  }

  @Test func theOwnPageGetsTheConnection() {
    let origin = "http://127.0.0.1:8123"
    #expect(verdict("/\(place.token)/socket", origin: origin) == .socket(.full))
    #expect(
      verdict("/\(place.token)/socket", host: "localhost:8123", origin: "http://localhost:8123")
        == .socket(.full))
  }

  @Test func nothingIsThereWithoutTheToken() {
    let other = String(place.token.dropLast()) + (place.token.last == "0" ? "1" : "0")
    for target in [
      "", "/", "//", "/socket", "/studio.js", "/\(place.token)0", "/\(place.token)0/",
      "/\(place.token.dropLast())/", "/\(other)/", "/\(place.token.uppercased())x/",
      "//\(place.token)/", "/?\(place.token)/", "/%2F\(place.token)/", "/../\(place.token)/",
      "http://127.0.0.1:8123/\(place.token)/", "/\(place.token)%00/",
    ] {
      #expect(verdict(target) == .refused(403), "\(target)")
    }
  }

  @Test func aNameThatLeadsHereByRebindingOpensNothing() {
    for host in [
      "", "evil.example:8123", "127.0.0.1", "127.0.0.1:80", "127.0.0.1:8123.evil.example",
      "localhost", "localhost:8123:8123", "[::1]:8123", "0.0.0.0:8123", "127.1:8123",
      "2130706433:8123", "127.0.0.1:8123,evil.example", " 127.0.0.1:8123",
    ] {
      #expect(verdict("/\(place.token)/", host: host) == .refused(421), "\(host)")
    }
    // RFC 9112, section 3.2: a request names its host.
    #expect(verdict("/\(place.token)/", host: nil) == .refused(400))
  }

  @Test func aPageOfAnotherOriginOpensNoConnection() {
    for origin in [
      nil, "", "null", "http://evil.example", "https://127.0.0.1:8123", "http://127.0.0.1",
      "http://127.0.0.1:81230", "http://localhost:8123", "http://127.0.0.1:8123/",
      "http://127.0.0.1:8123.evil.example", "file://",
    ] {
      #expect(
        verdict("/\(place.token)/socket", origin: origin) == .refused(403), "\(origin ?? "none")")
    }
  }

  @Test func nothingButReadingIsAnswered() {
    for method in ["POST", "PUT", "DELETE", "OPTIONS", "CONNECT", "head", "get", ""] {
      #expect(verdict("/\(place.token)/", method: method) == .refused(405), "\(method)")
    }
  }

  @Test func theAddressOpensThePageAsPeoplePassItOn() {
    #expect(verdict("/\(place.token)") == .moved("/\(place.token)/"))
    #expect(verdict("/\(place.readOnlyToken)?x=1") == .moved("/\(place.readOnlyToken)/"))
    #expect(verdict("/\(place.token)/?x=1/2") == .file(""))
    #expect(verdict("/\(place.token)/studio.js?2") == .file("studio.js"))
    #expect(verdict("/\(place.token)/", method: "HEAD") == .file(""))
    let origin = "http://127.0.0.1:8123"
    #expect(verdict("/\(place.token)/socket", method: "HEAD", origin: origin) == .refused(405))
  }

  @Test func noFileOutsideOfThePageIsServed() {
    for name in ["../Package.swift", "..%2F..%2Fetc/passwd", "studio.js/", "STUDIO.JS", "/", " "] {
      if case .file(let found) = verdict("/\(place.token)/\(name)") {
        #expect(PageFile.named(found) == nil, "\(name)")
      }
    }
  }

  @Test func tokensAreLongAndNeverTheSame() {
    let tokens = Set((0..<1_000).map { _ in StudioToken.random() })
    #expect(tokens.count == 1_000)
    #expect(tokens.allSatisfy { $0.count == 32 && $0.allSatisfy(\.isHexDigit) })
  }

  @Test func tokensAreComparedAsAWhole() {
    let token = StudioToken.random()
    #expect(StudioToken.isEqual(token, token))
    #expect(!StudioToken.isEqual("", token) && !StudioToken.isEqual(token + "0", token))
    for place in [0, 1, 15, 30, 31] {
      var digits = Array(token)
      digits[place] = digits[place] == "a" ? "b" : "a"
      #expect(!StudioToken.isEqual(String(digits), token), "\(place)")
    }
  }

  @Test func eachTokenOpensWhatItIsFor() {
    let origin = "http://127.0.0.1:8123"
    #expect(verdict("/\(place.readOnlyToken)/") == .file(""))
    #expect(verdict("/\(place.readOnlyToken)/socket", origin: origin) == .socket(.readOnly))
    #expect(verdict("/\(place.token)/socket", origin: origin) == .socket(.full))
    let mixed = place.token.prefix(16) + place.readOnlyToken.suffix(16)
    #expect(verdict("/\(mixed)/socket", origin: origin) == .refused(403))
  }

  /// The verdict about the page and about the connection at another endpoint.
  private func verdicts(
    _ endpoint: String, host: String, origin: String? = nil
  ) throws -> [StudioAccess.Verdict] {
    let place = StudioPlace(try StudioEndpoint(endpoint))
    let access = StudioAccess(place)
    return ["/\(place.token)/", "/\(place.token)/socket"].map {
      access.verdict(method: "GET", target: $0, host: host, origin: origin ?? "http://\(host)")
    }
  }

  @Test func onlyTheHostThatWasGivenIsAnswered() throws {
    for (endpoint, host) in [
      ("192.168.1.5:8123", "192.168.1.5:8123"), ("[::1]:8123", "[::1]:8123"),
      ("[0:0::1]:8123", "[::1]:8123"), ("192.168.1.5:80", "192.168.1.5"),
      ("0.0.0.0:8123", "127.0.0.1:8123"), ("[2001:DB8::A]:8123", "[2001:DB8::A]:8123"),
    ] {
      #expect(
        try verdicts(endpoint, host: host) == [.file(""), .socket(.full)], "\(endpoint) \(host)")
    }
    for (endpoint, host) in [
      ("192.168.1.5:8123", "127.0.0.1:8123"), ("192.168.1.5:8123", "localhost:8123"),
      ("192.168.1.5:8123", "192.168.1.6:8123"), ("192.168.1.5:8123", "192.168.1.5"),
      ("192.168.1.5:80", "192.168.1.5:8080"), ("0.0.0.0:8123", "0.0.0.0:8123"),
      ("0.0.0.0:8123", "evil.example:8123"), ("0.0.0.0:8123", "*"), ("[::]:8123", "[::]:8123"),
      ("0.0.0.0:8123", "198.51.100.7:8123"), ("[::1]:8123", "[::1]"), ("[::1]:8123", "::1:8123"),
      ("[::1]:8123", "127.0.0.1:8123"), ("[::1]:8123", "[0:0:0:0:0:0:0:1]:8123"),
    ] {
      #expect(
        try verdicts(endpoint, host: host) == [.refused(421), .refused(421)],
        "\(endpoint) \(host)")
    }
  }

  @Test func onlyTheOriginOfTheSameHostIsAnsweredElsewhere() throws {
    for (host, origin) in [
      ("127.0.0.1:8123", "http://localhost:8123"), ("127.0.0.1:8123", "http://0.0.0.0:8123"),
      ("127.0.0.1:8123", "http://192.168.1.5:8123"), ("127.0.0.1:8123", "https://127.0.0.1:8123"),
      ("127.0.0.1:8123", "*"), ("127.0.0.1:8123", "null"),
    ] {
      #expect(
        try verdicts("0.0.0.0:8123", host: host, origin: origin) == [.file(""), .refused(403)],
        "\(origin)")
    }
  }
}
