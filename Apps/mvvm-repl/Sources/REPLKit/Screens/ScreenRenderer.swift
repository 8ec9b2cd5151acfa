import DisplayWidth

/// Draws pictures as text; the result depends only on the picture, the walk and the size of the window.
///
/// ```swift
/// let renderer = ScreenRenderer(style: .plain, columns: 40)
/// print(renderer.lines(picture).joined(separator: "\n"))
/// ```
/// Control characters in texts are escaped; the only escape sequences are SGR sequences of the style.
public struct ScreenRenderer: Sendable {
  /// The language of the renderer's own words.
  public var language: HelpLanguage
  /// The width of the window in columns; 16 at least.
  public var columns: Int
  /// The maximum number of lines, which include the line in focus; `nil` for no limit.
  public var rows: Int?
  /// The columns of a character whose width Unicode calls ambiguous; with 2, frames are drawn in ASCII.
  public var ambiguousCells: Int
  private var cells: CellWidth { CellWidth(ambiguous: ambiguousCells) }
  private let paint: Paint

  /// Creates a renderer.
  ///
  /// - Parameters:
  ///   - style: The look of each role of text.
  ///   - language: The language of the renderer's own words.
  ///   - columns: The width of the window.
  ///   - rows: The maximum number of lines.
  ///   - ambiguousCells: The columns of a character whose width Unicode calls ambiguous.
  public init(
    style: TextRenderer.Style, language: HelpLanguage = .english, columns: Int = 80,
    rows: Int? = nil, ambiguousCells: Int = 1
  ) {
    paint = Paint(style)
    self.language = language
    self.columns = columns
    self.rows = rows
    self.ambiguousCells = ambiguousCells
  }

  /// The lines of a picture; with a walk, the control in focus is marked.
  public func lines(_ picture: ScreenPicture, _ walk: ScreenWalk? = nil) -> [String] {
    var sight: Sight?
    var walk = walk
    _ = walk?.settle(on: picture)
    return canvas(picture, walk, &sight).lines(paint)
  }

  /// Scrolls by pages of lines; the first visible control gets the focus if the focus is out of sight.
  ///
  /// - Returns: Whether there were other lines to show.
  /// - Complexity: O(*n*) in the rows of the picture.
  public func turn(_ walk: inout ScreenWalk, by pages: Int, on picture: ScreenPicture) -> Bool {
    guard !walk.isTyping else { return false }
    _ = walk.settle(on: picture)
    var sight: Sight?
    _ = canvas(picture, walk, &sight)
    guard let sight else { return false }
    let now = sight.first(scroll: walk.scroll)
    let next = sight.clamped(now + pages * sight.count)
    guard next != now else { return false }
    let lines = sight.lines[next..<next + sight.count]
    var focus = sight.focus
    if !lines.contains(where: \.hasFocus), let line = lines.firstIndex(where: { $0.control != nil })
    {
      focus = line
      walk.focus = lines[line].control
    }
    walk.scroll = next - (focus - sight.count / 2)
    return true
  }

  private func canvas(
    _ picture: ScreenPicture, _ walk: ScreenWalk?, _ sight: inout Sight?
  ) -> CellCanvas {
    let outline = ScreenOutline(picture, walk ?? ScreenWalk())
    let focus = walk.flatMap { $0.focused(in: outline.current($0))?.id }
    let layout = ScreenLayout(
      walk: walk, focus: focus, width: max(16, columns), language: language, cells: cells)
    return canvas(outline, layout, rows: rows.map { max(1, $0) }, &sight)
  }

