#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The rarely used parts of an engine, stored as ordinary Swift values.
///
/// The engine retains the context; only the main actor uses it.
@usableFromInline
final class GraphContext: @unchecked Sendable {
  /// Whether the engine's memory still exists.
  var isAlive = true
  let isMain: Bool
  /// The `Graph`, unless it was released; nil for the main one.
  weak var handle: Graph?
  /// The number of live `Graph` objects for the engine.
  var handles = 0
  /// The reported pairs of source locations: of a reader and of the node of another graph that it read.
  var foreignReads: Set<[String]> = []
  var labels: [UInt32: String] = [:]
  #if ObservationInterop
    var observationLinks: [UInt32: ObservationLink] = [:]
  #endif
  /// The state of tracing while a tracer is installed.
  var tracing: TraceState?
  var notes = TraceNotes()
  /// An ended run without other references, which the next run reuses (benchmark: `tracing.fanOut`).
  var spareRun: TracedRun?
  /// Values that evaluations have replaced; their deinits have to wait.
  @exclusivity(unchecked) var discarded: [Any] = []
  /// The latest read that closed a cycle: the reader's entry in `path`, and serial and version of the node.
  var lastCyclicRead: [UInt32] = []
  /// The engine to which the context belongs.
  var engine: Engine?
  /// Issues that wait for the end of evaluations.
  private var issues: [GraphIssue] = []
  /// The messages and nodes of the mistakes of computed values among the issues.
  private var mistakes: Set<[AnyHashable]> = []
  private var telling = Telling.idle

  private enum Telling {
    case idle
    /// Another graph's handler is running and has caused issues here, which are delivered after it.
    case waiting
    /// The handler was called, and the delivery that began with this call is still in progress.
    case told
  }

  /// The graphs with pending calls of their handlers, in the order of their issues.
  @MainActor private static var tellers: [GraphContext] = []
  var onIssue: (GraphIssue) -> Void = GraphContext.print

  init(isMain: Bool) { self.isMain = isMain }

  /// Whether `tell` has issues to deliver.
  var hasIssues: Bool { !issues.isEmpty && telling == .idle }

  /// Delivers an issue outside of all evaluations, flushes and disposals, so that the handler
  /// may read and write nodes: now, or when these are over.
  ///
  /// An issue that the handler itself causes, directly or through other graphs, does not go to the handler:
  /// it is printed to standard error.
  @MainActor
  func report(
    _ code: GraphIssue.Code, _ message: String, _ nodes: [NodeRef], cause: (any Error)? = nil
  ) {
    let issue = GraphIssue(code: code, message: message, nodes: nodes.map(Node.init), cause: cause)
    // What an evaluation does again and again, for each row of a list, say, would pile up until its end.
    if [.cycle, .writeInComputed, .observerInComputed].contains(code), isAlive, telling != .told,
      !mistakes.insert([message] + issue.nodes.map(AnyHashable.init)).inserted
    {
      return
    }
    if let node = issue.nodes.first, let ref = node.ref, ref.engine.isTracing {
      ref.engine.emit(
        .issue, node: node, label: node.label, source: ref.source,
        detail: issue.message)
    }
    guard isAlive, let engine, telling != .told else { return GraphContext.print(issue) }
    issues.append(issue)
    engine.settleSoon()
    engine.settle()
  }

  /// Gives the pending issues to the handler, now or after the handler of another graph has returned: handlers
  /// that cause issues for each other are not nested.
  @MainActor
  func tell() {
    guard let engine else { return }
    unsafe engine.state.pointee.holds += 1
    telling = .waiting
    GraphContext.tellers.append(self)
    guard GraphContext.tellers.count == 1 else { return }
    var next = 0
    while next < GraphContext.tellers.count {
      GraphContext.tellers[next].callHandler()
      next += 1
    }
    for teller in exchange(&GraphContext.tellers, with: []) { teller.telling = .idle }
  }

  @MainActor
  private func callHandler() {
    guard let engine else { return }
    telling = .told
    let last = exchange(&issues, with: [])
    mistakes = []
    engine.perform { for issue in last { onIssue(issue) } }
    unsafe engine.state.pointee.holds -= 1
    engine.releaseIfUnused()
  }

  private static func print(_ issue: GraphIssue) {
    let line = Array("Bindings: \(issue.message.inOneLine)\n".utf8)
    // One call, so that lines of several threads do not mix; an error is ignored.
    _ = unsafe line.withUnsafeBytes { unsafe write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }
}
