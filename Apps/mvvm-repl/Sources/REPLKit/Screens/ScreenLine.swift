import DisplayWidth

/// A line of a screen before it is drawn: spans from the left, and some at the right edge.
struct ScreenLine {
  typealias Role = TextRenderer.Style.Role

  /// A run of text in one role; the role is `nil` for ordinary text.
  struct Span {
    var text: String
    var role: Role?
  }

  var left: [Span] = []
  var right: [Span] = []
  var isRule = false
  /// Whether the line belongs to a read-only value, which is left out first where rows are short.
  var isOutput = false
  /// Whether the line belongs to a toast, which stays visible while the other lines scroll.
  var isToast = false
  /// The identity of the first control of the item that the line belongs to.
  var control: String?
  var hasFocus = false
  /// Whether the line stays visible while the other lines scroll.
  var isFixed = false

  init(_ left: [Span] = [], right: [Span] = []) { (self.left, self.right) = (left, right) }

  init(_ text: String, _ role: Role? = nil) { left = [Span(text, role)] }

  func width(_ cells: CellWidth) -> Int {
    let (left, right) = (left.width(cells), right.width(cells))
    return left + right + (right > 0 ? 2 : 0)
  }

  /// The line in the quiet role and without focus.
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

  /// Returns the spans of a text, each in the role of its run, or all in the given role.
  static func text(_ text: ScreenText, _ role: ScreenLine.Role? = nil) -> [ScreenLine.Span] {
    text.runs.map { ScreenLine.Span($0.text, role ?? $0.role.look) }
  }

  /// Returns the spans, clipped with an ellipsis when they are wider than `columns`.
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
  var look: ScreenLine.Role? {
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
  mutating func add(_ line: ScreenLine) {
    grow(to: height + 1)
    let rest = columns - line.left.width(cells) - 1
    let right = line.right.clipped(to: max(columns / 2, rest), cells)
    let room = columns - (right.isEmpty ? 0 : right.width(cells) + 1)
    put(line.left.clipped(to: room, cells), row: height - 1, column: 0)
    put(right, row: height - 1, column: columns - right.width(cells))
  }

  /// Draws spans, and clips them at the right edge.
  mutating func put(_ spans: [ScreenLine.Span], row: Int, column: Int) {
    _ = spans.reduce(column) { put($1.text, $1.role, row: row, column: $0) }
  }
}
