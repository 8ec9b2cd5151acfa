import Foundation
import HTTPTypes
import NetworkingTestSupport
import Testing

@testable import Networking

@Suite struct ClientSharingTests {
  @Test(.timeLimit(.minutes(10)))
  func hundredEqualReadsAreSentOnceAndLiveUntilTheLastGivesUp() async throws {
    let latch = Latch()
    let ended = Counter()
    let fixture = try FixtureClient()
    fixture.transport.answer(.get, "/x") { (request) throws(NetworkError) in
      await withTaskCancellationHandler {
        await latch.wait()
      } onCancel: {
        ended.add()
        Task { await latch.open() }
      }
      return try .answer(request, "ok")
    }
    let client = fixture.client
    let tasks = (0..<100).map { _ in Task { try await client.send(Request(.get, "/x")) } }
    await latch.arrivals(1)
    // One who came after the others have left would begin anew.
    while client.exchange.reads.callers < 100 { await Task.yield() }
    for task in tasks.dropLast() { task.cancel() }
    for task in tasks.dropLast() {
      #expect(await networkError { try await task.value }?.code == .cancelled)
    }
    #expect(ended.value == 0)
    tasks[99].cancel()
    #expect(await networkError { try await tasks[99].value }?.code == .cancelled)
    while ended.value == 0 { await Task.yield() }
    #expect(fixture.transport.requests.count == 1)
    #expect(client.activeCalls == 0)
  }

  @Test func differentRequestsAndWritesAreNotShared() async throws {
    let fixture = try FixtureClient()
    fixture.transport.answer(.get, "/x", json: "{}")
    fixture.transport.answer(.post, "/x", json: "{}")
    let client = fixture.client
    try await withThrowingTaskGroup(of: Void.self) { group in
      for page in 0..<5 {
        group.addTask {
          try await client.send(
            Request(.get, "/x", query: [URLQueryItem(name: "page", value: "\(page)")]))
        }
        group.addTask { try await client.send(Request(.post, "/x")) }
      }
      try await group.waitForAll()
    }
    #expect(fixture.transport.requests.count == 10)
  }

  @Test func cancelAllEndsEveryRequestAndTheClientStaysUsable() async throws {
    let latch = Latch()
    let fixture = try FixtureClient()
    fixture.transport.answer(.get, "/x/{id}") { (request) throws(NetworkError) in
      await latch.wait()
      return try .answer(request, "ok")
    }
    let client = fixture.client
    let tasks = (0..<10).map { id in Task { try await client.send(Request(.get, "/x/\(id)")) } }
    await latch.arrivals(10)
    client.cancelAll()
    for task in tasks {
      #expect(await networkError { try await task.value }?.code == .cancelled)
    }
    await latch.open()
    #expect(try await client.send(Request(.get, "/x/11")).text == "ok")
  }
}
