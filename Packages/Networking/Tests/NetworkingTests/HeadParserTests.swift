import Foundation
import HTTPTypes
import NetworkingSimulation
import Testing

@testable import Networking

@Suite struct HeadParserTests {
  private func parse(_ text: String, limit: Int = 1000) throws -> [HeadParser.Event] {
    var parser = HeadParser(limit: limit)
    return try text.split(separator: "|", omittingEmptySubsequences: false)
      .map { try parser.take(Array("\($0)\r\n".utf8).span) }
  }

  @Test func headIsReadFromBytes() throws {
    let events = try parse("HTTP/1.1 200 OK|A:  1 |b:2|")
    #expect(events.last == .head(status: 200, version: "HTTP/1.1", headers: ["A": "1", "b": "2"]))
  }

  @Test func phraseMayBeMissing() throws {
    #expect(
      try parse("HTTP/2 204|").last == .head(status: 204, version: "HTTP/2", headers: [:]))
  }

  @Test func foldedLineContinuesTheValue() throws {
    #expect(
      try parse("HTTP/1.1 200 OK|A: 1|\t2|").last
        == .head(status: 200, version: "HTTP/1.1", headers: ["A": "1 2"]))
  }

  /// Blanks around a value are none of it (RFC 9110, 5.5), also where lines that are empty but for them stand.
  @Test(arguments: ["A:| 1|", "A: 1| |", "A:| \t|  1|\t|", "A: | 1 | | |"])
  func blanksAroundAFoldedValueAreNoneOfIt(lines: String) throws {
    #expect(
      try parse("HTTP/1.1 200 OK|\(lines)B: 2|").last
        == .head(status: 200, version: "HTTP/1.1", headers: ["A": "1", "B": "2"]))
  }

  /// A head of 100 000 lines takes no more work for each of them than one of ten.
  @Test(.timeLimit(.minutes(5))) func aHeaderMayBeFoldedAnyNumberOfTimes() throws {
    let count = 100_000
    let lines = String(repeating: "| b", count: count)
    let events = try parse("HTTP/1.1 200 OK|X: a\(lines)|Y: c|", limit: 1 << 20)
    let value = "a" + String(repeating: " b", count: count)
    #expect(
      events.last == .head(status: 200, version: "HTTP/1.1", headers: ["X": value, "Y": "c"]))
  }

  @Test func foldedLinesBelongToTheFieldBeforeThem() throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    print("seed \(seed)")
    var random = SeededRandom(seed: seed)
    for _ in 0..<500 {
      var (text, fields) = ("HTTP/1.1 200 OK", HTTPFields())
      for number in 0..<Int.random(in: 1...6, using: &random) {
        var parts: [String] = []
        for _ in 0...Int.random(in: 0...4, using: &random) {
          parts.append(["a", "b c", "\u{E9}", "", "=\u{301}x"].randomElement(using: &random) ?? "")
        }
        text += "|N\(number % 3):" + parts.joined(separator: "|\t ")
        let value = parts.joined(separator: " ").trimmingCharacters(in: [" "])
        let name = try #require(HTTPField.Name("N\(number % 3)"))
        fields.append(
          HTTPField.isValidValue(value)
            ? HTTPField(name: name, value: value) : HTTPField(name: name, lenientValue: value.utf8))
      }
      let events = try parse(text + "|")
      #expect(
        events.last == .head(status: 200, version: "HTTP/1.1", headers: fields), "\(text)")
    }
  }

  @Test func aHeadMayNotBeginWithAFoldedLine() {
    for text in ["HTTP/1.1 200 OK| a: 1|", "HTTP/1.1 103 Hints|A: 1||HTTP/1.1 200 OK|\tb|"] {
      let error = #expect(throws: NetworkError.self) { try parse(text) }
      #expect(error?.code == .malformedResponse)
    }
  }

  @Test func equalLengthsMayBeRepeated() throws {
    #expect(throws: Never.self) {
      try parse("HTTP/1.1 200 OK|Content-Length: 5|Content-Length: 5|")
    }
  }

  /// libcurl would decompress them, however slow the reader of a stream, and others read them in two ways.
  @Test(arguments: [
    "gzip, chunked", "gzip", "chunked, gzip", "chunked|Transfer-Encoding: chunked", "identity",
    "xchunked", "chunked;q=1", "chunked,",
  ])
  func onlyChunksAreTakenForATransferCoding(coding: String) throws {
    let error = #expect(throws: NetworkError.self) {
      try parse("HTTP/1.1 200 OK|Transfer-Encoding: \(coding)|")
    }
    #expect(error?.code == .malformedResponse)
    #expect(throws: Never.self) { try parse("HTTP/1.1 200 OK|Transfer-Encoding: Chunked|") }
  }

  @Test func limitCountsAllHeadsAndTrailers() throws {
    let error = #expect(throws: NetworkError.self) {
      try parse("HTTP/1.1 100 Continue||HTTP/1.1 200 OK||Trailer: x", limit: 50)
    }
    #expect(error?.code == .tooLarge)
  }

  /// Random damage to a good head never crashes and never yields a second final head.
  @Test func damagedHeadsAreSurvived() throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    print("seed \(seed)")
    var random = SeededRandom(seed: seed)
    let good = Array("HTTP/1.1 200 OK\r\nContent-Length: 5\r\nSet-Cookie: a=1\r\n\r\n".utf8)
    for _ in 0..<5000 {
      var bytes = good
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(
          in: 0...255, using: &random)
      }
      var parser = HeadParser(limit: 200)
      var heads = 0
      var line: [UInt8] = []
      do {
        for byte in bytes {
          line.append(byte)
          guard byte == 10 else { continue }
          if case .head = try parser.take(line.span) { heads += 1 }
          line = []
        }
      } catch {}
      #expect(heads <= 1)
    }
  }
}
