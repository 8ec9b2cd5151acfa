import DisplayWidth

extension TextRenderer {
  /// How wide the texts of a graph may be, tried in this order.
  private static let widestTexts = [28, 20, 14]

  /// Boxes where they fit, else a tree; where rows are few and that does not fit either, what is marked alone.
  func drawn(_ graph: DrawnGraph) -> String {
    let columns = columns ?? 120
    let hasTitle = !graph.title.isEmpty && graph.mostRows ?? .max > 2
    let title = !hasTitle ? [] : [paint.strong(graph.title.fitted(to: columns, cells))]
    let room = graph.mostRows.map { $0 - title.count } ?? .max
    let pictures = graph.isTree || !drawsBoxes ? [] : Self.widestTexts
    // Long names and values are cut before the boxes are given up.
    let fitting = pictures.lazy
      .map {
        GraphPicture(
          graph.nodes, widestText: $0, familiar: graph.places, columns: columns, cells)
      }
      .first { $0.width <= columns && $0.height <= min(room, Self.mostRows) }
    var lines =
      fitting?.lines(paint)
      ?? GraphTree(nodes: graph.nodes, cells: cells).lines(width: columns)
    let isWhole = lines.count <= room
    if !isWhole { lines = marked(graph.nodes, room, columns) }
    let marks = GraphMarks(
      graph.nodes, drawnAs: !isWhole ? .list : fitting == nil ? .tree : .boxes, cells)
    let legend = self.legend(marks.messages, columns)
    if lines.count + legend.count <= room { lines += legend }
    return (title + lines).joined(separator: "\n")
  }

  /// Beyond that many rows a tree tells more than boxes, of which a window shows only a part.
  private static let mostRows = 60

  /// What the marks in a picture mean, below it.
  func legend(_ marks: [Message], _ columns: Int) -> [String] {
    guard !marks.isEmpty else { return [] }
    let text = marks.map(told).joined(separator: language.semicolon)
    return text.lines(within: columns, cells).map(paint.quiet)
  }

  /// The marked nodes in the order of their turns, or the first nodes when none is marked; a line each, and one for
  /// those that have no room.
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
  /// The number in its mark.
  fileprivate var turn: Int {
    mark.flatMap { Int($0.drop { !$0.isNumber }.prefix(while: \.isNumber)) } ?? .max
  }
}
