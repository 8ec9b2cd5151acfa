/// Why a node has the value that it has, or why an observer or a command ran.
///
/// ```swift
/// print(log.explain(total.node))
/// // total is 6, it was 4
/// //   because count was set: 2 -> 3  #9
/// //   because form.count = 3  #8
/// //   not because of price
/// ```
public struct TraceExplanation: Sendable {
  /// One record on the way from the node back to the root.
  public struct Step: Sendable {
    /// The event.
    public let record: TraceRecord
    /// The other records that made it happen, each followed by what led to it, up to what stands in
    /// the explanation already.
    ///
    /// Inputs that came out different while the node read them are among them for the newest evaluation
    /// of a node only.
    public let others: [[TraceRecord]]
  }

  /// The node that is explained.
  public let node: Node
  /// Its name.
  public let name: String
  /// The latest change or run of the node, what caused that, and so on; the root comes last.
  ///
  /// Empty when the log has nothing of the node.
  public let steps: [Step]
  /// Whether the last step is the root, not just the oldest record that is kept.
  public let isComplete: Bool
  /// The record that the last step names as its cause, when the log of another graph has it.
  let elsewhere: TraceRecord.ID?
  /// The inputs of the node that have not changed since it was evaluated before: not the cause.
  ///
  /// None where the log cannot tell: when it has not kept the evaluation before and all that came since, or when
  /// the node has been evaluated again. None of a first evaluation, for which nothing need have changed. An input
  /// that came out different in the midst of the evaluation before counts as one that has changed since.
  public let notCauses: [Node]
  let notCauseNames: [String]
  /// The later records that did not change the node: skips, equal writes, equal recomputes.
  public let since: [TraceRecord]
}

extension TraceLog {
  /// Why `node` has its value; for an observer or a command, why it ran last; for a command that never
  /// ran, why it was rejected.
  ///
  /// - Complexity: O(*n* log *n*) in the records.
  public func explain(_ node: Node) -> TraceExplanation {
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
    let notCauses = latest.map { search.notCauses(of: $0, among: own) } ?? []
    return TraceExplanation(
      node: node, name: latest?.name ?? node.name, steps: steps,
      isComplete: chain.last.map { $0.cause == nil } ?? false,
      elsewhere: chain.last?.cause.flatMap { $0 > forgotten ? $0 : nil },
      notCauses: notCauses, notCauseNames: notCauses.map(\.name),
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

  /// The inputs that the node read in the evaluation or run `record`; none when it has had another one since, for
  /// a node knows the inputs of its newest one.
  private func inputs(of record: TraceRecord) -> [Node] {
    guard record.kind == .recompute || record.kind == .observerRun, let node = record.node,
      node.ref?.version == record.evaluation
    else { return [] }
    return node.dependencies
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
    var known: [TraceRecord.ID: Bool] = [:]
    return inputs(of: record).flatMap { input in
      let all = changes[input] ?? []
      var (low, high) = (0, all.count)
      while low < high {
        let middle = (low + high) / 2
        if all[middle].id < record.id { low = middle + 1 } else { high = middle }
      }
      return all[low...].prefix { $0.batch == record.batch && hasBegun($0, before: record, &known) }
    }
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

  /// The inputs that the evaluation `record` did not follow from, as far as the log proves it; `own` are the
  /// records of its node.
  func notCauses(of record: TraceRecord, among own: [TraceRecord]) -> [Node] {
    let before = own.last { $0.id < record.id && $0.kind == record.kind }
    guard let before, before.id > log.forgotten, before.period == record.period,
      before.evaluation &+ 1 == record.evaluation
    else { return [] }
    // What came later in the batch may have come while the node was evaluated.
    let changed = log.records.filter {
      $0.hasChanged && $0.id > before.id && ($0.id < record.id || $0.batch == record.batch)
    }
    let nodes = Set(changed.compactMap(\.node))
    return inputs(of: record).filter { !nodes.contains($0) }
  }
}

extension TraceExplanation: CustomStringConvertible {
  /// The lines, as one text.
  public var description: String { lines().map(\.description).joined(separator: "\n") }

  /// The explanation in a few lines, as at a prompt; the first one is about the node itself.
  ///
  /// ```swift
  /// let names = [count.node: "form.count"]
  /// for line in log.explain(total.node).lines(naming: { names[$0] }) { print(line) }
  /// ```
  /// - Parameters:
  ///   - name: What a node is called where it is explained; nil for its own name, the default.
  ///   - hidden: Nodes to leave out, for tools that have some of their own in the graph.
  /// - Returns: The lines; the ones behind the first are indented.
  public func lines(
    naming name: @escaping (Node) -> String? = { _ in nil }, hiding hidden: Set<Node> = []
  ) -> [TraceLine] {
    func told(_ record: TraceRecord) -> String { record.node.flatMap(name) ?? record.name }
    func line(_ record: TraceRecord, _ link: TraceLine.Link?, at depth: Int = 1) -> TraceLine {
      TraceLine(.record(record, name: told(record)), link, at: depth)
    }
    guard let first = steps.first?.record else {
      return [TraceLine(.unchanged(name(node) ?? self.name), nil, at: 0)]
    }
    let isValue = first.node.map { $0.kind == .property || $0.kind == .computed } ?? false
    var lines = [
      isValue && first.new != nil
        ? TraceLine(.value(first, name: told(first)), nil, at: 0) : line(first, nil, at: 0)
    ]
    for (step, next) in zip(steps, steps.dropFirst()) {
      lines.append(line(next.record, .because))
      for way in step.others {
        lines.append(line(way[0], .andBecause))
        lines += way.dropFirst().map { line($0, .because, at: 2) }
      }
    }
    if !isComplete {
      lines.append(TraceLine(elsewhere.map { .elsewhere($0) } ?? .older, .because, at: 1))
    }
    let innocent = zip(notCauses, notCauseNames).filter { !hidden.contains($0.0) }
      .map { name($0.0) ?? $0.1 }
    if !innocent.isEmpty { lines.append(TraceLine(.notCauses(innocent), nil, at: 1)) }
    if let last = since.last { lines.append(line(last, .sinceThen)) }
    return lines
  }
}

extension TraceLog {
  /// A record with everything that led to it, one a line: that of `id` first, its root last.
  ///
  /// - Parameters:
  ///   - id: The record; without one of that number there are no lines.
  ///   - name: What a node is called where it is explained; nil for its own name, the default.
  /// - Returns: The lines; the ones behind the first are indented.
  public func history(
    of id: TraceRecord.ID, naming name: @escaping (Node) -> String? = { _ in nil }
  ) -> [TraceLine] {
    chain(of: id).enumerated().map { index, record in
      TraceLine(
        .record(record, name: record.node.flatMap(name) ?? record.name),
        index == 0 ? nil : .because, at: index == 0 ? 0 : 1)
    }
  }
}
