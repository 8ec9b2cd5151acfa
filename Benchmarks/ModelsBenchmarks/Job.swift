import Measuring

/// A job that both Models and Foundation do.
struct Job {
  let name: String
  let bytes: Int
  /// The minimum ratio of Foundation's time to ours; nil for a figure without a target.
  let target: Double?
  let note: String
  let ours: () throws -> Int
  let theirs: () throws -> Int

  /// Runs both in turn, and reports the smallest median of the rounds for each.
  func measure(rounds: Int) throws -> Measurement {
    guard try ours() == theirs() else { throw Failure(message: "\(name): the results differ.") }
    var figures: [[Double]] = [[], []]
    for _ in 0..<rounds {
      for (index, work) in [ours, theirs].enumerated() {
        var samples: [Double] = []
        for _ in 0..<3 { samples.append(try time(work)) }
        figures[index].append(samples.sorted()[1])
      }
    }
    let mine = figures[0].min() ?? .nan
    let speed = Int(Double(bytes) / mine * 1000)
    return Measurement(
      name: name, size: bytes, ours: mine, peer: "Foundation", theirs: figures[1].min() ?? .nan,
      target: target, note: note.isEmpty ? "\(speed) MB/s" : "\(note), \(speed) MB/s")
  }

  private func time(_ work: () throws -> Int) throws -> Double {
    let clock = ContinuousClock()
    let start = clock.now
    _ = try work()
    return (clock.now - start) / .nanoseconds(1)
  }
}

struct Failure: Error {
  let message: String
}
