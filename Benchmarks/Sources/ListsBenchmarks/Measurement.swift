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

  /// The fields of `.build/bench/lists.tsv`.
  var line: String {
    let met = target.map { ratio >= $0 ? "yes" : "no" } ?? "-"
    let goal = target.map { String(format: "%.2f", $0) } ?? "-"
    return [
      "lists", name, "\(size)", String(format: "%.0f", ours), peer, String(format: "%.0f", theirs),
      String(format: "%.2f", ratio), goal, met, note,
    ].joined(separator: "\t")
  }
}

/// One way to do a job; it returns a figure that keeps the compiler from dropping it.
struct Way {
  let name: String
  let run: @MainActor () -> Int
}

/// Times several ways in turn, in nanoseconds of processor time, and keeps each one's quietest median.
@MainActor
func measure(_ ways: [Way], rounds: Int, samples: Int, milliseconds: Double) -> [Double] {
  func time(_ way: Way, _ count: Int) -> Double {
    let start = processorTime()
    for _ in 0..<count { blackHole(way.run()) }
    return processorTime() - start
  }
  let counts = ways.map { way in
    var count = 1
    while count < 1 << 20 {
      let spent = time(way, count)
      if spent > milliseconds * 1e6 / 2 { break }
      count *= 2
    }
    return count
  }
  var best = [Double](repeating: .infinity, count: ways.count)
  for _ in 0..<rounds {
    for (index, way) in ways.enumerated() {
      let figures = (0..<samples).map { _ in time(way, counts[index]) / Double(counts[index]) }
      best[index] = min(best[index], figures.sorted()[samples / 2])
    }
  }
  return best
}

/// Nanoseconds that this thread has had a processor: other people's work does not count.
func processorTime() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
}

@inline(never)
func blackHole<Value>(_ value: Value) { withExtendedLifetime(value) {} }

/// A small generator that can be repeated (Steele, Lea, Flood: SplitMix64).
struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
