import Bindings
import DisplayWidth

extension GraphPicture {
  /// Returns the picture as an SVG document that follows the reader's light or dark theme.
  ///
  /// Each node has a text. The document needs no font, script or other file. Texts are escaped: no value becomes
  /// markup. The attribute `data-path` of a node has its path, if there are `paths`.
  func svg(paths: [String] = [], in language: HelpLanguage = .english) -> String {
    let size = (width: width * Self.cell.width + 16, height: height * Self.cell.height + 16)
    var parts = [
      """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(size.width)" height="\(size.height)" \
      viewBox="-8 -8 \(size.width) \(size.height)" role="img" aria-label="\(Self.escaped(summary(in: language)))">
      """
    ]
    // A caller that passes paths puts the drawing into a page, whose style applies.
    if paths.isEmpty { parts.append(Self.style) }
    let lines = Dictionary(grouping: strokes, by: \.source).sorted { $0.key < $1.key }
      .flatMap { [$0.value.filter { !$0.isDotted }, $0.value.filter(\.isDotted)] }
    for strokes in lines where !strokes.isEmpty {
      let path = strokes.map { stroke in
        let (from, to) = (Self.middle(stroke.from), Self.middle(stroke.to))
        return "M\(from.x) \(from.y) L\(to.x) \(to.y)"
      }
      let dotted = strokes[0].isDotted ? " class=\"mentioned\"" : ""
      parts.append("<path\(dotted) d=\"\(path.joined(separator: " "))\"/>")
    }
    // A dot marks a branch, so that it differs from a crossing.
    let branches = cells.filter { $0.value.contains { $0.sides.rawValue.nonzeroBitCount > 2 } }.keys
    for point in branches.sorted(by: { ($0.y, $0.x) < ($1.y, $1.x) }) {
      let (x, y) = Self.middle(point)
      parts.append("<circle cx=\"\(x)\" cy=\"\(y)\" r=\"2.5\"/>")
    }
    for head in heads {
      let (x, y) = (head.x * Self.cell.width, head.y * Self.cell.height + Self.cell.height / 2)
      parts.append("<path class=\"head\" d=\"M\(x) \(y - 4) l8 4 l-8 4 z\"/>")
    }
    parts += boxes.map { svg($0, path: paths.isEmpty ? nil : paths[$0.node]) }
    return (parts + ["</svg>", ""]).joined(separator: "\n")
  }

  /// The size of a cell in pixels.
  private static let cell = (width: 8, height: 18)

  private static let style = """
    <style>
    svg { background: #ffffff }
    path, rect { fill: none; stroke: #6b7280; stroke-width: 1.2 }
    rect { fill: #ffffff }
    .head, circle { fill: #6b7280; stroke: none }
    .mentioned { stroke-dasharray: 2 4 }
    .observer rect { stroke-width: 2.4 }
    .changed rect { stroke: #b45309; stroke-width: 2.4 }
    text { font: 13px ui-monospace, Menlo, Consolas, monospace; fill: #111827 }
    .value { fill: #1d4ed8 }
    @media (prefers-color-scheme: dark) {
      svg { background: #0b0f19 }
      path, rect { stroke: #9ca3af }
      rect { fill: #111827 }
      .head, circle { fill: #9ca3af }
      .changed rect { stroke: #f59e0b }
      text { fill: #f3f4f6 }
      .value { fill: #93c5fd }
    }
    </style>
    """

  /// Returns a description for screen readers: each node with the nodes that it reads.
  private func summary(in language: HelpLanguage) -> String {
    nodes.map { node in
      Message.drawnNode(
        node.name, reads: node.reads.map { nodes[$0].name },
        mentions: node.mentions.map { nodes[$0].name }
      ).text(in: language)
    }.joined(separator: language.semicolon)
  }

  private static func middle(_ point: Point) -> (x: Int, y: Int) {
    (point.x * cell.width + cell.width / 2, point.y * cell.height + cell.height / 2)
  }

  private func svg(_ box: Box, path: String?) -> String {
    let node = nodes[box.node]
    let (x, y) = (box.x * Self.cell.width + 4, box.y * Self.cell.height + 9)
    let (width, height) = ((box.width - 1) * Self.cell.width, (box.height - 1) * Self.cell.height)
    let corner = node.kind == .computed ? 9 : 1
    let data = path.map { " data-path=\"\(Self.escaped($0))\"" } ?? ""
    var parts = [
      "<g class=\"\(node.kind)\(node.mark == nil ? "" : " changed")\"\(data)>",
      "<rect x=\"\(x)\" y=\"\(y)\" width=\"\(width)\" height=\"\(height)\" rx=\"\(corner)\"/>",
    ]
    if node.kind == .command {
      parts.append(
        "<rect x=\"\(x + 3)\" y=\"\(y + 3)\" width=\"\(width - 6)\" height=\"\(height - 6)\" rx=\"1\"/>"
      )
    }
    for (index, line) in box.lines.enumerated() where !line.isEmpty {
      let row = (box.y + 1 + index) * Self.cell.height + 13
      parts.append(
        """
        <text x="\((box.x + 2) * Self.cell.width)" y="\(row)"\(index > 0 ? " class=\"value\"" : "") \
        textLength="\(line.displayWidth * Self.cell.width)" lengthAdjust="spacingAndGlyphs">\
        \(Self.escaped(line))</text>
        """)
    }
    return (parts + ["</g>"]).joined(separator: "\n")
  }

  private static func escaped(_ text: String) -> String {
    MarkdownHTML.escaped(text.printableLine)
  }
}
