import Bindings
import DisplayWidth

extension GraphPicture {
  /// The kind of a part of the text, by which it is painted.
  enum Part { case line, name, value, changed }

  /// The picture as lines of box-drawing characters, without spaces at their ends.
  ///
  /// A box with square corners is set from outside, one with round corners follows from others, one with double
  /// lines is a command, a heavy one an observer. A dotted line leads to what mentions a node and did not read it. Where two lines cross without meeting, the upright one is drawn.
  ///
  /// - Parameter painted: Gives a part its colour.
  /// - Returns: The lines.
  /// - Complexity: O(*w* · *h*) in its cells.
  func lines(painted: (String, Part) -> String = { text, _ in text }) -> [String] {
    var canvas = Canvas(width: width, height: height)
    for (point, lines) in cells {
      // Of two lines in a cell, which can only cross, the upright one is seen.
      let line = lines.count == 1 ? lines[0] : lines.first { $0.sides == [.up, .down] } ?? lines[0]
      canvas.put(line.isDotted ? line.sides.dotted : line.sides.sign, .line, point)
    }
    for head in heads { canvas.put("▸", .line, head) }
    for box in boxes { canvas.draw(box, nodes[box.node]) }
    return canvas.lines(painted)
  }
}

extension GraphPicture.Sides {
  /// The line that leads to these sides.
  fileprivate var sign: String { Self.signs[Int(rawValue)] }

  /// The line, dotted; corners are whole.
  fileprivate var dotted: String {
    self == [.up, .down] ? "┆" : self == [.left, .right] ? "┄" : sign
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

  /// The cells with lines: for each of the lines the node at which it begins, where it leads, and whether all of it is
  /// dotted there.
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

/// Cells that are written on.
private struct Canvas {
  private let width: Int
  /// A cell behind a wide character is empty.
  private var cells: [(text: String, part: GraphPicture.Part)]

  init(width: Int, height: Int) {
    self.width = width
    cells = Array(repeating: (" ", .line), count: width * height)
  }

  mutating func put(_ text: String, _ part: GraphPicture.Part, _ point: GraphPicture.Point) {
    cells[point.y * width + point.x] = (text, part)
  }

  mutating func draw(_ box: GraphPicture.Box, _ node: DrawnNode) {
    let signs = node.kind.frame.map(String.init)
    let frame = node.mark == nil ? GraphPicture.Part.line : .changed
    let (right, bottom) = (box.x + box.width - 1, box.y + box.height - 1)
    for x in box.x...right {
      put(signs[x == box.x ? 0 : x == right ? 1 : 4], frame, .init(x: x, y: box.y))
      put(signs[x == box.x ? 2 : x == right ? 3 : 4], frame, .init(x: x, y: bottom))
    }
    for y in box.y + 1..<bottom {
      for x in box.x...right {
        put(x == box.x || x == right ? signs[5] : " ", frame, .init(x: x, y: y))
      }
    }
    for (index, line) in box.lines.enumerated() {
      let part = index > 0 ? GraphPicture.Part.value : .name
      var x = box.x + 2
      for character in line where character.displayWidth > 0 {
        put(String(character), part, .init(x: x, y: box.y + 1 + index))
        for behind in 1..<max(1, character.displayWidth) {
          put("", part, .init(x: x + behind, y: box.y + 1 + index))
        }
        x += character.displayWidth
      }
    }
  }

  func lines(_ painted: (String, GraphPicture.Part) -> String) -> [String] {
    guard width > 0 else { return [] }
    return stride(from: 0, to: cells.count, by: width).map { start in
      var row = cells[start..<start + width]
      while row.last?.text == " " { row.removeLast() }
      var line = ""
      while let part = row.first?.part {
        let run = row.prefix { $0.part == part }
        line += painted(run.map(\.text).joined(), part)
        row.removeFirst(run.count)
      }
      return line
    }
  }
}

extension Node.Kind {
  /// The four corners, then the lines across and along.
  fileprivate var frame: String {
    switch self {
    case .property: "┌┐└┘─│"
    case .computed: "╭╮╰╯─│"
    case .command: "╔╗╚╝═║"
    case .observer: "┏┓┗┛━┃"
    }
  }
}
