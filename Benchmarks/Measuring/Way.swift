/// A way to do a job with one library.
public struct Way {
  /// The library's name in the table.
  public let name: String
  /// Does the job a number of times; the result must not depend on the library, and prevents the compiler from removing
  /// the work.
  public let run: @MainActor (Int) -> Int

  /// Creates a way with a job that counts its repetitions itself.
  public init(name: String, run: @escaping @MainActor (Int) -> Int) {
    self.name = name
    self.run = run
  }

  /// Creates a way with a job that is repeated by this type.
  public init(name: String, each job: @escaping @MainActor () -> Int) {
    self.init(name: name) { count in
      var total = 0
      for _ in 0..<count { total &+= job() }
      return total
    }
  }
}

/// Measures several ways in turn, and returns for each the nanoseconds of processor time per job.
///
/// The machine is shared, so the figure of a way is the minimum over the rounds of the median of its samples in a
/// round. A sample repeats the job for about `milliseconds`, but runs it at least once.
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
