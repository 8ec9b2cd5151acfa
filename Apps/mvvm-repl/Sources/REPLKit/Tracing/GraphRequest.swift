import Bindings

/// A request for a drawing of the graph or a part of it.
struct GraphRequest {
  /// The form in which a graph is shown.
  enum Form: String, CaseIterable {
    /// Boxes with lines between them; a tree when the window is too narrow.
    case boxes
    /// Under each node what it reads.
    case tree
    /// One line for each node, with where it comes from.
    case text
    /// The language of Graphviz.
    case dot
    /// The language of Mermaid.
    case mermaid
    /// A picture for browsers and documents.
    case svg

    /// The form of a word as one types it: `svg`, or `--svg` as in a shell.
    init?(typed word: String) {
      self.init(rawValue: word.hasPrefix("--") ? String(word.dropFirst(2)) : word)
    }

    /// All of them, as advice names them.
    static let list = allCases.map(\.rawValue).joined(separator: "|")
  }

  var form = Form.boxes
  /// The paths that were typed.
  var paths: [String] = []
  /// The paths and the form as one types them.
  var words: String { (paths + (form == .boxes ? [] : [form.rawValue])).joined(separator: " ") }
  /// Only these nodes and what they are joined to; all when there are none.
  var around: [Node] = []
  /// Whether a file that holds something else is written over.
  var isForced = false
  /// The file that takes an SVG.
  var file: String?
}
