import Foundation
import HTTPTypes
import NetworkingTestSupport
import Testing

@testable import Networking

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#endif

/// The proxy variables hold for a whole process, so each test that sets them has a process of its own.
@Suite struct ProxyTests {
  @Test func plainRequestGoesToTheProxyOfTheEnvironment() async {
    await #expect(processExitsWith: .success) {
      let proxy = try SocketServer { connection in
        let head = connection.readHead() ?? ""
        let isRight = head.hasPrefix("GET http://no-such-host.invalid/x HTTP/1.1\r\n")
        connection.write("HTTP/1.1 \(isRight ? 200 : 400) X\r\nContent-Length: 0\r\n\r\n")
      }
      setProxies(["http_proxy": proxy.baseURL])
      let transport = CurlTransport()
      let response = try await transport.send(Request(.get, "http://no-such-host.invalid/x"))
      #expect(response.status == 200)
      #expect(proxy.acceptedConnections == 1)
      // Asked to use none, the transport looks for the host itself.
      var configuration = CurlTransport.Configuration()
      configuration.proxy = .none
      let error = await networkError {
        try await CurlTransport(configuration: configuration).send(
          Request(.get, "http://no-such-host.invalid/x"))
      }
      #expect(error?.code == .hostNotFound)
    }
  }

  @Test func secureRequestGoesThroughATunnelOfTheProxy() async throws {
    try #require(OpenSSL.path != nil, "needs the openssl program")
    await #expect(processExitsWith: .success) {
      try await withTemporaryFolder { folder in
        let files = try await OpenSSL(folder: folder).issue(
          TLSCertificate(names: "DNS:shop.invalid"))
        let server = try TLSServer(files)
        defer { server.stop() }
        let proxy = try SocketServer { connection in
          guard connection.readHead()?.hasPrefix("CONNECT shop.invalid:443 HTTP/1.1\r\n") == true
          else { return }
          connection.write("HTTP/1.1 200 Connection established\r\n\r\n")
          try? connection.tunnel(toPort: server.port)
        }
        setProxies(["https_proxy": proxy.baseURL])
        var configuration = CurlTransport.Configuration()
        configuration.trust = .authorities(files.authority)
        let transport = CurlTransport(configuration: configuration)
        // The certificate is checked against the host behind the proxy.
        let response = try await transport.send(Request(.get, "https://shop.invalid/"))
        #expect(response.status == 200)
        #expect(response.metrics.secure > .zero)
        #expect(proxy.acceptedConnections == 1)
      }
    }
  }

  /// It is asked again only for what may be temporary: that it does not reach the server.
  @Test(arguments: [(302, 1), (403, 1), (407, 1), (502, 3), (503, 3)])
  func proxyThatRefusesTheTunnelIsNamedWithItsStatus(status: Int, tries: Int) async throws {
    let proxy = try SocketServer { connection in
      connection.readHead()
      connection.write(
        "HTTP/1.1 \(status) No\r\nContent-Length: 4\r\nConnection: close\r\n\r\nbody")
    }
    defer { proxy.stop() }
    var configuration = CurlTransport.Configuration()
    configuration.proxy = .url(proxy.baseURL)
    let fixture = try FixtureClient()
    let client = try Client(
      "https://shop.invalid", transport: CurlTransport(configuration: configuration),
      configuration: fixture.client.exchange.configuration)
    let error = await networkError { try await client.send(Request(.get, "/")) }
    #expect(error?.code == .proxyRefused)
    #expect(error?.proxyStatus?.code == status)
    #expect(error?.message.contains("(status \(status))") == true)
    #expect(error?.response == nil)
    #expect(error?.attempts == tries)
    #expect(proxy.acceptedConnections == tries)
  }

  /// A policy may ask it again for whatever may pass, but not for what it would refuse again.
  @Test(arguments: [(302, 1), (403, 1), (407, 1), (425, 3), (501, 3), (520, 3)])
  func aPolicyMayAskAgainAProxyThatRefusesTheTunnel(status: Int, tries: Int) async throws {
    for isAsked in [true, false] {
      let proxy = try SocketServer { connection in
        connection.readHead()
        connection.write(
          "HTTP/1.1 \(status) No\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
      }
      defer { proxy.stop() }
      var configuration = CurlTransport.Configuration()
      configuration.proxy = .url(proxy.baseURL)
      let fixture = try FixtureClient {
        if isAsked { $0.retry.codes.insert(.proxyRefused) }
      }
      let client = try Client(
        "https://shop.invalid", transport: CurlTransport(configuration: configuration),
        configuration: fixture.client.exchange.configuration)
      let error = await networkError { try await client.send(Request(.get, "/")) }
      #expect(error?.proxyStatus?.code == status)
      #expect(proxy.acceptedConnections == (isAsked ? tries : 1))
    }
  }

  @Test func proxyWithoutAnAddressIsNoConnection() async {
    await #expect(processExitsWith: .success) {
      setProxies(["https_proxy": "http://no-such-proxy.invalid:1"])
      let missing = await networkError {
        try await CurlTransport().send(Request(.get, "https://shop.invalid/"))
      }
      #expect(missing?.code == .cannotConnect)
    }
  }

  @Test func hostsOfNoProxyAreReachedDirectly() async {
    await #expect(processExitsWith: .success) {
      let proxy = try SocketServer { connection in
        connection.readHead()
        connection.write("HTTP/1.1 502 X\r\nContent-Length: 0\r\n\r\n")
      }
      let server = try SocketServer { connection in
        connection.readHead()
        connection.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
      }
      setProxies(["http_proxy": proxy.baseURL, "no_proxy": "elsewhere,127.0.0.1"])
      let transport = CurlTransport()
      #expect(try await transport.send(Request(.get, server.baseURL)).text == "ok")
      #expect(proxy.acceptedConnections == 0)
      #expect(try await transport.send(Request(.get, "http://other.invalid/")).status == 502)
      #expect(proxy.acceptedConnections == 1)
    }
  }
}

/// Sets these variables and removes every other that names a proxy.
private func setProxies(_ values: [String: String]) {
  for name in ["http_proxy", "https_proxy", "all_proxy", "no_proxy"] {
    unsafe unsetenv(name)
    unsafe unsetenv(name.uppercased())
  }
  for (name, value) in values { unsafe setenv(name, value, 1) }
}
