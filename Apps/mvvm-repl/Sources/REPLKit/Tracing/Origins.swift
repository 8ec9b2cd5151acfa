import Bindings

/// The roots of records, for whoever asks about many of them: each record is looked at once.
///
/// A long chain of bindings has as many writes as links, and a walk from each of them to the root would take the
/// square of their number. It begins anew for each statement, when all that happened in it is in the log.
@MainActor
final class Origins {
  struct Origin {
    /// The last record of the chain of causes, or the statement of a loaded file that stands in between.
    let root: TraceRecord
    /// Whether it is the run of an observer or a derived value, or follows from one.
    let followsByItself: Bool
    /// The end of the command that ended first of those by which it came; not where it follows from that end.
    let end: TraceRecord?
    /// Whether it came by an event, with no command behind it: a signal with a delay goes on with what was done.
    let isOfEvent: Bool
  }

  private let log: TraceLog
  private let writes: SessionTracer.Writes
  private var known: [TraceRecord.ID: Origin] = [:]

  /// Looks for roots in a log; `writes` knows the ends of commands.
  init(_ log: TraceLog, _ writes: SessionTracer.Writes) { (self.log, self.writes) = (log, writes) }

  /// Begins anew, for more has happened since.
  func begin() { if !known.isEmpty { known.removeAll(keepingCapacity: known.count < 64) } }

  /// Whether a write is the doing of something that a command had begun and left behind: the command was over by then,
  /// and so was the batch in which it ended.
  ///
  /// The command that loads a page has left nothing behind while it goes on; the one that opened the page has left it.
  func isLeftBehind(_ write: TraceRecord) -> Bool {
    guard let end = origin(of: write.id)?.end, end.id < write.id else { return false }
    return write.batch == nil || end.batch != write.batch
  }

  /// Where a record comes from; `nil` when it is not kept.
  ///
  /// - Complexity: O(1) amortised over the records that are asked for, but for the search in the log.
  func origin(of id: TraceRecord.ID) -> Origin? {
    var way: [TraceRecord] = []
    var next: TraceRecord.ID? = id
    var found: Origin?
    while let id = next {
      if let origin = known[id] {
        found = origin
        break
      }
      guard let record = log[id] else { break }
      way.append(record)
      next = record.statement != nil ? nil : record.cause
    }
    for record in way.reversed() {
      let own = record.kind == .commandStart ? writes.ends[record.id] : nil
      // What an end brings follows from an event.
      let before = record.kind == .commandEnd ? nil : found?.end
      let origin = Origin(
        root: found?.root ?? record,
        followsByItself: found?.followsByItself == true || record.kind == .observerRun
          || record.kind == .recompute,
        end: [own, before].compactMap(\.self).min { $0.id < $1.id },
        isOfEvent: record.kind == .signalEvent
          || record.kind != .commandStart && found?.isOfEvent == true)
      known[record.id] = origin
      found = origin
    }
    return found
  }
}

extension TraceRecord {
  /// The statement that it is the mark of, as it may be shown; `nil` for any other record.
  var statement: String? {
    guard kind == .mark, let detail, detail.hasPrefix(Chronicle.typed) else { return nil }
    return String(detail.dropFirst(Chronicle.typed.count))
  }
}
