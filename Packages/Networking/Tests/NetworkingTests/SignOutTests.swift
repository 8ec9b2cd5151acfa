import Foundation
import HTTPTypes
import NetworkingTestSupport
import Synchronization
import Testing

@testable import Networking

/// Nothing that was begun before a sign-out is sent after it.
@Suite struct SignOutTests {
  @Test func aRedirectIsNotFollowedAfterASignIn() async throws {
    let token = TokenAuthentication.fixed("ann")
    let fixture = try FixtureClient { $0.authentication = token }
    fixture.transport.answer(.post, "/a") { (request) throws(NetworkError) in
      token.token = "bob"
      return try .answer(request, status: 307, headers: ["Location": "/b"])
    }
    fixture.transport.answer(.post, "/b") { (request) throws(NetworkError) in
      try .answer(request)
    }
    for isStreamed in [false, true] {
      let error = await networkError {
        let request = Request(.post, "/a", body: .data(Data("pay".utf8)))
        if isStreamed {
          _ = try await fixture.client.stream(request)
        } else {
          try await fixture.client.send(request)
        }
      }
      #expect(error?.code == .unauthenticated)
      #expect(error?.attempts == 1)
      token.token = "ann"
    }
    #expect(fixture.transport.requests.map(\.path) == ["/a", "/a"])
  }

  @Test func aRedirectIsNotFollowedOnceTheCookiesAreForgotten() async throws {
    let jar = CookieJar()
    let fixture = try FixtureClient { $0.cookies = jar }
    fixture.transport.answer(.post, "/a") { (request) throws(NetworkError) in
      jar.removeAll()
      return try .answer(request, status: 307, headers: ["Location": "/b"])
    }
    fixture.transport.answer(.post, "/b") { (request) throws(NetworkError) in
      try .answer(request)
    }
    let error = await networkError { try await fixture.client.send(Request(.post, "/a")) }
    #expect(error?.code == .unauthenticated)
    #expect(fixture.transport.requests.map(\.path) == ["/a"])
  }

  @Test func anotherVersionIsNotAskedForAfterASignOut() async throws {
    let (time, token) = (TimeOfDay(), TokenAuthentication.fixed("ann"))
    let fixture = try FixtureClient {
      $0.authentication = token
      $0.cache = ResponseCache(now: { time.now })
    }
    fixture.transport.answer(.get, "/x") { (request) throws(NetworkError) in
      if request.headers["If-None-Match"] != nil {
        token.token = nil
        return try .answer(request, status: 304, headers: ["ETag": "\"2\""])
      }
      return try .answer(
        request, headers: ["Cache-Control": "max-age=10", "ETag": "\"1\""], "v")
    }
    try await fixture.client.send(Request(.get, "/x"))
    time.pass(20)
    let error = await networkError { try await fixture.client.send(Request(.get, "/x")) }
    #expect(error?.code == .unauthenticated)
    #expect(fixture.transport.requests.count == 2)
  }
}
