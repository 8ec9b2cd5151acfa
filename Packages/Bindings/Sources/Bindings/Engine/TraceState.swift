import Synchronization

/// The state of an engine's tracing while a tracer is installed.
@MainActor
final class TraceState {
  let tracer: any Tracer
  /// The number of the current batch or, between batches, of the last one.
  private(set) var batch = 0
  private(set) var isOpen = false

  /// The number of this tracing period, from the installation of a tracer to its removal; no event is missing in it.
  let period: Int
  private static var lastPeriod = 0

  init(_ tracer: any Tracer) {
    self.tracer = tracer
    TraceState.lastPeriod += 1
    period = TraceState.lastPeriod
  }

  func openBatch() {
    guard !isOpen else { return }
    isOpen = true
    batch = Trace.nextBatch()
  }

  func closeBatch() { isOpen = false }
}

/// A run of an observer in a traced graph.
///
/// The actions of a run after it has read a hidden value are hidden; so are those of a `Task` that the run has made.
final class TracedRun: Sendable {
  private let hidden = Atomic(false)
  var hasReadHidden: Bool { hidden.load(ordering: .relaxed) }
  func noteHidden() { hidden.store(true, ordering: .relaxed) }
}

/// The reasons why nodes were marked.
struct TraceNotes {
  private var notes: [UInt32: Note] = [:]

  /// The causes of a node's next evaluation.
  struct Note {
    var cause: TraceRecord.ID?
    var otherCauses: [TraceRecord.ID] = []
    /// Whether the values of one of the causes are hidden.
    var hidesValues = false

    /// Adds a cause and drops the oldest other one beyond the limit; the list of a node that is never read stays small.
    fileprivate mutating func add(_ id: TraceRecord.ID) {
      // If a node has several links to one source, each link adds the same cause, one directly after the other.
      if cause == id || otherCauses.last == id { return }
      if cause == nil { return cause = id }
      if otherCauses.count == TraceNotes.limit { otherCauses.removeFirst() }
      otherCauses.append(id)
    }
  }

  mutating func addCause(_ id: TraceRecord.ID, of node: NodeRef, hidesValues: Bool) {
    node.flags.insert(.noted)
    notes[node.offset, default: Note()].add(id)
    if hidesValues { notes[node.offset]?.hidesValues = true }
  }

  /// The largest number of other causes in a record: enough for a reader, and small for nodes that are never read.
  static var limit: Int { 16 }

  /// Returns the notes on why `node` is evaluated and removes them.
  mutating func take(_ node: NodeRef) -> Note {
    guard node.flags.contains(.noted) else { return Note() }
    node.flags.remove(.noted)
    return notes.removeValue(forKey: node.offset) ?? Note()
  }

  mutating func forget(_ node: NodeRef) { notes[node.offset] = nil }
}
