import Foundation
import HTTPTypes
import Networking
import NetworkingSimulation
import NetworkingTestSupport
import Testing

@Suite struct TransportContractTests {
  @Test func curlKeepsTheContract() async throws {
    let server = try ContractServer()
    defer { server.stop() }
    let contract = TransportContract(baseURL: server.baseURL)
    #expect(await contract.problems(of: CurlTransport()) == [])
  }

  @Test func fixturesKeepTheContract() async throws {
    let transport = FixtureTransport()
    transport.answerContract()
    let contract = TransportContract(baseURL: "http://fixture")
    #expect(await contract.problems(of: transport) == [])
  }

  @Test func simulatedGoodNetworkKeepsTheContract() async throws {
    let fixture = FixtureTransport()
    fixture.answerContract()
    let contract = TransportContract(baseURL: "http://fixture")
    #expect(await contract.problems(of: SimulatedNetwork(fixture)) == [])
  }

  @Test func slowNetworkKeepsTheContract() async throws {
    let fixture = FixtureTransport()
    fixture.answerContract()
    let contract = TransportContract(baseURL: "http://fixture")
    let slow = SimulatedNetwork(fixture, conditions: .slow, clock: TestClock())
    #expect(await contract.problems(of: slow) == [])
  }

  @Test func aMultipartFormReachesTheServer() async throws {
    let (bodies, body) = AsyncStream.makeStream(of: Data.self)
    let (heads, head) = AsyncStream.makeStream(of: String.self)
    let server = try SocketServer { connection in
      while let text = connection.readHead() {
        head.yield(text)
        body.yield(connection.read(text.field("Content-Length").flatMap { Int($0) } ?? 0))
        connection.write("ok".answer())
      }
    }
    defer { server.stop() }
    try await withTemporaryFolder { folder in
      let file = folder.appending(path: "sunset.jpg")
      try Data([0xFF, 0xD8, 0x0D, 0x0A]).write(to: file)
      var form = Multipart(boundary: "edge")
      form.add("title", "\u{65E5}\u{843D}")
      form.addFile("photo", file, contentType: "image/jpeg")
      let client = try Client(server.baseURL)
      #expect(try await client.send(Request(.post, "/photos", body: form.body)).text == "ok")
    }
    var (headIterator, bodyIterator) = (heads.makeAsyncIterator(), bodies.makeAsyncIterator())
    let sent = try #require(await headIterator.next())
    #expect(sent.hasPrefix("POST /photos HTTP/1.1\r\n"))
    #expect(sent.field("Content-Type") == "multipart/form-data; boundary=edge")
    let text = """
      --edge
      Content-Disposition: form-data; name="title"

      \u{65E5}\u{843D}
      --edge
      Content-Disposition: form-data; name="photo"; filename="sunset.jpg"
      Content-Type: image/jpeg


      """
    let start = Data(text.replacing("\n", with: "\r\n").utf8)
    let expected = start + [0xFF, 0xD8, 0x0D, 0x0A] + Data("\r\n--edge--\r\n".utf8)
    #expect(await bodyIterator.next() == expected)
  }
}
