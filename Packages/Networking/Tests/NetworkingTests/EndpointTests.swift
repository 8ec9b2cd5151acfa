import Foundation
import HTTPTypes
import Models
import Networking
import NetworkingTestSupport
import Testing

@Suite struct EndpointTests {
  private struct Post: Codable, Equatable, Sendable {
    var id: Int
  }

  private struct PostByID: Endpoint {
    typealias Output = Post
    var id: Int
    var request: Request { Request(.get, "/posts/\(id)") }
  }

  private struct NewPost: Endpoint {
    typealias Output = Response
    var post: Post
    var request: Request {
      get throws(NetworkError) { Request(.post, "/posts", body: try .json(post)) }
    }
  }

  @Test func threeCallStylesSendTheSameRequest() async throws {
    let fixture = try FixtureClient()
    fixture.transport.answer(.get, "/posts/{id}", json: #"{"id": 7}"#)
    let client = fixture.client
    let byType = try await client.send(PostByID(id: 7))
    let byValue: Post = try await client.value(Request(.get, "/posts/7"))
    let byBuilder = try await client.send { $0.path = "/posts/7" }
    #expect(byType == Post(id: 7))
    #expect(byValue == byType)
    #expect(try byBuilder.decode(Post.self) == byType)
    #expect(Set(fixture.transport.requests).count == 1)
  }

  @Test func endpointMayAnswerWithTheResponseItself() async throws {
    let fixture = try FixtureClient()
    fixture.transport.answer(.post, "/posts", status: 201, json: "{}")
    #expect(try await fixture.client.send(NewPost(post: Post(id: 1))).status == 201)
    #expect(try fixture.transport.requests[0].body.data() == Data(#"{"id":1}"#.utf8))
  }

  @Test func wrongModelIsUndecodableWithModelsDiagnostics() async throws {
    let fixture = try FixtureClient()
    fixture.transport.answer(.get, "/posts/{id}", json: #"{"title": "x"}"#)
    let error = await networkError { try await fixture.client.send(PostByID(id: 1)) }
    #expect(error?.code == .undecodable)
    #expect(error?.response?.text == #"{"title": "x"}"#)
    let cause = try #require(error?.cause as? ModelError)
    #expect(cause.message.contains("id"))
  }

  @Test func emptyBodyIsOneOutcomeAndNotSilence() async throws {
    let fixture = try FixtureClient()
    fixture.transport.answer(.get, "/posts/{id}", json: "")
    #expect(try await fixture.client.send(Request(.get, "/posts/1")).data.isEmpty)
    let error = await networkError { try await fixture.client.send(PostByID(id: 1)) }
    #expect(error?.code == .undecodable)
  }
}

/// Parameters of an endpoint, beside those of its request.
@Suite struct EndpointParametersTests {
  private struct Filter: Codable, Sendable {
    var name: String?
    var limit: Int
    var tags: [String]
    var isNew: Bool
  }

  private struct Posts: Endpoint {
    typealias Output = Response
    var method: HTTPRequest.Method = .get
    var path = "/posts"
    var parameters: (any Encodable & Sendable)?
    var request: Request {
      Request(
        method, path,
        query: [
          URLQueryItem(name: "limit", value: "1"), URLQueryItem(name: "page", value: "2"),
          URLQueryItem(name: "limit", value: "9"),
        ], body: .data(Data("own".utf8)))
    }
  }

  private func sent(_ posts: Posts) async throws -> Request {
    let fixture = try FixtureClient()
    fixture.transport.answer(posts.method, "/posts", json: "{}")
    _ = try await fixture.client.send(posts)
    return fixture.transport.requests[0]
  }

  private func query(_ posts: Posts) async throws -> [String] {
    try await sent(posts).query.map { "\($0.name)=\($0.value ?? "")" }
  }

  // S17: the parameters win over the request's, whether they are a dictionary or a model.
  @Test func parametersWinOverTheRequests() async throws {
    let filter = Filter(name: "北京", limit: 5, tags: ["a", "b"], isNew: true)
    #expect(
      try await query(Posts(parameters: filter))
        == ["page=2", "isNew=true", "limit=5", "name=北京", "tags=a", "tags=b"])
    #expect(try await query(Posts(parameters: ["page": "3"])) == ["limit=1", "limit=9", "page=3"])
  }

  // S17: of a request without parameters the old system sent an empty text.
  @Test func noParametersSendNothing() async throws {
    #expect(try await query(Posts()) == ["limit=1", "page=2", "limit=9"])
    #expect(try await query(Posts(parameters: [String: String]())).count == 3)
    let filter = Filter(name: nil, limit: 5, tags: [], isNew: false)
    #expect(try await query(Posts(parameters: filter)) == ["page=2", "isNew=false", "limit=5"])
  }

  @Test func ofAPostTheyAreTheBody() async throws {
    let request = try await sent(Posts(method: .post, parameters: ["title": "x"]))
    #expect(try request.body.data() == Data(#"{"title":"x"}"#.utf8))
    #expect(request.query.count == 3)
    #expect(try await sent(Posts(method: .post)).body.data() == Data("own".utf8))
  }

  @Test func whatAQueryHasNoFormForIsNotSent() async throws {
    let wrong: [(any Encodable & Sendable)?] = [
      ["a": ["b": "c"]], ["a": [["b"]]], [1, 2], "text", ["a": Double.infinity],
    ]
    for parameters in wrong {
      let error = await networkError { try await self.sent(Posts(parameters: parameters)) }
      #expect(error?.code == .invalidRequest && error?.attempts == 0)
    }
    let fixed = Posts(path: "/posts?limit=4", parameters: ["limit": 5])
    let error = await networkError { try await self.sent(fixed) }
    #expect(error?.code == .invalidRequest && error?.message.contains("'limit'") == true)
  }
}
