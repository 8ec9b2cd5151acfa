import Synchronization
import Testing

@testable import REPLStudio

/// The connections that are there without having been let in.
@Suite(.timeLimit(.minutes(10))) struct StudioConnectionsTests {
  /// Connections that last until they are cancelled.
  private final class Silent: Sendable {
    private let numbers = Mutex<[Int]>([])

    /// The numbers of those that are there, in the order in which they came.
    var all: [Int] { numbers.withLock(\.self) }

    @Sendable func serve(_ number: Int) async {
      numbers.withLock { $0.append(number) }
      let (never, end) = AsyncStream<Void>.makeStream()
      for await _ in never {}
      end.finish()
      numbers.withLock { $0.removeAll { $0 == number } }
    }

    func wait(for count: Int) async { while all.count != count { await Task.yield() } }
  }

  private let connections = StudioConnections()
  private let silent = Silent()
  private static let most = StudioConnections.mostWaiting

  @Test func ofThoseThatWaitTheOldestIsClosedWhenThereAreTooMany() async {
    for _ in 0..<Self.most { await connections.add(from: "a", silent.serve) }
    await silent.wait(for: Self.most)
    await connections.add(from: "a", silent.serve)
    // The oldest has ended when another one may be taken.
    #expect(!silent.all.contains(1))
    await silent.wait(for: Self.most)
    await connections.end()
    await silent.wait(for: 0)
  }

  @Test func whoWasLetInDoesNotCountUntilItIsSentAway() async {
    await connections.add(from: "a", silent.serve)
    await connections.letIn(1)
    for _ in 0..<(Self.most + 2) { await connections.add(from: "a", silent.serve) }
    await silent.wait(for: Self.most + 1)
    #expect(silent.all.contains(1) && !silent.all.contains(2) && !silent.all.contains(3))
    await connections.sendAway(1)
    await connections.add(from: "a", silent.serve)
    #expect(!silent.all.contains(4) && !silent.all.contains(5) && silent.all.contains(1))
    await connections.end()
    await silent.wait(for: 0)
  }

  @Test func aMachineWithManyShutsNoOtherOneOut() async {
    await connections.add(from: "b", silent.serve)
    await connections.add(from: "b", silent.serve)
    for _ in 0..<(2 * Self.most) { await connections.add(from: "a", silent.serve) }
    await silent.wait(for: Self.most)
    #expect(silent.all.contains(1) && silent.all.contains(2) && !silent.all.contains(3))
    // A third machine takes the place of one of those, too.
    await connections.add(from: "c", silent.serve)
    await silent.wait(for: Self.most)
    #expect(silent.all.contains(1) && silent.all.contains(2))
    await connections.end()
    await silent.wait(for: 0)
  }

  @Test(arguments: [
    ("2001:db8:1:2::7", "2001:db8:1:2::"), ("2001:db8:1:2:ffff:1:1:1", "2001:db8:1:2::"),
    ("2001:db8:1:3::7", "2001:db8:1:3::"), ("::1", "::"), ("::ffff:1.2.3.4", "::ffff:1.2.3.4"),
  ])
  func anIPv6MachineIsItsNetwork(address: String, network: String) {
    #expect(StudioEndpoint.network(of: address) == network)
  }
}
