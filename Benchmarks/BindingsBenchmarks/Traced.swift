import Bindings
import Measuring

extension Way {
  /// Returns the same job with a tracer installed, which the name identifies.
  @MainActor
  static func traced(_ way: Way, by tracer: any Tracer, _ name: String) -> Way {
    Way(name: name) { count in
      Graph.main.tracer = tracer
      defer { Graph.main.tracer = nil }
      return way.run(count)
    }
  }

  /// Returns the same job with a tracer that does nothing, and with a log.
  @MainActor
  static func traced(_ way: Way) -> [Way] {
    [
      traced(way, by: NoTracer(), "traced, dropped"),
      traced(way, by: TraceLog(limit: 10_000), "traced, TraceLog"),
    ]
  }
}

/// A tracer that drops its records, to measure the cost of their creation.
private final class NoTracer: Tracer {
  func record(_ record: TraceRecord) {}
}
