#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The parts of an engine that are seldom needed, kept as ordinary Swift values.
///
/// The engine retains it; only the main actor touches it.
@usableFromInline
final class GraphContext: @unchecked Sendable {
  /// Whether the engine's memory still exists.
  var isAlive = true
  let isMain: Bool
  /// The `Graph`, unless it was released; nil for the main one.
  weak var handle: Graph?
  /// The number of `Graph` objects for the engine that have not ended yet.
  var handles = 0
  /// The places of readers, and of the other graphs' nodes that they read, that were reported.
  var foreignReads: Set<[String]> = []
  var labels: [UInt32: String] = [:]
  #if ObservationInterop
    var observationLinks: [UInt32: ObservationLink] = [:]
  #endif
  /// The state of tracing while a tracer is installed.
  var tracing: TraceState?
  var notes = TraceNotes()
  /// The engine that this belongs to.
  var engine: Engine?
  /// Issues that wait for the end of evaluations.
  private var issues: [GraphIssue] = []
  private var isTelling = false
  var onIssue: (GraphIssue) -> Void = GraphContext.print

  init(isMain: Bool) { self.isMain = isMain }

  /// Whether `tell` has something to do.
  var hasIssues: Bool { !issues.isEmpty && !isTelling }

  /// Delivers an issue outside of any evaluation, batch of observers and disposal, so that the handler
  /// may read and write nodes: now, or when that is over.
  ///
  /// An issue that the handler itself causes is not for the handler: it becomes a line on standard
  /// error.
  @MainActor
  func report(_ issue: GraphIssue) {
    if let node = issue.nodes.first, let ref = node.ref, ref.engine.isTracing {
      ref.engine.emit(
        .issue, node: node, label: node.label, source: ref.source,
        detail: issue.message)
    }
    guard isAlive, let engine, !isTelling else { return GraphContext.print(issue) }
    issues.append(issue)
    engine.settleSoon()
    engine.settle()
  }

  /// Gives the issues that wait to the handler.
  @MainActor
  func tell() {
    isTelling = true
    let telling = issues
    issues = []
    for issue in telling { onIssue(issue) }
    isTelling = false
  }

  private static func print(_ issue: GraphIssue) {
    let line = Array("Bindings: \(issue.message)\n".utf8)
    // One call, so that lines of several threads do not mix; nothing to do when it fails.
    _ = unsafe line.withUnsafeBytes { unsafe write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }
}
