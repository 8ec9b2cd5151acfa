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
    ///
    /// Inputs that came out different while the node read them are among them for the newest evaluation
    /// of a node only.
    let others: [[TraceRecord]]
  }

  /// The node that is explained.
  let node: Node
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
  /// None where the log cannot tell: when it has not kept the evaluation before and all that came since, or when
  /// the node has been evaluated again. None of a first evaluation, for which nothing need have changed. An input
  /// that came out different in the midst of the evaluation before counts as one that has changed since.
  let notCauses: [Node]
  /// The later records that did not change the node: skips, equal writes, equal recomputes.
  let since: [TraceRecord]
  /// The newest write before the last of them that the node was evaluated for, and what led to it.
  ///
  /// Empty unless that one is an evaluation: while nobody observed the node, its value may have been another one.
  let sinceCauses: [TraceRecord]
}

extension TraceExplanation {
  /// Whether a value that is computed has not changed: since it was computed first, or when it was computed last.
  var isUnchanged: Bool {
    guard node.kind == .computed else { return false }
    return steps.first?.record.old == nil || since.last?.kind == .recompute
  }
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

  /// The newest write of something that an evaluation follows from, between a record and it, and what led to that.
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

/// The records of a log by node, to look for causes in.
@MainActor
private struct CauseSearch {
  private let log: TraceLog
  /// The evaluations and runs of each node, oldest first.
  private let evaluations: [Node: [TraceRecord]]
  /// Those evaluations of each node that came out different, oldest first.
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

  /// The inputs that the node read in the evaluation or run `record`; none when it has had another one since, for
  /// a node knows the inputs of its newest one.
  private func inputs(of record: TraceRecord) -> [Node] {
    guard record.kind == .recompute || record.kind == .observerRun, let node = record.node,
      node.evaluation == record.evaluation
    else { return [] }
    return node.dependencies
  }

  /// The records that made `record` happen, as far as they are kept.
  ///
  /// An evaluation begins because of the first input that changed. The others are causes all the same: those that
  /// somebody else has brought up to date since the evaluation before, and those that it brings up to date itself
  /// when it reads them, whose records are younger than its own.
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
          // What the evaluation before has brought up to date itself is as it knew it.
          return !hasBegun(change, before: before, &knownBefore)
        }
        let read = all[start...].prefix {
          $0.batch == record.batch && hasBegun($0, before: record, &known)
        }
        return earlier + read
      }
  }

  /// The evaluation of the same node before `record`, when the log has kept it and all that came since.
  private func evaluation(before record: TraceRecord) -> TraceRecord? {
    guard let all = record.node.flatMap({ evaluations[$0] }),
      let before = all[..<all.firstIndex(from: record.id)].last,
      before.id > log.forgotten, before.period == record.period,
      before.evaluation &+ 1 == record.evaluation
    else { return nil }
    return before
  }

  /// Whether all that led to an evaluation was there when `record` began: no write came in between.
  ///
  /// The answers for one record are kept in `known`, for evaluations have the same causes again and again.
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

  /// The inputs that the evaluation `record` did not follow from, as far as the log proves it.
  func notCauses(of record: TraceRecord) -> [Node] {
    guard let before = evaluation(before: record) else { return [] }
    // What came later in the batch may have come while the node was evaluated.
    let changed = log.records.filter {
      $0.hasChanged && $0.id > before.id && ($0.id < record.id || $0.batch == record.batch)
    }
    let nodes = Set(changed.compactMap(\.node))
    return inputs(of: record).filter { !nodes.contains($0) }
  }
}

extension [TraceRecord] {
  /// The place of the first record with this number or a greater one; the records are in order.
  fileprivate func firstIndex(from id: TraceRecord.ID) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle].id < id { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
