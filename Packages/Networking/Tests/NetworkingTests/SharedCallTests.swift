import Foundation
import Networking
import NetworkingTestSupport
import Testing

/// A call that several wait for lives in whatever phase its first caller leaves it.
@MainActor @Suite struct SharedCallTests {
  /// Begins a call whose first caller has no actor, so that it lends the call its thread.
  private func lead(_ client: Client) -> Task<Response, any Error> {
    Task.detached { try await client.send(Request(.get, "/x")) }
  }

  /// Joins the call, and returns when the caller waits: it shares this actor up to there.
  private func follow(_ client: Client) async -> Task<Response, any Error> {
    let task = Task { try await client.send(Request(.get, "/x")) }
    await Task.yield()
    return task
  }

  private func leave(_ task: Task<Response, any Error>) async {
    task.cancel()
    #expect(await networkError { try await task.value }?.code == .cancelled)
  }

  @Test func firstCallerLeavesDuringTheTransfer() async throws {
    let latch = Latch()
    let fixture = try FixtureClient()
    fixture.transport.answer(.get, "/x") { (request) throws(NetworkError) in
      await latch.wait()
      return try .answer(request, Task.isCancelled ? "cancelled" : "ok")
    }
    let first = lead(fixture.client)
    await latch.arrivals(1)
    let others = [await follow(fixture.client), await follow(fixture.client)]
    await leave(first)
    #expect(fixture.client.activeCalls == 1)
    await latch.open()
    for other in others { #expect(try await other.value.text == "ok") }
    #expect(fixture.transport.requests.count == 1)
    #expect(fixture.client.activeCalls == 0)
  }

  @Test func firstCallerLeavesBetweenTwoAttempts() async throws {
    let clock = TestClock(isManual: true)
    let fixture = try FixtureClient { $0.clock = clock }
    let count = Counter()
    fixture.transport.answer(.get, "/x") { (request) throws(NetworkError) in
      try .answer(request, status: count.add() == 1 ? 503 : 200, "ok")
    }
    let first = lead(fixture.client)
    await clock.sleepsBegun(1)
    let other = await follow(fixture.client)
    await leave(first)
    clock.advance(by: .seconds(1))
    #expect(try await other.value.metrics.attempts == 2)
    #expect(fixture.client.log.entries.map(\.attempts) == [2])
  }

  /// The interceptor knows nothing of cancellation, such as one that shows a dialog.
  @Test func firstCallerLeavesAnInterceptorThatDoesNotHurry() async throws {
    struct Dialog: Interceptor {
      let latch: Latch
      let shown: Counter

      func adapt(_ request: Request) async throws(NetworkError) -> Request {
        shown.add()
        await latch.wait()
        return request.with { $0.headers["X-Answer"] = "yes" }
      }
    }
    let dialog = Dialog(latch: Latch(), shown: Counter())
    let fixture = try FixtureClient { $0.interceptors = [dialog] }
    fixture.transport.answer(.get, "/x") { (request) throws(NetworkError) in
      try .answer(request, request.headers["X-Answer"] ?? "no")
    }
    let first = lead(fixture.client)
    await dialog.latch.arrivals(1)
    let other = await follow(fixture.client)
    await leave(first)
    await dialog.latch.open()
    #expect(try await other.value.text == "yes")
    #expect(dialog.shown.value == 1)
  }

  @Test func lastCallerLeavesBetweenTwoAttempts() async throws {
    let clock = TestClock(isManual: true)
    let fixture = try FixtureClient { $0.clock = clock }
    fixture.transport.answer(.get, "/x", status: 503, json: "{}")
    let first = lead(fixture.client)
    await clock.sleepsBegun(1)
    let other = await follow(fixture.client)
    await leave(first)
    await leave(other)
    #expect(fixture.client.activeCalls == 0)
    while fixture.client.log.entries.last?.failure == nil { await Task.yield() }
    #expect(fixture.client.log.entries.map(\.failure) == [.cancelled])
    #expect(fixture.transport.requests.count == 1)
  }

  @Test func whoComesAfterALoneCallerLeftBeginsAnew() async throws {
    let latch = Latch()
    let fixture = try FixtureClient()
    let count = Counter()
    fixture.transport.answer(.get, "/x") { (request) throws(NetworkError) in
      let number = count.add()
      if number == 1 { await latch.wait() }
      return try .answer(request, "\(number)")
    }
    let first = lead(fixture.client)
    await latch.arrivals(1)
    await leave(first)
    #expect(try await fixture.client.send(Request(.get, "/x")).text == "2")
    await latch.open()
    #expect(fixture.client.activeCalls == 0)
  }

  @Test func cancelledCallerSendsNothing() async throws {
    let fixture = try FixtureClient()
    fixture.transport.answer(.get, "/x", json: "{}")
    let client = fixture.client
    let task = Task.detached {
      unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
      return try await client.send(Request(.get, "/x"))
    }
    #expect(await networkError { try await task.value }?.code == .cancelled)
    #expect(fixture.transport.requests.isEmpty)
  }

  @Test func workSeesTheTaskLocalValuesOfTheFirstCaller() async throws {
    struct Stamp: Interceptor {
      func adapt(_ request: Request) async throws(NetworkError) -> Request {
        await Task.yield()
        return request.with { $0.headers["X-Trace"] = Trace.value }
      }
    }
    let fixture = try FixtureClient { $0.interceptors = [Stamp()] }
    fixture.transport.answer(.get, "/x") { (request) throws(NetworkError) in
      try .answer(request, request.headers["X-Trace"] ?? "")
    }
    let client = fixture.client
    let text = try await Trace.$value.withValue("seen") {
      try await Task { @concurrent in try await client.send(Request(.get, "/x")).text }.value
    }
    #expect(text == "seen")
  }

  @Test func othersAreAnsweredWhileTheFirstCallersExecutorStandsStill() async throws {
    let executor = StillExecutor()
    let latch = Latch()
    let fixture = try FixtureClient()
    fixture.transport.answer(.get, "/x") { (request) throws(NetworkError) in
      await latch.wait()
      return try .answer(request, "ok")
    }
    let client = fixture.client
    let first = Task.detached(executorPreference: executor) {
      try await client.send(Request(.get, "/x"))
    }
    await latch.arrivals(1)
    let other = await follow(client)
    executor.hold()
    await latch.open()
    #expect(try await other.value.text == "ok")
    executor.release()
    #expect(try await first.value.text == "ok")
  }
}

private enum Trace {
  @TaskLocal static var value = "none"
}
