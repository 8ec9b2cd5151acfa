import Bindings

/// A record with its time on the session's clock.
struct TimedRecord {
  let record: TraceRecord
  let time: Duration
}

/// The event log for marble diagrams: the events of all nodes that a session can name, with their times.
///
/// The tracer's log is shared by all sessions. This log belongs to one session and holds only the newest events.
struct Events {
  /// The maximum number of events in the log.
  static let limit = 10_000

  var nodes: Set<Node> = []
  private(set) var all: [TimedRecord] = []

  /// Keeps a record if it is an event of one of the nodes.
  mutating func take(_ record: TraceRecord, at time: @autoclosure () -> Duration) {
    guard record.hasChanged, let node = record.node, nodes.contains(node) else { return }
    switch record.kind {
    case .write, .commandStart, .commandEnd, .commandRejected: break
    case .recompute where record.old != nil: break  // the first value is no change
    default: return
    }
    all.append(TimedRecord(record: record, time: time()), keeping: Self.limit)
  }

  func events(of node: Node) -> [TimedRecord] { all.filter { $0.record.node == node } }

  var last: TraceRecord.ID? { all.last?.record.id }
}
