import Foundation
import Measuring

/// A public operation, measured at *n* and at 10 *n*.
struct GrowthCase {
  /// The name of the operation, `room.operation`.
  let name: String
  /// The smaller size.
  let size: Int
  /// The complexity of doing the operation *n* times.
  var complexity = Complexity.linear
  /// Does the operation a number of times, on a structure of that size if the size is what grows.
  let work: @MainActor (Int) async -> Void

  init(
    _ name: String, size: Int = 1000, _ complexity: Complexity = .linear,
    work: @escaping @MainActor (Int) async -> Void
  ) {
    self.name = name
    self.size = size
    self.complexity = complexity
    self.work = work
  }
}

/// The growth of a job's time with its size, as the documentation of the operation states it.
enum Complexity: String {
  case linear = "O(n)"
  case logarithmicEach = "O(n log n)"
  case rootEach = "O(n sqrt n)"
  case linearEach = "O(n n)"

  /// The maximum ratio of the times of jobs of 10 *n* and of *n*: ten, and a tenth more for the larger memory, times
  /// the factor of the documented complexity.
  var limit: Double {
    switch self {
    case .linear: 11
    case .logarithmicEach: 11 * 4 / 3
    case .rootEach: 11 * 3.17
    case .linearEach: 110
    }
  }
}

/// Measures cases, and writes a line for each.
@MainActor
struct GrowthTable {
  let table: ResultTable
  let rounds: Int
  /// The prefix of the names of the cases to measure; nil for all cases.
  let only: String?

  /// Reports the nanoseconds per operation for 10 *n* and for *n* operations.
  func measure(_ growth: GrowthCase) async {
    if let only, !growth.name.hasPrefix(only) { return }
    var small = Double.infinity
    var large = Double.infinity
    // The first job warms up the caches and the allocator. The minimum of each size is kept, because other programs can
    // only increase the time.
    await growth.work(growth.size)
    for _ in 0..<rounds {
      small = min(small, await repeatedly(growth, growth.size))
      large = min(large, await repeatedly(growth, growth.size * 10))
    }
    report(growth.name, growth.size, growth.complexity, small, large, "ns")
  }

  /// Reports the bytes per element for 10 *n* and for *n* elements.
  func measure(_ growth: MemoryCase) async {
    if let only, !growth.name.hasPrefix(only) { return }
    _ = await growth.bytes(growth.size)
    let small = await growth.bytes(growth.size)
    let large = await growth.bytes(growth.size * 10)
    report(growth.name, growth.size, .linear, small, large, "bytes")
  }

  private func report(
    _ name: String, _ size: Int, _ complexity: Complexity, _ small: Double, _ large: Double,
    _ unit: String
  ) {
    table.report(
      Measurement(
        name: name, size: size * 10, ours: large / Double(size * 10), peer: "at \(size)",
        theirs: small / Double(size), target: 10 / complexity.limit,
        note: "\(unit) each; 10 n takes \(String(format: "%.1f", large / small)) times n, "
          + "\(complexity.rawValue) allows \(String(format: "%.0f", complexity.limit))"))
  }

  /// Returns the processor time of one job, as the mean of as many jobs as take some milliseconds.
  private func repeatedly(_ growth: GrowthCase, _ size: Int) async -> Double {
    let start = processTime()
    var jobs = 0
    repeat {
      await growth.work(size)
      jobs += 1
    } while processTime() - start < 10_000_000
    return (processTime() - start) / Double(jobs)
  }
}
