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

    /// All of them, as advice names them.
    static let list = allCases.map(\.rawValue).joined(separator: "|")
  }

  var form = Form.boxes
  /// Only these nodes and what they are joined to; all when there are none.
  var around: [Node] = []
  /// Whether a file that holds something else is written over.
  var isForced: Bool
  /// The file that takes an SVG.
  var file: String?
}

extension TraceBatchReport {
  /// For each node the turn in which it was first written, evaluated or run, from 1; with `=` when it gave the value
  /// of before, and with how often when that was more than once.
  var turns: [UInt32: String] {
    var order: [Node] = []
    for record in records {
      guard let node = record.node, [.write, .recompute, .observerRun].contains(record.kind) else {
        continue
      }
      if !order.contains(node) { order.append(node) }
    }
    let equal = Set(redundant.compactMap(\.node))
    let counts = Dictionary(work.map { ($0.node, $0.count) }) { first, _ in first }
    return Dictionary(
      order.enumerated().map { turn, node in
        let count = counts[node].flatMap { $0 > 1 ? "×\($0)" : nil } ?? ""
        return (node.id, "\(turn + 1)\(equal.contains(node) ? "=" : "")\(count)")
      }
    ) { first, _ in first }
  }
}
