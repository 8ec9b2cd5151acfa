import DisplayWidth

extension TextRenderer {
  /// The maximum widths of texts in a graph, tried in this order.
  private static let widestTexts = [28, 20, 14]

  /// Draws boxes if they fit, otherwise a tree, or only the marked nodes if the tree has too many rows.
  func drawn(_ graph: DrawnGraph) -> String {
    let columns = columns ?? 120
    let hasTitle = !graph.title.isEmpty && graph.mostRows ?? .max > 2
    let title = !hasTitle ? [] : [paint.strong(graph.title.fitted(to: columns, cells))]
    let room = graph.mostRows.map { $0 - title.count } ?? .max
    func picture(widestText: Int) -> GraphPicture {
      GraphPicture(
        graph.nodes, widestText: widestText, familiar: graph.places, columns: columns, cells)
    }
    let widths = graph.isTree || !drawsBoxes ? [] : Self.widestTexts
    // Long names and values are cut before the boxes are given up.
    let fitting = widths.lazy.map(picture)
      .first { $0.width <= columns && $0.height <= min(room, Self.mostRows) }
    var lines =
      fitting?.lines(paint)
      ?? GraphTree(nodes: graph.nodes, cells: cells).lines(width: columns)
    let isWhole = lines.count <= room
    if !isWhole { lines = marked(graph.nodes, room, columns) }
    let marks = GraphMarks(
      graph.nodes, drawnAs: !isWhole ? .list : fitting == nil ? .tree : .boxes, cells)
    var notes = marks.messages
    if fitting == nil, graph.mostRows == nil, let narrowest = widths.last.map(picture),
      narrowest.height <= Self.mostRows
    {
      notes.append(.boxesNeed(narrowest.width))
    }
    let legend = self.legend(notes, columns)
    if lines.count + legend.count <= room { lines += legend }
    return (title + lines).joined(separator: "\n")
  }

  /// The maximum number of rows for boxes; beyond it, a window shows only a part, and a tree is clearer.
  private static let mostRows = 60

  func legend(_ marks: [Message], _ columns: Int) -> [String] {
    guard !marks.isEmpty else { return [] }
    let text = marks.map(told).joined(separator: language.semicolon)
    return text.lines(within: columns, cells).map(paint.quiet)
  }

  /// Returns a line for each marked node in the order of turns, or for the first nodes if none is marked; a last line
  /// counts the nodes that do not fit.
  private func marked(_ nodes: [DrawnNode], _ room: Int, _ columns: Int) -> [String] {
    let marked = nodes.filter { $0.mark != nil }.sorted { $0.turn < $1.turn }
    let shown = marked.isEmpty ? nodes : marked
    let lines = shown.prefix(max(0, room - 1)).map {
      $0.caption(within: columns, cells).fitted(to: columns, cells)
    }
    let rest = nodes.count - lines.count
    return rest > 0 ? lines + [told(.andMore(rest)).fitted(to: columns, cells)] : lines
  }
}

extension DrawnNode {
  /// The turn number in the mark.
  fileprivate var turn: Int {
    mark.flatMap { Int($0.drop { !$0.isNumber }.prefix(while: \.isNumber)) } ?? .max
  }
}
