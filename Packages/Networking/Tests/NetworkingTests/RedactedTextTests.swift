import Foundation
import HTTPTypes
import Models
import Networking
import NetworkingFoundation
import NetworkingTestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Texts in which a secret stands where nobody looked for one.
@Suite struct RedactedTextTests {
  private struct Item: Decodable { var id: Int }

  @Test(arguments: [
    #"{"token":"abc123","id":"x"}"#, #"{"id":"x","a":{"my_password" : "abc123"}}"#,
    #"{"to\u006ben":"abc123","id":"x"}"#,
  ])
  func theTextBesideAProblemShowsNoSecret(json: String) async throws {
    let fixture = try FixtureClient()
    fixture.transport.answer(.get, "/x", json: json)
    let error = await networkError {
      let item: Item = try await fixture.client.value(Request(.get, "/x"))
      _ = item
    }
    #expect(error?.code == .undecodable)
    let problems = try #require(error?.cause as? ModelError).problems
    let text = "\(problems.map { $0.found + $0.snippet })" + String(describing: error)
    #expect(!text.contains("abc123"))
  }

  /// To look into a large document for secrets would take longer than to decode it; it shows nothing around a place.
  @Test(.timeLimit(.minutes(5))) func aLargeDocumentThatFailsIsNotSearched() async throws {
    let fixture = try FixtureClient()
    let names = (0..<300_000).map { "\"n\($0)\":0" }.joined(separator: ",")
    fixture.transport.answer(.get, "/x", json: "{\(names),\"id\":\"x\"}")
    let error = await networkError {
      try await fixture.client.value(Request(.get, "/x"), as: Item.self)
    }
    let problem = try #require((error?.cause as? ModelError)?.problems.first)
    #expect(problem.pointer == "/id" && problem.snippet.isEmpty)
    #expect(problem.found.contains("x"))
  }

  @Test func aTextWithoutSecretsIsShown() async throws {
    let fixture = try FixtureClient()
    fixture.transport.answer(.get, "/x", json: #"{"name":"abc:123","id":"x"}"#)
    let error = await networkError {
      let item: Item = try await fixture.client.value(Request(.get, "/x"))
      _ = item
    }
    let problems = try #require(error?.cause as? ModelError).problems
    #expect(problems.first?.snippet.contains("abc:123") == true)
  }

  @Test(arguments: [
    ("http://h/login?password=abc?rest", "http://h/login?password=REDACTED"),
    ("http://h/login?password=abc;rest&a=1", "http://h/login?password=REDACTED&a=1"),
    ("http://h/login?a=1;token=abc", "http://h/login?a=1;token=REDACTED"),
    ("http://h/#access_token=abc#def", "http://h/#access_token=REDACTED"),
    ("http://h/?token=abc#top", "http://h/?token=REDACTED#top"),
    ("//ann:s3cret@h/x", "//REDACTED@h/x"),
    ("http://ann:s3cret@h/x", "http://REDACTED@h/x"),
  ])
  func aSecretEndsWhereItsItemDoes(url: String, shown: String) {
    #expect(Redactor().url(url) == shown)
  }

  @Test func theLogHidesThePasswordOfARefusedAddress() async throws {
    let fixture = try FixtureClient()
    #expect(
      await networkError {
        try await fixture.client.send(Request(.get, "http://ann:s3cret@h/x"))
      } != nil)
    let entry = try #require(fixture.client.log.entries.last)
    let text = "\(entry)" + String(reflecting: entry.request)
    #expect(!text.contains("s3cret"))
  }

  @Test func errorsOfFoundationsRequestsHideSecrets() throws {
    var request = URLRequest(url: try #require(URL(string: "http://h/x?access_token=s3cret")))
    request.httpMethod = "G E T"
    let refused = request
    let error = #expect(throws: NetworkError.self) { try Request(refused) }
    let text = "\(try #require(error))"
    #expect(!text.contains("s3cret"))
  }

  @Test(arguments: [TimeInterval.infinity, .greatestFiniteMagnitude, 1e300, -1, 0.5])
  func anyTimeoutOfFoundationsIsTaken(seconds: TimeInterval) throws {
    var request = URLRequest(url: try #require(URL(string: "http://h/x")))
    request.timeoutInterval = seconds
    let idle = try #require(try Request(request).timeouts.idle)
    #expect(idle >= .zero)
  }

  @Test func fieldsOfOneNameAreJoinedHoweverTheyAreSpelled() async throws {
    let fixture = try FixtureClient()
    fixture.transport.answer(
      .get, "/x", headers: ["X-Trace": "1", "x-trace": "2"], json: "{}")
    let response = try await fixture.client.send(Request(.get, "/x")).foundationResponse
    #expect(response.value(forHTTPHeaderField: "X-Trace") == "1, 2")
  }

  @Test func limitsAtTheEndOfTheirRangeAreTaken() async throws {
    let log = RequestLog(capacity: .max)
    let transport = FixtureTransport()
    transport.answer(.get, "/x", json: "{}")
    try await Client("http://fixture", transport: transport, log: log).send(Request(.get, "/x"))
    #expect(log.entries.count == 1)
    for limit in [Duration.seconds(Int64.min), .seconds(Int64.max), .zero] {
      var request = Request(.get, "http://127.0.0.1:1/")
      request.timeouts = Timeouts(queue: limit, connect: limit, idle: limit, total: limit)
      let sent = request
      #expect(await networkError { try await CurlTransport().send(sent) } != nil)
    }
  }
}
