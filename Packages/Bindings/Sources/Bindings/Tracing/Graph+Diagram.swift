/// The live nodes of a graph and what reads what, as a value that tools draw.
///
/// ```swift
/// print(graph.diagram(around: [total.node]).mermaid)
/// ```
public struct Diagram: Sendable, Hashable {
  /// One node.
  public struct Node: Sendable, Hashable {
    /// The number of the node in its graph.
    public let id: UInt32
    /// The kind of the node.
    public let kind: Bindings.Node.Kind
    /// The name of the node.
    public let name: String
    /// Where it comes from; nil when that is not known.
    public let origin: String?
    /// Its value as text, dots when it is secure; nil when it has none, or one that is out of date.
    public let value: String?
    /// The nodes that it reads, as places in ``Diagram/nodes``.
    public let reads: [Int]
  }

  /// The nodes, oldest first.
  public let nodes: [Node]
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
  ///   - origin: Where a node comes from; nil for nothing, its place in the source by default.
  /// - Returns: The nodes, oldest first.
  /// - Complexity: O(*n* log *n*) in the nodes.
  public func diagram(
    around: [Node]? = nil, hiding hidden: Set<Node> = [],
    naming name: (Node) -> String? = { _ in nil },
    origin: @MainActor (Node) -> String? = { $0.source }
  ) -> Diagram {
    let shown = (around.map(neighbourhood) ?? nodes).filter { !hidden.contains($0) }
    let places = Dictionary(uniqueKeysWithValues: shown.enumerated().map { ($1, $0) })
    return Diagram(
      nodes: shown.map { node in
        Diagram.Node(
          id: node.id, kind: node.kind, name: name(node) ?? node.name, origin: origin(node),
          value: node.storedDescription, reads: node.dependencies.compactMap { places[$0] })
      })
  }

  /// The nodes, what they depend on and what depends on them, near and far, oldest first.
  private func neighbourhood(of nodes: [Node]) -> [Node] {
    var readers: [Node: [Node]] = [:]
    for reader in self.nodes {
      for dependency in reader.dependencies { readers[dependency, default: []].append(reader) }
    }
    var found: Set<Node> = []
    for next in [{ $0.dependencies }, { readers[$0] ?? [] }] as [(Node) -> [Node]] {
      var seen: Set<Node> = []
      var open = nodes.filter { $0.graph === self }
      while let place = open.popLast() {
        if seen.insert(place).inserted { open += next(place) }
      }
      found.formUnion(seen)
    }
    return found.sorted { $0.id < $1.id }
  }
}

extension Node {
  /// The value as text, unless it is out of date.
  @MainActor fileprivate var storedDescription: String? {
    guard let ref, ref.flags.isDisjoint(with: [.dirty, .pending]) else { return nil }
    return ref.engine.storedValue(of: ref).map { "\($0)" }
  }
}

extension Diagram: CustomStringConvertible {
  /// One line for each node.
  public var description: String {
    nodes.map { node in
      let place = node.origin.flatMap { $0 == node.name ? nil : " (\($0))" } ?? ""
      let value = node.value.map { " = \($0)" } ?? ""
      let names = node.reads.map { nodes[$0].name }.joined(separator: ", ")
      return "\(node.kind) \(node.name)\(place)\(value)" + (names.isEmpty ? "" : " <- \(names)")
    }.joined(separator: "\n")
  }

  /// The diagram in the language of Graphviz.
  ///
  /// An arrow leads from what is read to what reads it.
  public var dot: String {
    let places = nodes.map { node in
      let shape =
        switch node.kind {
        case .property: "box"
        case .computed: "ellipse"
        case .observer: "hexagon"
        case .command: "component"
        }
      let tip = Self.dotEscaped(node.origin ?? "")
      return """
          n\(node.id) [shape=\(shape) label="\(Self.dotEscaped(node.caption))" tooltip="\(tip)"]
        """
    }
    let edges = edges.map { "  n\($0) -> n\($1)" }
    return (["digraph {", "  rankdir=LR"] + places + edges + ["}"]).joined(separator: "\n")
  }

  /// The diagram in the language of Mermaid, which many Markdown viewers draw.
  public var mermaid: String {
    let places = nodes.map { node in
      let (open, close) =
        switch node.kind {
        case .property: ("[", "]")
        case .computed: ("([", "])")
        case .observer: ("{{", "}}")
        case .command: ("[[", "]]")
        }
      return "  n\(node.id)\(open)\"\(Self.mermaidEscaped(node.caption))\"\(close)"
    }
    let edges = edges.map { "  n\($0) --> n\($1)" }
    return (["flowchart LR"] + places + edges).joined(separator: "\n")
  }

  /// The numbers of what is read and of what reads it.
  private var edges: [(from: UInt32, to: UInt32)] {
    nodes.flatMap { node in node.reads.map { (nodes[$0].id, node.id) } }
  }

  /// In a DOT string a backslash begins an escape and a quote ends it.
  private static func dotEscaped(_ text: String) -> String {
    escaped(text) { character in
      switch character {
      case "\\": "\\\\"
      case "\"": "\\\""
      case "\n", "\r\n": "\\n"
      default: nil
      }
    }
  }

  /// Mermaid has no escapes but entities, which begin with a hash instead of an ampersand.
  private static func mermaidEscaped(_ text: String) -> String {
    escaped(text) { character in
      switch character {
      case "#": "#35;"
      case "\"": "#quot;"
      case "&": "#amp;"
      case "<": "#lt;"
      case ">": "#gt;"
      // A label in backticks would be Markdown.
      case "`": "#96;"
      case "\n", "\r\n": "<br>"
      default: nil
      }
    }
  }

  /// Neither language takes control characters.
  private static func escaped(_ text: String, _ escape: (Character) -> String?) -> String {
    var result = ""
    for character in text {
      if let escaped = escape(character) {
        result += escaped
      } else if character.unicodeScalars.contains(where: { $0.value < 32 || $0.value == 127 }) {
        result += " "
      } else {
        result.append(character)
      }
    }
    return result
  }
}

extension Diagram.Node {
  fileprivate var caption: String { name + (value.map { " = \($0)" } ?? "") }
}
