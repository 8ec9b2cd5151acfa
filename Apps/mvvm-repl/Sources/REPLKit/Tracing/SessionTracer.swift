import Bindings
import ViewModels

/// The tracer of a session's graph: keeps the latest records, and tells the session, and those that it
/// makes to try something, which nodes were written, and what happened to those that it can name.
@MainActor
final class SessionTracer: Tracer {
  /// Collects the nodes that were written since they were last looked at, and the session's events.
  @MainActor
  final class Writes {
    /// The nodes that were written, and whether that follows from a statement.
    var nodes: [(node: Node, isCaused: Bool)] = []
    /// The first write of each node that followed from the statement that runs.
    var firsts: [Node: TraceRecord] = [:]
    /// The last writes that have left their nodes as they were, since the statement that runs has begun.
    var confirmations: [Node: TraceRecord] = [:]
    /// The first batches in which something was written since the statement that runs has begun.
    var batches: [Int] = []
    var events = Events()
    var commands = CommandTimes()
    /// The executions of commands that go on or wait for their turn, by their beginnings.
    private(set) var executions: [TraceRecord.ID: (command: Node, isQueued: Bool)] = [:]
    /// The ends of executions, by their beginnings, as long as what follows from these is kept.
    private(set) var ends: [TraceRecord.ID: TraceRecord] = [:]
    /// The number of records.
    private(set) var count = 0
    /// The number of records after which another view-model may be at work.
    private(set) var stirs = 0
    /// The number of beginnings and ends of commands.
    private(set) var beginnings = 0
    /// The number of runs of observers, and of events, which may begin a task.
    private(set) var runs = 0
    /// What has come by itself since the last statement was over: the commands that have ended, and the states of
    /// pages that were written.
    var news: Set<Node> = []
    var heat = Heat()
    /// What has run since the picture of a graph that is kept up to date began anew; nil when there is none.
    var turns: Turns?
    /// Called for each record while there are ``turns``, before they count it.
    var onTurn: ((TraceRecord) -> Void)?
    /// Called for each record.
    var onRecord: (@MainActor () -> Void)?
    /// Called when a value was written, or a command has ended.
    var onChange: (() -> Void)?
    /// The nodes that were written since somebody has taken them; `nil` when they were too many to keep.
    private var written: Set<Node>? = []
    private static let mostWritten = 10_000
    /// Whether a node is the session's own, which begins nothing when it runs.
    var isOwn: (Node) -> Bool = { _ in false }
    private let clock: SessionClock

    init(clock: SessionClock) { self.clock = clock }

    /// Takes out the nodes, each once, in order; `onlyCaused` leaves those that no statement has written.
    func take(onlyCaused: Bool) -> [Node] {
      let taken = nodes.filter { $0.isCaused || !onlyCaused }
      nodes.removeAll { $0.isCaused || !onlyCaused }
      return taken.map(\.node).unique
    }

    /// Takes out the nodes that were written; when they were too many, any may have been.
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

    /// Follows what goes on by itself, and what may have begun it.
    private func follow(_ record: TraceRecord) {
      switch record.kind {
      case .write:
        // The states of pages; one of another's of that name costs one look in vain.
        guard ["state", "isLoading", "loadingMore"].contains(record.label) else { return }
        stirs += 1
        if let node = record.node { news.insert(node) }
      case .observerRun, .signalEvent, .signalError:
        if record.node.map(isOwn) != true { runs += 1 }
      case .commandQueued, .commandStart, .commandEnd:
        // A start follows from its wait, or from what another execution does; an end from the one or the other.
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

  /// The number of records that are kept; the oldest go first.
  static let limit = 10_000

  let log = TraceLog(limit: SessionTracer.limit)
  /// Whether what happens now is a trial, of which nobody is told.
  private var isMuted = false
  private var sinks: [Weak] = []
  private var secrets: [WeakSecrets] = []

  /// The tracer of a graph, which is installed when there is none of ours.
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

  /// Whether a session of the graph knows of secrets that values of it may tell.
  var hasSecrets: Bool { secrets.contains { $0.secrets?.isEmpty == false } }

  /// Changes with the secrets that are known.
  var secretsVersion: Int { secrets.reduce(0) { $0 &+ ($1.secrets?.version ?? 0) } }

  /// Whether a value tells a secret of a session of the graph.
  func tellsSecret(_ value: DynamicValue) -> Bool {
    secrets.contains { $0.secrets?.areTold(byAny: value) == true }
  }

  /// Tries something that leaves everything as it was; neither the log nor a session's events know of
  /// it.
  func muted<Result>(_ trial: () -> Result) -> Result {
    isMuted = true
    defer { isMuted = false }
    return trial()
  }

  func record(_ record: TraceRecord) {
    guard !isMuted else { return }
    log.record(record)
    for sink in sinks { sink.writes?.take(record) }
  }
}
