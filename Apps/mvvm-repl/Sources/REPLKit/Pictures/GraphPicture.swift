import DisplayWidth

/// A layered drawing of a graph, in terminal cells.
///
/// Boxes stand in columns, from inputs to the values that depend on them, with lines between them. The drawing is a
/// pure value, which renderers draw as text or SVG.
struct GraphPicture: Equatable {
  struct Box: Equatable {
    fileprivate(set) var node: Int
    let x: Int
    let y: Int
    let width: Int
    let height: Int
    let lines: [String]
  }

  /// A straight part of a line, from left to right or from top to bottom, including both ends.
  struct Stroke: Equatable {
    /// The node where the whole line begins.
    fileprivate(set) var source: Int
    let from: Point
    let to: Point
    /// Whether nothing was read along the line in the last run.
    var isDotted = false
  }

  struct Point: Hashable {
    let x: Int
    let y: Int
  }

  private(set) var nodes: [DrawnNode]
  private(set) var boxes: [Box] = []
  private(set) var strokes: [Stroke] = []
  /// The points where lines enter boxes.
  private(set) var heads: [Point] = []
  private(set) var width = 0
  private(set) var height = 0
  /// Measures texts; if line characters are two cells wide, ASCII replaces them.
  let cellWidth: CellWidth

  /// Lays out a graph; `familiar` are the positions of nodes in an earlier drawing, as in ``LayerOrder``.
  ///
  /// Nodes without lines stand below the others, in rows of at most `columns` cells.
  init(
    _ nodes: [DrawnNode], widestText: Int = 28, familiar: [Int?] = [], columns: Int = 80,
    _ cellWidth: CellWidth = CellWidth()
  ) {
    var joined = Set(nodes.edges.filter { $0.from != $0.to }.flatMap { [$0.from, $0.to] })
    if joined.count == nodes.count - 1 { joined = Set(nodes.indices) }
    let shown = nodes.indices.filter(joined.contains)
    let places = Dictionary(uniqueKeysWithValues: shown.enumerated().map { ($1, $0) })
    self.init(
      layering: shown.map { node in
        var shown = nodes[node]
        shown.reads = shown.reads.compactMap { places[$0] }
        shown.mentions = shown.mentions.compactMap { places[$0] }
        return shown
      },
      widestText: widestText,
      familiar: shown.map { familiar.indices.contains($0) ? familiar[$0] : nil }, cellWidth)
    self.nodes = nodes
    boxes.modify { $0.node = shown[$0.node] }
    strokes.modify { $0.source = shown[$0.source] }
    addRows(of: nodes.indices.filter { !joined.contains($0) }, widestText, columns)
  }

  /// Places nodes without lines side by side in rows, below everything else.
  private mutating func addRows(of others: [Int], _ widestText: Int, _ columns: Int) {
    guard !others.isEmpty else { return }
    let texts = others.map { self.texts(of: nodes[$0], widestText) }
    let widest = texts.joined().reduce(4) { max($0, cellWidth.of($1) + 4) }
    let count = max(1, (max(columns, width) + 2) / (widest + 2))
    var (y, row) = (height > 0 ? height + 1 : 0, 0)
    while row < others.count {
      let shown = row..<min(row + count, others.count)
      for (place, other) in shown.enumerated() {
        boxes.append(
          Box(
            node: others[other], x: place * (widest + 2), y: y, width: widest,
            height: texts[other].count + 2, lines: texts[other]))
        width = max(width, place * (widest + 2) + widest)
      }
      height = y + (shown.map { texts[$0].count }.max() ?? 0) + 2
      (y, row) = (height, shown.upperBound)
    }
    boxes.sort { $0.node < $1.node }
  }

  /// Returns the name of a node, and its value if it has one.
  private func texts(of node: DrawnNode, _ widest: Int) -> [String] {
    [
      node.mark.map { "\($0) \(node.name)" } ?? node.name,
      node.shownValue(within: widest, cellWidth),
    ]
    .compactMap(\.self).map { $0.fitted(to: widest, cellWidth) }
  }

