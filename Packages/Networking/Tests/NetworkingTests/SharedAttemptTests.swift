import Foundation
import Networking
import NetworkingTestSupport
import Synchronization
import Testing

/// Equal reads over libcurl are one transfer, which depends on none of those who wait for it.
@MainActor @Suite struct SharedAttemptTests {
  /// A server that answers once it may, and tells of each request.
  private final class SlowServer: Sendable {
    let transport = CurlTransport.patient
    let client: Client
    let count = Counter()
    private let server: SocketServer
    private let gate = DispatchSemaphore(value: 0)
    private let asked = AsyncStream.makeStream(of: Void.self)

    init() throws {
      server = try SocketServer { [count, gate, asked] connection in
        while connection.readHead() != nil {
          let number = count.add()
          asked.continuation.yield()
          gate.wait()
          connection.write("HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n\(number)")
        }
      }
      client = try Client(server.baseURL, transport: transport)
    }

    deinit {
      gate.signal()
      server.stop()
    }

    func isAsked() async {
      var iterator = asked.stream.makeAsyncIterator()
      await iterator.next()
    }

    func answer() { gate.signal() }

    func lead() -> Task<String, any Error> {
      Task.detached { [client] in try await client.send(Request(.get, "/x")).text }
    }

    /// Joins the call, and returns when the caller waits: it shares the actor up to there.
    @MainActor func follow() async -> Task<String, any Error> {
      let task = Task { try await client.send(Request(.get, "/x")).text }
      await Task.yield()
      return task
    }
  }

  private func leave(_ task: Task<String, any Error>) async {
    task.cancel()
    #expect(await networkError { try await task.value }?.code == .cancelled)
  }

  @Test func firstCallerLeavesDuringTheTransfer() async throws {
    let server = try SlowServer()
    let first = server.lead()
    await server.isAsked()
    let others = [await server.follow(), await server.follow()]
    await leave(first)
    #expect(server.client.activeCalls == 1)
    server.answer()
    for other in others { #expect(try await other.value == "1") }
    #expect(server.client.activeCalls == 0)
    #expect(server.client.log.entries.map(\.status) == [200])
  }

  @Test func lastCallerEndsTheTransfer() async throws {
    let server = try SlowServer()
    let first = server.lead()
    await server.isAsked()
    let other = await server.follow()
    await leave(other)
    await leave(first)
    #expect(server.client.activeCalls == 0)
    while server.client.log.entries.last?.failure == nil { await Task.yield() }
    #expect(server.client.log.entries.map(\.failure) == [.cancelled])
    #expect(server.transport.activeTransfers == 0)
  }

  @Test func whoComesAfterALoneCallerLeftBeginsAnew() async throws {
    let server = try SlowServer()
    let first = server.lead()
    await server.isAsked()
    await leave(first)
    server.answer()
    server.answer()
    #expect(try await server.client.send(Request(.get, "/x")).text == "2")
  }

  @Test func othersAreAnsweredWhileTheFirstCallersExecutorStandsStill() async throws {
    let executor = StillExecutor()
    let server = try SlowServer()
    let client = server.client
    let first = Task.detached(executorPreference: executor) {
      try await client.send(Request(.get, "/x")).text
    }
    await server.isAsked()
    let other = await server.follow()
    executor.hold()
    server.answer()
    #expect(try await other.value == "1")
    executor.release()
    #expect(try await first.value == "1")
  }

  /// The answer is here, and only the one whose executor stands still was told.
  @Test func whoComesAfterTheAnswerDoesNotWaitForTheFirstCaller() async throws {
    let executor = StillExecutor()
    let server = try SlowServer()
    let client = server.client
    let first = Task.detached(executorPreference: executor) {
      try await client.send(Request(.get, "/x")).text
    }
    await server.isAsked()
    executor.hold()
    server.answer()
    while executor.waitingJobs == 0 { await Task.yield() }
    #expect(try await client.send(Request(.get, "/x")).text == "1")
    executor.release()
    #expect(try await first.value == "1")
    #expect(server.count.value == 1)
  }

  @Test func callersWhoComeAndGoGetTheirAnswerOrLeave() async throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    print("seed \(seed)")
    let server = try SocketServer { connection in
      while let head = connection.readHead() {
        let path = head.split(separator: " ").dropFirst().first ?? ""
        connection.write(
          "HTTP/1.1 200 OK\r\nContent-Length: \(path.utf8.count)\r\n\r\n\(path)")
      }
    }
    defer { server.stop() }
    let transport = CurlTransport.patient
    let client = try Client(server.baseURL, transport: transport)
    await withTaskGroup(of: Void.self) { group in
      for caller in 0..<8 {
        group.addTask { @concurrent in
          var random = SeededRandom(seed: seed &+ UInt64(caller))
          for _ in 0..<150 {
            let path = "/\(Int.random(in: 0..<3, using: &random))"
            let task = Task { try await client.send(Request(.get, path)).text }
            let yields = Int.random(in: 0..<12, using: &random)
            let leaves = Bool.random(using: &random)
            for _ in 0..<yields { await Task.yield() }
            if leaves { task.cancel() }
            switch await task.result {
            case .success(let text): #expect(text == path)
            case .failure(let error):
              #expect(leaves && (error as? NetworkError)?.code == .cancelled)
            }
          }
        }
      }
    }
    #expect(client.activeCalls == 0)
    while transport.activeTransfers > 0 { await Task.yield() }
    #expect(client.log.entries.allSatisfy { $0.failure == nil || $0.failure == .cancelled })
  }
}

extension CurlTransport {
  /// One that waits as long as the tests beside it keep the main actor.
  fileprivate static var patient: CurlTransport {
    var configuration = Configuration()
    configuration.timeouts = Timeouts(connect: .seconds(86_400), idle: .seconds(86_400))
    return CurlTransport(configuration: configuration)
  }
}
