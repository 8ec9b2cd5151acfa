import Foundation
import Networking
import NetworkingTestSupport
import Testing

@Suite struct InterceptorTests {
  /// Takes the `data` out of an envelope, and makes its `code` an error when it is not 0.
  private struct Envelope: Interceptor {
    struct Failure: Error, Equatable { var code: Int }
    struct Code: Decodable { var code: Int }

    func resolve(
      _ response: Response, to request: Request
    ) async throws(NetworkError) -> Response {
      let code = try response.decode(Code.self).code
      guard code == 0 else {
        throw NetworkError(
          .badStatus, "The server refused.", cause: Failure(code: code), response: response)
      }
      var copy = response
      copy.data = Data(response.text.dropFirst(#"{"code":0,"data":"#.count).dropLast().utf8)
      return copy
    }
  }

  private struct Named: Interceptor {
    let name: String
    func adapt(_ request: Request) async throws(NetworkError) -> Request {
      request.with { $0.headers.add("X-Out", name) }
    }
    func resolve(
      _ response: Response, to request: Request
    ) async throws(NetworkError) -> Response {
      var copy = response
      copy.head.headers.add("X-Back", name)
      return copy
    }
  }

  @Test func commonParametersAreAddedWhereTheyAreMissing() async throws {
    let fixture = try FixtureClient {
      $0.interceptors = [
        CommonParameters(query: ["app": "w", "page": "1"], headers: ["Accept-Language": "zh"])
      ]
    }
    fixture.transport.answer(.get, "/x", json: "{}")
    try await fixture.client.send(
      Request(.get, "/x", query: [URLQueryItem(name: "page", value: "2")]))
    let sent = try #require(fixture.transport.requests.first)
    #expect(sent.encodedQuery == "page=2&app=w")
    #expect(sent.headers["Accept-Language"] == "zh")
  }

  @Test func immediateInterceptorsServeWhoAwaitsThem() async throws {
    struct Both: ImmediateInterceptor {
      func adapt(_ request: inout Request) throws(NetworkError) { request.path += "/changed" }
      func resolve(_ response: inout Response, to request: Request) throws(NetworkError) {
        response.data = Data(request.path.utf8)
      }
    }
    let adapted = try await Both().adapt(Request(.get, "http://h/x"))
    #expect(adapted.path == "/x/changed")
    let response = try await Both().resolve(.answer(adapted, "old"), to: adapted)
    #expect(response.text == "/x/changed")
    let fixture = try FixtureClient { $0.interceptors = [Both()] }
    fixture.transport.answer(.get, "/y/changed", json: "{}")
    #expect(try await fixture.client.send(Request(.get, "/y")).text == "/y/changed")
  }

  @Test func businessErrorsBecomeErrorsAndEnvelopesAreRemoved() async throws {
    let fixture = try FixtureClient { $0.interceptors = [Envelope()] }
    fixture.transport.answer(.get, "/good", json: #"{"code":0,"data":[1,2]}"#)
    fixture.transport.answer(.get, "/bad", json: #"{"code":7}"#)
    let numbers: [Int] = try await fixture.client.value(Request(.get, "/good"))
    #expect(numbers == [1, 2])
    let error = await networkError { try await fixture.client.send(Request(.get, "/bad")) }
    #expect(error?.cause as? Envelope.Failure == Envelope.Failure(code: 7))
  }

  @Test(arguments: [
    ("application/json; charset=utf-8", true), ("TEXT/JSON", true), ("text/css", false),
    ("application/jsonx", false),
  ])
  func onlyAcceptedTypesPass(type: String, passes: Bool) async throws {
    let fixture = try FixtureClient { $0.interceptors = [AcceptedTypes()] }
    fixture.transport.answer(.get, "/x", headers: ["Content-Type": type], json: "{}")
    fixture.transport.answer(
      .get, "/empty", status: 204, headers: ["Content-Type": "text/css"], json: "")
    if passes {
      try await fixture.client.send(Request(.get, "/x"))
    } else {
      let error = await networkError { try await fixture.client.send(Request(.get, "/x")) }
      #expect(error?.code == .undecodable)
    }
    try await fixture.client.send(Request(.get, "/empty"))
    #expect(fixture.transport.requests[0].headers["Accept"]?.hasPrefix("application/json") == true)
  }

  @Test func interceptorsRunInOrderAndBackInReverse() async throws {
    let fixture = try FixtureClient { $0.interceptors = [Named(name: "a"), Named(name: "b")] }
    fixture.transport.answer(.get, "/x", json: "{}")
    let response = try await fixture.client.send(Request(.get, "/x"))
    #expect(fixture.transport.requests[0].headers.values("X-Out") == ["a", "b"])
    #expect(response.headers.values("X-Back") == ["b", "a"])
  }
}
