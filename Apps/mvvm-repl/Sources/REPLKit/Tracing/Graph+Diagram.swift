import Bindings

/// A snapshot of the live nodes of a graph and their dependencies, as a value for pictures and texts.
struct Diagram: Sendable, Hashable {
  struct Node: Sendable, Hashable {
    /// The ID of the node in its graph.
    let id: UInt32
    let kind: Bindings.Node.Kind
    let name: String
    /// The origin of the node; nil when the origin is not known.
    let origin: String?
    /// The value as text, dots for a secure node; nil without a value, or with a value that is out of date.
    let value: String?
    /// The nodes that this node reads, as indices into ``Diagram/nodes``.
    let reads: [Int]
  }

  /// The nodes, oldest first.
  let nodes: [Node]
}

extension Graph {
  /// Returns a diagram of the live nodes, or of some nodes with their dependencies and dependents, oldest first.
  ///
  /// The method evaluates nothing, and leaves out a value that is out of date until somebody reads it.
  ///
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

  /// Returns the nodes with their direct and indirect dependencies and dependents, oldest first.
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
  /// Returns the elements, and all elements that are reachable from them through `next`.
  func reaching(_ next: (Element) -> some Sequence<Element>) -> Set<Element> {
    var (found, open) = (Set(self), Array(self))
    while let element = open.popLast() {
      open += next(element).filter { found.insert($0).inserted }
    }
    return found
  }
}
