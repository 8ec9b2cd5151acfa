import Bindings

/// A drawing of the dependency graph: an SVG document, and the nodes in it.
///
/// The SVG element `g` of each node has the path of the node in `data-path`.
public struct GraphDrawing: Sendable, Hashable, Codable {
  /// A node of the drawing.
  public struct Node: Sendable, Hashable, Codable {
    /// The path, as a person types it.
    public let path: String
    /// Its kind: `property`, `computed`, `command` or `observer`.
    public let kind: String
    /// The value as text; `nil` when the node has none.
    public let value: String?
  }

  /// The SVG document; `nil` when there are more than ``mostNodes`` nodes, which nobody could read.
  public let svg: String?
  /// The nodes.
  public let nodes: [Node]

  /// The maximum number of nodes in an SVG document.
  public static let mostNodes = 300
}

extension Session {
  /// Draws the graph around a name or path, as `:graph` does; returns `nil` when the path leads to no node.
  ///
  /// The method first evaluates the derived values in the drawing that are out of date.
  ///
  /// - Complexity: O(*n* log *n*) in the nodes, some tens of milliseconds for ``GraphDrawing/mostNodes``.
  public func drawing(ofGraph path: String) -> GraphDrawing? {
    graph.run {
      guard let request = try? chronicle.graphRequest(path, at: Span(0, 0)),
        request.form == .boxes, !request.around.isEmpty
      else { return nil }
      chronicle.refresh(around: request.around, of: request)
      let drawn = chronicle.drawn(request.around, of: request)
      let nodes = zip(drawn.nodes, drawn.paths).map { node, path in
        GraphDrawing.Node(path: path, kind: node.kind.rawValue, value: node.value)
      }
      let isReadable = nodes.count <= GraphDrawing.mostNodes
      return GraphDrawing(
        svg: isReadable
          ? GraphPicture(drawn.nodes, widestText: 40, columns: 100)
            .svg(paths: drawn.paths, in: language)
          : nil,
        nodes: nodes)
    }
  }
}

extension DrawnGraph {
  fileprivate var paths: [String] {
    nodes.map { title.isEmpty || $0.kind == .observer ? $0.name : "\(title).\($0.name)" }
  }
}
