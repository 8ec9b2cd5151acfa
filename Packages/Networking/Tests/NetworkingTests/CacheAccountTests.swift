import Foundation
import HTTPTypes
import NetworkingTestSupport
import Synchronization
import Testing

@testable import Networking

/// A name that changes before the token or the cookies do never mixes two users' answers.
@Suite struct CacheAccountTests {
  private func fixture(
    _ name: UserName, _ token: TokenAuthentication?, _ jar: CookieJar? = nil
  ) throws -> FixtureClient {
    let fixture = try FixtureClient {
      $0.cache = ResponseCache(account: { name.value })
      $0.authentication = token
      $0.cookies = jar
    }
    fixture.transport.answer(.get, "/{page}") { (request) throws(NetworkError) in
      try .answer(
        request, headers: ["Cache-Control": "max-age=3600"],
        request.headers["Authorization"] ?? request.headers["Cookie"] ?? "nobody")
    }
    fixture.transport.answer(.post, "/login/{user}") { (request) throws(NetworkError) in
      try .answer(request, headers: ["Set-Cookie": "user=\(request.path.dropFirst(7)); Path=/"])
    }
    return fixture
  }

  @Test func aNameBelongsToTheTokenItWasSetWith() async throws {
    let (name, token) = (UserName("ann"), TokenAuthentication.fixed("ann"))
    let client = try fixture(name, token).client
    for (last, next) in [("ann", "bob"), ("bob", "cid")] {
      // Nothing was sent in the session so far.
      name.value = next
      #expect(try await client.send(Request(.get, "/mail")).text == "Bearer \(last)")
      token.token = next
    }
    #expect(try await client.send(Request(.get, "/mail")).text == "Bearer cid")
  }

  @Test func anEndedSessionIsNotGivenANameAgain() async throws {
    let (name, token) = (UserName("ann"), TokenAuthentication.fixed("ann"))
    let client = try fixture(name, token).client
    try await client.send(Request(.get, "/other"))
    // Between the token and the name of a request of Ann's.
    name.next {
      name.value = "bob"
      token.token = "bob"
    }
    _ = try? await client.send(Request(.get, "/mail"))
    #expect(try await client.send(Request(.get, "/mail")).text == "Bearer bob")
  }

  @Test func aNameBelongsToTheCookiesItBeganWith() async throws {
    let (name, jar) = (UserName("ann"), CookieJar())
    let client = try fixture(name, nil, jar).client
    try await client.send(Request(.post, "/login/ann"))
    name.value = "bob"
    #expect(try await client.send(Request(.get, "/mail")).text == "user=ann")
    jar.removeAll()
    try await client.send(Request(.post, "/login/bob"))
    #expect(try await client.send(Request(.get, "/mail")).text == "user=bob")
  }

  @Test func anAccountWithCookiesFindsItsAnswersAgain() async throws {
    let (name, jar) = (UserName(nil), CookieJar())
    let client = try fixture(name, nil, jar).client
    for user in ["ann", "bob", "ann2"] {
      name.value = user == "ann2" ? "ann" : user
      jar.removeAll()
      try await client.send(Request(.post, "http://fixture/login/\(user)"))
      let text = try await client.send(Request(.get, "/mail")).text
      #expect(text == "user=\(user.prefix(3))")
    }
  }

  @Test func twoCachesOfOneTokenHaveNamesOfTheirOwn() async throws {
    let token = TokenAuthentication.fixed("first")
    let clients = try ["a", "b"].map { try fixture(UserName($0), token) }
    for fixture in clients { try await fixture.client.send(Request(.get, "/mail")) }
    token.token = "second"
    for fixture in clients {
      #expect(try await fixture.client.send(Request(.get, "/mail")).text == "Bearer first")
    }
  }
}
