import DisplayWidth

/// A layered drawing of a graph, in cells of a terminal.
///
/// Boxes stand in columns, from what is set to what follows from it, with lines between them. It is a pure value, which
/// renderers draw as text or SVG.
struct GraphPicture: Equatable {
  /// The place of a node.
  struct Box: Equatable {
    let node: Int
    let x: Int
    let y: Int
    let width: Int
    let height: Int
    /// The texts in the box, a line each.
    let lines: [String]
  }

  /// A straight part of a line, from left to right or from top to bottom; both ends belong to it.
  struct Stroke: Equatable {
    /// The node at which the whole line begins.
    let source: Int
    let from: Point
    let to: Point
  }

  struct Point: Hashable {
    let x: Int
    let y: Int
  }

  let nodes: [DrawnNode]
  private(set) var boxes: [Box] = []
  private(set) var strokes: [Stroke] = []
  /// Where lines enter boxes.
  private(set) var heads: [Point] = []
  private(set) var width = 0
  private(set) var height = 0

  /// Lays out a graph.
  ///
  /// - Parameters:
  ///   - nodes: The nodes.
  ///   - widestText: How many cells a name or value takes at most; longer ones end in `…`.
  ///   - familiar: A place of each node in an earlier drawing, if it had one; see ``LayerOrder``.
  init(_ nodes: [DrawnNode], widestText: Int = 28, familiar: [Int?] = []) {
    self.nodes = nodes
    let edges = nodes.enumerated().flatMap { node, shown in
      shown.reads.map { LayerOrder.Edge(from: $0, to: node) }
    }
    let order = LayerOrder(count: nodes.count, edges: edges, familiar: familiar)
    let texts = nodes.map { node in
      [node.mark.map { "\($0) \(node.name)" } ?? node.name, node.value].compactMap(\.self)
        .map { $0.fitted(to: widestText) }
    }
    let sizes = order.items.indices.map { item in
      item < nodes.count ? max(texts[item].count, order.previous[item].count) + 2 : 1
    }
    let anchors = order.items.indices.map { $0 < nodes.count ? 1 : 0 }
    let rows = order.positions(sizes: sizes, anchors: anchors, gap: 1)
    height = order.items.indices.map { rows[$0] + sizes[$0] }.max() ?? 0
    var x = 0
    for (number, layer) in order.layers.enumerated() {
      let boxed = layer.filter { $0 < nodes.count }
      let column = boxed.map { texts[$0].reduce(4) { max($0, $1.displayWidth + 4) } }.max() ?? 1
      for item in layer {
        if item < nodes.count {
          boxes.append(
            Box(
              node: item, x: x, y: rows[item], width: column, height: sizes[item],
              lines: texts[item]))
        } else {
          strokes.append(
            Stroke(
              source: order.source(of: item), from: Point(x: x, y: rows[item]),
              to: Point(x: x + column - 1, y: rows[item])))
        }
      }
      width = x + column
      guard number + 1 < order.layers.count else { break }
      x = join(layer, order.layers[number + 1], order, rows, anchors, from: width)
    }
    boxes.sort { $0.node < $1.node }
  }

  /// Draws the lines between two layers; returns the column at which the next layer begins.
  private mutating func join(
    _ layer: [Int], _ nextLayer: [Int], _ order: LayerOrder, _ rows: [Int], _ anchors: [Int],
    from left: Int
  ) -> Int {
    var entries: [Int: [Int]] = [:]
    var headRows: [Int] = []
    for target in nextLayer {
      let sources = order.previous[target].sorted { rows[$0] < rows[$1] }
      for (index, source) in sources.enumerated() {
        let row = rows[target] + anchors[target] + index
        entries[source, default: []].append(row)
        if target < nodes.count { headRows.append(row) }
      }
    }
    let sources = layer.filter { entries[$0] != nil }
    let channel = Channel(
      sources.map { source in
        Channel.Net(source: rows[source] + anchors[source], targets: entries[source] ?? [])
      })
    let spacing = channel.width > 6 ? 1 : 2
    let right = left + max(2, (channel.width - 1) * spacing + 4)
    func column(_ track: Int) -> Int {
      track < 0 ? left - 1 : track == channel.width ? right : left + 1 + track * spacing
    }
    for stretch in channel.stretches {
      switch stretch {
      case .across(let net, let row, let from, let to):
        strokes.append(
          Stroke(
            source: order.source(of: sources[net]), from: Point(x: column(from), y: row),
            to: Point(x: column(to), y: row)))
      case .along(let net, let track, let range):
        strokes.append(
          Stroke(
            source: order.source(of: sources[net]),
            from: Point(x: column(track), y: range.lowerBound),
            to: Point(x: column(track), y: range.upperBound)))
      }
    }
    heads += headRows.map { Point(x: right - 1, y: $0) }
    return right
  }
}

extension LayerOrder {
  /// The node at which the line through an item begins.
  func source(of item: Int) -> Int {
    switch items[item] {
    case .node(let node), .bend(let node, _): node
    }
  }
}
