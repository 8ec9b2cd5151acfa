import Foundation
import HTTPTypes
import NetworkingTestSupport
import Synchronization
import Testing

@testable import Networking

/// A cache that is told users apart by name, while somebody else signs in.
@Suite struct AccountTests {
  /// The account's name stands for the token and the cookies of the client; who brings secrets of their own is another.
  @Test func secretsOfTheCallersOwnTellAnswersApart() async throws {
    let fixture = try FixtureClient {
      $0.cache = ResponseCache(account: { "ann" })
      $0.authentication = TokenAuthentication(token: "ann's") { _ in "new" }
    }
    let client = fixture.client
    for host in ["fixture", "other"] {
      fixture.transport.answer(.get, "/me") { (request) throws(NetworkError) in
        let names: [HTTPField.Name] = ["Authorization", "X-Api-Key", "X-Tenant", "Cookie"]
        let text = names.map { request.headers[$0] ?? "-" }.joined(separator: " ")
        return try .answer(request, headers: ["Cache-Control": "max-age=86400"], text)
      }
      let plain = Request(.get, "http://\(host)/me")
      var requests = [plain]
      for user in ["ann", "bob"] {
        requests.append(plain.with { $0.authorize(user: user, password: "pw") })
        requests.append(plain.with { $0.headers["X-Api-Key"] = user })
        requests.append(plain.with { $0.headers[.cookie] = user })
        requests.append(
          plain.with {
            $0.headers["X-Tenant"] = user
            $0.secrets = ["X-Tenant"]
          })
      }
      var texts: [String] = []
      for request in requests { texts.append(try await client.send(request).text) }
      #expect(Set(texts).count == requests.count)
      let count = fixture.transport.requests.count
      for (request, text) in zip(requests, texts) {
        #expect(try await client.send(request).text == text)
      }
      #expect(fixture.transport.requests.count == count)
    }
  }

  private final class Account: Sendable {
    private let name = Mutex<String?>("ann")
    var value: String? { name.withLock { $0 } }
    func set(_ value: String?) { name.withLock { $0 = value } }
  }

  private let account = Account()
  private let token = TokenAuthentication(token: "ann-token") { _ in throw CancellationError() }

  private func fixture() throws -> FixtureClient {
    let fixture = try FixtureClient { [account, token] configuration in
      configuration.authentication = token
      configuration.cache = ResponseCache(account: { account.value })
    }
    for path in ["/mail", "/page"] {
      for method in [HTTPRequest.Method.get, .put] {
        fixture.transport.answer(method, path) { (request) throws(NetworkError) in
          try Self.mail(request)
        }
      }
    }
    return fixture
  }

  private static func mail(_ request: Request) throws(NetworkError) -> Response {
    try .answer(
      request, headers: ["Cache-Control": "max-age=60"],
      "mail of \(request.headers[.authorization] ?? "nobody")")
  }

  @Test func anAnswerBelongsToWhoAskedThoughAnotherSignsInMeanwhile() async throws {
    let fixture = try fixture()
    let latch = Latch()
    fixture.transport.answer(.get, "/mail") { (request) async throws(NetworkError) in
      if request.headers[.authorization] == "Bearer ann-token" { await latch.wait() }
      return try Self.mail(request)
    }
    let ann = Task { try await fixture.client.send(Request(.get, "/mail")).text }
    await latch.arrivals(1)
    account.set("bob")
    token.token = "bob-token"
    await latch.open()
    #expect(try await ann.value == "mail of Bearer ann-token")
    let bob = try await fixture.client.send(Request(.get, "/mail"))
    #expect(bob.text == "mail of Bearer bob-token")
    #expect(bob.source == .network)
    account.set("ann")
    token.token = "ann-token"
    let again = try await fixture.client.send(Request(.get, "/mail"))
    #expect(again.text == "mail of Bearer ann-token")
    #expect(again.source == .cache)
  }

  @Test func aNameThatChangesBeforeItsTokenSaysNothing() async throws {
    let fixture = try fixture()
    #expect(
      try await fixture.client.send(Request(.get, "/mail")).text == "mail of Bearer ann-token")
    account.set("bob")
    // Still Ann's token.
    let between = try await fixture.client.send(Request(.get, "/mail"))
    #expect(between.text == "mail of Bearer ann-token")
    token.token = "bob-token"
    #expect(
      try await fixture.client.send(Request(.get, "/mail")).text == "mail of Bearer bob-token")
  }

  @Test func aNameThatComesLaterIsNotTheSessionsThatBeganWithout() async throws {
    let fixture = try fixture()
    account.set(nil)
    try await fixture.client.send(Request(.get, "/mail"))
    account.set("bob")
    let between = try await fixture.client.send(Request(.get, "/mail"))
    #expect(between.text == "mail of Bearer ann-token")
    token.token = "bob-token"
    #expect(
      try await fixture.client.send(Request(.get, "/mail")).text == "mail of Bearer bob-token")
    #expect(fixture.transport.requests.count == 2)
  }

  @Test func aWriteForgetsWhatWasReadWithASecretThatItDoesNotName() async throws {
    let fixture = try fixture()
    let read = Request(.get, "/page?user=ann").with { $0.secrets = ["user"] }
    try await fixture.client.send(read)
    #expect(try await fixture.client.send(read).source == .cache)
    try await fixture.client.send(Request(.put, "/page?user=ann"))
    #expect(try await fixture.client.send(read).source == .network)
  }
}
