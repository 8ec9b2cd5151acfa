import Measuring

/// The numbers of runs of closures.
final class Counter {
  var computed = 0
  var observed = 0
}

/// The memory in which observers store what they have seen, so that no library pays for exclusivity checks of a
/// captured variable.
struct Sink: @unchecked Sendable {
  private let memory: UnsafeMutablePointer<Int>

  init() {
    memory = .allocate(capacity: 1)
    memory.initialize(to: 0)
  }

  @inline(__always)
  func add(_ value: Int) { memory.pointee &+= value }

  var total: Int { memory.pointee }
}

/// Returns how often user code runs per write: recomputations and observer runs.
@MainActor
func counts(_ make: (Counter) -> Way) -> String {
  let counter = Counter()
  let way = make(counter)
  (counter.computed, counter.observed) = (0, 0)
  let writes = 100
  blackHole(way.run(writes))
  let figures = [counter.computed, counter.observed].map { count in
    count % writes == 0 ? "\(count / writes)" : "\(Double(count) / Double(writes))"
  }
  return figures.joined(separator: "/")
}
