import Synchronization

/// The state of an engine's tracing while a tracer is installed.
@MainActor
final class TraceState {
  let tracer: any Tracer
  /// The batch that is going on, or the last one.
  private(set) var batch = 0
  private(set) var isOpen = false

  /// The number of this time of tracing, in which nothing happens that the tracer is not told.
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

/// The run of an observer in a graph with a tracer.
///
/// What it does after it has read a hidden value is hidden, and what a `Task` does that it has made.
final class TracedRun: Sendable {
  private let hidden = Atomic(false)
  var hasReadHidden: Bool { hidden.load(ordering: .relaxed) }
  func noteHidden() { hidden.store(true, ordering: .relaxed) }
}

/// Why marked nodes were marked.
struct TraceNotes {
  private var notes: [UInt32: Note] = [:]

  /// Why a node is to be evaluated.
  struct Note {
    var cause: TraceRecord.ID?
    var otherCauses: [TraceRecord.ID] = []
    /// Whether the values of one of the causes are hidden.
    var hidesValues = false
  }

  mutating func addCause(_ id: TraceRecord.ID, of node: NodeRef, hidesValues: Bool) {
    node.flags.insert(.noted)
    if hidesValues { notes[node.offset, default: Note()].hidesValues = true }
    let first = notes[node.offset]?.cause
    if first == nil {
      notes[node.offset, default: Note()].cause = id
    } else if first != id {
      TraceNotes.append(id, to: &notes[node.offset, default: Note()].otherCauses)
    }
  }

  /// A node that nobody reads is not evaluated, however often its sources change: the newest causes stay.
  ///
  /// A node with several links to one source is told by each of them, one after the other.
  private static func append(_ id: TraceRecord.ID, to ids: inout [TraceRecord.ID]) {
    if ids.last == id { return }
    if ids.count == TraceNotes.limit { ids.removeFirst() }
    ids.append(id)
  }

  /// The most other causes that a record names: enough for a reader, while a node that nobody asks stays small.
  static var limit: Int { 16 }

  /// The notes on why `node` is asked; they are forgotten then.
  mutating func take(_ node: NodeRef) -> Note {
    guard node.flags.contains(.noted) else { return Note() }
    node.flags.remove(.noted)
    return notes.removeValue(forKey: node.offset) ?? Note()
  }

  mutating func forget(_ node: NodeRef) { notes[node.offset] = nil }
}
