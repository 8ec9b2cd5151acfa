/// The cost of a batch, including repeated and unnecessary work.
///
/// ```swift
/// source.value = 2
/// let report = try #require(log.latestBatch)
/// #expect(report.recomputes == 6 && report.observerRuns == 1 && report.glitches.isEmpty)
/// ```
public struct TraceBatchReport: Sendable {
  /// The evaluations of one node.
  public struct Work: Sendable {
    /// The node.
    public let node: Node
    /// Its name.
    public let name: String
    /// The number of evaluations.
    public let count: Int
  }

  /// The number of the batch.
  public let batch: Int
  /// The records of the batch, in the order in which their events began.
  public let records: [TraceRecord]
  /// Each evaluated computed and each observer that ran, in the order of its first evaluation.
  public let work: [Work]
  /// The evaluations that returned the previous value, so that nothing downstream had to run.
  public let redundant: [TraceRecord]
  /// The repeated runs whose earlier run had already begun after the causing change, so the earlier run saw an
  /// inconsistent state.
  ///
  /// The engine guarantees that there are none.
  public let glitches: [TraceRecord]
  /// The reported issues, including cycles.
  public let issues: [TraceRecord]

  /// The number of writes that changed a value.
  public var writes: Int { records.count { $0.kind == .write } }
  /// The number of evaluations of computed values.
  public var recomputes: Int { records.count { $0.kind == .recompute } }
  /// The number of runs of observers.
  public var observerRuns: Int { records.count { $0.kind == .observerRun } }
  /// The number of nodes that were checked but did not need an evaluation.
  public var skips: Int { records.count { $0.kind == .skip } }

  init(batch: Int, records: [TraceRecord]) {
    self.batch = batch
    self.records = records
    // The earliest write from which each write or recompute follows through recomputes only. Causes precede effects.
    var origins: [TraceRecord.ID: TraceRecord.ID] = [:]
    func origin(of record: TraceRecord) -> TraceRecord.ID? {
      record.causes.lazy.compactMap { origins[$0] }.min()
    }
    var counts: [Node: Int] = [:]
    var names: [(node: Node, name: String)] = []
    var glitches: [TraceRecord] = []
    var latest: [Node: TraceRecord.ID] = [:]
    for record in records {
      let origin = record.kind == .write ? record.id : origin(of: record)
      if record.kind == .write || record.kind == .recompute { origins[record.id] = origin }
      guard record.kind == .recompute || record.kind == .observerRun, let node = record.node
      else { continue }
      if let earlier = latest[node] {
        if record.kind == .observerRun || record.hasChanged, let origin, origin < earlier {
          glitches.append(record)
        }
      } else {
        names.append((node, record.name))
      }
      latest[node] = record.id
      counts[node, default: 0] += 1
    }
    work = names.map { Work(node: $0.node, name: $0.name, count: counts[$0.node] ?? 0) }
    self.glitches = glitches
    redundant = records.filter { $0.kind == .recompute && !$0.hasChanged }
    issues = records.filter { $0.kind == .issue }
  }
}

extension TraceLog {
  /// Returns the report of the batch with that number, made from the stored records.
  ///
  /// - Returns: The report; nil when no record of the batch is stored.
  /// - Complexity: O(*n*) in the records.
  public func report(ofBatch batch: Int) -> TraceBatchReport? {
    let found = records.filter { $0.batch == batch }
    return found.isEmpty ? nil : TraceBatchReport(batch: batch, records: found)
  }

  /// The report of the latest batch.
  ///
  /// - Complexity: O(*n*) in the records.
  public var latestBatch: TraceBatchReport? {
    records.compactMap(\.batch).max().flatMap { report(ofBatch: $0) }
  }
}
