import Bindings

/// Why a node has the value that it has, or why an observer or a command ran.
///
/// It is a value: `messages(naming:hiding:)` words it.
struct TraceExplanation: Sendable {
  /// One record on the way from the node back to the root.
  struct Step: Sendable {
    /// The event.
    let record: TraceRecord
    /// The other records that made it happen, each followed by what led to it, up to what stands in
    /// the explanation already.
    let others: [[TraceRecord]]
  }

  /// The node that is explained.
  let node: Node
  /// Its name.
  let name: String
  /// The latest change or run of the node, what caused that, and so on; the root comes last.
  ///
  /// Empty when the log has nothing of the node.
  let steps: [Step]
  /// Whether the last step is the root, not just the oldest record that is kept.
  let isComplete: Bool
  /// The record that the last step names as its cause, when the log of another graph has it.
  let elsewhere: TraceRecord.ID?
  /// The inputs of the node that have not changed since it was evaluated before: not the cause.
  ///
  /// None of a first evaluation, for which nothing need have changed.
  let notCauses: [Node]
  /// The later records that did not change the node: skips, equal writes, equal recomputes.
  let since: [TraceRecord]
}

extension TraceLog {
  /// Why `node` has its value; for an observer or a command, why it ran last; for a command that never
  /// ran, why it was rejected.
  ///
  /// - Complexity: O(*n* log *n*) in the records.
  func explain(_ node: Node) -> TraceExplanation {
    let search = CauseSearch(self)
    let own = records(of: node)
    let news = own.filter { $0.hasChanged && $0.kind != .issue }
    let latest = news.last { $0.kind != .commandRejected } ?? news.last
    let chain = latest.map { self.chain(of: $0.id) } ?? []
    var told = Set(chain.map(\.id))
    let steps = chain.map { record in
      let others = search.causes(of: record).map { search.way(from: $0, leavingOut: &told) }
      return TraceExplanation.Step(record: record, others: others.filter { !$0.isEmpty })
    }
    return TraceExplanation(
      node: node, name: latest?.name ?? node.name, steps: steps,
      isComplete: chain.last.map { $0.cause == nil } ?? false,
      elsewhere: chain.last?.cause.flatMap { mayHaveForgotten($0) ? nil : $0 },
      notCauses: latest.map { search.notCauses(of: $0, node) } ?? [],
      since: own.filter { $0.id > (latest?.id ?? $0.id) })
  }
}

/// The records of a log by node, to look for causes in.
@MainActor
private struct CauseSearch {
  private let log: TraceLog
  /// The evaluations of each node that came out different, oldest first.
  private let changes: [Node: [TraceRecord]]

  init(_ log: TraceLog) {
    self.log = log
    var changes: [Node: [TraceRecord]] = [:]
    for record in log.records where record.kind == .recompute && record.hasChanged {
      if let node = record.node { changes[node, default: []].append(record) }
    }
    self.changes = changes
  }

  /// The records that made `record` happen, as far as they are kept.
  ///
  /// An evaluation begins because of the first input that changed, and brings the others up to date when
  /// it reads them: their records are younger than its own, and causes all the same.
  func causes(of record: TraceRecord) -> [TraceRecord] {
    record.causes.compactMap { log[$0] } + inputsRead(by: record)
  }

  /// The evaluations of inputs that came out different while `record` was under way.
  private func inputsRead(by record: TraceRecord) -> [TraceRecord] {
    guard record.kind == .recompute || record.kind == .observerRun, let node = record.node else {
      return []
    }
    return node.dependencies.flatMap { input in
      let all = changes[input] ?? []
      var (low, high) = (0, all.count)
      while low < high {
        let middle = (low + high) / 2
        if all[middle].id < record.id { low = middle + 1 } else { high = middle }
      }
      return all[low...].prefix { $0.batch == record.batch && hasBegun($0, before: record) }
    }
  }

  /// Whether all that led to an evaluation was there when `record` began: no write came in between.
  private func hasBegun(_ evaluation: TraceRecord, before record: TraceRecord) -> Bool {
    var next: TraceRecord? = evaluation
    while let step = next, step.id > record.id {
      if step.kind != .recompute { return false }
      next = step.cause.flatMap { log[$0] }
    }
    return true
  }

  /// A record and what led to it, up to what has been told; all of that counts as told then.
  func way(
    from record: TraceRecord, leavingOut told: inout Set<TraceRecord.ID>
  ) -> [TraceRecord] {
    var way: [TraceRecord] = []
    var next: TraceRecord? = record
    while let step = next, told.insert(step.id).inserted {
      way.append(step)
      next = step.cause.flatMap { log[$0] }
    }
    return way
  }

  /// Whether an evaluation or a run was made because somebody asked, not because of a change.
  private func isFirst(_ record: TraceRecord) -> Bool {
    if record.kind == .recompute { return record.old == nil }
    return !record.causes.contains { log[$0]?.kind == .write || log[$0]?.kind == .recompute }
  }

  /// The inputs of `node` that its evaluation `record` did not follow from.
  func notCauses(of record: TraceRecord, _ node: Node) -> [Node] {
    guard record.kind == .recompute || record.kind == .observerRun, !isFirst(record) else {
      return []
    }
    let earlier = log.records.filter { $0.id < record.id }
    let last = earlier.last { $0.node == node && $0.kind == record.kind }?.id
    let since = earlier.filter { record in record.hasChanged && last.map { record.id > $0 } ?? true
    }
    let changed = Set((since + causes(of: record)).compactMap(\.node))
    return node.dependencies.filter { !changed.contains($0) }
  }
}