  private init(
    layering nodes: [DrawnNode], widestText: Int, familiar: [Int?], _ cellWidth: CellWidth
  ) {
    (self.nodes, self.cellWidth) = (nodes, cellWidth)
    let order = LayerOrder(count: nodes.count, edges: nodes.edges, familiar: familiar)
    let dotted = dottedLines(in: order)
    let texts = nodes.map { self.texts(of: $0, widestText) }
    let sizes = order.sources.indices.map { item in
      item < nodes.count ? max(texts[item].count, order.previous[item].count) + 2 : 1
    }
    let anchors = order.sources.indices.map { $0 < nodes.count ? 1 : 0 }
    let rows = order.positions(sizes: sizes, anchors: anchors, gap: 1)
    height = order.sources.indices.map { rows[$0] + sizes[$0] }.max() ?? 0
    var x = 0
    for (number, layer) in order.layers.enumerated() {
      let boxed = layer.filter { $0 < nodes.count }
      let column = boxed.map { texts[$0].reduce(4) { max($0, cellWidth.of($1) + 4) } }.max() ?? 1
      for item in layer {
        if item < nodes.count {
          boxes.append(
            Box(
              node: item, x: x, y: rows[item], width: column, height: sizes[item],
              lines: texts[item]))
        } else {
          strokes.append(
            Stroke(
              source: order.sources[item], from: Point(x: x, y: rows[item]),
              to: Point(x: x + column - 1, y: rows[item]),
              isDotted: dotted(order.sources[item], item)))
        }
      }
      width = x + column
      guard number + 1 < order.layers.count else { break }
      x = join(layer, order.layers[number + 1], order, rows, anchors, dotted, from: width)
    }
    boxes.sort { $0.node < $1.node }
  }

  /// Returns a function that says whether nothing was read along the line from a node to an item in the last run.
  private func dottedLines(in order: LayerOrder) -> (_ source: Int, _ item: Int) -> Bool {
    let reads = nodes.map { Set($0.reads) }
    let isDotted = { (source: Int, item: Int, bends: [Int: Bool]) in
      // An edge that closes a cycle is drawn in reverse.
      item < reads.count
        ? !reads[item].contains(source) && !reads[source].contains(item) : bends[item] == true
    }
    var bends: [Int: Bool] = [:]
    // Each bend has a smaller number than the bends after it.
    for bend in order.sources.indices.dropFirst(nodes.count).reversed() {
      let source = order.sources[bend]
      bends[bend] = order.next[bend].allSatisfy { isDotted(source, $0, bends) }
    }
    return { [bends] in isDotted($0, $1, bends) }
  }

  /// Draws the lines between two layers, and returns the column where the next layer begins.
  private mutating func join(
    _ layer: [Int], _ nextLayer: [Int], _ order: LayerOrder, _ rows: [Int], _ anchors: [Int],
    _ dotted: (_ source: Int, _ target: Int) -> Bool, from left: Int
  ) -> Int {
    var entries: [Int: [Int]] = [:]
    /// The targets, by the row in which a line enters them.
    var targets: [Int: Int] = [:]
    var headRows: [Int] = []
    for target in nextLayer {
      let sources = order.previous[target].sorted { rows[$0] < rows[$1] }
      for (index, source) in sources.enumerated() {
        let row = rows[target] + anchors[target] + index
        entries[source, default: []].append(row)
        targets[row] = target
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
    /// Returns whether a whole line is dotted, or only its part that enters a row.
    func isDotted(_ net: Int, entering row: Int?) -> Bool {
      let rows = row.map { [$0] } ?? entries[sources[net]] ?? []
      let source = order.sources[sources[net]]
      return rows.compactMap { targets[$0] }.allSatisfy { dotted(source, $0) }
    }
    for stretch in channel.stretches {
      switch stretch {
      case .across(let net, let row, let from, let to):
        strokes.append(
          Stroke(
            source: order.sources[sources[net]], from: Point(x: column(from), y: row),
            to: Point(x: column(to), y: row),
            isDotted: isDotted(net, entering: to == channel.width ? row : nil)))
      case .along(let net, let track, let range):
        strokes.append(
          Stroke(
            source: order.sources[sources[net]],
            from: Point(x: column(track), y: range.lowerBound),
            to: Point(x: column(track), y: range.upperBound),
            isDotted: isDotted(net, entering: nil)))
      }
    }
    heads += headRows.map { Point(x: right - 1, y: $0) }
    return right
  }
}
