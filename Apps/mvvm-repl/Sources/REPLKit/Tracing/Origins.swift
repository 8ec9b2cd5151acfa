import Bindings

/// A cache for the root causes of records, which visits each record once.
///
/// A long chain of bindings has one write per link; a search from each write to the root would take quadratic time. The
/// cache is cleared for each statement, after the log has all of the statement's records.
@MainActor
final class Origins {
  struct Origin {
    /// The first statement in the chain of causes, such as that of a loaded file, or else the last record of the chain.
    let root: TraceRecord
    /// Whether the record is a run of an observer or an evaluation, or follows from one.
    let followsByItself: Bool
    /// The earliest end of the commands that the record follows from; ends before a later command end do not count.
    let end: TraceRecord?
    /// Whether the record follows from an event without a later command start, such as from a signal with a delay.
    let isOfEvent: Bool
  }

  private let log: TraceLog
  private let writes: SessionTracer.Writes
  private var known: [TraceRecord.ID: Origin] = [:]

  /// Creates a cache for a log; `writes` knows the ends of commands.
  init(_ log: TraceLog, _ writes: SessionTracer.Writes) { (self.log, self.writes) = (log, writes) }

  /// Clears the cache, because the log has new records.
  func begin() { if !known.isEmpty { known.removeAll(keepingCapacity: known.count < 64) } }

  /// Whether a write comes from work that has outlived its command, and the batch in which the command ended.
  ///
  /// A running command that loads a page has left nothing behind; the finished command that opened the page has.
  func isLeftBehind(_ write: TraceRecord) -> Bool {
    guard let end = origin(of: write.id)?.end, end.id < write.id else { return false }
    return write.batch == nil || end.batch != write.batch
  }

  /// Returns the origin of a record; `nil` when the log has dropped the record.
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
      // What follows from the end of a command follows from an event.
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
  /// The redacted text of the statement that this record marks; `nil` for any other record.
  var statement: String? {
    guard kind == .mark, let detail, detail.hasPrefix(Chronicle.typed) else { return nil }
    return String(detail.dropFirst(Chronicle.typed.count))
  }
}
