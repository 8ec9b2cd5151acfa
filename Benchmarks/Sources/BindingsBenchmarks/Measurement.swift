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

  /// How many times ours the peer's figure is; of two zeros, neither is more.
  var ratio: Double { ours == theirs ? 1 : theirs / ours }

  /// The fields of `.build/bench/bindings.tsv`.
  var line: String {
    let met = target.map { ratio >= $0 ? "yes" : "no" } ?? "-"
    let goal = target.map { String(format: "%.2f", $0) } ?? "-"
    return [
      "bindings", name, "\(size)", String(format: "%.1f", ours), peer,
      String(format: "%.1f", theirs), String(format: "%.2f", ratio), goal, met, note,
    ].joined(separator: "\t")
  }
}

/// One way to do a job: set up by a benchmark, then run for a number of writes.
struct Way {
  let library: String
  /// Runs the job so many times; returns a checksum that must not depend on the library.
  let run: @MainActor (Int) -> Int
}

/// Times several ways in turn and keeps each one's quietest median.
///
/// The machine is shared: a way's figure is the smallest, over the rounds, of the median of its
/// samples in that round.
@MainActor
func measure(_ ways: [Way], rounds: Int, samples: Int, milliseconds: Double) -> [Double] {
  func time(_ way: Way, _ count: Int) -> Double {
    let start = processorTime()
    blackHole(way.run(count))
    return processorTime() - start
  }
  let counts = ways.map { way in
    var count = 1
    while time(way, count) < milliseconds * 1e6 / 4, count < 1 << 26 { count *= 2 }
    return count * 2
  }
  var best = [Double](repeating: .infinity, count: ways.count)
  for _ in 0..<rounds {
    for (index, way) in ways.enumerated() {
      var figures: [Double] = []
      for _ in 0..<samples { figures.append(time(way, counts[index]) / Double(counts[index])) }
      best[index] = min(best[index], figures.sorted()[samples / 2])
    }
  }
  return best
}

/// Nanoseconds that this process has had processors, on whatever thread its tasks ran.
func processTime() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
  return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
}

/// Nanoseconds that this thread has had a processor: other people's work does not count.
func processorTime() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
}

@inline(never)
func blackHole<Value>(_ value: Value) { withExtendedLifetime(value) {} }
