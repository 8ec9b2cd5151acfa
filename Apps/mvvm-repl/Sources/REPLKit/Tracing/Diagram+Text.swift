import Bindings

// A diagram of the graph as text, for people and for other programs that draw.

extension Diagram {
  var lines: [String] {
    nodes.map { node in
      let place = node.origin.flatMap { $0 == node.name ? nil : " (\($0))" } ?? ""
      let value = node.value.map { " = \($0)" } ?? ""
      let names = node.reads.map { nodes[$0].name }.joined(separator: ", ")
      return "\(node.kind) \(node.name)\(place)\(value)" + (names.isEmpty ? "" : " <- \(names)")
    }
  }

  /// The diagram in the language of Graphviz.
  ///
  /// An arrow leads from a node to a node that reads it.
  var dot: String {
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
  var mermaid: String {
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

  /// The edges, each from the ID of a node to the ID of a node that reads it.
  private var edges: [(from: UInt32, to: UInt32)] {
    nodes.flatMap { node in node.reads.map { (nodes[$0].id, node.id) } }
  }

  /// Escapes a text for DOT, where a backslash begins an escape and a quotation mark ends a string.
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

  /// Escapes a text for Mermaid, which has only entities; they begin with a hash instead of an ampersand.
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

  /// Escapes a text, and replaces control characters by spaces, because neither language accepts them.
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
