import Foundation
import HTTPTypes
import Networking
import NetworkingTestSupport
import Testing

@Suite struct CassetteTests {
  private func record() async throws -> Cassette {
    let fixture = FixtureTransport()
    fixture.answer(
      .post, "/login", headers: ["Set-Cookie": "session=s3cret"],
      json: #"{"user":"小明","access_token":"s3cret"}"#)
    fixture.answer(.get, "/posts", json: #"[ {"id" : 1} ]"#)
    fixture.answer(.get, "/photo") { (request) throws(NetworkError) in
      Response(
        head: ResponseHead(status: 200, url: try request.url), data: Data([0xFF, 0xD8, 0x00]))
    }
    let recorder = RecordingTransport(fixture)
    let client = try Client("http://api.example.com", transport: recorder)
    try await client.send(
      Request(
        .post, "/login", headers: ["Authorization": "s3cret"],
        body: try .json(["phone": "186", "password": "s3cret"])))
    try await client.send(
      Request(.get, "/posts", query: [URLQueryItem(name: "token", value: "s3cret")]))
    try await client.send(Request(.get, "/photo"))
    return recorder.cassette
  }

  @Test func secretsAreAbsentFromTheFile() async throws {
    try await withTemporaryFolder { folder in
      let file = folder.appending(path: "cassette.json")
      try await record().write(to: file)
      let text = try String(contentsOf: file, encoding: .utf8)
      #expect(!text.contains("s3cret"))
      #expect(text.contains("小明"))
      #expect(text.contains("token=REDACTED"))
    }
  }

  @Test func replayGivesTheSameBytes() async throws {
    try await withTemporaryFolder { folder in
      let file = folder.appending(path: "cassette.json")
      try await record().write(to: file)
      let cassette = try Cassette(contentsOf: file)
      let client = try Client(
        "http://api.example.com", transport: ReplayTransport(cassette))
      let posts = try await client.send(
        Request(.get, "/posts", query: [URLQueryItem(name: "token", value: "another")]))
      #expect(posts.text == #"[ {"id" : 1} ]"#)
      #expect(try await client.send(Request(.get, "/photo")).data == Data([0xFF, 0xD8, 0x00]))
      let login = try await client.send(
        Request(
          .post, "/login", body: try .json(["phone": "186", "password": "another"])))
      #expect(login.status == 200)
    }
  }

  @Test func equalRequestsGetTheirAnswersInOrderAndTheLastFromThenOn() async throws {
    let counter = Counter()
    let fixture = FixtureTransport()
    fixture.answer(.get, "/x") { (request) throws(NetworkError) in
      try .answer(request, "\(counter.add())")
    }
    let recorder = RecordingTransport(fixture)
    for _ in 0..<2 { _ = try await recorder.send(Request(.get, "http://h/x")) }
    let replay = ReplayTransport(recorder.cassette)
    var texts: [String] = []
    for _ in 0..<3 { texts.append(try await replay.send(Request(.get, "http://h/x")).text) }
    #expect(texts == ["1", "2", "2"])
  }

  @Test func unrecordedRequestSaysSo() async throws {
    let error = await networkError {
      try await ReplayTransport(Cassette()).send(Request(.get, "http://h/x"))
    }
    #expect(error?.code == .noFixture)
    #expect(error?.request == "GET http://h/x")
  }

  @Test func fileThatIsNoCassetteIsAFileError() throws {
    try withTemporaryFolder { folder in
      let file = folder.appending(path: "x.json")
      try Data("{}".utf8).write(to: file)
      let error = #expect(throws: NetworkError.self) { try Cassette(contentsOf: file) }
      #expect(error?.code == .file)
    }
  }
}
