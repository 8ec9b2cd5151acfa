import Foundation
import HTTPTypes
import NetworkingTestSupport
import Synchronization
import Testing

@testable import Networking

/// What belongs to one server goes to no other.
@Suite struct OwnServerTests {
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
