import Foundation
import HTTPTypes
import Networking
import NetworkingSimulation
import NetworkingTestSupport
import Testing

@Suite struct SimulatedNetworkTests {
  private func fixture() -> FixtureTransport {
    let fixture = FixtureTransport()
    fixture.answer(.get, "/travel", json: "{}")
    fixture.answer(.get, "/hotel", json: "{}")
    fixture.answer(.get, "/large") { (request) throws(NetworkError) in
      Response(
        head: ResponseHead(status: 200, url: try request.url),
        data: Data(repeating: 1, count: 10_000))
    }
    return fixture
  }

  private func statuses(
    _ network: SimulatedNetwork, _ path: String, count: Int
  ) async throws -> [Int] {
    var statuses: [Int] = []
    for _ in 0..<count {
      statuses.append(try await network.send(Request(.get, "http://h\(path)")).status.code)
    }
    return statuses
  }

  @Test func quarterOfTheRequestsFailAndTheSameOnesEachTime() async throws {
    let first = SimulatedNetwork(fixture(), conditions: .flaky(0.25), seed: 7)
    let second = SimulatedNetwork(fixture(), conditions: .flaky(0.25), seed: 7)
    let travel = try await statuses(first, "/travel", count: 400)
    // The other path was asked in between; it does not change what happens here.
    _ = try await statuses(second, "/hotel", count: 13)
    #expect(try await statuses(second, "/travel", count: 400) == travel)
    #expect((70...130).contains(travel.count { $0 == 500 }))
    #expect(try await statuses(first, "/hotel", count: 400) != travel)
  }

  /// A clock stops the program at a deadline that it cannot represent.
  @Test func aDelayWithoutEndIsAHundredYears() async throws {
    let clock = TestClock()
    let conditions = NetworkConditions(delay: .seconds(Int64.max))
    let network = SimulatedNetwork(fixture(), conditions: conditions, clock: clock)
    #expect(try await statuses(network, "/travel", count: 1) == [200])
    #expect(clock.sleeps == [.seconds(100 * 366 * 86_400)])
  }

  @Test func onlyTravelFailsAndTheHotelNeverDoes() async throws {
    let network = SimulatedNetwork(fixture(), seed: 7)
    network.setConditions(.flaky(0.25), for: "/travel")
    #expect(try await statuses(network, "/travel", count: 100).contains(500))
    #expect(try await !statuses(network, "/hotel", count: 100).contains(500))
    network.setConditions(nil, for: "/travel")
    #expect(try await !statuses(network, "/travel", count: 100).contains(500))
  }

  /// So a demonstration may ask for anything before the network turns bad.
  @Test func requestsThatCannotFailDoNotCount() async throws {
    let first = SimulatedNetwork(fixture(), conditions: .flaky(0.5), seed: 7)
    let second = SimulatedNetwork(fixture(), seed: 7)
    _ = try await statuses(second, "/travel", count: 3)
    second.conditions = .flaky(0.5)
    let wanted = try await statuses(first, "/travel", count: 100)
    #expect(try await statuses(second, "/travel", count: 50) == Array(wanted.prefix(50)))
    second.conditions = .good
    _ = try await statuses(second, "/travel", count: 3)
    second.conditions = .flaky(0.5)
    #expect(try await statuses(second, "/travel", count: 50) == Array(wanted.dropFirst(50)))
  }

  @Test func delayIsMeasuredByTheGivenClock() async throws {
    let clock = TestClock()
    let network = SimulatedNetwork(
      fixture(), conditions: NetworkConditions(delay: .seconds(1)), clock: clock)
    _ = try await network.send(Request(.get, "http://h/travel"))
    #expect(clock.sleeps == [.seconds(1)])
  }

  @Test func slowNetworkTakesAsLongAsItsBandwidthSays() async throws {
    let clock = TestClock()
    let network = SimulatedNetwork(
      fixture(), conditions: NetworkConditions(bytesPerSecond: 1000), clock: clock)
    #expect(try await network.send(Request(.get, "http://h/large")).data.count == 10_000)
    #expect(clock.sleeps.reduce(.zero, +) == .seconds(10))
  }

  @Test func offlineIsAnErrorOfItsOwnAndCanBeSwitched() async throws {
    let network = SimulatedNetwork(fixture(), conditions: .offline)
    let error = await networkError { try await network.send(Request(.get, "http://h/travel")) }
    #expect(error?.code == .offline)
    network.conditions = .good
    #expect(try await network.send(Request(.get, "http://h/travel")).status == 200)
  }

  @Test func reachabilityIsObeyed() async throws {
    let reachability = ReachabilitySimulator()
    let network = SimulatedNetwork(fixture(), reachability: reachability)
    reachability.status = .notReachable
    let error = await networkError { try await network.send(Request(.get, "http://h/travel")) }
    #expect(error?.code == .offline)
    reachability.status = .cellular
    #expect(try await network.send(Request(.get, "http://h/travel")).status == 200)
  }

  @Test func cancellingEndsTheDelay() async throws {
    let clock = TestClock(isManual: true)
    let network = SimulatedNetwork(
      fixture(), conditions: NetworkConditions(delay: .seconds(1)), clock: clock)
    let task = Task { try await network.send(Request(.get, "http://h/travel")) }
    await clock.sleepsBegun(1)
    task.cancel()
    #expect(await networkError { try await task.value }?.code == .cancelled)
  }
}
