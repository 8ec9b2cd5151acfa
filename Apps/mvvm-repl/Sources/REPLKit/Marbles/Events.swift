import Bindings

/// A record with its time on the session's clock.
struct TimedRecord {
  let record: TraceRecord
  let time: Duration
}

/// The events of the nodes that a session can name, with their times; marbles are drawn from them.
///
/// The tracer's log is every session's; this is one session's own, and the newest part only.
struct Events {
  /// The number of events that are kept.
  static let limit = 10_000

  /// The nodes whose events are kept.
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

  /// The events of a node, in order.
  func events(of node: Node) -> [TimedRecord] { all.filter { $0.record.node == node } }

  /// The newest of all.
  var last: TraceRecord.ID? { all.last?.record.id }
}
