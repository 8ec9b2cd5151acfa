import Foundation
import HTTPTypes
import Networking
import NetworkingSimulation
import NetworkingTestSupport
import Synchronization
import Testing

/// Lines, JSON lines and server-sent events of bodies that arrive in pieces of every size.
@Suite struct TextStreamTests {
  /// A body in pieces of one size.
  private final class Pieces: ResponseBody.Source {
    private let rest: Mutex<Data>
    private let size: Int
    private let failure: NetworkError?

    init(_ bytes: Data, size: Int, failure: NetworkError? = nil) {
      rest = Mutex(bytes)
      (self.size, self.failure) = (max(1, size), failure)
    }

    var metrics: TransferMetrics { TransferMetrics() }

    func next() async throws(NetworkError) -> Data? {
      let piece = rest.withLock { rest in
        defer { rest = rest.dropFirst(size) }
        return rest.prefix(size)
      }
      if piece.isEmpty, let failure { throw failure }
      return piece.isEmpty ? nil : piece
    }
  }

  private static func sizes(_ bytes: Data) -> [Int] { [1, 2, 3, 7, bytes.count] }

  private func lines(_ bytes: Data, limit: Int = 1 << 20) async throws -> [String] {
    var all: [[String]] = []
    for size in Self.sizes(bytes) {
      var lines: [String] = []
      for try await line in ResponseBody(Pieces(bytes, size: size)).lines(limit: limit) {
        lines.append(line)
      }
      all.append(lines)
    }
    #expect(all.allSatisfy { $0 == all[0] })
    return all[0]
  }

  private func events(_ text: String) async throws -> [ServerSentEvent] {
    let bytes = Data(text.utf8)
    var all: [[ServerSentEvent]] = []
    for size in Self.sizes(bytes) {
      var events: [ServerSentEvent] = []
      for try await event in ResponseBody(Pieces(bytes, size: size)).events() {
        events.append(event)
      }
      all.append(events)
    }
    #expect(all.allSatisfy { $0 == all[0] })
    return all[0]
  }

  @Test func anEventMayHaveAsManyBytesAsItsLimit() async throws {
    let bytes = Data("data: ab\ndata: cd\n\ndata: ab\ndata: cde\n\n".utf8)
    for size in Self.sizes(bytes) {
      var events = ResponseBody(Pieces(bytes, size: size)).events(limit: 9).makeAsyncIterator()
      #expect(try await next(of: &events)?.data == "ab\ncd")
      #expect(try await next(of: &events)?.data == "ab\ncde")
    }
    let exact = Data("data:abcde\ndata:\ndata:abc\n\ndata:abcde\ndata:\ndata:abcd\n\n".utf8)
    var events = ResponseBody(Pieces(exact, size: 3)).events(limit: 10).makeAsyncIterator()
    #expect(try await next(of: &events)?.data == "abcde\n\nabc")
    #expect((await error(of: &events) as? NetworkError)?.code == .tooLarge)
  }

  @Test func aCancelledIterationTakesNothingThatHasArrived() async {
    let body = ResponseBody(Pieces(Data("a\nb\nc\n".utf8), size: 6))
    let taken = await Task {
      var taken: [String] = []
      do {
        for try await line in body.lines() {
          taken.append(line)
          unsafe withUnsafeCurrentTask { task in unsafe task?.cancel() }
        }
      } catch {
        taken.append("\((error as? NetworkError)?.code == .cancelled)")
      }
      return taken
    }.value
    #expect(taken == ["a", "true"])
  }

  /// A million lines without an element, such as the comments that keep a connection open.
  private final class Comments: ResponseBody.Source {
    private let rest = Mutex(1_000_000)
    var metrics: TransferMetrics { TransferMetrics() }

    func next() async throws(NetworkError) -> Data? {
      let rest = rest.withLock { rest in
        rest -= 1
        return rest
      }
      return rest < 0 ? nil : Data(":\n".utf8)
    }
  }

  @MainActor @Test
  func anIterationWithoutElementsLetsOthersRunAndIsCancelled() async {
    let reader = Task { for try await _ in ResponseBody(Comments()).events() {} }
    Task { reader.cancel() }
    let error = await #expect(throws: NetworkError.self) { try await reader.value }
    #expect(error?.code == .cancelled)
  }

