import Foundation

/// A job done by us and by Foundation.
struct Job {
  let name: String
  let bytes: Int
  /// The least acceptable ratio of Foundation's time to ours; nil for a figure without a target.
  let target: Double?
  let note: String
  let ours: () throws -> Int
  let theirs: () throws -> Int

  /// Runs both in turn and prints one line of the table: the quietest medians of the rounds.
  func measure(rounds: Int) throws -> String {
    guard try ours() == theirs() else { throw Failure(message: "\(name): the results differ.") }
    var figures: [[Double]] = [[], []]
    for _ in 0..<rounds {
      for (index, work) in [ours, theirs].enumerated() {
        var samples: [Double] = []
        for _ in 0..<3 { samples.append(try time(work)) }
        figures[index].append(samples.sorted()[1])
      }
    }
    let (mine, other) = (figures[0].min() ?? .nan, figures[1].min() ?? .nan)
    let ratio = other / mine
    let met = target.map { ratio >= $0 ? "yes" : "no" } ?? "-"
    return [
      "models", name, "\(bytes)", String(format: "%.0f", mine), "Foundation",
      String(format: "%.0f", other),
      String(format: "%.2f", ratio), target.map { String(format: "%.2f", $0) } ?? "-", met,
      note + String(format: " %.0f MB/s", Double(bytes) / mine * 1000),
    ].joined(separator: "\t")
  }

  private func time(_ work: () throws -> Int) throws -> Double {
    let clock = ContinuousClock()
    let start = clock.now
    _ = try work()
    let (seconds, attoseconds) = (clock.now - start).components
    return Double(seconds) * 1e9 + Double(attoseconds) / 1e9
  }
}

struct Failure: Error {
  let message: String
}
