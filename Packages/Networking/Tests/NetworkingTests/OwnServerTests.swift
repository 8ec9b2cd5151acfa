import Foundation
import HTTPTypes
import NetworkingTestSupport
import Synchronization
import Testing

@testable import Networking

/// What belongs to one server goes to no other.
@Suite struct OwnServerTests {
  @Test func eventsStayWithTheServerTheyBeganWith() async throws {
    let servers = try ["1", "2"].map { text in
      try HeadServer { _ in
        "data: \(text)\n\n".answer("200 OK", "Content-Type: text/event-stream")
      }
    }
    defer { for server in servers { server.stop() } }
    var configuration = Client.Configuration()
    configuration.clock = TestClock()
    let client = try Client(servers[0].baseURL, configuration: configuration)
    var iterator = client.events(Request(.get, "/")).makeAsyncIterator()
    #expect(try await next(of: &iterator)?.data == "1")
    client.environment = try ServerEnvironment(servers[1].baseURL)
    #expect(try await next(of: &iterator)?.data == "1")
    #expect(servers[1].heads.isEmpty)
  }

  @Test func aRangeIsAskedForUncompressed() async throws {
    let server = try HeadServer { _ in
      "ell".answer("206 Partial Content", "Content-Range: bytes 1-3/5")
    }
    defer { server.stop() }
    let client = try Client(server.baseURL)
    try await client.send(Request(.get, "/", headers: ["Range": "bytes=1-3"]))
    #expect(server.heads.first?.field("Accept-Encoding") == "identity")
  }
}
