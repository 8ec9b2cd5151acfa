import Testing

@testable import Bindings

/// Checks that the records tell a story without gaps.
@MainActor
final class FuzzAuditor: Tracer {
  private let graph: Graph
  private(set) var faults: [String] = []
  private var values: [Node: TraceValue] = [:]
  private var kinds: [TraceRecord.ID: TraceRecord.Kind] = [:]
  private var step: [TraceRecord] = []

  init(_ graph: Graph) {
    self.graph = graph
    for node in graph.nodes { values[node] = node.ref.flatMap { $0.engine.storedValue(of: $0) } }
  }

  func record(_ record: TraceRecord) {
    step.append(record)
    guard let node = record.node, node.kind != .observer else { return }
    if record.kind == .write || record.kind == .recompute {
      if !areSame(record.old, values[node]) {
        faults.append("a change before \(record) was not told")
      }
      values[node] = record.new
    } else if record.kind != .issue, !areSame(record.new, values[node]) {
      faults.append("\(record) tells another value")
    }
  }

  /// Not `==`, by which NaN differs from itself.
  private func areSame(_ left: TraceValue?, _ right: TraceValue?) -> Bool {
    left == right || left?.description == right?.description
  }

  func endStep() {
    // To describe a value may change others: what is recorded below belongs to the next step.
    let step = exchange(&step, with: []).sorted { $0.id < $1.id }
    for record in step { kinds[record.id] = record.kind }
    for record in step {
      for cause in record.causes {
        guard cause < record.id, let kind = kinds[cause] else {
          faults.append("\(record) has an unknown cause")
          continue
        }
        let isLegal =
          switch record.kind {
          case .write, .equalWrite: kind == .observerRun
          case .recompute: kind != .skip && kind != .equalWrite
          case .observerRun: kind != .skip && kind != .equalWrite
          case .issue: kind == .recompute || kind == .observerRun
          default: false
          }
        if !isLegal { faults.append("\(record) was caused by a \(kind)") }
      }
    }
    for (batch, records) in Dictionary(grouping: step, by: \.batch) {
      guard let batch else {
        faults.append("\(records[0]) belongs to no batch")
        continue
      }
      let report = TraceBatchReport(batch: batch, records: records)
      if let glitch = report.glitches.first { faults.append("glitch: \(glitch)") }
    }
    // To describe one may end or change another, and by that itself.
    for node in graph.nodes where node.isAlive && node.kind != .observer {
      let known = values[node]
      let stored = node.ref.flatMap { $0.engine.storedValue(of: $0) }
      if !areSame(stored, known) {
        faults.append("the last change of \(node.name) was not told")
      }
    }
  }
}
