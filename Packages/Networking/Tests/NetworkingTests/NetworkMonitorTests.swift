#if os(Linux)
  import Foundation
  import Synchronization
  import Testing

  @testable import Networking

  @Suite struct NetworkMonitorTests {
    private static let head =
      "Iface Destination Gateway Flags RefCnt Use Metric Mask MTU Window IRTT\n"
    private static let cable =
      "eth0\t00000000\t010011AC\t0003\t0\t0\t0\t00000000\t0\t0\t0\n"
    private static let phone =
      "wwan0\t00000000\t010011AC\t0003\t0\t0\t700\t00000000\t0\t0\t0\n"
    private static let neighbours =
      "eth0\t000011AC\t00000000\t0001\t0\t0\t0\t0000FFFF\t0\t0\t0\n"
    private static let cable6 =
      "\(String(repeating: "0", count: 32)) 00 \(String(repeating: "0", count: 32)) 00 "
      + "fe800000000000000000000000000001 00000400 00000001 00000000 00000003 eth0\n"
    /// The route that Linux has where there is no IPv6: it refuses what is sent.
    private static let refusal6 =
      "\(String(repeating: "0", count: 32)) 00 \(String(repeating: "0", count: 32)) 00 "
      + "\(String(repeating: "0", count: 32)) ffffffff 00000001 00000000 00200200 lo\n"

    private static func status(
      _ ipv4: String, _ ipv6: String = "", down: Set<String> = []
    ) -> ReachabilityStatus {
      RouteTables(
        ipv4: head + ipv4, ipv6: ipv6, isUp: { !down.contains($0) },
        isCellular: { $0.hasPrefix("wwan") }
      ).status
    }

    @Test func stateIsThatOfTheDefaultRoutes() {
      #expect(Self.status("") == .notReachable)
      #expect(Self.status(Self.neighbours, Self.refusal6) == .notReachable)
      #expect(Self.status(Self.neighbours + Self.cable) == .wifi)
      #expect(Self.status("", Self.refusal6 + Self.cable6) == .wifi)
      #expect(Self.status(Self.phone) == .cellular)
      #expect(Self.status(Self.phone + Self.cable) == .wifi)
      #expect(Self.status(Self.phone + Self.cable, down: ["eth0"]) == .cellular)
      #expect(Self.status(Self.cable, Self.cable6, down: ["eth0"]) == .notReachable)
      // A route that is not up, and lines that are none.
      #expect(Self.status(Self.cable.replacing("0003", with: "0002")) == .notReachable)
      #expect(Self.status("eth0 00000000\n\n???", "x") == .notReachable)
    }

    @Test func changeIsToldToEveryReader() async throws {
      var ends: [Int32] = [0, 0]
      try #require(unsafe socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
      defer { close(ends[1]) }
      let system = Present()
      let monitor = NetworkMonitor(socket: ends[0]) { system.value }
      #expect(monitor.status == .notReachable)
      var first = monitor.updates().makeAsyncIterator()
      var second = monitor.updates().makeAsyncIterator()
      #expect(await first.next() == .notReachable)
      #expect(await second.next() == .notReachable)
      for status in [ReachabilityStatus.wifi, .cellular, .notReachable] {
        system.value = status
        try #require(unsafe write(ends[1], "x", 1) == 1)
        #expect(await first.next() == status)
        #expect(await second.next() == status)
        #expect(monitor.status == status)
      }
    }

    @Test func monitorThatIsDroppedClosesItsSocket() async throws {
      var ends: [Int32] = [0, 0]
      try #require(unsafe socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
      defer { close(ends[1]) }
      var monitor: NetworkMonitor? = NetworkMonitor(socket: ends[0]) { .wifi }
      #expect(monitor?.status == .wifi)
      monitor = nil
      var byte: UInt8 = 0
      #expect(unsafe read(ends[1], &byte, 1) == 0)
    }

    @Test func thisMachineHasAState() {
      let monitor = NetworkMonitor()
      #expect(monitor.status != .unknown)
      #expect(RouteEvents.open().map { RouteEvents.close($0) } != nil)
    }
  }

  /// A state that a test sets and a monitor reads.
  private final class Present: Sendable {
    private let present = Mutex(ReachabilityStatus.notReachable)

    var value: ReachabilityStatus {
      get { present.withLock { $0 } }
      set { present.withLock { $0 = newValue } }
    }
  }
#endif
