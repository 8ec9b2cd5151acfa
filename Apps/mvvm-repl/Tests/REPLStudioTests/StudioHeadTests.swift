import Testing

@testable import REPLStudio

/// The head of a request: what is read, and what is refused before anybody looks at it.
@Suite struct StudioHeadTests {
  private static let request = """
    GET /token/?a=%20 HTTP/1.1\r
    host:127.0.0.1:8123\r
    Accept: a\r
    ACCEPT:\t b\r
    Connection: keep-alive\r
    Origin: \t http://127.0.0.1:8123 \r
    connection:Upgrade\r
    Empty:\r
    \r

    """

  private func head(_ text: String) throws(StudioHead.Refusal) -> StudioHead? {
    var reader = StudioHeadReader()
    return try reader.take(Array(text.utf8))?.head
  }

  @Test(arguments: [1, 2, 3, 1_000])
  func aHeadIsReadHoweverItIsCut(size: Int) throws {
    var reader = StudioHeadReader()
    let bytes = Array((Self.request + "rest").utf8)
    var found: (head: StudioHead, rest: [UInt8])?
    var start = 0
    while found == nil, start < bytes.count {
      found = try reader.take(Array(bytes[start..<min(start + size, bytes.count)]))
      start += size
    }
    let head = try #require(found?.head)
    #expect(head.method == "GET" && head.target == "/token/?a=%20" && !head.hasBody)
    #expect(head["host"] == "127.0.0.1:8123" && head["origin"] == "http://127.0.0.1:8123")
    #expect(head["connection"] == "keep-alive,Upgrade" && head["upgrade"] == nil)
    #expect(Array("rest".utf8).starts(with: found?.rest ?? [0]))
  }

  @Test(arguments: [
    // Ends of lines.
    "GET / HTTP/1.1\n", "GET / HTTP/1.1\r\nHost: a\n", "GET / HTTP/1.1\rH", "\n", "\r\r", "\r\n",
    // Control characters.
    "GET /\0", "\0", "GET / HTTP/1.1\r\nHost: a\0", "GET / HTTP/1.1\r\nHost: a\u{7F}",
    "GET / HTTP/1.1\r\nHost: a\u{B}", "\u{1B}",
  ])
  func aByteThatMayNotComeIsRefusedAtOnce(text: String) {
    #expect(throws: StudioHead.Refusal.malformed) { try head(text) }
  }

  @Test(arguments: [
    "GET /", "GET", "GET /  HTTP/1.1", "GET  / HTTP/1.1", " GET / HTTP/1.1", "GET / HTTP/1.1 ",
    "GET / http/1.1", "GET\t/\tHTTP/1.1", "G(T / HTTP/1.1", "GET /名 HTTP/1.1", "GET  HTTP/1.1",
    "GET / x HTTP/1.1", "GET / FTP/1.1", "GET / HTTP/1.1\r\nHost", "GET / HTTP/1.1\r\n: a",
    "GET / HTTP/1.1\r\nHost : a", "GET / HTTP/1.1\r\n Host: a", "GET / HTTP/1.1\r\nA: b\r\n c",
    "GET / HTTP/1.1\r\nA: b\r\n\tc", "GET / HTTP/1.1\r\nH(st: a", "GET / HTTP/1.1\r\nHöst: a",
    "GET / HTTP/1.1\r\nHost: a\r\nHost: a", "GET / HTTP/1.1\r\nHost: a\r\nHOST: b",
    "GET / HTTP/1.1\r\nOrigin: a\r\nOrigin: a", "GET / HTTP/1.1\r\nUpgrade: a\r\nUpgrade: b",
    "GET / HTTP/1.1\r\nContent-Length: 0\r\nContent-Length: 0",
    "GET / HTTP/1.1\r\nContent-Length: +0", "GET / HTTP/1.1\r\nContent-Length: -1",
    "GET / HTTP/1.1\r\nContent-Length: 0x1", "GET / HTTP/1.1\r\nContent-Length:",
    "GET / HTTP/1.1\r\nContent-Length: 1, 1", "GET / HTTP/1.1\r\nContent-Length: １",
  ])
  func whatCouldBeReadInTwoWaysIsRefused(text: String) {
    #expect(throws: StudioHead.Refusal.malformed) { try head(text + "\r\n\r\n") }
  }

  @Test(arguments: ["HTTP/1.0", "HTTP/1.2", "HTTP/2.0", "HTTP/0.9", "HTTP/11", "HTTP/"])
  func anotherVersionIsRefused(version: String) {
    #expect(throws: StudioHead.Refusal.otherVersion) { try head("GET / \(version)\r\n\r\n") }
  }

  @Test(
    arguments: [
      ("", false), ("Content-Length: 0\r\n", false), ("Content-Length: 00\r\n", false),
      ("Content-Length: 1\r\n", true), ("Content-Length: 99999999999999999999\r\n", true),
      ("Transfer-Encoding: chunked\r\n", true), ("Transfer-Encoding:\r\n", true),
    ])
  func whatHasABodySaysSo(fields: String, hasBody: Bool) throws {
    #expect(try head("GET / HTTP/1.1\r\n\(fields)\r\n")?.hasBody == hasBody)
  }

  @Test func theLongestHeadIsReadAndNoLongerOne() throws {
    let frame = "GET / HTTP/1.1\r\nA: \r\n\r\n"
    func text(_ count: Int) -> String {
      frame.replacing("A: ", with: "A: " + String(repeating: "a", count: count))
    }
    let room = StudioHead.longest - frame.utf8.count
    #expect(try head(text(room)) != nil)
    #expect(throws: StudioHead.Refusal.tooLong) { try head(text(room + 1)) }
    #expect(throws: StudioHead.Refusal.tooLong) { try head(text(1 << 20)) }
  }
}
