import Bindings
import Measuring

extension Way {
  /// The same job with a tracer installed; the name tells which.
  @MainActor
  static func traced(_ way: Way, by tracer: any Tracer, _ name: String) -> Way {
    Way(name: name) { count in
      Graph.main.tracer = tracer
      defer { Graph.main.tracer = nil }
      return way.run(count)
    }
  }

  /// With a tracer that does nothing, and with a log.
  @MainActor
  static func traced(_ way: Way) -> [Way] {
    [
      traced(way, by: NoTracer(), "traced, dropped"),
      traced(way, by: TraceLog(limit: 10_000), "traced, TraceLog"),
    ]
  }
}

/// What making a record costs, without keeping it.
private final class NoTracer: Tracer {
  func record(_ record: TraceRecord) {}
}
