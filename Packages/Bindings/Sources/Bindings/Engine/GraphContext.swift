#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// What an engine seldom needs and therefore keeps as ordinary Swift values.
///
/// The engine retains it; only the main actor touches it.
@usableFromInline
final class GraphContext: @unchecked Sendable {
  /// Whether the engine's memory still exists.
  var isAlive = true
  /// The `Graph`, unless it was released.
  weak var handle: Graph?
  /// How many `Graph` objects for the engine have not ended yet.
  var handles = 0
  /// The reads of other graphs' nodes that were reported.
  var foreignReads: Set<ForeignRead> = []
  var labels: [UInt32: String] = [:]
  #if ObservationInterop
    var observationLinks: [UInt32: ObservationLink] = [:]
  #endif
  /// What is kept while a tracer is installed.
  var tracing: TraceState?
  var notes = TraceNotes()
  var writesNearLimit = ObserverWrites()
  var onIssue: (GraphIssue) -> Void = { issue in
    let line = Array("Bindings: \(issue.message)\n".utf8)
    // One call, so that lines of several threads do not mix; nothing to do when it fails.
    _ = unsafe line.withUnsafeBytes { unsafe write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }

  /// Delivers an issue outside of any evaluation, so that the handler may read and write nodes.
  @MainActor
  func report(_ issue: GraphIssue) {
    if let node = issue.nodes.first, let ref = node.ref, ref.engine.isTracing {
      ref.engine.emit(
        .issue, node: node, label: node.label, source: ref.engine.source(ref),
        detail: issue.message)
    }
    onIssue(issue)
  }
}
