import Bindings
import CAllocator
import Measuring
import Observation
import OpenCombine

/// The bytes per node, in the allocator and in the graph's own memory region.
@MainActor
enum Memory {
  static let count = 10_000

  static func bytes(_ body: () -> Void) -> Double {
    let before = (Int(allocated_bytes()), Graph.main.bytesInUse)
    body()
    let after = (Int(allocated_bytes()), Graph.main.bytesInUse)
    return Double(after.0 - before.0 + after.1 - before.1) / Double(count)
  }

  /// Fills an array with reserved memory with the objects that `make` creates.
  static func each<Made>(_ make: (Int) -> Made) -> Double {
    var made: [Made] = []
    made.reserveCapacity(count)
    let figure = bytes { for index in 0..<count { made.append(make(index)) } }
    blackHole(made)
    return figure
  }

  static func measure() {
    let source = Property(0)
    let subject = OpenCombinePeer.Source(0)
    let box = ObservationPeer.Box()
    let observer = each { _ in observe { blackHole(source.value) } }
    table.report(
      Measurement(
        name: "memory.observer", size: count, ours: observer, peer: "limit", theirs: 160, target: 1,
        note: "bytes, with the closure, which captures one object"))
    beside(
      "memory.observer", observer,
      [
        ("OpenCombine", each { _ in subject.sink { blackHole($0) } }),
        (
          "Observation",
          each { _ in
            withObservationTracking {
              blackHole(box.value)
            } onChange: {
            }
          }
        ),
      ])
    beside(
      "memory.property", each { Property($0) },
      [
        ("OpenCombine", each { OpenCombinePeer.Source($0) }),
        ("Observation", each { _ in ObservationPeer.Box() }),
      ])
    let properties = (0..<count).map { Property($0) }
    let subjects = (0..<count).map { OpenCombinePeer.Source($0) }
    beside(
      "memory.computed",
      each { index in
        let property = properties[index]
        let node = Computed { property.value &+ 1 }
        blackHole(node.value)
        return node
      }, [("OpenCombine", each { subjects[$0].map { $0 &+ 1 }.eraseToAnyPublisher() })])
    beside(
      "memory.chain",
      each { index in
        let source = Property(index)
        let derived = Computed { source.value &+ 1 }
        return observe { blackHole(derived.value) }
      },
      [
        (
          "OpenCombine",
          each { index in
            OpenCombinePeer.Source(index).map { $0 &+ 1 }.eraseToAnyPublisher()
              .sink { blackHole($0) }
          }
        )
      ])
    beside(
      "memory.signalObserver",
      {
        let events = SignalSource<Int>()
        return each { _ in events.signal.map { $0 &+ 1 }.observe { blackHole($0) } }
      }(),
      [
        (
          "OpenCombine",
          {
            let events = PassthroughSubject<Int, Never>()
            return each { _ in events.map { $0 &+ 1 }.sink { blackHole($0) } }
          }()
        )
      ])
    beside(
      "memory.command",
      each { index in Command<Int, Int>(label: "add") { $0 &+ index } }, [])
  }

  private static func beside(_ name: String, _ ours: Double, _ peers: [(String, Double)]) {
    for (peer, figure) in peers.isEmpty ? [("-", ours)] : peers {
      table.report(
        Measurement(
          name: name, size: count, ours: ours, peer: peer, theirs: figure, target: nil,
          note: "bytes"))
    }
  }
}
