/// A tracer that stores the latest records in memory and answers queries about them.
///
/// ```swift
/// let log = TraceLog(limit: 1000)
/// graph.tracer = log
/// count.value += 1
/// print(log.records(of: count.node).last.map { log.chain(of: $0.id) } ?? [])
/// ```
/// A record takes about 250 bytes, more if its values are long strings. The main actor guards it.
@MainActor
public final class TraceLog: Tracer {
  /// The largest number of stored records; a further record replaces the oldest one.
  public let limit: Int
  /// The number of records since the log was made or cleared.
  public private(set) var count = 0

  /// The latest records; older records may still precede them in the array.
  private var stored: [TraceRecord] = []
  /// Whether the records are sorted; a record is made at the end of its event, so it may follow a younger one.
  private var isSorted = true
  /// The youngest record that the log has discarded, or that existed before the log was made or cleared.
  public private(set) var forgotten = Trace.lastID

  /// Whether the errors of commands are stored, and kept alive with all that they hold.
  private let keepsErrors: Bool

  /// Makes an empty log, which stores the errors of commands only on demand.
  ///
  /// - Precondition: `limit` is positive.
  public init(limit: Int = 10_000, keepsErrors: Bool = false) {
    precondition(limit > 0, "a log of \(limit) records keeps nothing; ask for at least 1")
    (self.limit, self.keepsErrors) = (limit, keepsErrors)
  }

  /// Stores a record; discards the oldest one when the log is full.
  ///
  /// - Complexity: O(1), amortised.
  public func record(_ record: TraceRecord) {
    count += 1
    if let last = stored.last, record.id < last.id { isSorted = false }
    stored.append(record)
    if !keepsErrors { stored[stored.count - 1].error = nil }
    guard stored.count > limit else { return }
    forgotten = max(forgotten, stored[stored.count - limit - 1].id)
    if stored.count > limit + limit / 4 { stored.removeFirst(stored.count - limit) }
  }

  /// Removes all records.
  public func clear() {
    stored = []
    count = 0
    isSorted = true
    forgotten = Trace.lastID
  }

  /// The stored records, in the order in which their events began.
  private var kept: ArraySlice<TraceRecord> {
    if !isSorted {
      stored = stored.suffix(limit).sorted { $0.id < $1.id }
      isSorted = true
    }
    return stored.suffix(limit)
  }
}

extension TraceLog {
  /// The stored records, in the order in which their events began.
  ///
  /// - Complexity: O(*n*), or O(*n* log *n*) when evaluations were nested since the last question.
  public var records: [TraceRecord] { Array(kept) }

  /// The record with the given id, if it is stored.
  ///
  /// - Complexity: O(log *n*), once the records are sorted.
  public subscript(id: TraceRecord.ID) -> TraceRecord? {
    let kept = kept
    if kept.isEmpty { return nil }
    let found = kept[kept.lazy.map(\.id).lastIndex(notAbove: id)]
    return found.id == id ? found : nil
  }

  /// Returns the chain of causes of the record `id`: the record itself, its cause, and so on up to the root.
  ///
  /// The chain ends early when a cause is no longer stored: the last record then still has a cause.
  public func chain(of id: TraceRecord.ID) -> [TraceRecord] {
    var found: [TraceRecord] = []
    var next: TraceRecord.ID? = id
    while let id = next, let record = self[id] {
      found.append(record)
      next = record.cause
    }
    return found
  }

  /// Returns all direct and indirect consequences of `id`, in the order in which they began.
  ///
  /// - Complexity: O(*n*).
  public func consequences(of id: TraceRecord.ID) -> [TraceRecord] {
    var known: Set<TraceRecord.ID> = [id]
    return records.filter { record in
      guard record.causes.contains(where: known.contains) else { return false }
      known.insert(record.id)
      return true
    }
  }

  /// The records of `node`, oldest first.
  ///
  /// - Complexity: O(*n*).
  public func records(of node: Node) -> [TraceRecord] { records.filter { $0.node == node } }
}
