import DisplayWidth

/// A graph as an indented tree for narrow windows, where a ``GraphPicture`` does not fit.
///
/// Below each node are the nodes that it reads, and with dotted lines the nodes that it mentions but did not read. A
/// node with reads is expanded only once; further occurrences end in `↑`.
struct GraphTree {
  let nodes: [DrawnNode]
  /// Measures texts; if line characters are two cells wide, ASCII replaces them.
  var cells = CellWidth()

  /// Returns the lines, none wider than `width` cells.
  ///
  /// The roots are the nodes that no node reads. If nodes only read each other in a cycle, the first of them is a root.
  func lines(width: Int) -> [String] {
    let signs: Signs = cells.of("─") == 1 ? .lines : .ascii
    var told: Set<Int> = []
    var lines: [String] = []
    let read = Set(nodes.flatMap { $0.reads + $0.mentions })
    let roots = nodes.indices.filter { !read.contains($0) } + nodes.indices.filter(read.contains)
    for root in roots where !told.contains(root) {
      // A stack instead of recursion, because chains may be long.
      var open = [(node: root, indent: "", sign: "")]
      while let (node, indent, sign) = open.popLast() {
        let isNew = told.insert(node).inserted
        let isMore = !(nodes[node].reads.isEmpty && nodes[node].mentions.isEmpty)
        let room = max(12, width - cells.of(indent + sign))
        let caption =
          nodes[node].caption(within: room, cells) + (isNew || !isMore ? "" : " \(signs.told)")
        lines.append((indent + sign + caption.fitted(to: room, cells)).fitted(to: width, cells))
        guard isNew else { continue }
        // Levels that are too deep for the window are not indented further.
        let step =
          sign.isEmpty || indent.count > width - 20
          ? "" : sign.hasPrefix(signs.last) ? "   " : "\(signs.along)  "
        let below = indent + step
        let (reads, all) = (nodes[node].reads, nodes[node].reads + nodes[node].mentions)
        for (index, next) in all.enumerated().reversed() {
          let line = index < reads.count ? signs.across : signs.dotted
          let corner = index == all.count - 1 ? signs.last : signs.branch
          open.append((next, below, "\(corner)\(line) "))
        }
      }
    }
    return lines
  }

  private struct Signs {
    let across, dotted, along, branch, last, told: String

    static let lines = Signs(
      across: "─", dotted: "┄", along: "│", branch: "├", last: "└", told: "↑")
    static let ascii = Signs(
      across: "-", dotted: ".", along: "|", branch: "+", last: "`", told: "^")
  }
}
