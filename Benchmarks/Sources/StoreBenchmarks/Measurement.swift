import Foundation

/// One line of the result table: ours against one peer in the same rounds.
struct Measurement {
  let name: String
  let size: Int
  let ours: Double
  let peer: String
  let theirs: Double
  /// The least acceptable peer/ours; nil for a figure without a target.
  let target: Double?
  let note: String

  var ratio: Double { theirs / ours }

  /// The fields of `.build/bench/LAYER.tsv`.
  var line: String {
    let met = target.map { ratio >= $0 ? "yes" : "no" } ?? "-"
    let goal = target.map { String(format: "%.2f", $0) } ?? "-"
    return [
      "store", name, "\(size)", String(format: "%.1f", ours), peer, String(format: "%.1f", theirs),
      String(format: "%.3f", ratio), goal, met, note,
    ].joined(separator: "\t")
  }
}

/// Nanoseconds per operation of several ways to do one job, run in turn in every round.
///
/// The median of the rounds, so that a disturbance on the machine hits nobody's figure alone.
func compare(
  rounds: Int, operations: Int, _ ways: [() async throws -> Void]
) async throws -> [Double] {
  var samples = [[Double]](repeating: [], count: ways.count)
  let clock = ContinuousClock()
  for round in 0...rounds {
    for (index, way) in ways.enumerated() {
      let start = clock.now
      try await way()
      let time = clock.now - start
      // The first round warms up.
      guard round > 0 else { continue }
      let (seconds, attoseconds) = time.components
      samples[index].append(
        (Double(seconds) * 1e9 + Double(attoseconds) / 1e9) / Double(operations))
    }
  }
  return samples.map { $0.sorted()[$0.count / 2] }
}
