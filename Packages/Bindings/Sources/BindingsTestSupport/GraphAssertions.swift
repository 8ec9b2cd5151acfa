public import Bindings

/// Says which of `graph`'s nodes are still alive, one line each; nil when there are none.
///
/// For the end of a test that made a graph of its own: what is left has leaked.
/// ```swift
/// #expect(leakReport(of: graph) == nil)
/// ```
@MainActor
public func leakReport(of graph: Graph) -> String? {
  let nodes = graph.nodes
  guard !nodes.isEmpty else { return nil }
  return nodes.map { "\($0.kind) \($0.name)" }.joined(separator: "\n")
}
