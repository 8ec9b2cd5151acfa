import Bindings

/// The roots of records, for whoever asks about many of them: each record is looked at once.
///
/// A long chain of bindings has as many writes as links, and a walk from each of them to the root would take the
/// square of their number. It is made anew for each statement, when all that happened in it is in the log.
@MainActor
final class Origins {
  private struct Origin {
    let root: TraceRecord
    /// Whether an observer or a derived value stands in between.
    let followsByItself: Bool
  }

  private let log: TraceLog
  private var known: [TraceRecord.ID: Origin] = [:]

  init(_ log: TraceLog) { self.log = log }

  /// The last record of the chain of causes of a record; `nil` when the record is not kept.
  ///
  /// - Complexity: O(1) amortised over the records that are asked for, but for the search in the log.
  func root(of id: TraceRecord.ID) -> TraceRecord? { origin(of: id)?.root }

  /// Whether a record is the run of an observer or a derived value, or follows from one.
  func followsByItself(_ id: TraceRecord.ID) -> Bool { origin(of: id)?.followsByItself ?? false }

  private func origin(of id: TraceRecord.ID) -> Origin? {
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
      next = record.cause
    }
    for record in way.reversed() {
      let origin = Origin(
        root: found?.root ?? record,
        followsByItself: found?.followsByItself == true || record.kind == .observerRun
          || record.kind == .recompute)
      known[record.id] = origin
      found = origin
    }
    return found
  }
}
