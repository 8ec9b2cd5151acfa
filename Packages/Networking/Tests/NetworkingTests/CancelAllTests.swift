import Foundation
import HTTPTypes
import NetworkingTestSupport
import Synchronization
import Testing

@testable import Networking

/// `cancelAll()` ends everything that is under way, a body that is still arriving included.
@Suite struct CancelAllTests {
  /// A server that sends the beginning of a body, and nothing more.
  private func server(_ type: String, _ text: String) throws -> SocketServer {
    try SocketServer { connection in
      guard connection.readHead() != nil else { return }
      connection.write("HTTP/1.1 200 OK\r\nContent-Type: \(type)\r\n\r\n" + text)
      connection.readToEnd()
    }
  }

  @Test(.timeLimit(.minutes(10))) func cancelAllEndsARunningStream() async throws {
    let server = try server("text/plain", "begin")
    defer { server.stop() }
    let client = try Client(server.baseURL)
    for isWaiting in [true, false] {
      let stream = try await client.stream(Request(.get, "/"))
      #expect(client.activeCalls == 1)
      let (begun, begin) = AsyncStream.makeStream(of: Void.self)
      let reader = Task {
        for try await _ in stream.body {
          begin.yield()
          if !isWaiting { client.cancelAll() }
        }
      }
      for await _ in begun { break }
      if isWaiting { client.cancelAll() }
      #expect(await networkError { try await reader.value }?.code == .cancelled)
      #expect(client.activeCalls == 0)
    }
  }

  @Test(.timeLimit(.minutes(10))) func aDroppedOrFinishedBodyIsNotUnderWay() async throws {
    let server = try HeadServer { _ in "abc".answer() }
    defer { server.stop() }
    let client = try Client(server.baseURL)
    let stream = try await client.stream(Request(.get, "/"))
    #expect(try await stream.collect().text == "abc")
    #expect(client.activeCalls == 0)
    do { _ = try await client.stream(Request(.get, "/")) }
    // The task that brought it may let go of it a little later.
    while client.activeCalls > 0 { await Task.yield() }
  }

  @Test(.timeLimit(.minutes(10))) func cancelAllEndsEvents() async throws {
    let server = try server("text/event-stream", "data: 1\n\n")
    defer { server.stop() }
    let client = try Client(server.baseURL)
    let (begun, begin) = AsyncStream.makeStream(of: Void.self)
    let listener = Task { for try await _ in client.events(Request(.get, "/")) { begin.yield() } }
    for await _ in begun { break }
    client.cancelAll()
    #expect(await networkError { try await listener.value }?.code == .cancelled)
  }

  @Test(.timeLimit(.minutes(10))) func cancelAllEndsTheWaitForAReconnection() async throws {
    let server = try HeadServer { _ in
      "data: 1\n\n".answer("200 OK", "Content-Type: text/event-stream")
    }
    defer { server.stop() }
    let (paused, pause) = AsyncStream.makeStream(of: Void.self)
    var configuration = Client.Configuration()
    configuration.clock = EndlessClock { pause.yield() }
    let client = try Client(server.baseURL, configuration: configuration)
    let listener = Task { for try await _ in client.events(Request(.get, "/")) {} }
    for await _ in paused { break }
    #expect(client.activeCalls == 1)
    client.cancelAll()
    #expect(await networkError { try await listener.value }?.code == .cancelled)
    #expect(server.heads.count == 1)
  }
}

/// A clock whose sleeps end when they are cancelled.
private struct EndlessClock: Clock {
  let onSleep: @Sendable () -> Void
  var now: ContinuousClock.Instant { ContinuousClock.now }
  var minimumResolution: Duration { .zero }
  func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
    onSleep()
    for await _ in AsyncStream.makeStream(of: Void.self).stream {}
    throw CancellationError()
  }
}
