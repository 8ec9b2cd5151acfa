/// The languages of diagrams.
public enum DiagramFormat: String, Sendable, CaseIterable {
  /// One line for each node.
  case text
  /// The language of Graphviz.
  case dot
  /// The language of Mermaid, which many Markdown viewers draw.
  case mermaid
}

extension Graph {
  /// The live nodes and what reads what, as text that other tools draw.
  ///
  /// ```swift
  /// print(graph.diagram(.mermaid, around: total.node))
  /// ```
  /// An arrow leads from what is read to what reads it. Nothing is evaluated: a value that is out of
  /// date until somebody reads it is left out, as are those of secure nodes.
  ///
  /// - Parameters:
  ///   - format: The language.
  ///   - node: Only this node, what it depends on and what depends on it; nil for all nodes.
  ///   - hidden: Nodes to leave out, for tools that have some of their own in the graph.
  ///   - name: What a node is called; nil for its own name, the default.
  ///   - origin: Where a node comes from; nil for nothing, its place in the source by default.
  /// - Returns: The diagram.
  /// - Complexity: O(*n* log *n*) in the nodes.
  public func diagram(
    _ format: DiagramFormat, around node: Node? = nil, hiding hidden: Set<Node> = [],
    naming name: (Node) -> String? = { _ in nil },
    origin: @MainActor (Node) -> String? = { $0.source }
  ) -> String {
    let shown = (node.map(neighbourhood) ?? nodes).filter { !hidden.contains($0) }
    let known = Set(shown)
    let places = shown.map { node in
      DiagramNode(
        node: node, name: name(node) ?? node.name, origin: origin(node),
        edges: node.dependencies.filter(known.contains).map { ($0, name($0) ?? $0.name) })
    }
    switch format {
    case .text: return places.map(\.text).joined(separator: "\n")
    case .dot:
      let lines = places.map(\.dot) + places.flatMap(\.dotEdges)
      return (["digraph {", "  rankdir=LR"] + lines + ["}"]).joined(separator: "\n")
    case .mermaid:
      let lines = places.map(\.mermaid) + places.flatMap(\.mermaidEdges)
      return (["flowchart LR"] + lines).joined(separator: "\n")
    }
  }

  /// `node`, what it depends on and what depends on it, near and far, oldest first.
  private func neighbourhood(of node: Node) -> [Node] {
    var readers: [Node: [Node]] = [:]
    for reader in nodes {
      for dependency in reader.dependencies { readers[dependency, default: []].append(reader) }
    }
    var found: Set<Node> = []
    for next in [{ $0.dependencies }, { readers[$0] ?? [] }] as [(Node) -> [Node]] {
      var seen: Set<Node> = []
      var open = [node]
      while let place = open.popLast() {
        if seen.insert(place).inserted { open += next(place) }
      }
      found.formUnion(seen)
    }
    return found.sorted { $0.id < $1.id }
  }
}

/// One node of a diagram.
@MainActor
private struct DiagramNode {
  let node: Node
  let name: String
  let origin: String?
  /// The nodes that it reads, with their names.
  let edges: [(node: Node, name: String)]

  private var value: TraceValue? {
    guard let ref = node.ref, ref.flags.isDisjoint(with: [.dirty, .pending]) else { return nil }
    return ref.engine.storedValue(of: ref)
  }
  private var caption: String { name + (value.map { " = \($0)" } ?? "") }

  var text: String {
    let place = origin.flatMap { $0 == name ? nil : " (\($0))" } ?? ""
    let value = value.map { " = \($0)" } ?? ""
    let names = edges.map(\.name).joined(separator: ", ")
    return "\(node.kind) \(name)\(place)\(value)" + (names.isEmpty ? "" : " <- \(names)")
  }

  var dot: String {
    let shape =
      switch node.kind {
      case .property: "box"
      case .computed: "ellipse"
      case .observer: "hexagon"
      case .command: "component"
      }
    let tip = DiagramNode.dotEscaped(origin ?? "")
    return """
        n\(node.id) [shape=\(shape) label="\(DiagramNode.dotEscaped(caption))" tooltip="\(tip)"]
      """
  }

  var dotEdges: [String] { edges.map { "  n\($0.node.id) -> n\(node.id)" } }

  var mermaid: String {
    let (open, close) =
      switch node.kind {
      case .property: ("[", "]")
      case .computed: ("([", "])")
      case .observer: ("{{", "}}")
      case .command: ("[[", "]]")
      }
    return "  n\(node.id)\(open)\"\(DiagramNode.mermaidEscaped(caption))\"\(close)"
  }

  var mermaidEdges: [String] { edges.map { "  n\($0.node.id) --> n\(node.id)" } }

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
