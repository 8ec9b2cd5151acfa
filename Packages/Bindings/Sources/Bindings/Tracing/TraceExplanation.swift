/// Why a node has the value that it has, or why an observer or a command ran.
///
/// ```swift
/// print(log.explain(total.node))
/// // total is 6, it was 4
/// //   because count was written: 2 -> 3  #9
/// //   because form.count = 3  #8
/// //   not because of price
/// ```
public struct TraceExplanation: Sendable {
  /// One record on the way from the node back to the root.
  public struct Step: Sendable {
    /// What happened.
    public let record: TraceRecord
    /// The other records that asked for it, as far as they are kept.
    public let others: [TraceRecord]
  }

  /// What is explained.
  public let node: Node
  /// What it is called.
  public let name: String
  /// The latest change or run of the node, what caused that, and so on; the root comes last.
  ///
  /// Empty when the log has nothing of the node.
  public let steps: [Step]
  /// Whether the last step is the root, not just the oldest record that is kept.
  public let isComplete: Bool
  /// What the node reads that did not change then: not the cause.
  public let notCauses: [Node]
  let notCauseNames: [String]
  /// What has happened to the node since without changing it: skips, equal writes, equal recomputes.
  public let since: [TraceRecord]
}

extension TraceLog {
  /// Why `node` has its value; for an observer or a command, why it ran last.
  ///
  /// - Complexity: O(*n*) in the records.
  public func explain(_ node: Node) -> TraceExplanation {
    let own = records(of: node)
    let latest = own.last { $0.hasChanged && $0.kind != .issue }
    let chain = latest.map { self.chain(of: $0.id) } ?? []
    let steps = chain.map { record in
      TraceExplanation.Step(record: record, others: record.otherCauses.compactMap { self[$0] })
    }
    let causes = latest.map { $0.causes.compactMap { self[$0]?.node } } ?? []
    let notCauses = latest.map { self.notCauses(of: $0, node, causes: causes) } ?? []
    return TraceExplanation(
      node: node, name: latest?.name ?? node.name, steps: steps,
      isComplete: chain.last.map { $0.cause == nil } ?? false,
      notCauses: notCauses, notCauseNames: notCauses.map(\.name),
      since: own.filter { $0.id > (latest?.id ?? $0.id) })
  }

  /// The inputs of `node` that its evaluation `record` did not follow from.
  private func notCauses(of record: TraceRecord, _ node: Node, causes: [Node]) -> [Node] {
    guard record.kind == .recompute || record.kind == .observerRun, record.cause != nil else {
      return []
    }
    let batch = records.filter { $0.batch == record.batch && $0.hasChanged && $0.id < record.id }
    let changed = Set(batch.compactMap(\.node))
    return node.dependencies.filter { !causes.contains($0) && !changed.contains($0) }
  }
}

extension TraceExplanation: CustomStringConvertible {
  /// The lines, as one text.
  public var description: String { lines.joined(separator: "\n") }

  /// The explanation in a few lines, as at a prompt; the first one is about the node itself.
  public var lines: [String] {
    guard let first = steps.first else { return ["nothing is known of \(name)"] }
    var lines = [headline(first.record)]
    for (step, cause) in zip(steps, steps.dropFirst().map(Optional.some) + [nil]) {
      lines += sentences(step, because: cause?.record).map { "  " + $0 }
    }
    if !isComplete { lines.append("  because of something older than the log") }
    if !notCauses.isEmpty {
      lines.append("  not because of \(notCauseNames.joined(separator: ", "))")
    }
    if let last = since.last { lines.append("  since then: \(TraceExplanation.phrase(last))") }
    return lines
  }

  private func headline(_ record: TraceRecord) -> String {
    guard let new = record.new, node.kind == .property || node.kind == .computed else {
      return "\(name): \(TraceExplanation.phrase(record))"
    }
    return "\(name) is \(new)" + (record.old.map { ", it was \($0)" } ?? "")
  }

  private func sentences(_ step: Step, because cause: TraceRecord?) -> [String] {
    guard let cause else { return [] }
    let others = step.others.filter { $0.id != cause.id }
    return ([cause] + others).enumerated().map { index, record in
      "\(index == 0 ? "because" : "and because") \(TraceExplanation.phrase(record))  \(record.id)"
    }
  }

  /// What a record says, as a clause.
  static func phrase(_ record: TraceRecord) -> String {
    let change = record.change.map { ": \($0)" } ?? ""
    switch record.kind {
    case .mark: return record.detail ?? "of a mark"
    case .write: return "\(record.name) was written\(change)"
    case .equalWrite: return "\(record.name) was given the value it had\(change)"
    case .recompute:
      return "\(record.name) was computed\(change)"
    case .observerRun: return "the observer \(record.name) ran"
    case .skip: return "\(record.name) was checked, and nothing it reads had changed"
    case .signalEvent: return "\(record.name) sent an event\(change)"
    case .signalError: return "\(record.name) sent an error\(change)"
    case .commandStart: return "the command \(record.name) began\(change)"
    case .commandProgress: return "the command \(record.name) is at\(change.dropFirst())"
    case .commandEnd:
      return "the command \(record.name) ended, \(record.detail ?? "")\(change)"
    case .commandRejected:
      return "the command \(record.name) was rejected, \(record.detail ?? "")"
    case .issue: return "of an issue: \(record.detail ?? "")"
    }
  }
}
