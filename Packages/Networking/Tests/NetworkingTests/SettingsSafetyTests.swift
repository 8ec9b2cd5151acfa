import Foundation
import HTTPTypes
import NetworkingTestSupport
import Testing

@testable import Networking

/// What is set beside the header fields of a request adds nothing to them, and holds for every spelling of a host.
@Suite struct SettingsSafetyTests {
  @Test(arguments: ["text/plain\r\nX-Evil: 1", "a\nb", "a\0b", "a\rb"])
  func mediaTypeOfABodyIsNoSecondHeader(type: String) async throws {
    let server = try HeadServer { _ in "ok".answer() }
    defer { server.stop() }
    let body = RequestBody.data(Data("x".utf8), contentType: type)
    for transport in [CurlTransport(), FixtureTransport()] as [any Transport] {
      let error = await networkError {
        try await transport.send(Request(.post, server.baseURL, body: body))
      }
      #expect(error?.code == .invalidRequest)
    }
    #expect(server.heads.isEmpty)
  }

  @Test func userAgentIsNoSecondHeader() async throws {
    let server = try HeadServer { _ in "ok".answer() }
    defer { server.stop() }
    var configuration = CurlTransport.Configuration()
    configuration.userAgent = "me\r\nX-Evil: 1"
    let error = await networkError {
      try await CurlTransport(configuration: configuration).send(Request(.get, server.baseURL))
    }
    #expect(error?.code == .invalidRequest)
    #expect(server.heads.isEmpty)
  }

  /// Pins and identities of `h` are also those of `H` and `h.`, which are the same machine.
  @Test(arguments: [
    ("example.com", "EXAMPLE.com."), ("Example.com.", "example.COM"),
    ("bücher.example", "xn--bcher-kva.example"),
    ("XN--BCHER-KVA.example", "BÜCHER.example."), ("::1", "[::1]"),
  ])
  func settingsOfAHostHoldForItsSpellings(set: String, asked: String) {
    var configuration = CurlTransport.Configuration()
    let identity = CurlTransport.Configuration.Identity(
      certificate: URL(filePath: "/c"), key: URL(filePath: "/k"))
    configuration.pinnedKeys = [set: ["sha256//a", "sha256//b"]]
    configuration.identities = [set: identity]
    #expect(configuration.pins(for: asked) == "sha256//a;sha256//b")
    #expect(configuration.identity(for: asked) == identity)
    #expect(configuration.pins(for: "other") == nil)
    #expect(configuration.identity(for: "www.\(asked)") == nil)
    configuration.pinnedKeys[asked] = []
    #expect(configuration.pins(for: asked) != nil)
  }

  @Test func semicolonsPartQueriesAsAmpersandsDo() {
    let shown = Redactor().url(
      "http://h/?a=1;token=secret-1&b=2;api_key=secret-2#c=3;password=secret-3")
    #expect(!shown.contains("secret-"))
    #expect(shown.hasPrefix("http://h/?a=1;token="))
  }
}
