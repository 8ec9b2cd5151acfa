import Bindings

/// A drawn graph for a reader that can draw: an SVG document, and the nodes that are in it.
///
/// In the document the element `g` of each node has its path in `data-path`.
public struct GraphDrawing: Sendable, Hashable, Codable {
  /// A node of the drawing.
  public struct Node: Sendable, Hashable, Codable {
    /// The path, as it is typed.
    public let path: String
    /// Its kind: `property`, `computed`, `command` or `observer`.
    public let kind: String
    /// The value as it is shown; `nil` when it has none.
    public let value: String?
  }

  /// The document; `nil` when there are more nodes than can be read.
  public let svg: String?
  /// The nodes.
  public let nodes: [Node]

  /// A drawing of more nodes than this is not made.
  public static let mostNodes = 300
}

extension Session {
  /// Draws the graph around a name or path, as `:graph` does; `nil` when it leads to nothing that has a node.
  ///
  /// Values are brought up to date for it.
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
  /// The whole names of the nodes.
  fileprivate var paths: [String] {
    nodes.map { title.isEmpty || $0.kind == .observer ? $0.name : "\(title).\($0.name)" }
  }
}
