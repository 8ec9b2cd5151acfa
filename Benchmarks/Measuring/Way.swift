/// One way to do a job, as one library does it.
public struct Way {
  /// The library's name in the table.
  public let name: String
  /// Does the job so many times; its result must not depend on the library, and keeps the compiler
  /// from dropping the work.
  public let run: @MainActor (Int) -> Int

  /// A job that counts for itself.
  public init(name: String, run: @escaping @MainActor (Int) -> Int) {
    self.name = name
    self.run = run
  }

  /// A job that is done again and again from outside.
  public init(name: String, each job: @escaping @MainActor () -> Int) {
    self.init(name: name) { count in
      var total = 0
      for _ in 0..<count { total &+= job() }
      return total
    }
  }
}

/// Times several ways in turn, in nanoseconds of processor time for one job, and keeps each one's
/// quietest median.
///
/// The machine is shared: a way's figure is the smallest, over the rounds, of the median of its
/// samples in that round. A sample does the job as often as `milliseconds` hold, once at least.
@MainActor
public func measure(_ ways: [Way], rounds: Int, samples: Int, milliseconds: Double) -> [Double] {
  func time(_ way: Way, _ count: Int) -> Double {
    let start = processorTime()
    blackHole(way.run(count))
    return processorTime() - start
  }
  let counts = ways.map { way in
    var count = 1
    while time(way, count) < milliseconds * 1e6 / 2, count < 1 << 26 { count *= 2 }
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
