import HTTPTypes
import Networking
import Testing

@Suite struct ReachabilityTests {
  @Test func updatesBeginWithThePresentStateAndSkipEqualOnes() async {
    let reachability = ReachabilitySimulator(.unknown)
    var updates = reachability.updates().makeAsyncIterator()
    #expect(await updates.next() == .unknown)
    reachability.status = .wifi
    reachability.status = .wifi
    reachability.status = .notReachable
    #expect(await updates.next() == .wifi)
    #expect(await updates.next() == .notReachable)
  }

  @Test(.timeLimit(.minutes(10))) func updatesEndWithTheirSource() async {
    var simulated = ReachabilitySimulator().updates().makeAsyncIterator()
    #expect(await simulated.next() == .wifi)
    #expect(await simulated.next() == nil)
    var monitored = NetworkMonitor().updates().makeAsyncIterator()
    while await monitored.next() != nil {}
  }

  @Test(arguments: [
    (ReachabilityStatus.unknown, false), (.notReachable, false), (.cellular, true), (.wifi, true),
  ])
  func onlyAKnownNetworkIsReachable(status: ReachabilityStatus, isReachable: Bool) {
    #expect(status.isReachable == isReachable)
  }
}