  @Test func aFailedIterationIsOver() async throws {
    let bytes = Data("{}\n[1\n{}\n".utf8)
    var lines = ResponseBody(Pieces(bytes, size: 1)).lines(limit: 2).makeAsyncIterator()
    #expect(try await next(of: &lines) == "{}")
    #expect(try await next(of: &lines) == "[1")
    #expect(try await next(of: &lines) == "{}")
    for _ in 0..<2 { #expect(try await next(of: &lines) == nil) }
    var short = ResponseBody(Pieces(Data("ab\ncde\nf\n".utf8), size: 4)).lines(limit: 2)
      .makeAsyncIterator()
    #expect(try await next(of: &short) == "ab")
    #expect(await error(of: &short) is NetworkError)
    for _ in 0..<2 { #expect(try await next(of: &short) == nil) }
    var events = ResponseBody(
      Pieces(Data("data: a\n\ndata: too long\n\ndata: b\n\n".utf8), size: 3)
    )
    .events(limit: 8).makeAsyncIterator()
    #expect(try await next(of: &events)?.data == "a")
    #expect(await error(of: &events) is NetworkError)
    for _ in 0..<2 { #expect(try await next(of: &events) == nil) }
    let fixture = try FixtureClient()
    fixture.transport.answer(.get, "/x") { (request) throws(NetworkError) in
      try .answer(request, "1\n[\n3\n")
    }
    var values = fixture.client.jsonLines(Request(.get, "/x"), of: Int.self).makeAsyncIterator()
    #expect(try await next(of: &values) == 1)
    #expect(await error(of: &values) is NetworkError)
    for _ in 0..<2 { #expect(try await next(of: &values) == nil) }
    #expect(fixture.transport.requests.count == 1)
  }

  @Test(arguments: [
    ("", []), ("\n", [""]), ("\r\n\r\n", ["", ""]), ("\r\r", ["", ""]), ("\n\r", ["", ""]),
    ("a\r\nb\nc\rd", ["a", "b", "c", "d"]), ("灯🙂\r\n\r\né", ["灯🙂", "", "é"]),
    ("\u{FEFF}a\n\u{FEFF}b", ["a", "\u{FEFF}b"]), ("\u{FEFF}", [""]),
    ("a\u{2028}b\u{85}c", ["a\u{2028}b\u{85}c"]),
    ("\u{301}\n", ["\u{301}"]),
  ])
  func linesEndInAnyOfTheThreeWays(text: String, expected: [String]) async throws {
    #expect(try await lines(Data(text.utf8)) == expected)
  }

  @Test func bytesThatAreNoTextBecomeReplacements() async throws {
    #expect(
      try await lines(Data([0x61, 0xFF, 0x0A, 0xE7, 0x81, 0x0A, 0x00])) == [
        "a\u{FFFD}", "\u{FFFD}", "\0",
      ])
  }

  /// Random texts of line ends, marks and characters of one to four bytes, against the simplest reading.
  @Test func linesAreThoseOfTheWholeText() async throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    print("seed \(seed)")
    var random = SeededRandom(seed: seed)
    let pieces = ["\n", "\r", "\r\n", "a", "é", "灯", "🙂", "\u{FEFF}", ":", " ", "data"]
    for _ in 0..<300 {
      let text = (0..<Int.random(in: 0...12, using: &random))
        .map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
      let start = text.unicodeScalars.first == "\u{FEFF}" ? 1 : 0
      var expected = String(String.UnicodeScalarView(text.unicodeScalars.dropFirst(start)))
        .replacing("\r\n", with: "\n").unicodeScalars.split(
          omittingEmptySubsequences: false, whereSeparator: { $0 == "\n" || $0 == "\r" }
        ).map { String($0) }
      // A text without its last line's end, or with the mark alone.
      if expected.last == "", !(start == 1 && expected.count == 1) { expected.removeLast() }
      #expect(try await lines(Data(text.utf8)) == expected, "\(text.debugDescription)")
    }
  }

  @Test(arguments: [1, 5, 1000])
  func aLineBeyondItsLimitEndsTheStream(size: Int) async throws {
    let whole = ResponseBody(Pieces(Data("12345\n1234567890".utf8), size: size))
    var lines = whole.lines(limit: 9).makeAsyncIterator()
    #expect(try await lines.next(isolation: #isolation) == "12345")
    let error = await networkError { while try await lines.next(isolation: #isolation) != nil {} }
    #expect(error?.code == .tooLarge)
    #expect(try await lines.next(isolation: #isolation) == nil)
    #expect(try await self.lines(Data("123456789\n123456789".utf8), limit: 9).count == 2)
  }

  @Test func eventsFollowTheStandard() async throws {
    let text = """
      \u{FEFF}: a comment
      retry: 100

      data: {"a": 1}

      event: news
      id: 7
      data:first
      data:  second
      data

      event: nothing

      data: after
      unknown: x
      :data: x
      Data: x

      id: has\0null
      data:

      id
      data: a:b\u{301}

      id: 8

      event
      data: x

      data: lost, for its empty line is missing
      """
    #expect(
      try await events(text) == [
        ServerSentEvent(data: "{\"a\": 1}"),
        ServerSentEvent(name: "news", data: "first\n second\n", id: "7"),
        ServerSentEvent(data: "after", id: "7"), ServerSentEvent(data: "", id: "7"),
        ServerSentEvent(data: "a:b\u{301}"), ServerSentEvent(data: "x", id: "8"),
      ])
    #expect(
      try await events(text.replacing("\n", with: "\r\n")) == (try await events(text)))
    #expect(try await events(text.replacing("\n", with: "\r")) == (try await events(text)))
    #expect(try await events("").isEmpty)
  }

  @Test func anEventOfLinesWithoutAnEndIsRefused() async throws {
    let body = ResponseBody(
      Pieces(Data(String(repeating: "data:1234567\n", count: 20).utf8), size: 64))
    let error = await networkError { for try await _ in body.events(limit: 100) {} }
    #expect(error?.code == .tooLarge)
  }

  @Test func whatEndsTheTransferEndsItsLines() async throws {
    let broken = NetworkError(.connectionLost, "broken")
    var lines = ResponseBody(Pieces(Data("one\ntw".utf8), size: 2, failure: broken)).lines()
      .makeAsyncIterator()
    #expect(try await lines.next(isolation: #isolation) == "one")
    #expect(
      await networkError { try await lines.next(isolation: #isolation) }?.code == .connectionLost)
  }

  /// The time for a line does not grow with the lines before it: their square would take half an hour.
  @Test(.timeLimit(.minutes(5))) func linesAreReadInLinearTime() async throws {
    let text = Data(String(repeating: "x\n", count: 100_000).utf8)
    var count = 0
    for try await line in ResponseBody(Pieces(text, size: 4_096)).lines() { count += line.count }
    #expect(count == 100_000)
  }

  private struct Order: Decodable, Sendable, Equatable { var id: Int }

  @Test func jsonLinesAreValuesAndEachIterationAsksAnew() async throws {
    let fixture = try FixtureClient()
    fixture.transport.answer(.get, "/orders", json: "{\"id\": 1}\r\n\n  \t\n{\"id\":2}")
    let orders = fixture.client.jsonLines(Request(.get, "/orders"), of: Order.self)
    for count in 1...2 {
      var ids: [Int] = []
      for try await order in orders { ids.append(order.id) }
      #expect(ids == [1, 2])
      #expect(fixture.transport.requests.count == count)
    }
  }

  @Test func aLineThatIsNoValueIsNamedWithoutItsSecrets() async throws {
    let fixture = try FixtureClient()
    fixture.transport.answer(
      .get, "/orders", json: "{\"id\": 1}\n\n{\"id\": \"x\", \"token\": \"s3cret\"}\n")
    var orders = fixture.client.jsonLines(Request(.get, "/orders"), of: Order.self)
      .makeAsyncIterator()
    #expect(try await orders.next(isolation: #isolation)?.id == 1)
    let error = await networkError { try await orders.next(isolation: #isolation) }
    #expect(error?.code == .undecodable)
    #expect(error?.message.contains("line 3") == true)
    #expect(error?.message.contains("s3cret") == false)
    #expect(try await orders.next(isolation: #isolation) == nil)
  }

  @Test func badStatusOfJSONLinesIsAnError() async throws {
    let fixture = try FixtureClient { $0.retry = .never }
    fixture.transport.answer(.get, "/orders", status: 500, json: "{}")
    let error = await networkError {
      for try await _ in fixture.client.jsonLines(Request(.get, "/orders"), of: Order.self) {}
    }
    #expect(error?.code == .badStatus)
  }

  /// A stream may be longer than a body that is kept; only its lines have a limit.
  @Test func aLongStreamHasNoLimitButThatOfItsLines() async throws {
    let server = try SocketServer { connection in
      connection.readHead()
      connection.write("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n")
      let piece = String(
        repeating: "data: \(String(repeating: "x", count: 1 << 16))\n\n", count: 16)
      for _ in 0..<65 { guard connection.write(piece) else { return } }
    }
    defer { server.stop() }
    let client = try Client(server.baseURL)
    var count = 0
    for try await event in client.events(Request(.get, "/")) {
      count += event.data.utf8.count
      if count == 65 << 20 { break }
    }
    #expect(count == 65 << 20)
  }
}
