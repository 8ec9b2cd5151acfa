import Foundation
import Measuring

/// A public operation, measured at *n* and at 10 *n*.
struct GrowthCase {
  /// The operation, `room.operation`.
  let name: String
  /// The smaller size.
  let size: Int
  /// The complexity of doing the operation *n* times.
  var complexity = Complexity.linear
  /// Does the operation so many times, on something of that size where the size is what grows.
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

/// How the time of a job may grow with its size, as the documentation of the operation says.
enum Complexity: String {
  case linear = "O(n)"
  case logarithmicEach = "O(n log n)"
  case rootEach = "O(n sqrt n)"
  case linearEach = "O(n n)"

  /// How many times as long a job of 10 *n* may take as one of *n*: ten times and a tenth for the
  /// larger memory, the factor of the documented complexity above it.
  var limit: Double {
    switch self {
    case .linear: 11
    case .logarithmicEach: 11 * 4 / 3
    case .rootEach: 11 * 3.17
    case .linearEach: 110
    }
  }
}

/// Measures cases and writes a line for each.
@MainActor
struct GrowthTable {
  let table: ResultTable
  let rounds: Int
  /// The beginning of the names of the cases to measure; nil for all.
  let only: String?

  /// Reports nanoseconds for each of 10 *n* operations beside those for each of *n*.
  func measure(_ growth: GrowthCase) async {
    if let only, !growth.name.hasPrefix(only) { return }
    var small = Double.infinity
    var large = Double.infinity
    // The first jobs warm the caches and the allocator up; the least of each is kept, since other
    // programs can only add to it.
    await growth.work(growth.size)
    for _ in 0..<rounds {
      small = min(small, await repeatedly(growth, growth.size))
      large = min(large, await repeatedly(growth, growth.size * 10))
    }
    report(growth.name, growth.size, growth.complexity, small, large, "ns")
  }

  /// Reports bytes for each of 10 *n* elements beside those for each of *n*.
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

  /// The processor time of one job, the mean of as many as fill some milliseconds.
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
