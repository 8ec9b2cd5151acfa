import Bindings

/// The events of command executions, with their times on the session's clock.
///
/// Only the newest events are kept, so that a long session stays small.
struct CommandTimes {
  /// The maximum number of events that are kept.
  static let limit = 4_000

  private(set) var events: [TimedRecord] = []
  /// The last reported tenth of the progress of each running execution.
  private var tenths: [TraceRecord.ID: Int] = [:]

  /// Keeps a record of an execution; of its progress, only the first record in each tenth.
  mutating func take(_ record: TraceRecord, at time: @autoclosure () -> Duration) {
    switch record.kind {
    case .commandQueued, .commandRejected, .commandStart: break
    case .commandEnd: if let start = record.cause { tenths[start] = nil }
    case .commandProgress:
      guard let start = record.cause, let tenth = record.fraction.map({ Int($0 * 10) }),
        tenth > tenths[start] ?? 0
      else { return }
      // Executions that never end are dropped together with all others.
      if tenths.count >= Self.limit { tenths = [:] }
      tenths[start] = tenth
    default: return
    }
    events.append(TimedRecord(record: record, time: time()), keeping: Self.limit)
  }
}

extension TraceRecord {
  /// The progress of a command, from 0 to 1; nil for other records, and for a secure command.
  var fraction: Double? {
    if kind == .commandProgress, case .double(let fraction)? = new { fraction } else { nil }
  }
}