  /// Draws an outline and its covers, and sets `sight` to the viewport of the front outline.
  private func canvas(
    _ outline: ScreenOutline, _ layout: ScreenLayout, rows: Int?, _ sight: inout Sight?
  ) -> CellCanvas {
    // Without room for a frame, the cover takes all rows.
    if let cover = outline.covers.first, let rows, rows < Self.leastHeight {
      return canvas(cover, layout, rows: rows, &sight)
    }
    var canvas = CellCanvas(columns: layout.width, cells: cells)
    let isCovered = !outline.covers.isEmpty
    let own = Sight(layout.lines(of: outline), rows, isScrolled: layout.walk != nil)
    let scroll = isCovered ? 0 : layout.walk?.scroll ?? 0
    for line in own.fixed { canvas.add(isCovered ? line.dimmed : line) }
    for line in own.visible(scroll: scroll) { canvas.add(isCovered ? line.dimmed : line) }
    if let (above, below) = own.leftOut(scroll: scroll) {
      let told = Message.linesLeftOut(above: above, below: below).text(in: language)
      canvas.add(ScreenLine("  \(told)", .quiet))
    } else if own.hidden > 0 {
      canvas.add(ScreenLine("  \(Message.outputsLeftOut(own.hidden).text(in: language))", .quiet))
    }
    for line in own.toasts { canvas.add(isCovered ? line.dimmed : line) }
    guard let cover = outline.covers.first else {
      sight = own
      return canvas
    }
    let isSheet = cover.kind == .sheet
    // A sheet hides all that is below its top edge.
    let box = box(
      cover, layout, least: isSheet ? canvas.height - 2 : 0, rows: rows.map { max(3, $0 - 1) },
      &sight)
    var top = isSheet ? min(2, canvas.height) : max(1, (canvas.height - box.height) / 2)
    if let rows { top = max(0, min(top, rows - box.height)) }
    canvas.draw(box, row: top, column: max(0, (layout.width - box.columns) / 2))
    return canvas
  }

  /// The minimum width of a cover in columns, and the minimum number of rows for a frame.
  private static let (leastWidth, leastHeight) = (8, 5)

  private func box(
    _ outline: ScreenOutline, _ layout: ScreenLayout, least height: Int, rows: Int?,
    _ sight: inout Sight?
  ) -> CellCanvas {
    // Each question has its own frame; without room for two frames, only the front question is drawn.
    if let cover = outline.covers.first, let rows, rows - 2 < Self.leastHeight {
      return box(cover, layout, least: height, rows: rows, &sight)
    }
    var inner = layout
    // A frame takes four columns; a question leaves one more at each side, where the covered page is visible.
    inner.width = max(Self.leastWidth, layout.width - (outline.kind == .sheet ? 4 : 6))
    if outline.kind != .sheet, outline.covers.isEmpty {
      let title = cells.of((outline.title ?? "").printableLine) + 2
      let natural = inner.lines(of: outline).map { $0.width(cells) }.max() ?? 0
      inner.width = min(inner.width, max(14, natural, title))
    }
    var content = canvas(outline, inner, rows: rows.map { max(1, $0 - 2) }, &sight)
    content.grow(to: height - 2)
    var box = CellCanvas(columns: inner.width + 4, cells: cells)
    let frame = cells.of("─") == 1 ? Frame.lines : .ascii
    box.grow(to: content.height + 2)
    let bar = String(repeating: frame.bar, count: inner.width + 2)
    box.put([.init(frame.corners[0] + bar + frame.corners[1], .quiet)], row: 0, column: 0)
    for row in 1...max(1, content.height) where content.height > 0 {
      box.put([.init(frame.side, .quiet)], row: row, column: 0)
      box.put([.init(frame.side, .quiet)], row: row, column: inner.width + 3)
    }
    box.put(
      [.init(frame.corners[2] + bar + frame.corners[3], .quiet)], row: content.height + 1, column: 0
    )
    if let title = outline.title, !title.isEmpty {
      let isCovered = !outline.covers.isEmpty
      let spans = [ScreenLine.Span(" \(title) ", isCovered ? .quiet : .strong)]
      box.put(spans.clipped(to: inner.width, cells), row: 0, column: 2)
    }
    box.draw(content, row: 1, column: 2)
    return box
  }

  private struct Frame {
    let bar: String
    let side: String
    let corners: [String]

    static let lines = Frame(bar: "─", side: "│", corners: ["╭", "╮", "╰", "╯"])
    static let ascii = Frame(bar: "-", side: "|", corners: ["+", "+", "+", "+"])
  }
}
