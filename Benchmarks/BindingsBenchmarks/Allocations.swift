import CAllocator
import Measuring

/// The number of memory allocations per write.
@MainActor
enum Allocations {
  static func measure() {
    let cases: [(String, [Way])] = [
      ("fanOut10", [Ours.fanOut(10), OpenCombinePeer.fanOut(10), ObservationPeer.fanOut(10)]),
      ("diamond", [Ours.diamond(5), OpenCombinePeer.diamond(5), ObservationPeer.diamond(5)]),
      ("map10", [Ours.chain(10), OpenCombinePeer.chain(10), ObservationPeer.chain(10)]),
      ("unstable", [Ours.unstable(), OpenCombinePeer.unstable(), ObservationPeer.unstable()]),
      ("signalMap10", [Ours.signalMaps(10), OpenCombinePeer.chain(10)]),
      ("twoWay", [Ours.twoWay(), OpenCombinePeer.twoWay()]),
      ("combine4", [Ours.combine(4), OpenCombinePeer.combine(4)]),
      ("syncCommand", [Ours.syncCommand(), OpenCombinePeer.syncCommand()]),
    ]
    for (name, ways) in cases {
      let figures = ways.map { count($0) }
      tell(name, figures[0], "limit", 0, target: 1)
      for (way, figure) in zip(ways, figures).dropFirst() {
        tell(name, figures[0], way.name, figure, target: nil)
      }
    }
    // The creation of an observer allocates its two objects.
    tell(
      "observeAndCancel", count(Ours.observeAndCancel()), "OpenCombine",
      count(OpenCombinePeer.observeAndCancel()), target: nil)
  }

  private static func tell(
    _ name: String, _ ours: Double, _ peer: String, _ theirs: Double, target: Double?
  ) {
    table.report(
      Measurement(
        name: "mallocs.\(name)", size: 1, ours: ours, peer: peer, theirs: theirs, target: target,
        note: "requests to the allocator per write"))
  }

  private static func count(_ way: Way) -> Double {
    let writes = 1000
    blackHole(way.run(writes))
    start_counting()
    blackHole(way.run(writes))
    return Double(stop_counting()) / Double(writes)
  }
}
