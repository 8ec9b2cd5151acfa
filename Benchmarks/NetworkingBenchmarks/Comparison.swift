import Foundation

/// Measures the ways in turn, round by round, and prints a line for each peer.
struct Comparison {
  private let ways: [Way]
  private let rounds: Int
  private let isOnOneProcessor: Bool

  init(_ ways: [Way], rounds: Int, isOnOneProcessor: Bool) {
    self.ways = ways
    self.rounds = rounds
    self.isOnOneProcessor = isOnOneProcessor
  }

  static func printHeader() {
    print("layer\tcase\tsize\tours_ns\tpeer\tpeer_ns\tratio\ttarget\tmet\tnote")
  }

  /// Runs one case, and returns the processor time of one of our requests.
  @discardableResult
  func run(size: Int, inFlight: Int, count: Int) async throws -> Double {
    var samples = [[Double]](repeating: [], count: ways.count)
    var processor = samples
    let requests = Double(count / inFlight * inFlight)
    for round in 0...rounds {
      for (index, way) in ways.enumerated() {
        let start = ContinuousClock.now
        let busy = processorTime()
        try await way.run(size, inFlight, count)
        let time = (ContinuousClock.now - start) / .nanoseconds(1)
        // The first round warms up.
        guard round > 0 else { continue }
        samples[index].append(time / requests)
        processor[index].append((processorTime() - busy) / requests)
      }
    }
    // The minimum of the rounds is used, because other work on the machine can only increase the time.
    let times = samples.map { $0.min() ?? 0 }
    let costs = processor.map { $0.min() ?? 0 }
    for (index, way) in ways.enumerated().dropFirst() {
      let ratio = times[index] / times[0]
      // The client's ratio is inverted, because it shows what the client adds.
      let isClient = way.name == "Client"
      let goal = target(way.name, size: size, inFlight: inFlight)
      let value = isClient ? 1 / ratio : ratio
      var note = "\(inFlight) in flight; processor \(Int(costs[0])) and \(Int(costs[index])) ns"
      if isClient {
        let pairs = zip(samples[index], samples[0]).map { $0 / $1 }.sorted()
        note += String(
          format: "; ratio is bare/client; client/bare %.2f by processor time, %.2f in the middle"
            + " round", costs[index] / costs[0], pairs[pairs.count / 2])
      }
      if way.name == "raw socket", let blocking = ways.firstIndex(where: \.isBlockingCurl) {
        let floor = times[blocking] / times[index]
        note += String(format: "; libcurl's own blocking call takes %.2f times as long", floor)
      }
      print(
        [
          "networking", isOnOneProcessor ? "get, one processor" : "get", "\(size)",
          String(format: "%.0f", times[0]), way.name, String(format: "%.0f", times[index]),
          String(format: "%.3f", value), goal.map { String(format: "%.2f", $0) } ?? "-",
          goal.map { value >= $0 ? "yes" : "no" } ?? "-", note,
        ].joined(separator: "\t"))
    }
    return costs[0]
  }

  /// Returns the target of a case: the minimum ratio of the peer's figure to ours.
  private func target(_ peer: String, size: Int, inFlight: Int) -> Double? {
    switch (peer, size < 10_000, inFlight) {
    // The cost of libcurl, a thread and two hand-overs, without any Swift; ours may be 15 % higher.
    case ("libcurl, own thread", true, 1), ("libcurl, own thread", true, 16): 1 / 1.15
    case ("URLSession", true, 1): 3
    case ("URLSession", true, 16): 6
    default: nil
    }
  }
}

extension Way {
  fileprivate var isBlockingCurl: Bool { name == "libcurl, blocking" }
}
