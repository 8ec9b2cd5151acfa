import Bindings

/// A request for a drawing of the graph or a part of it.
struct GraphRequest {
  enum Form: String, CaseIterable {
    /// Boxes with lines between them; a tree when the window is too narrow.
    case boxes
    /// A tree, with the inputs of each node below the node.
    case tree
    /// One line for each node, with its origin.
    case text
    /// The language of Graphviz.
    case dot
    /// The language of Mermaid.
    case mermaid
    case svg

    /// Creates the form for a typed word: `svg`, or `--svg` as in a shell.
    init?(typed word: String) {
      self.init(rawValue: word.hasPrefix("--") ? String(word.dropFirst(2)) : word)
    }

    /// The names of all forms, for help texts.
    static let list = allCases.map(\.rawValue).joined(separator: "|")
  }

  var form = Form.boxes
  var paths: [String] = []
  /// The paths and the form, as a person types them.
  var words: String { (paths + (form == .boxes ? [] : [form.rawValue])).joined(separator: " ") }
  /// The nodes that are drawn with what they are connected to; all nodes are drawn if there are none.
  var around: [Node] = []
  /// Whether a file with other content may be overwritten.
  var isForced = false
  /// The file for an SVG document.
  var file: String?
}
