import Bindings

/// How often each node of a graph ran over a session.
@MainActor
struct Heat {
  struct Count {
    /// How often it was evaluated, run or begun.
    var runs = 0
    /// How many of these gave the value of before.
    var equal = 0
  }

  private(set) var counts: [Node: Count] = [:]
  /// At how many nodes those that are gone are forgotten.
  private var limit = 1_024

  /// Counts a record that tells of a run.
  mutating func take(_ record: TraceRecord) {
    guard let node = record.node else { return }
    switch record.kind {
    case .recompute: counts[node, default: Count()].equal += record.hasChanged ? 0 : 1
    case .observerRun, .commandStart: break
    default: return
    }
    counts[node, default: Count()].runs += 1
    if counts.count >= limit {
      counts = counts.filter(\.key.isAlive)
      limit = max(1_024, 2 * counts.count)
    }
  }
}

extension Chronicle {
  /// `:heat form 5`: the nodes that ran most.
  func showHeat(_ argument: String, at span: Span) throws(Diagnostic) {
    if argument == "clear" {
      writes.heat = Heat()
      return emit(.note(.heatBegins))
    }
    var most = HeatTable.usual
    var paths: [String] = []
    for word in argument.split(separator: " ").map(String.init) {
      if let count = Int(word) {
        guard count > 0 else {
          throw Diagnostic(.arguments, .noNumberOfNodes(word), at: span, help: .write(":heat 5"))
        }
        most = min(count, HeatTable.most)
      } else {
        guard try !nodes(named: word, at: span).isEmpty else {
          throw Diagnostic(.notAValue, .hasNoNode(word), at: span)
        }
        paths.append(word)
      }
    }
    let (naming, hidden) = (scope.naming, ownNodes)
    let rows = writes.heat.counts.compactMap { node, count -> HeatTable.Row? in
      guard node.isAlive, !hidden.contains(node) else { return nil }
      // For the condition of a command the command stands.
      if node.kind == .computed, node.label?.hasSuffix(".isEnabled") == true { return nil }
      let name = naming(node) ?? node.name
      let isMeant = { (path: String) in [path, "\(path)()"].contains(name) || name.isBelow(path) }
      guard paths.isEmpty || paths.contains(where: isMeant) else { return nil }
      return HeatTable.Row(name: name, kind: node.kind, runs: count.runs, equal: count.equal)
    }.sorted { ($1.runs, $0.name) < ($0.runs, $1.name) }
    guard !rows.isEmpty else { return emit(.note(.nothingRan)) }
    emit(
      .heat(
        HeatTable(
          rows: Array(rows.prefix(most)), nodes: rows.count,
          runs: rows.reduce(0) { $0 + $1.runs })))
  }
}
