import Bindings

/// The run counts of the nodes of a graph over a session.
@MainActor
struct Heat {
  struct Count {
    /// The number of evaluations, observer runs or command starts.
    var runs = 0
    /// The number of evaluations that did not change the value.
    var equal = 0
  }

  private(set) var counts: [Node: Count] = [:]
  /// The number of nodes at which the counts of dead nodes are removed.
  private var limit = 1_024

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
  /// Shows the nodes with the most runs: `:heat form 5`.
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
      // The row of a command stands for its condition, too.
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
