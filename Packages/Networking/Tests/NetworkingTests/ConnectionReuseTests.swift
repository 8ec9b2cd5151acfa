import Foundation
import HTTPTypes
import Networking
import NetworkingTestSupport
import Testing

@Suite struct ConnectionReuseTests {
  @Test func slowFirstAnswerHoldsNobodyBack() async throws {
    let (arrivals, arrival) = AsyncStream.makeStream(of: Void.self)
    let gate = DispatchSemaphore(value: 0)
    let server = try SocketServer { connection in
      while let head = connection.readHead() {
        if head.contains("/slow") {
          arrival.yield()
          gate.wait()
        }
        connection.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
      }
    }
    defer { server.stop() }
    let transport = CurlTransport()
    let slow = Task { try await transport.send(Request(.get, "\(server.baseURL)/slow")).text }
    var iterator = arrivals.makeAsyncIterator()
    await iterator.next()
    #expect(try await transport.send(Request(.get, "\(server.baseURL)/quick")).text == "ok")
    gate.signal()
    #expect(try await slow.value == "ok")
  }

  /// A server may do what a request asks for and close the connection before its answer; libcurl by itself sends the
  /// request again.
  @Test(arguments: [
    (HTTPRequest.Method.post, 1), (.patch, 1), (HTTPRequest.Method("MAKE") ?? .post, 1), (.put, 2),
    (.delete, 2),
  ])
  func onlyWhatMayBeRepeatedIsSentAgainOnANewConnection(
    method: HTTPRequest.Method, count: Int
  ) async throws {
    let server = try HeadServer { head in head.hasPrefix("GET ") ? "ok".answer() : nil }
    defer { server.stop() }
    var configuration = Client.Configuration()
    configuration.retry = .never
    let client = try Client(server.baseURL, configuration: configuration)
    #expect(try await client.send(Request(.get, "/x")).text == "ok")
    let request = Request(method, "/x", body: .data(Data("body".utf8)))
    let error = await networkError { try await client.send(request) }
    #expect(error?.code == .connectionLost)
    #expect(error?.attempts == 1)
    #expect(server.heads.count == 1 + count)
  }

  /// libcurl by itself keeps four connections for each transfer under way and closes the others.
  @Test func connectionsOfABurstAreThereForTheNext() async throws {
    let count = 12
    let (arrivals, arrival) = AsyncStream.makeStream(of: Void.self)
    let gate = DispatchSemaphore(value: 0)
    let server = try SocketServer { connection in
      while let head = connection.readHead() {
        if head.contains("/held") {
          arrival.yield()
          gate.wait()
        }
        connection.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
      }
    }
    defer { server.stop() }
    let transport = CurlTransport()
    // However long the others of a burst take to come.
    let held = Request(.get, "\(server.baseURL)/held").with { $0.timeouts.idle = .seconds(600) }
    func burst() async throws {
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<count {
          group.addTask { _ = try await transport.send(held) }
        }
        var iterator = arrivals.makeAsyncIterator()
        for _ in 0..<count { await iterator.next() }
        for _ in 0..<count { gate.signal() }
        try await group.waitForAll()
      }
    }
    try await burst()
    for _ in 0..<5 { _ = try await transport.send(Request(.get, server.baseURL)) }
    try await burst()
    #expect(server.acceptedConnections == count)
  }
}
