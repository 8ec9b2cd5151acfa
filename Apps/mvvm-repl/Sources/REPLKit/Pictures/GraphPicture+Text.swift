import Bindings
import DisplayWidth

extension GraphPicture {
  /// Returns the picture as lines of box-drawing characters, without trailing spaces.
  ///
  /// A box with square corners is a property, with round corners a computed value, with double lines a command, with
  /// heavy lines an observer. A dotted line leads to a node that mentions the source but did not read it. Where two
  /// lines cross, the vertical line is drawn. If line characters are two cells wide, ASCII replaces them.
  func lines(_ paint: Paint = .plain) -> [String] {
    let isASCII = cellWidth.of("─") > 1
    var canvas = CellCanvas(columns: width, cells: cellWidth, blank: .quiet)
    canvas.grow(to: height)
    for (point, lines) in cells {
      // Two lines in a cell can only cross; the vertical line is shown.
      let line = lines.count == 1 ? lines[0] : lines.first { $0.sides == [.up, .down] } ?? lines[0]
      let sign =
        isASCII
        ? line.sides.ascii(isDotted: line.isDotted)
        : line.isDotted ? line.sides.dotted : line.sides.sign
      canvas.put(sign, .quiet, row: point.y, column: point.x)
    }
    for head in heads { canvas.put(isASCII ? ">" : "▸", .quiet, row: head.y, column: head.x) }
    for box in boxes { canvas.draw(box, nodes[box.node], isASCII: isASCII) }
    return canvas.lines(paint)
  }
}

extension GraphPicture.Sides {
  fileprivate var sign: String { Self.signs[Int(rawValue)] }

  /// The character for a dotted line; corners are solid.
  fileprivate var dotted: String {
    self == [.up, .down] ? "┆" : self == [.left, .right] ? "┄" : sign
  }

  fileprivate func ascii(isDotted: Bool) -> String {
    switch self {
    case []: " "
    case .up, .down, [.up, .down]: isDotted ? ":" : "|"
    case .left, .right, [.left, .right]: isDotted ? "." : "-"
    default: "+"
    }
  }

  private static let signs = [
    " ", "╵", "╷", "│", "╴", "╯", "╮", "┤", "╶", "╰", "╭", "├", "─", "┴", "┬", "┼",
  ]
}

extension GraphPicture {
  /// The sides of a cell to which a line leads.
  struct Sides: OptionSet {
    let rawValue: UInt8

    static let up = Sides(rawValue: 1)
    static let down = Sides(rawValue: 2)
    static let left = Sides(rawValue: 4)
    static let right = Sides(rawValue: 8)
  }

  /// The lines in each cell: the source node, the sides to which the line leads, and whether it is entirely dotted.
  var cells: [Point: [(source: Int, sides: Sides, isDotted: Bool)]] {
    var cells: [Point: [(source: Int, sides: Sides, isDotted: Bool)]] = [:]
    func add(_ sides: Sides, of stroke: Stroke, _ point: Point) {
      let line = cells[point]?.firstIndex { $0.source == stroke.source }
      guard let line else {
        return cells[point, default: []].append((stroke.source, sides, stroke.isDotted))
      }
      cells[point]?[line].sides.formUnion(sides)
      if !stroke.isDotted { cells[point]?[line].isDotted = false }
    }
    for stroke in strokes {
      let (from, to) = (stroke.from, stroke.to)
      for x in from.x...to.x {
        for y in from.y...to.y {
          var sides: Sides = []
          if x > from.x { sides.insert(.left) }
          if x < to.x { sides.insert(.right) }
          if y > from.y { sides.insert(.up) }
          if y < to.y { sides.insert(.down) }
          add(sides, of: stroke, Point(x: x, y: y))
        }
      }
    }
    return cells
  }
}

extension CellCanvas {
  fileprivate mutating func draw(_ box: GraphPicture.Box, _ node: DrawnNode, isASCII: Bool) {
    let signs = (isASCII ? node.kind.asciiFrame : node.kind.frame).map(String.init)
    let frame: Role = node.mark == nil ? .quiet : .mark
    func put(_ left: String, _ middle: String, _ right: String, in row: Int) {
      let line = left + String(repeating: middle, count: box.width - 2) + right
      self.put(line, frame, row: row, column: box.x)
    }
    put(signs[0], signs[4], signs[1], in: box.y)
    for row in box.y + 1..<box.y + box.height - 1 { put(signs[5], " ", signs[5], in: row) }
    put(signs[2], signs[4], signs[3], in: box.y + box.height - 1)
    for (index, line) in box.lines.enumerated() {
      self.put(line, index > 0 ? .string : nil, row: box.y + 1 + index, column: box.x + 2)
    }
  }
}

extension Node.Kind {
  /// The four corners, then the horizontal and the vertical line.
  fileprivate var frame: String {
    switch self {
    case .property: "┌┐└┘─│"
    case .computed: "╭╮╰╯─│"
    case .command: "╔╗╚╝═║"
    case .observer: "┏┓┗┛━┃"
    }
  }

  fileprivate var asciiFrame: String {
    switch self {
    case .property: "++++-|"
    case .computed: "..''-|"
    case .command: "++++=|"
    case .observer: "######"
    }
  }
}
