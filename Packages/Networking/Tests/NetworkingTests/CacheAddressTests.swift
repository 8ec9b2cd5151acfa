import Foundation
import HTTPTypes
import NetworkingTestSupport
import Synchronization
import Testing

@testable import Networking

/// An address is one, however it is spelled.
@Suite struct CacheAddressTests {
  @Test func spellingOfAnAddressMakesNoDifference() async throws {
    let count = Counter()
    let fixture = try FixtureClient { $0.cache = ResponseCache() }
    fixture.transport.answer(.get, "/x") { (request) throws(NetworkError) in
      try .answer(request, headers: ["Cache-Control": "max-age=60"], "\(count.add())")
    }
    fixture.transport.answer(.put, "/x", json: "{}")
    let client = fixture.client
    for address in ["/x", "http://FIXTURE/x", "http://fixture:80/x"] {
      #expect(try await client.send(Request(.get, address)).text == "1")
    }
    try await client.send(Request(.put, "http://Fixture:80/x"))
    #expect(try await client.send(Request(.get, "/x")).text == "2")
  }

  /// The server chooses by the header, whatever the address says.
  @Test func anotherHostHasNoAnswersInCommon() async throws {
    let fixture = try FixtureClient { $0.cache = ResponseCache() }
    let name: HTTPField.Name = "Host"
    fixture.transport.answer(.get, "/x") { (request) throws(NetworkError) in
      try .answer(
        request, headers: ["Cache-Control": "max-age=60"], request.headers[name] ?? "none")
    }
    for host in ["a", "b", nil, "a"] {
      let request = Request(.get, "/x").with { $0.headers[name] = host }
      #expect(try await fixture.client.send(request).text == host ?? "none")
    }
  }

  @Test func anAddressToForgetMayHaveAnySpelling() async throws {
    let fixture = try FixtureClient { $0.cache = ResponseCache() }
    let cache = try #require(fixture.client.exchange.configuration.cache)
    let count = Counter()
    fixture.transport.answer(.get, "/{any}") { (request) throws(NetworkError) in
      try .answer(request, headers: ["Cache-Control": "max-age=86400"], "\(count.add())")
    }
    for (path, prefix) in [
      ("/posts", "http://fixture:80/po"), ("/x", "HTTP://FIXTURE/x"), ("/Ü", "http://fixture/Ü"),
      ("/%C3%9C", "http://fixture/%c3"), ("/a b", "http://fixture/a b"), ("/y", "http://fixture"),
      ("/p?token=1", "http://fixture/p?token=2"), ("/z", ""),
    ] {
      let before = try await fixture.client.send(Request(.get, path)).text
      #expect(try await fixture.client.send(Request(.get, path)).text == before)
      try await cache.removeResponses(withPrefix: "http://fixture2/")
      #expect(try await fixture.client.send(Request(.get, path)).text == before)
      try await cache.removeResponses(withPrefix: prefix)
      #expect(try await fixture.client.send(Request(.get, path)).text != before, "\(prefix)")
    }
  }

  /// Nobody but the request knows which names of its query are secret.
  @Test func anAddressToForgetMayHoldASecretOfTheRequests() async throws {
    let fixture = try FixtureClient { $0.cache = ResponseCache() }
    let count = Counter()
    fixture.transport.answer(.get, "/p") { (request) throws(NetworkError) in
      try .answer(request, headers: ["Cache-Control": "max-age=86400"], "\(count.add())")
    }
    let request = Request(.get, "/p?user=ann&page=1").with { $0.secrets = ["user"] }
    #expect(try await fixture.client.send(request).text == "1")
    #expect(try await fixture.client.send(request).text == "1")
    try await fixture.client.exchange.configuration.cache?.removeResponses(
      withPrefix: "http://fixture/p?user=ann")
    #expect(try await fixture.client.send(request).text == "2")
  }

  @Test func spellingOfEscapesMakesNoDifference() async throws {
    let count = Counter()
    let server = try HeadServer { head in
      guard head.hasPrefix("GET") else { return "".answer() }
      return "\(count.add())".answer("200 OK", "Cache-Control: max-age=86400")
    }
    defer { server.stop() }
    let client = try server.cachingClient()
    let spellings = ["/a-b/%2F?q=~%E5%8C%97", "/a%2Db/%2f?q=%7E%e5%8c%97", "/%61-%62/%2F?q=%7e北"]
    for address in spellings {
      #expect(try await client.send(Request(.get, address)).text == "1")
    }
    // An escape that has a meaning of its own is no spelling.
    #expect(try await client.send(Request(.get, "/a-b//?q=~%E5%8C%97")).text == "2")
    try await client.send(Request(.put, "/%61%2db"))
    #expect(try await client.send(Request(.get, spellings[0])).text == "3")
    try await client.exchange.configuration.cache?.removeResponses(
      withPrefix: "\(server.baseURL)/a%2Db")
    #expect(try await client.send(Request(.get, spellings[0])).text == "4")
    #expect(try await client.send(Request(.get, "/100%?q=%zz")).text == "5")
    #expect(try await client.send(Request(.get, "/100%25?q=%25zz")).text == "5")
  }

  /// Most servers resolve them, whatever is sent; others take them for names.
  @Test func aWriteForgetsWhatWasReadUnderAnotherSpellingOfDotSegments() async throws {
    let count = Counter()
    let server = try HeadServer { head in
      guard head.hasPrefix("GET") else { return "".answer() }
      return "\(count.add())".answer("200 OK", "Cache-Control: max-age=86400")
    }
    defer { server.stop() }
    let client = try server.cachingClient()
    let spellings = ["/a/x", "/a/./x", "/a/b/../x", "/%2e/a/%2E%2e/a/x", "/../a/x?q=/../1"]
    for (index, written) in spellings.enumerated() {
      for _ in 0..<2 {
        for (place, address) in spellings.enumerated() {
          let text = try await client.send(Request(.get, address)).text
          #expect(text == "\(index * spellings.count + place + 1)", "\(address)")
        }
      }
      try await client.send(Request(.put, written))
    }
    let sent = Set(server.heads.filter { $0.hasPrefix("GET") }.map(\.target))
    #expect(sent == Set(spellings))
    let text = try await client.send(Request(.get, "/b/y")).text
    try await client.send(Request(.put, "/b/y/.."))
    #expect(try await client.send(Request(.get, "/b/y")).text != text)
    #expect(try await client.send(Request(.get, "/a/./x")).text == "28")
    try await client.exchange.configuration.cache?.removeResponses(
      withPrefix: "\(server.baseURL)/b/../a/")
    #expect(try await client.send(Request(.get, "/a/./x")).text == "29")
  }
}
