import DisplayWidth

/// A line of a screen before it is drawn: spans from the left, and some at the right edge.
struct ScreenLine {
  typealias Role = TextRenderer.Style.Role

  /// A stretch of text in one role, or like any other text.
  struct Span {
    var text: String
    var role: Role?
  }

  var left: [Span] = []
  var right: [Span] = []
  /// Whether it only parts other lines.
  var isRule = false
  /// The first control of what it belongs to.
  var control: String?
  /// Whether the control in focus is in it.
  var hasFocus = false
  /// Whether it stays in sight when the lines are more than fit.
  var isFixed = false

  init(_ left: [Span] = [], right: [Span] = []) { (self.left, self.right) = (left, right) }

  init(_ text: String, _ role: Role? = nil) { left = [Span(text, role)] }

  /// The columns that it needs.
  func width(_ cells: CellWidth) -> Int {
    let (left, right) = (left.width(cells), right.width(cells))
    return left + right + (right > 0 ? 2 : 0)
  }

  /// The line with everything but its focus in the quiet role.
  var dimmed: ScreenLine {
    var line = self
    line.left.modify { $0.role = .quiet }
    line.right.modify { $0.role = .quiet }
    line.hasFocus = false
    return line
  }
}

extension ScreenLine.Span {
  init(_ text: String, _ role: ScreenLine.Role? = nil) {
    self.init(text: text.printableLine, role: role)
  }
}

extension [ScreenLine.Span] {
  func width(_ cells: CellWidth) -> Int { reduce(0) { $0 + cells.of($1.text) } }

  /// The spans of a text, in the role of each of its stretches, or all in another one.
  static func text(_ text: ScreenText, _ role: ScreenLine.Role? = nil) -> [ScreenLine.Span] {
    text.runs.map { ScreenLine.Span($0.text, role ?? $0.role.look) }
  }

  /// The spans, cut with an ellipsis when they are wider than `columns`.
  func clipped(to columns: Int, _ cells: CellWidth) -> [ScreenLine.Span] {
    guard width(cells) > columns else { return self }
    let sign = cells.of("…")
    guard columns >= sign else { return [] }
    var room = columns - sign
    var spans: [ScreenLine.Span] = []
    for span in self {
      var text = ""
      for character in span.text {
        let width = cells.of(character)
        guard width <= room else {
          spans.append(ScreenLine.Span(text + "…", span.role))
          return spans
        }
        text.append(character)
        room -= width
      }
      spans.append(span)
    }
    return spans
  }
}

extension ScreenLine.Role {
  /// The look of the control in focus.
  static var focus: Self { .mark }
}

extension ScreenText.Role {
  fileprivate var look: ScreenLine.Role? {
    switch self {
    case .plain: nil
    case .strong: .strong
    case .quiet: .quiet
    case .good: .good
    case .bad: .bad
    case .link: .command
    case .code: .string
    }
  }
}

extension CellCanvas {
  /// Draws a line at the end.
  mutating func add(_ line: ScreenLine) {
    grow(to: height + 1)
    let rest = columns - line.left.width(cells) - 1
    let right = line.right.clipped(to: max(columns / 2, rest), cells)
    let room = columns - (right.isEmpty ? 0 : right.width(cells) + 1)
    put(line.left.clipped(to: room, cells), row: height - 1, column: 0)
    put(right, row: height - 1, column: columns - right.width(cells))
  }

  /// Draws spans, which are cut at the right edge.
  mutating func put(_ spans: [ScreenLine.Span], row: Int, column: Int) {
    _ = spans.reduce(column) { put($1.text, $1.role, row: row, column: $0) }
  }
}
