import Foundation
import HTTPTypes
import Networking
import NetworkingTestSupport
import Synchronization
import Testing

@Suite struct RequestLogTests {
  @Test func entriesSayWhatHappened() async throws {
    let fixture = try FixtureClient()
    fixture.transport.answer(.get, "/good", json: "[1, 2, 3]")
    fixture.transport.answer(.get, "/bad", status: 503, json: "{}")
    let client = fixture.client
    try await client.send(Request(.get, "/good"))
    _ = await networkError { try await client.send(Request(.get, "/bad")) }
    _ = await networkError { try await client.send(Request(.get, "/none")) }
    let lines = client.log.entries.map { $0.description }
    #expect(lines[0].wholeMatch(of: /GET http:\/\/fixture\/good 200 9 B \d+\.\d ms/) != nil)
    #expect(
      lines[1].wholeMatch(of: /GET http:\/\/fixture\/bad 503 2 B \d+\.\d ms after 3 attempts/)
        != nil)
    #expect(lines[2].wholeMatch(of: /GET http:\/\/fixture\/none noFixture \d+\.\d ms/) != nil)
    #expect(client.log.entries[1].failure == .badStatus)
  }

  // C16: a log with levels.
  @Test func entriesAreFoundFromALevelUpwards() async throws {
    let fixture = try FixtureClient()
    fixture.transport.answer(.get, "/good", json: "1")
    fixture.transport.answer(.get, "/refused", status: 404, json: "{}")
    fixture.transport.answer(.get, "/broken", status: 500, json: "{}")
    let client = fixture.client
    try await client.send(Request(.get, "/good"))
    for path in ["/refused", "/broken", "/none"] {
      _ = await networkError { try await client.send(Request(.get, path)) }
    }
    #expect(client.log.entries.map(\.level) == [.info, .warning, .error, .error])
    #expect(
      client.log.entries(from: .warning).map(\.request.path) == ["/refused", "/broken", "/none"])
    #expect(client.log.entries(from: .error).count == 2)
    #expect(client.log.entries(from: .info).count == 4)
    #expect(RequestLog.Level.allCases == RequestLog.Level.allCases.sorted())
  }

  @Test func whatTheServerRefusesIsAWarning() async throws {
    let fixture = try FixtureClient {
      $0.authentication = TokenAuthentication(token: "old") { _ in throw CancellationError() }
    }
    fixture.transport.answer(.get, "/many", status: 300, json: "{}")
    fixture.transport.answer(.get, "/me", status: 401, json: "{}")
    for path in ["/many", "/me"] {
      _ = await networkError { try await fixture.client.send(Request(.get, path)) }
    }
    #expect(fixture.client.log.entries.map(\.failure) == [.badStatus, .unauthenticated])
    #expect(fixture.client.log.entries.map(\.level) == [.warning, .warning])
  }

  private struct Numbers: Endpoint {
    typealias Output = [Int]
    var request: Request { Request(.get, "/x") }
  }

  /// Whoever asks for a model is not answered by something else; who asks for the response is.
  @Test func aBodyThatIsNotWhatWasAskedForIsAnError() async throws {
    let seen = Mutex<[NetworkError.Code?]>([])
    let log = RequestLog { entry in seen.withLock { $0.append(entry.failure) } }
    let transport = FixtureTransport()
    let attempts = Counter()
    for method in [HTTPRequest.Method.get, .post] {
      transport.answer(method, "/x") { (request) throws(NetworkError) in
        try .answer(request, status: attempts.add() == 1 ? 503 : 200, "nonsense")
      }
    }
    var configuration = Client.Configuration()
    configuration.clock = TestClock()
    let client = try Client(
      "http://fixture", transport: transport, configuration: configuration, log: log)
    let errors = [
      await networkError { try await client.value(Request(.get, "/x"), as: [Int].self) },
      await networkError { try await client.send(Numbers()) },
      await networkError {
        try await client.value(Request(.post, "/x"), json: 1, as: [Int].self)
      },
    ]
    #expect(errors.map { $0?.code } == [.undecodable, .undecodable, .undecodable])
    #expect(errors.map { $0?.attempts } == [2, 1, 1])
    try await client.send(Request(.get, "/x"))
    #expect(log.entries.map(\.level) == [.error, .error, .error, .info])
    #expect(seen.withLock { $0 } == [.undecodable, .undecodable, .undecodable, nil])
    let entry = try #require(log.entries(from: .error).first)
    #expect(entry.attempts == 2 && entry.status == 200 && entry.bytes == 8)
    #expect(entry.description.hasPrefix("GET http://fixture/x 200 undecodable 8 B "))
  }

  @Test func logKeepsTheLastEntriesAndTellsItsObserver() async throws {
    let seen = Counter()
    let log = RequestLog(capacity: 3) { _ in seen.add() }
    let transport = FixtureTransport()
    transport.answer(.get, "/{id}", json: "{}")
    let client = try Client("http://fixture", transport: transport, log: log)
    for id in 1...5 { try await client.send(Request(.get, "/\(id)")) }
    #expect(log.entries.map(\.request.path) == ["/3", "/4", "/5"])
    #expect(seen.value == 5)
  }
}
