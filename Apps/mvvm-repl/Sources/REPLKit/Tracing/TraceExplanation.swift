import Bindings

/// The explanation of the value of a node, or of the last run of an observer or a command.
///
/// The explanation is a value; `messages(naming:cases:hiding:inputs:)` puts it into words.
struct TraceExplanation: Sendable {
  /// A record on the path from the node back to the root cause.
  struct Step: Sendable {
    let record: TraceRecord
    /// The other causes of the record, each followed by its own causes, up to those that the explanation already has.
    ///
    /// An input that changed while the node read it is included only for the newest evaluation of a node.
    let others: [[TraceRecord]]
  }

  let node: Node
  let name: String
  /// The latest change or run of the node, the cause of that, and so on; the root cause comes last.
  ///
  /// Empty when the log has no record of the node.
  let steps: [Step]
  /// Whether the last step is the root cause, not just the oldest record that is kept.
  let isComplete: Bool
  /// The record that the last step names as its cause, when the log of another graph has it.
  let elsewhere: TraceRecord.ID?
  /// The inputs of the node that are not a cause, because they have not changed since the previous evaluation.
  ///
  /// Empty if the log has not kept the previous evaluation and everything since, or if the node has been evaluated
  /// again. Empty also for a first evaluation, which needs no change. An input that changed during the previous
  /// evaluation counts as changed since then.
  let notCauses: [Node]
  /// The later records that did not change the node: skips, equal writes, equal recomputes.
  let since: [TraceRecord]
  /// The newest write before the last record of ``since`` that the node was evaluated for, and the causes of the write.
  ///
  /// Empty unless that record is an evaluation; the value may have been another one while nobody observed the node.
  let sinceCauses: [TraceRecord]
}

extension TraceExplanation {
  /// Whether a derived value has not changed since its first evaluation, or in its last one.
  var isUnchanged: Bool {
    guard node.kind == .computed else { return false }
    return steps.first?.record.old == nil || since.last?.kind == .recompute
  }
}

extension TraceLog {
  /// Explains why a node has its value, an observer or a command last ran, or a command that never ran was rejected.
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
    let notCauses = latest.map { search.notCauses(of: $0) } ?? []
    let since = own.filter { $0.id > (latest?.id ?? $0.id) }
    return TraceExplanation(
      node: node, name: latest?.name ?? node.name, steps: steps,
      isComplete: chain.last.map { $0.cause == nil } ?? false,
      elsewhere: chain.last?.cause.flatMap { $0 > forgotten ? $0 : nil },
      notCauses: notCauses,
      since: since,
      sinceCauses: since.last.map { writes(before: $0, after: latest?.id) } ?? [])
  }

  /// Returns the newest write to a dependency of an evaluation, after the record `first`, and the causes of the write.
  private func writes(
    before evaluation: TraceRecord, after first: TraceRecord.ID?
  ) -> [TraceRecord] {
    guard evaluation.kind == .recompute, let first, let node = evaluation.node else { return [] }
    let found = [node].reaching(\.dependencies)
    let write = records.last {
      $0.kind == .write && $0.hasChanged && $0.id > first && $0.id < evaluation.id
        && $0.node.map(found.contains) == true
    }
    return write.map { chain(of: $0.id) } ?? []
  }
}

/// An index of the records of a log by node, for the search for causes.
@MainActor
private struct CauseSearch {
  private let log: TraceLog
  /// The evaluations and runs of each node, oldest first.
  private let evaluations: [Node: [TraceRecord]]
  /// The evaluations of each node that changed its value, oldest first.
  private let changes: [Node: [TraceRecord]]

  init(_ log: TraceLog) {
    self.log = log
    var evaluations: [Node: [TraceRecord]] = [:]
    var changes: [Node: [TraceRecord]] = [:]
    for record in log.records where record.kind == .recompute || record.kind == .observerRun {
      guard let node = record.node else { continue }
      evaluations[node, default: []].append(record)
      if record.kind == .recompute, record.hasChanged { changes[node, default: []].append(record) }
    }
    self.evaluations = evaluations
    self.changes = changes
  }

  /// Returns the inputs that the node read in the evaluation or run `record`; none after a later one, because a node
  /// knows only the inputs of its newest one.
  private func inputs(of record: TraceRecord) -> [Node] {
    guard record.kind == .recompute || record.kind == .observerRun, let node = record.node,
      node.evaluation == record.evaluation
    else { return [] }
    return node.dependencies
  }

  /// Returns the kept records that caused `record`.
  ///
  /// The first changed input starts an evaluation. Other changed inputs are causes, too: inputs that others have
  /// updated since the previous evaluation, and inputs that this evaluation updates when it reads them. The records of
  /// the latter are younger than the record of the evaluation.
  func causes(of record: TraceRecord) -> [TraceRecord] {
    let first = record.causes.compactMap { log[$0] }
    let told = Set(first.compactMap(\.node))
    let before = evaluation(before: record)
    var (known, knownBefore) = ([TraceRecord.ID: Bool](), [TraceRecord.ID: Bool]())
    return first
      + inputs(of: record).flatMap { input in
        let all = changes[input] ?? []
        let start = all.firstIndex(from: record.id)
        let earlier = all[..<start].suffix(told.contains(input) ? 0 : 1).filter { change in
          guard let before, before.id < change.id else { return false }
          // The previous evaluation knew the inputs that it updated itself.
          return !hasBegun(change, before: before, &knownBefore)
        }
        let read = all[start...].prefix {
          $0.batch == record.batch && hasBegun($0, before: record, &known)
        }
        return earlier + read
      }
  }

  /// Returns the previous evaluation of the node of `record`, if the log has kept it and everything since.
  private func evaluation(before record: TraceRecord) -> TraceRecord? {
    guard let all = record.node.flatMap({ evaluations[$0] }),
      let before = all[..<all.firstIndex(from: record.id)].last,
      before.id > log.forgotten, before.period == record.period,
      before.evaluation &+ 1 == record.evaluation
    else { return nil }
    return before
  }

  /// Whether all causes of an evaluation existed when `record` began, so that no write came in between.
  ///
  /// `known` caches the answers for one record, because evaluations share their causes.
  private func hasBegun(
    _ evaluation: TraceRecord, before record: TraceRecord, _ known: inout [TraceRecord.ID: Bool]
  ) -> Bool {
    var way: [TraceRecord.ID] = []
    var hasBegun = true
    var next: TraceRecord? = evaluation
    while let step = next, step.id > record.id {
      if let answer = known[step.id] {
        hasBegun = answer
        break
      }
      way.append(step.id)
      hasBegun = step.kind == .recompute
      next = hasBegun ? step.cause.flatMap { log[$0] } : nil
    }
    for id in way { known[id] = hasBegun }
    return hasBegun
  }

  /// Returns a record and its causes, up to the first that is in `told`, and adds them to `told`.
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

  /// Returns the inputs that did not cause the evaluation `record`, as far as the log proves it.
  func notCauses(of record: TraceRecord) -> [Node] {
    guard let before = evaluation(before: record) else { return [] }
    // A later change in the batch may have come during the evaluation.
    let changed = log.records.filter {
      $0.hasChanged && $0.id > before.id && ($0.id < record.id || $0.batch == record.batch)
    }
    let nodes = Set(changed.compactMap(\.node))
    return inputs(of: record).filter { !nodes.contains($0) }
  }
}

extension [TraceRecord] {
  /// Returns the index of the first record with this ID or a greater one; the records are sorted.
  fileprivate func firstIndex(from id: TraceRecord.ID) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle].id < id { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
