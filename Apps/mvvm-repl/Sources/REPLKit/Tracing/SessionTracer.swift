import Bindings
import ViewModels

/// The tracer of a graph: keeps the newest records, and passes each record to the session and to its trial sessions.
@MainActor
final class SessionTracer: Tracer {
  /// The written nodes of a session since it last looked at them, and its events.
  @MainActor
  final class Writes {
    /// The written nodes, and whether each write has a cause, such as a statement.
    var nodes: [(node: Node, isCaused: Bool)] = []
    /// The first write of each node that has a cause, since the running statement began.
    var firsts: [Node: TraceRecord] = [:]
    /// The last write of each node that left its value unchanged, since the running statement began.
    var confirmations: [Node: TraceRecord] = [:]
    /// The first batches with a write since the running statement began.
    var batches: [Int] = []
    var events = Events()
    var commands = CommandTimes()
    /// The running and the queued executions of commands, by their queue or start records.
    private(set) var executions: [TraceRecord.ID: (command: Node, isQueued: Bool)] = [:]
    /// The ends of executions, by their start records, as long as the log keeps the consequences of the starts.
    private(set) var ends: [TraceRecord.ID: TraceRecord] = [:]
    /// The number of records.
    private(set) var count = 0
    /// The number of records that may have made another view-model busy.
    private(set) var stirs = 0
    /// The number of starts and ends of commands.
    private(set) var beginnings = 0
    /// The number of observer runs and of events, which may start a task.
    private(set) var runs = 0
    /// The commands that have ended and the page states that were written since the end of the last statement.
    var news: Set<Node> = []
    var heat = Heat()
    /// The run counts for the live graph since their last reset; nil without a live graph.
    var turns: Turns?
    /// Called for each record while there are ``turns``, before they count the record.
    var onTurn: ((TraceRecord) -> Void)?
    var onRecord: (@MainActor () -> Void)?
    /// Called when a value was written, or a command has ended.
    var onChange: (() -> Void)?
    /// The written nodes since the last `takeWritten()`; `nil` when there were too many to keep.
    private var written: Set<Node>? = []
    private static let mostWritten = 10_000
    /// Whether a node is internal to the session; its runs start no task.
    var isOwn: (Node) -> Bool = { _ in false }
    private let clock: SessionClock

    init(clock: SessionClock) { self.clock = clock }

    /// Removes and returns the written nodes, each once, in order; with `onlyCaused`, nodes without a cause stay.
    func take(onlyCaused: Bool) -> [Node] {
      defer { nodes = onlyCaused ? nodes.filter { !$0.isCaused } : [] }
      return nodes.lazy.filter { !onlyCaused || $0.isCaused }.map(\.node).unique
    }

    /// Removes and returns the written nodes; without `areKnown` they were too many, and any node may have been
    /// written.
    func takeWritten() -> (nodes: Set<Node>, areKnown: Bool) {
      defer { written = [] }
      return (written ?? [], written != nil)
    }

    fileprivate func take(_ record: TraceRecord) {
      events.take(record, at: clock.moment)
      commands.take(record, at: clock.moment)
      heat.take(record)
      count += 1
      follow(record)
      onRecord?()
      if turns != nil {
        onTurn?(record)
        turns?.take(record)
      }
      if record.kind == .write || record.kind == .commandEnd { onChange?() }
      if record.kind == .equalWrite, let node = record.node { confirmations[node] = record }
      guard record.kind == .write, let node = record.node else { return }
      if !confirmations.isEmpty { confirmations[node] = nil }
      nodes.append((node, record.cause != nil))
      written?.insert(node)
      if written?.count ?? 0 > Self.mostWritten { written = nil }
      if let batch = record.batch, batches.last != batch, batches.count < ChangeReport.limit {
        batches.append(batch)
      }
      if record.cause != nil, firsts[node] == nil { firsts[node] = record }
    }

    /// Updates the executions, the news and the counters.
    private func follow(_ record: TraceRecord) {
      switch record.kind {
      case .write:
        // Labels of page states. A property of a user's type may have the same label; that costs one superfluous check.
        switch record.label {
        case "state", "isLoading", "loadingMore":
          stirs += 1
          if let node = record.node { news.insert(node) }
        default: break
        }
      case .observerRun, .signalEvent, .signalError:
        if record.node.map(isOwn) != true { runs += 1 }
      case .commandQueued, .commandStart, .commandEnd:
        // The cause of a start is its wait in the queue or another execution; the cause of an end is its start or wait.
        if let before = record.cause,
          record.kind == .commandEnd || executions[before]?.isQueued == true
        {
          executions[before] = nil
        }
        if record.kind != .commandEnd, let node = record.node {
          executions[record.id] = (node, isQueued: record.kind == .commandQueued)
        }
        if record.kind == .commandEnd { noteEnd(record) }
        stirs += 1
        beginnings += 1
      default: break
      }
    }

    private func noteEnd(_ record: TraceRecord) {
      if let node = record.node { news.insert(node) }
      guard let start = record.cause else { return }
      ends[start] = record
      guard ends.count > 2 * SessionTracer.limit else { return }
      let oldest = record.id.number - SessionTracer.limit
      ends = ends.filter { $0.key.number >= oldest }
    }
  }

  private struct Weak { weak var writes: Writes? }
  private struct WeakSecrets { weak var secrets: GivenSecrets? }

  /// The maximum number of records that are kept; the oldest are dropped first.
  static let limit = 10_000

  /// The maximum number of characters of an error that are kept.
  private static let mostOfError = 500

  let log = TraceLog(limit: SessionTracer.limit, keepsErrors: true)
  /// Whether a trial runs, whose records are dropped.
  private var isMuted = false
  private var sinks: [Weak] = []
  private var secrets: [WeakSecrets] = []

  /// Returns the tracer of a graph, and installs one if the graph has none of this type.
  static func of(_ graph: Graph) -> SessionTracer {
    if let tracer = graph.tracer as? SessionTracer { return tracer }
    let tracer = SessionTracer()
    graph.tracer = tracer
    return tracer
  }

  func add(_ writes: Writes) {
    sinks.removeAll { $0.writes == nil }
    sinks.append(Weak(writes: writes))
  }

  func add(_ new: GivenSecrets) {
    secrets.removeAll { $0.secrets == nil }
    secrets.append(WeakSecrets(secrets: new))
  }

  /// Whether a session of the graph has secrets, which values of the graph may contain.
  var hasSecrets: Bool { secrets.contains { $0.secrets?.isEmpty == false } }

  /// A number that changes with the known secrets.
  var secretsVersion: Int { secrets.reduce(0) { $0 &+ ($1.secrets?.version ?? 0) } }

  /// Whether a value contains a secret of a session of the graph.
  func tellsSecret(_ value: DynamicValue) -> Bool {
    secrets.contains { $0.secrets?.areTold(byAny: value) == true }
  }

  /// Runs a trial that leaves everything unchanged; neither the log nor the events of a session record the trial.
  func muted<Result>(_ trial: () -> Result) -> Result {
    isMuted = true
    defer { isMuted = false }
    return trial()
  }

  func record(_ record: TraceRecord) {
    guard !isMuted else { return }
    var record = record
    if let error = record.error, !(error is Rejection) {
      // Only the words: the error itself may hold a response with its body, or a view-model.
      record.error = Message(error).mapTexts { $0.clipped(to: Self.mostOfError) }
    }
    log.record(record)
    for sink in sinks { sink.writes?.take(record) }
  }
}
