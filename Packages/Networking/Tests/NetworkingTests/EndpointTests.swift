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
