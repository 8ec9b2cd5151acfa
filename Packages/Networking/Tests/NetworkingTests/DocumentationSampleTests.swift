import Foundation
import HTTPTypes
import Networking
import NetworkingSimulation
import NetworkingTestSupport
import Testing

/// The samples of the documentation, so that they compile and say the truth.
@Suite struct DocumentationSampleTests {
  struct Post: Decodable, Sendable {
    var id: Int
    var title: String
  }

  struct PostByID: Endpoint {
    typealias Output = Post
    var id: Int
    var request: Request { Request(.get, "/posts/\(id)") }
  }

  private func prepared() -> FixtureTransport {
    let transport = FixtureTransport()
    transport.answer(.get, "/posts", json: #"[{"id": 7, "title": "Hello"}]"#)
    transport.answer(.get, "/posts/{id}", json: #"{"id": 7, "title": "Hello"}"#)
    transport.answer(.get, "/video", json: "bytes")
    transport.answer(.get, "/events", json: "events")
    transport.answer(.get, "/posts/all", json: #"{"id": 7, "title": "Hello"}"#)
    transport.answer(.get, "/news") { (request) throws(NetworkError) in
      request.headers["Last-Event-ID"] == nil
        ? try .answer(
          request, headers: ["Content-Type": "text/event-stream"], "id: 1\ndata: new\n\n")
        : try .answer(request, status: 204)
    }
    return transport
  }

  @Test func overview() async throws {
    let client = try Client("http://127.0.0.1:8080", transport: prepared())
    var request = Request(.get, "/posts")
    request.query = [URLQueryItem(name: "_limit", value: "20")]
    let posts: [Post] = try await client.value(request)
    #expect(posts == [Post(id: 7, title: "Hello")])

    let byType = try await client.send(PostByID(id: 7))
    let byValue: Post = try await client.value(Request(.get, "/posts/7"))
    let byBuilder = try await client.send { $0.path = "/posts/7" }.decode(Post.self)
    #expect(byType == byValue && byValue == byBuilder)

    try await withTemporaryFolder { folder in
      let file = folder.appending(path: "video")
      let transfer = client.download(Request(.get, "/video"), to: file)
      for await progress in transfer.progress { print(progress.fraction ?? 0) }
      let download = try await transfer.value
      #expect(download.size == 5)
    }
  }

  @Test func aClientNeedsOnlyAnAddress() throws {
    let client = try Client("http://127.0.0.1:8080")
    #expect(client.log.entries.isEmpty)
  }

  @Test func streams() async throws {
    var configuration = Client.Configuration()
    configuration.clock = TestClock()
    let client = try Client("http://fixture", transport: prepared(), configuration: configuration)
    var events = Data()
    func feed(_ chunk: Data) { events += chunk }
    for try await chunk in try await client.stream(Request(.get, "/events")).body { feed(chunk) }
    #expect(events == Data("events".utf8))
    func show(_ post: Post) { #expect(post == Post(id: 7, title: "Hello")) }
    for try await post in client.jsonLines(Request(.get, "/posts/all"), of: Post.self) {
      show(post)
    }
    func show(_ text: String) { #expect(text == "new") }
    for try await event in client.events(Request(.get, "/news")) { show(event.data) }
  }

  @Test func answersFromMemory() async throws {
    let transport = FixtureTransport()
    transport.answer(.get, "/posts/{id}", json: #"{"id": 7, "title": "Hello"}"#)
    let client = try Client("http://fixture", transport: transport)
    let post: Post = try await client.value(Request(.get, "/posts/7"))
    #expect(transport.requests.map(\.path) == ["/posts/7"])
    #expect(post.title == "Hello")
  }

  @Test func simulatedNetworks() async throws {
    let transport = prepared()
    let network = SimulatedNetwork(transport, conditions: .flaky(0.25), seed: 7)
    network.setConditions(.slow, for: "/photos/{id}")
    network.conditions = .offline
    let client = try Client("http://fixture", transport: network)
    #expect(await networkError { try await client.send(PostByID(id: 7)) }?.code == .offline)
  }

  @Test func noWaiting() async throws {
    let transport = FixtureTransport()
    transport.answer(.get, "/posts", status: 503, json: "{}")
    let clock = TestClock()
    var configuration = Client.Configuration()
    configuration.clock = clock
    configuration.random = { 0.5 }
    let client = try Client("http://fixture", transport: transport, configuration: configuration)
    _ = await networkError { try await client.send(Request(.get, "/posts")) }
    #expect(clock.sleeps == [.milliseconds(250), .milliseconds(500)])
  }
}

extension DocumentationSampleTests.Post: Equatable {}
