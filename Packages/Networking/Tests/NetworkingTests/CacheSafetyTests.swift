import Foundation
import HTTPTypes
import NetworkingTestSupport
import Synchronization
import Testing

@testable import Networking

/// The cache sees what is sent, and does what server and request say.
@Suite struct CacheSafetyTests {
  private final class Language: Interceptor {
    let value = Mutex("zh")
    func adapt(_ request: Request) async throws(NetworkError) -> Request {
      request.with { $0.headers["Accept-Language"] = value.withLock { $0 } }
    }
  }

  @Test func languageOfAnInterceptorIsSeen() async throws {
    let server = try HeadServer { head in
      (head.field("Accept-Language") ?? "none")
        .answer("200 OK", "Cache-Control: max-age=60", "Vary: Accept-Language")
    }
    defer { server.stop() }
    let language = Language()
    let client = try server.cachingClient(interceptors: [language])
    #expect(try await client.send(Request(.get, "/x")).text == "zh")
    language.value.withLock { $0 = "en" }
    #expect(try await client.send(Request(.get, "/x")).text == "en")
  }

  @Test(arguments: [
    ["Vary: Accept", "Vary: X-Kind"], ["Vary: Accept, *"], ["Vary: Accept", "Vary: *"],
  ])
  func allLinesOfVaryCount(lines: [String]) async throws {
    let count = Counter()
    let server = try HeadServer { _ in
      var answer = "\(count.add())".answer("200 OK", "Cache-Control: max-age=60")
      for line in lines {
        answer = answer.replacing("\r\n\r\n", with: "\r\n\(line)\r\n\r\n", maxReplacements: 1)
      }
      return answer
    }
    defer { server.stop() }
    let client = try server.cachingClient()
    for (kind, number) in [("a", "1"), ("b", "2")] {
      let request = Request(.get, "/x", headers: ["X-Kind": kind])
      #expect(try await client.send(request).text == number)
    }
  }

  /// To Swift, `é` is equal to `e` with an accent; to a server, they are different bytes.
  @Test(arguments: ["X-Kind", "X-Api-Key"])
  func headersWhoseBytesDifferHaveTheirOwnAnswers(name: String) async throws {
    let count = Counter()
    let server = try HeadServer { _ in
      "\(count.add())".answer("200 OK", "Cache-Control: max-age=60", "Vary: X-Kind")
    }
    defer { server.stop() }
    let client = try server.cachingClient()
    let name = try #require(HTTPField.Name(name))
    for (value, number) in [("\u{E9}", "1"), ("e\u{301}", "2")] {
      for _ in 0..<2 {
        #expect(try await client.send(Request(.get, "/x", headers: [name: value])).text == number)
      }
    }
  }

  @Test(arguments: ["no-cache", "max-age=0", "no-store"])
  func requestMayRefuseAStoredAnswer(directive: String) async throws {
    let count = Counter()
    let server = try HeadServer { _ in
      "\(count.add())".answer("200 OK", "Cache-Control: max-age=60")
    }
    defer { server.stop() }
    let client = try server.cachingClient()
    try await client.send(Request(.get, "/x"))
    let request = Request(.get, "/x", headers: ["Cache-Control": directive])
    #expect(try await client.send(request).text == "2")
  }

  @Test func validatorThatCannotBeSentIsDropped() async throws {
    let count = Counter()
    let server = try HeadServer { _ in
      "\(count.add())".answer("200 OK", "ETag: \"a\u{1}b\"")
    }
    defer { server.stop() }
    let client = try server.cachingClient()
    #expect(try await client.send(Request(.get, "/x")).text == "1")
    #expect(try await client.send(Request(.get, "/x")).text == "2")
    try await withTemporaryFolder { folder in
      let file = folder.appending(path: "f")
      for text in ["3", "4"] {
        _ = try await client.download(Request(.get, "/x"), to: file).value
        #expect(try String(contentsOf: file, encoding: .utf8) == text)
      }
    }
  }

  @Test func memoryStorageCountsHeadsAndKeys() async throws {
    let storage = MemoryResponseStorage(capacity: 100_000)
    let cache = ResponseCache(storage: storage)
    let fixture = try FixtureClient { $0.cache = cache }
    let long = String(repeating: "x", count: 10_000)
    fixture.transport.answer(.get, "/{id}") { (request) throws(NetworkError) in
      try .answer(request, headers: ["Cache-Control": "max-age=60", "X-Long": long])
    }
    for id in 0..<20 { try await fixture.client.send(Request(.get, "/\(id)")) }
    #expect(storage.response(for: "http://fixture/0 .") == nil)
    #expect(storage.response(for: "http://fixture/19 .") != nil)
  }

  @Test(arguments: ["99999999999999999999", "9223372036854775807"])
  func hugeAgeIsForEver(age: String) async throws {
    let count = Counter()
    let server = try HeadServer { _ in
      "\(count.add())".answer("200 OK", "Cache-Control: max-age=\(age)")
    }
    defer { server.stop() }
    let client = try server.cachingClient()
    for _ in 0..<2 { #expect(try await client.send(Request(.get, "/x")).text == "1") }
  }
}
