import Foundation
import HTTPTypes
import Networking
import NetworkingTestSupport
import Testing

/// Cancelling ends a transfer in whatever phase it is, gives its handle back, and the next works.
@Suite struct CancellationPhaseTests {
  enum Phase: CaseIterable, Sendable {
    case secureHandshake
    case sendingTheBody
    case waitingForTheAnswer
    case insideTheHead
    case insideTheBody
    case readingTheStream
  }

  @Test(arguments: Phase.allCases)
  func cancelling(during phase: Phase) async throws {
    let (reached, signal) = AsyncStream.makeStream(of: Void.self)
    let server = try SocketServer { connection in
      if phase == .secureHandshake {
        if connection.waitForClient(milliseconds: -1), connection.read(1) != Data("G".utf8) {
          signal.yield()
          connection.readToEnd()
          return
        }
        connection.readHead()
        connection.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
        return
      }
      guard connection.readHead()?.contains("/next") == false else {
        connection.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
        return
      }
      switch phase {
      case .insideTheHead: connection.write("HTTP/1.1 200 OK\r\nContent-Le")
      case .insideTheBody, .readingTheStream:
        connection.write("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf")
      default: break
      }
      signal.yield()
      if phase == .sendingTheBody { _ = connection.read(1000) }
      connection.readToEnd()
    }
    defer { server.stop() }
    let transport = CurlTransport()
    var request = Self.request(phase, server)
    // It must not give up by itself while other tests keep this one waiting.
    request.timeouts.connect = .seconds(3600)
    request.timeouts.idle = .seconds(3600)
    let task = Task { [request] in
      guard phase == .readingTheStream else { return try await transport.send(request).status }
      for try await _ in try await transport.stream(request).body {}
      return 0
    }
    var iterator = reached.makeAsyncIterator()
    await iterator.next()
    task.cancel()
    #expect(await networkError { try await task.value }?.code == .cancelled)
    #expect(transport.activeTransfers == 0)
    #expect(try await transport.send(Request(.get, "\(server.baseURL)/next")).text == "ok")
  }

  @Test func cancellingARequestThatWaitsForAConnection() async throws {
    let (reached, signal) = AsyncStream.makeStream(of: Void.self)
    let server = try SocketServer { connection in
      while let head = connection.readHead() {
        guard head.contains("/hang") else {
          connection.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
          continue
        }
        signal.yield()
        connection.readToEnd()
      }
    }
    defer { server.stop() }
    var configuration = CurlTransport.Configuration()
    configuration.connectionsPerHost = 1
    // On a busy machine the first would else be over before the second is counted.
    configuration.timeouts.idle = .seconds(3600)
    let transport = CurlTransport(configuration: configuration)
    let first = Task { try await transport.send(Request(.get, "\(server.baseURL)/hang")) }
    var iterator = reached.makeAsyncIterator()
    await iterator.next()
    let second = Task { try await transport.send(Request(.get, "\(server.baseURL)/queued")) }
    while transport.activeTransfers < 2 { await Task.yield() }
    second.cancel()
    #expect(await networkError { try await second.value }?.code == .cancelled)
    #expect(transport.activeTransfers == 1)
    first.cancel()
    #expect(await networkError { try await first.value }?.code == .cancelled)
    #expect(try await transport.send(Request(.get, "\(server.baseURL)/next")).text == "ok")
    #expect(server.acceptedConnections == 2)
  }

  private static func request(_ phase: Phase, _ server: SocketServer) -> Request {
    switch phase {
    case .secureHandshake: Request(.get, "https://127.0.0.1:\(server.port)/")
    case .sendingTheBody:
      Request(
        .post, server.baseURL, body: .data(Data(repeating: 1, count: 64 << 20)))
    default: Request(.get, server.baseURL)
    }
  }
}
