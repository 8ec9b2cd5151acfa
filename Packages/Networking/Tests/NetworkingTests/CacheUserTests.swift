import Foundation
import HTTPTypes
import NetworkingTestSupport
import Synchronization
import Testing

@testable import Networking

/// No answer to one user's request reaches another user.
@Suite struct CacheUserTests {
  @Test(arguments: ["Vary: Authorization", "X-A: 1"])
  func answersOfOneUserNeverReachAnother(field: String) async throws {
    let server = try HeadServer { head in
      (head.field("Authorization") ?? "nobody").answer("200 OK", "Cache-Control: max-age=60", field)
    }
    defer { server.stop() }
    let token = TokenAuthentication.fixed("alice")
    let client = try server.cachingClient(token: token)
    #expect(try await client.send(Request(.get, "/me")).text == "Bearer alice")
    #expect(try await client.send(Request(.get, "/me")).text == "Bearer alice")
    #expect(server.heads.count == 1)
    token.token = "bob"
    #expect(try await client.send(Request(.get, "/me")).text == "Bearer bob")
    token.token = nil
    #expect(try await client.send(Request(.get, "/me")).text == "nobody")
    token.token = "bob"
    #expect(try await client.send(Request(.get, "/me")).text == "Bearer bob")
  }

  @Test func cookiesTellUsersApart() async throws {
    let server = try HeadServer { head in
      (head.field("Cookie") ?? "none").answer("200 OK", "Cache-Control: max-age=60")
    }
    defer { server.stop() }
    let client = try server.cachingClient()
    for user in ["a=1", "a=2"] {
      let request = Request(.get, "/me", headers: ["Cookie": user])
      #expect(try await client.send(request).text == user)
    }
  }

  @Test func storedAnswersHoldNoSecret() async throws {
    let server = try HeadServer { _ in
      "ok".answer("200 OK", "Cache-Control: max-age=60", "Vary: Authorization, Cookie")
    }
    defer { server.stop() }
    let storage = KeptResponses()
    let client = try server.cachingClient(
      token: TokenAuthentication.fixed("secret-token"), storage: storage)
    try await client.send(Request(.get, "/me", headers: ["Cookie": "secret-cookie"]))
    let text = storage.all.map { "\($0)" }.joined()
    #expect(!text.isEmpty)
    #expect(!text.contains("secret"), "\(text)")
  }

  /// A second cache over one storage, as after a restart.
  @Test(arguments: [nil, "ann"])
  func answersOutliveTheProcessUnderTheNameOfTheirAccount(account: String?) async throws {
    let server = try HeadServer { head in
      (head.field("Authorization") ?? "nobody")
        .answer("200 OK", "Cache-Control: max-age=60", "Vary: Authorization")
    }
    defer { server.stop() }
    let storage = KeptResponses()
    func text(_ token: String?, _ account: String?, _ path: String = "/me") async throws -> String {
      var configuration = Client.Configuration()
      configuration.cache = ResponseCache(storage: storage, account: { account })
      configuration.authentication = token.map { TokenAuthentication.fixed($0) }
      return try await Client(server.baseURL, configuration: configuration)
        .send(Request(.get, path)).text
    }
    #expect(try await text("first", account) == "Bearer first")
    let again = try await text("renewed", account)
    #expect(again == (account == nil ? "Bearer renewed" : "Bearer first"))
    #expect(try await text("bob", "bob") == "Bearer bob")
    #expect(try await text(nil, account) == "nobody")
    // A secret in the address is no matter of the account.
    #expect(try await text("first", account, "/file?token=a") == "Bearer first")
    let heads = server.heads.count
    #expect(try await text("first", account, "/file?token=b") == "Bearer first")
    #expect(server.heads.count == heads + 1)
  }

  /// Names that begin with one another, and nobody's answers, whose keys begin as all others do.
  @Test func anAnswerThatIsNotStoredTakesNoOtherUsersAway() async throws {
    let names = ["", "ann", "anna", "ann .", "ann\n", "ann b"]
    for name in names {
      let storage = KeptResponses()
      func client(_ account: String, _ control: String) throws -> Client {
        let fixture = try FixtureClient {
          $0.cache = ResponseCache(storage: storage, account: { account })
          $0.authentication = account.isEmpty ? nil : TokenAuthentication.fixed("token")
          $0.cachePolicy = .reloadIgnoringLocalCacheData
        }
        fixture.transport.answer(.get, "/me") { (request) throws(NetworkError) in
          try .answer(request, headers: ["Cache-Control": control])
        }
        return fixture.client
      }
      for other in names { try await client(other, "max-age=60").send(Request(.get, "/me")) }
      #expect(storage.all.count == names.count)
      try await client(name, "no-store").send(Request(.get, "/me"))
      #expect(storage.all.count == names.count - 1, "\(name)")
    }
  }

  @Test func readsOfTwoUsersAreNotCoalesced() async throws {
    let latch = Latch()
    let token = TokenAuthentication.fixed("alice")
    let fixture = try FixtureClient { $0.authentication = token }
    fixture.transport.answer(.get, "/me") { (request) throws(NetworkError) in
      let user = request.headers["Authorization"] ?? ""
      await latch.wait()
      return try .answer(request, user)
    }
    let client = fixture.client
    let first = Task { try await client.send(Request(.get, "/me")).text }
    await latch.arrivals(1)
    token.token = "bob"
    let second = Task { try await client.send(Request(.get, "/me")).text }
    await latch.arrivals(2)
    await latch.open()
    #expect(try await first.value == "Bearer alice")
    #expect(try await second.value == "Bearer bob")
  }
}
