import Bindings

/// The live nodes of a graph and what reads what, as a value that pictures and texts are made of.
///
/// ```swift
/// let diagram = graph.diagram(around: [total.node])
/// print(diagram.nodes.map(\.name), diagram.mermaid)
/// ```
struct Diagram: Sendable, Hashable {
  struct Node: Sendable, Hashable {
    /// The number of the node in its graph.
    let id: UInt32
    let kind: Bindings.Node.Kind
    let name: String
    /// Where it comes from; nil when that is not known.
    let origin: String?
    /// Its value as text, dots when it is secure; nil when it has none, or one that is out of date.
    let value: String?
    /// The nodes that it reads, as places in ``Diagram/nodes``.
    let reads: [Int]
  }

  /// The nodes, oldest first.
  let nodes: [Node]
}

extension Graph {
  /// The live nodes and what reads what.
  ///
  /// Nothing is evaluated: a value that is out of date until somebody reads it is left out.
  ///
  /// - Parameters:
  ///   - around: Only these nodes, what they depend on and what depends on them; nil for all nodes. Nodes
  ///     that are gone and those of other graphs are left out.
  ///   - hidden: Nodes to leave out, for tools that have some of their own in the graph.
  ///   - name: What a node is called; nil for its own name, the default.
  ///   - value: The value of a node as text; its own description by default.
  ///   - origin: Where a node comes from; nil for nothing, its place in the source by default.
  /// - Returns: The nodes, oldest first.
  /// - Complexity: O(*n* log *n*) in the nodes.
  func diagram(
    around: [Node]? = nil, hiding hidden: Set<Node> = [],
    naming name: (Node) -> String? = { _ in nil },
    showing value: @MainActor (Node) -> String? = { $0.valueDescription },
    origin: @MainActor (Node) -> String? = { $0.source }
  ) -> Diagram {
    let shown = (around.map(neighbourhood) ?? nodes).filter { !hidden.contains($0) }
    let places = Dictionary(uniqueKeysWithValues: shown.enumerated().map { ($1, $0) })
    return Diagram(
      nodes: shown.map { node in
        Diagram.Node(
          id: node.id, kind: node.kind, name: name(node) ?? node.name, origin: origin(node),
          value: value(node), reads: node.dependencies.compactMap { places[$0] })
      })
  }

  /// The nodes, what they depend on and what depends on them, near and far, oldest first.
  private func neighbourhood(of nodes: [Node]) -> [Node] {
    var readers: [Node: [Node]] = [:]
    for reader in self.nodes {
      for dependency in reader.dependencies { readers[dependency, default: []].append(reader) }
    }
    let own = nodes.filter { $0.graph === self }
    return own.reaching(\.dependencies).union(own.reaching { readers[$0] ?? [] })
      .sorted { $0.id < $1.id }
  }
}

extension Sequence where Element: Hashable {
  /// The elements, and all to which steps lead from them.
  func reaching(_ next: (Element) -> some Sequence<Element>) -> Set<Element> {
    var (found, open) = (Set(self), Array(self))
    while let element = open.popLast() {
      open += next(element).filter { found.insert($0).inserted }
    }
    return found
  }
}
