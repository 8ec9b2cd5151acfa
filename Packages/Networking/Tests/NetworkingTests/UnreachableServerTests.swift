import Foundation
import HTTPTypes
import Networking
import NetworkingTestSupport
import Testing

/// Servers that cannot be reached: a connection that never stands, a name nobody knows.
@Suite struct UnreachableServerTests {
  /// A listener whose queue is full, so that Linux ignores whoever wants to connect.
  private struct Blackhole {
    let port: Int
    private let listener: LoopbackSocket
    private var clients: [LoopbackSocket] = []

    init() throws {
      listener = try LoopbackSocket()
      port = try listener.listen(backlog: 0)
      while true {
        let client = try LoopbackSocket()
        clients.append(client)
        guard try client.isConnected(toPort: port, milliseconds: 100) else { return }
        try #require(clients.count < 100, "The queue of the listener does not fill.")
      }
    }
  }

  #if os(Linux)
    @Test func connectionThatNeverStandsMeetsTheConnectLimit() async throws {
      let blackhole = try Blackhole()
      let transport = CurlTransport()
      var request = Request(.get, "http://127.0.0.1:\(blackhole.port)/")
      request.timeouts.connect = .milliseconds(100)
      let error = await networkError { try await transport.send(request) }
      #expect(error?.code == .timedOut)
      #expect(error?.message.contains("connect") == true)
      #expect(transport.activeTransfers == 0)
      withExtendedLifetime(blackhole) {}
    }

    @Test func cancellingWhileConnecting() async throws {
      let blackhole = try Blackhole()
      let server = try SocketServer { connection in
        connection.readHead()
        connection.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
      }
      defer { server.stop() }
      let transport = CurlTransport()
      var request = Request(.get, "http://127.0.0.1:\(blackhole.port)/")
      // It must not give up by itself while other tests keep this one from looking.
      request.timeouts.connect = .seconds(3600)
      let task = Task { [request] in try await transport.send(request) }
      while transport.activeTransfers == 0 { await Task.yield() }
      task.cancel()
      #expect(await networkError { try await task.value }?.code == .cancelled)
      #expect(transport.activeTransfers == 0)
      #expect(try await transport.send(Request(.get, server.baseURL)).text == "ok")
      withExtendedLifetime(blackhole) {}
    }
  #endif

  /// A hundred lookups at once, cancelled as soon as they have begun; some may have ended before.
  @Test func cancellingDuringTheLookup() async throws {
    let server = try SocketServer { connection in
      connection.readHead()
      connection.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
    }
    defer { server.stop() }
    var configuration = CurlTransport.Configuration()
    configuration.proxy = .none
    let transport = CurlTransport(configuration: configuration)
    let ended = Counter()
    let tasks = (0..<100).map { number in
      Task {
        defer { ended.add() }
        var request = Request(.get, "http://no-such-host-\(number).invalid/")
        // It must not give up by itself while other tests keep this one from cancelling.
        request.timeouts = Timeouts(queue: .seconds(3600), connect: .seconds(3600))
        return try await transport.send(request)
      }
    }
    while transport.activeTransfers == 0, ended.value < tasks.count { await Task.yield() }
    for task in tasks { task.cancel() }
    for task in tasks {
      let code = await networkError { try await task.value }?.code
      #expect(code == .cancelled || code == .hostNotFound, "\(code?.rawValue ?? "none")")
    }
    #expect(transport.activeTransfers == 0)
    #expect(try await transport.send(Request(.get, server.baseURL)).text == "ok")
  }
}
