import Bindings
import ViewModels

/// An explanation in the words of the prompt: nodes are called by the paths that people type.
@MainActor
struct ExplanationText {
  let explanation: TraceExplanation
  /// What the nodes of named view-models are called.
  let paths: [Node: String]
  /// Nodes that are the session's own affair.
  let hidden: Set<Node>

  /// The lines; the first one is about the node itself.
  var lines: [String] {
    guard let first = explanation.steps.first else {
      return ["\(name(of: explanation.node, nil)) has not changed as far as the log goes"]
    }
    var lines = [headline(first.record)]
    for (step, next) in zip(explanation.steps, explanation.steps.dropFirst()) {
      lines.append("  because \(phrase(next.record))")
      lines += step.others.filter { $0.id != next.record.id }.map { "  and because \(phrase($0))" }
    }
    if !explanation.isComplete { lines.append("  because of something older than the log") }
    let others = explanation.notCauses.filter { !hidden.contains($0) }.map { name(of: $0, nil) }
    if !others.isEmpty { lines.append("  not because of \(others.joined(separator: ", "))") }
    return lines
  }

  /// One record with everything that led to it.
  static func lines(of chain: [TraceRecord], paths: [Node: String]) -> [String] {
    chain.enumerated().map { index, record in
      (index == 0 ? "" : "  because ") + phrase(record, paths)
    }
  }

  private func headline(_ record: TraceRecord) -> String {
    let name = name(of: record.node, record)
    guard let new = record.new, explanation.node.kind != .command else { return phrase(record) }
    return "\(name) is \(new)" + (record.old.map { ", it was \($0)" } ?? "")
  }

  private func phrase(_ record: TraceRecord) -> String { Self.phrase(record, paths) }

  private static func phrase(_ record: TraceRecord, _ paths: [Node: String]) -> String {
    let name = record.node.flatMap { paths[$0] } ?? record.name
    return switch record.kind {
    case .mark: "\(record.detail ?? "of a mark")  \(record.id)"
    case .write: "\(name) was set\(change(record))  \(record.id)"
    case .equalWrite: "\(name) was given the value it had  \(record.id)"
    case .recompute: "\(name) was computed\(change(record))  \(record.id)"
    case .observerRun: "the observer \(name) ran  \(record.id)"
    case .skip: "\(name) was checked, and nothing it reads had changed  \(record.id)"
    case .signalEvent: "\(name) sent an event\(change(record))  \(record.id)"
    case .signalError: "\(name) sent an error\(change(record))  \(record.id)"
    case .commandStart: "\(name)() began  \(record.id)"
    case .commandProgress: "\(name)() went on\(change(record))  \(record.id)"
    case .commandEnd: "\(name)() ended, \(record.detail ?? "")  \(record.id)"
    case .commandRejected: "\(name)() was refused, \(record.detail ?? "")  \(record.id)"
    case .issue: "of an issue: \(record.detail ?? "")  \(record.id)"
    }
  }

  private static func change(_ record: TraceRecord) -> String {
    guard let new = record.new else { return "" }
    return record.old.map { ": \($0) -> \(new)" } ?? ": \(new)"
  }

  private func name(of node: Node?, _ record: TraceRecord?) -> String {
    node.flatMap { paths[$0] } ?? record?.name ?? node?.name ?? "it"
  }
}

extension Session {
  /// What the nodes of everything that has a name are called.
  var nodePaths: [Node: String] {
    var paths: [Node: String] = [:]
    for (name, variable) in variables.sorted(by: { $0.key < $1.key }) {
      switch variable {
      case .viewModel(let viewModel):
        paths.merge(viewModel.nodePaths(under: name)) { first, _ in first }
      case .variable(let node, _): paths[node.node] = name
      case .derived(let node): paths[node.node] = name
      case .constant: break
      }
    }
    return paths
  }
}
