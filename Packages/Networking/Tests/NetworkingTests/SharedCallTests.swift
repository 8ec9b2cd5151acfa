import Foundation
import HTTPTypes
import NetworkingSimulation
import NetworkingTestSupport
import Testing

@testable import Networking

/// Equal reads are one transfer, which depends on none of those who wait for it.
@Suite struct SharedCallTests {
  private func leave(_ task: Task<Response, any Error>) async {
    task.cancel()
    #expect(await networkError { try await task.value }?.code == .cancelled)
  }

  /// Begins a call whose answer does not come yet, and returns when it waits.
  private func follow(
    _ client: Client, _ request: Request = Request(.get, "/x")
  ) async -> Task<Response, any Error> {
    let count = client.exchange.reads.callers
    let task = Task { try await client.send(request) }
    while client.exchange.reads.callers == count { await Task.yield() }
    return task
  }

  @Test func firstCallerLeavesDuringTheTransfer() async throws {
    let latch = Latch()
    let fixture = try FixtureClient()
    fixture.transport.answer(.get, "/x") { (request) throws(NetworkError) in
      await latch.wait()
      return try .answer(request, Task.isCancelled ? "cancelled" : "ok")
    }
    let first = await follow(fixture.client)
    await latch.arrivals(1)
    let others = [await follow(fixture.client), await follow(fixture.client)]
    await leave(first)
    #expect(fixture.client.activeCalls == 2)
    await latch.open()
    for other in others { #expect(try await other.value.text == "ok") }
    #expect(fixture.transport.requests.count == 1)
    #expect(fixture.client.activeCalls == 0)
  }

  /// To Swift, `é` is equal to `e` with an accent; to a server, they are different bytes.
  @Test func readsWhoseBytesDifferAreTwo() async throws {
    func requests(_ text: String) -> [Request] {
      [
        Request(.get, "/\(text)"), Request(.get, "/x?a=\(text)"),
        Request(.get, "/x", query: [URLQueryItem(name: text, value: "1")]),
        Request(.get, "/x", query: [URLQueryItem(name: "a", value: text)]),
        Request(.get, "/x", headers: ["X-A": text]),
      ]
    }
    for (one, other) in zip(requests("\u{E9}"), requests("e\u{301}")) {
      let latch = Latch()
      let fixture = try FixtureClient()
      fixture.transport.answer(.get, "/{x}") { (request) throws(NetworkError) in
        await latch.wait()
        return try .answer(request)
      }
      let calls = [
        await follow(fixture.client, one), await follow(fixture.client, other),
        await follow(fixture.client, one),
      ]
      await latch.open()
      for call in calls { _ = try await call.value }
      #expect(fixture.transport.requests.count == 2, "\(one)")
    }
  }

  /// The read of a user who has signed out ends, and that of the next user goes on.
  @Test func aReadOfAnotherSessionIsNotJoined() async throws {
    let latch = Latch()
    let token = TokenAuthentication.fixed("ann")
    let fixture = try FixtureClient {
      $0.retry = .never
      $0.authentication = token
    }
    fixture.transport.answer(.get, "/public") { (request) throws(NetworkError) in
      await latch.wait()
      return try .answer(request, status: 302, headers: ["Location": "http://other/end"])
    }
    fixture.transport.answer(.get, "/end") { (request) throws(NetworkError) in
      try .answer(request, "end")
    }
    let request = Request(.get, "http://other/public")
    let first = await follow(fixture.client, request)
    await latch.arrivals(1)
    token.token = "bob"
    let second = await follow(fixture.client, request)
    await latch.open()
    #expect(await networkError { try await first.value }?.code == .unauthenticated)
    #expect(try await second.value.text == "end")
  }

  /// The total limit of a call ends no other call, which has time left.
  @Test(arguments: [true, false])
  func whoJoinsAReadHasItsOwnTime(hasTime: Bool) async throws {
    let latch = Latch()
    let fixture = try FixtureClient { $0.retry = .never }
    let (transport, clock) = (fixture.transport, fixture.clock)
    transport.answer(.get, "/x") { (request) throws(NetworkError) in
      await latch.wait()
      return try .answer(request, status: 302, headers: ["Location": "/end"])
    }
    transport.answer(.get, "/end") { (request) throws(NetworkError) in
      try .answer(request, "end")
    }
    let request = Request(.get, "/x").with { $0.timeouts.total = .seconds(10) }
    let first = await follow(fixture.client, request)
    await latch.arrivals(1)
    clock.advance(by: .seconds(9))
    let second = await follow(fixture.client, request)
    clock.advance(by: .seconds(hasTime ? 2 : 20))
    await latch.open()
    #expect(await networkError { try await first.value }?.code == .timedOut)
    guard hasTime else {
      let error = await networkError { try await second.value }
      #expect(error?.code == .timedOut)
      #expect(error?.attempts == 1)
      return
    }
    #expect(try await second.value.text == "end")
    #expect(transport.requests.map(\.path) == ["/x", "/end"])
    #expect(transport.requests.last?.timeouts.total == .seconds(8))
  }

  /// A transfer as the transport makes it, whose only total limit is the transport's own of ten seconds, and when the
  /// time of its first caller ends.
  private func transfer(
    _ request: Request
  ) throws(NetworkError) -> (transfer: CurlTransfer, end: ContinuousClock.Instant) {
    let start = ContinuousClock.now
    var configuration = CurlTransport.Configuration()
    configuration.timeouts.total = .seconds(10)
    let transfer = try CurlTransfer(request, configuration: configuration)
    return (transfer, try transfer.checkTime(start).get())
  }

  /// Each of 21 callers leaves when its own time is over, and all of them make one request.
  @Test(arguments: [true, false])
  func whoJoinsAReadHasTheTransportsWholeLimit(isAnswered: Bool) async throws {
    let latch = Latch()
    let fixture = try FixtureClient { $0.retry = .never }
    fixture.transport.answer(.get, "/x") { (request) throws(NetworkError) in
      var (transfer, end) = try transfer(request)
      await latch.wait()
      for _ in 0..<20 {
        let next = try transfer.checkTime(end).get()
        #expect(next == end + .milliseconds(450))
        end = next
      }
      if !isAnswered { _ = try transfer.checkTime(end).get() }
      return try .answer(request, "in time")
    }
    var callers = [await follow(fixture.client)]
    await latch.arrivals(1)
    for _ in 0..<20 {
      fixture.clock.advance(by: .milliseconds(450))
      callers.append(await follow(fixture.client))
    }
    await latch.open()
    for caller in callers.dropLast(isAnswered ? 1 : 0) {
      let error = await networkError { try await caller.value }
      #expect(error?.code == .timedOut)
      #expect(error?.attempts == 1)
    }
    if isAnswered { #expect(try await callers[20].value.text == "in time") }
    #expect(fixture.transport.requests.count == 1)
    #expect(fixture.client.exchange.reads.callers == 0)
  }

  /// A transfer that has outlasted the time of a caller may be stuck, so another attempt is another request.
  @Test func nobodyJoinsAReadThatHasOutlastedACaller() async throws {
    let (latch, late, count) = (Latch(), Latch(), Counter())
    let fixture = try FixtureClient()
    fixture.transport.answer(.get, "/x") { (request) throws(NetworkError) in
      guard count.add() == 1 else { return try .answer(request, "anew") }
      let (transfer, end) = try transfer(request)
      await latch.wait()
      _ = try transfer.checkTime(end).get()
      await late.wait()
      return try .answer(request, "late")
    }
    let first = await follow(fixture.client)
    await latch.arrivals(1)
    fixture.clock.advance(by: .seconds(9))
    let second = await follow(fixture.client)
    await latch.open()
    let response = try await first.value
    #expect(response.text == "anew")
    #expect(response.metrics.attempts == 2)
    #expect(try await fixture.client.send(Request(.get, "/x")).text == "anew")
    await late.open()
    #expect(try await second.value.text == "late")
    #expect(count.value == 3)
  }

  /// A redirect meets the transport's limit before anything is sent to the new address.
  @Test(arguments: [true, false])
  func theTransportsLimitEndsBeforeARedirectOnlyWhoHasNoTimeLeft(hasTime: Bool) async throws {
    let latch = Latch()
    let fixture = try FixtureClient { $0.retry = .never }
    fixture.transport.answer(.get, "/x") { (request) throws(NetworkError) in
      await latch.wait()
      return try .answer(request, status: 302, headers: ["Location": "/end"])
    }
    fixture.transport.answer(.get, "/end") { (request) throws(NetworkError) in
      let rest = try transfer(request).transfer.timeouts.total
      #expect(rest == .seconds(8))
      return try .answer(request, "end")
    }
    let first = await follow(fixture.client)
    await latch.arrivals(1)
    fixture.clock.advance(by: .seconds(9))
    let second = await follow(fixture.client)
    fixture.clock.advance(by: .seconds(hasTime ? 2 : 20))
    await latch.open()
    #expect(await networkError { try await first.value }?.code == .timedOut)
    if hasTime {
      #expect(try await second.value.text == "end")
    } else {
      #expect(await networkError { try await second.value }?.code == .timedOut)
    }
  }

  /// Who has left is not waited for, and the transfer ends with the last caller's time.
  @Test func aReadWhoseFirstCallerHasLeftGoesOnForTheOthers() async throws {
    let latch = Latch()
    let fixture = try FixtureClient { $0.retry = .never }
    fixture.transport.answer(.get, "/x") { (request) throws(NetworkError) in
      let (transfer, end) = try transfer(request)
      await latch.wait()
      let next = try transfer.checkTime(end).get()
      #expect(next == end + .seconds(9))
      _ = try transfer.checkTime(next).get()
      return try .answer(request)
    }
    let first = await follow(fixture.client)
    await latch.arrivals(1)
    fixture.clock.advance(by: .seconds(9))
    let second = await follow(fixture.client)
    await leave(first)
    await latch.open()
    #expect(await networkError { try await second.value }?.code == .timedOut)
    #expect(fixture.transport.requests.count == 1)
  }

  @Test func lastCallerEndsTheTransfer() async throws {
    let ended = Latch()
    let fixture = try FixtureClient()
    fixture.transport.answer(.get, "/x") { (request) throws(NetworkError) in
      try? await Task.sleep(for: .seconds(3600))
      await ended.wait()
      return try .answer(request)
    }
    let first = await follow(fixture.client)
    let other = await follow(fixture.client)
    await leave(first)
    await leave(other)
    await ended.arrivals(1)
    await ended.open()
    #expect(fixture.client.activeCalls == 0)
    #expect(fixture.client.log.entries.map(\.failure) == [.cancelled, .cancelled])
  }

  @Test func callerWhoLeavesBetweenTwoAttemptsEndsOnlyTheirOwn() async throws {
    let clock = TestClock(isManual: true)
    let fixture = try FixtureClient { $0.clock = clock }
    let count = Counter()
    fixture.transport.answer(.get, "/x") { (request) throws(NetworkError) in
      try .answer(request, status: count.add() <= 1 ? 503 : 200, "ok")
    }
    let client = fixture.client
    let first = Task { try await client.send(Request(.get, "/x")) }
    await clock.sleepsBegun(1)
    await leave(first)
    #expect(try await fixture.client.send(Request(.get, "/x")).text == "ok")
    #expect(fixture.transport.requests.count == 2)
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
    let first = await follow(fixture.client)
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

  @Test func everyCallersInterceptorsSeeTheirOwnTaskLocalValues() async throws {
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
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<10 {
        group.addTask {
          let text = try await Trace.$value.withValue("\(number)") {
            try await client.send(Request(.get, "/x")).text
          }
          #expect(text == "\(number)")
        }
      }
      try await group.waitForAll()
    }
  }

  @Test func callersWhoComeAndGoGetTheirAnswerOrLeave() async throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    print("seed \(seed)")
    let server = try SocketServer { connection in
      while let head = connection.readHead() { connection.write(head.target.answer()) }
    }
    defer { server.stop() }
    let transport = CurlTransport()
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

private enum Trace {
  @TaskLocal static var value = "none"
}
