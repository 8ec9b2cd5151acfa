import Bindings

/// The lives of the executions of commands, with their times on the session's clock.
///
/// It keeps the newest ones only, so that a long session stays small.
struct CommandTimes {
  /// How many events are kept.
  static let limit = 4_000

  private(set) var events: [TimedRecord] = []
  /// For each execution that goes on the last tenth that it has told.
  private var tenths: [TraceRecord.ID: Int] = [:]

  /// Keeps a record that is one of an execution; of its progress the first one in each tenth.
  mutating func take(_ record: TraceRecord, at time: @autoclosure () -> Duration) {
    switch record.kind {
    case .commandQueued, .commandRejected, .commandStart: break
    case .commandEnd: if let start = record.cause { tenths[start] = nil }
    case .commandProgress:
      guard let start = record.cause, let tenth = record.fraction.map({ Int($0 * 10) }),
        tenth > tenths[start] ?? 0
      else { return }
      // Whoever never ends is forgotten with the others.
      if tenths.count >= Self.limit { tenths = [:] }
      tenths[start] = tenth
    default: return
    }
    events.append(TimedRecord(record: record, time: time()), keeping: Self.limit)
  }
}

extension TraceRecord {
  /// How far a command is, from 0 to 1; nil for other records, and for a command that is secure.
  var fraction: Double? {
    if kind == .commandProgress, case .double(let fraction)? = new { fraction } else { nil }
  }
}
