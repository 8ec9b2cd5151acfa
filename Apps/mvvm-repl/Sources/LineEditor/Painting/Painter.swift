import DisplayWidth

/// Turns a scene into rows: a pure function of the scene and the window.
struct Painter: Sendable {
  var columns: Int
  var rows: Int
  var cellWidth = CellWidth()
  var theme = Theme.standard
  var words = LineEditor.Words()

  /// Paints a scene.
  ///
  /// The block always fits the window. The menu shrinks first, then the page, the notes and the panel. Of an entry that
  /// is still too tall, the rows around the cursor remain.
  func paint(_ scene: Scene) -> Picture {
    if scene.isInPanel { return paintPanel(of: scene) }
    let body = scene.search.map(searchLine) ?? entry(of: scene)
    var room = rows - body.rows.count

    let notes = scene.notes.flatMap { wrapped($0) }
    let panel = panel(scene.panel, room: min(room, rows / 2))
    room -= panel.count
    var below = Array(notes.prefix(max(0, room)))
    room -= below.count
    let page = scene.page.map { self.page($0, room: max(0, room)) }
    below += page?.rows ?? []
    room -= page?.rows.count ?? 0
    if let menu = scene.menu { below += self.menu(menu, room: max(0, room)) }
    if let search = scene.search { below += matches(of: search, room: max(0, room)) }

    var picture = viewport(of: body, rows: rows)
    picture.rows.insert(contentsOf: panel, at: 0)
    picture.cursor.row += panel.count
    picture.rows += below
    picture.page = page?.extent
    return picture
  }

  /// Paints a scene while a person is in the panel.
  ///
  /// The entry has one row. The panel takes the rows above it; the hint and the rule are shown if rows remain for them.
  private func paintPanel(of scene: Scene) -> Picture {
    var picture = viewport(of: entry(of: scene), rows: 1)
    let size = Terminal.Size(columns: columns, rows: rows)
    let lines = cut(scene.panel, to: size.panelRows(isInside: true))
    let room = rows - 1 - lines.count
    let hint = room > 0 ? scene.notes.prefix(1).map { row($0) } : []
    let above = (room > hint.count ? rule : []) + lines
    picture.rows = above + picture.rows + hint
    picture.cursor.row += above.count
    return picture
  }

  /// Paints the program's status while there is no entry, with the panel above it and the cursor behind it.
  func paint(status: String, panel lines: [String] = []) -> Picture {
    var canvas = canvas()
    canvas.putClipped(status, .dim, limit: columns - 1)
    canvas.markCursor()
    var picture = canvas.finish()
    let panel = panel(lines, room: min(rows - picture.rows.count, rows / 2))
    picture.rows.insert(contentsOf: panel, at: 0)
    picture.cursor.row += panel.count
    return picture
  }

  /// Paints a scene as it stays in the terminal's scrollback, at any height.
  ///
  /// `mark` is shown behind the text of a dropped entry.
  func paintFinal(_ scene: Scene, mark: String = "") -> Picture {
    var scene = scene
    scene.entry.cursor = scene.entry.text.utf8.count
    scene.ghost = mark
    return entry(of: scene)
  }
}

extension Painter {
  func canvas() -> Canvas {
    Canvas(columns: columns, cellWidth: cellWidth, theme: theme)
  }

  private func entry(of scene: Scene) -> Picture {
    var canvas = canvas()
    canvas.put(scene.prompt, .prompt)
    let text = scene.entry.text
    var styles = StyleRuns(scene.highlights)
    var offset = 0
    var isMarked = false
    for character in text {
      if !isMarked, offset >= scene.entry.cursor {
        canvas.markCursor()
        isMarked = true
      }
      if character.isNewline {
        canvas.breakLine()
        canvas.put(scene.continuation, .dim)
      } else {
        canvas.put(character, styles.style(at: offset))
      }
      offset += character.utf8.count
    }
    if !isMarked { canvas.markCursor() }
    let firstLine = scene.ghost.prefix { !$0.isNewline }
    if !firstLine.isEmpty {
      canvas.putClipped(firstLine, .dim, limit: columns - 1)
      if firstLine.count < scene.ghost.count { canvas.putClipped(" ...", .dim, limit: columns - 1) }
    }
    return canvas.finish()
  }

  private func searchLine(_ search: Scene.Search) -> Picture {
    var canvas = canvas()
    canvas.putClipped(words.search, .prompt, limit: columns / 2)
    canvas.putClipped(search.pattern, .plain, limit: columns * 3 / 4)
    canvas.markCursor()
    canvas.putClipped("  ", .plain, limit: columns - 1)
    guard let match = search.match else {
      if search.matches.isEmpty { canvas.putClipped(words.noMatch, .error, limit: columns - 1) }
      return canvas.finish()
    }
    put(match, of: search, .plain, in: &canvas)
    return canvas.finish()
  }

  /// Writes an entry in one row and marks the search text in it.
  func put(
    _ match: String, of search: Scene.Search, _ style: TextStyle, in canvas: inout Canvas
  ) {
    let line = match.split(whereSeparator: \.isNewline).joined(separator: " \u{21B5} ")
    var rest = line[...]
    if let hit = line.firstRange(ofAnyCase: search.pattern) {
      canvas.putClipped(line[..<hit.lowerBound], style, limit: columns - 1)
      canvas.putClipped(line[hit], style == .selected ? .prompt : .selected, limit: columns - 1)
      rest = line[hit.upperBound...]
    }
    canvas.putClipped(rest, style, limit: columns - 1)
  }

  /// The panel, under a rule that separates it from the printed output.
  private func panel(_ lines: [String], room: Int) -> [Picture.Row] {
    guard !lines.isEmpty, room > 0 else { return [] }
    let rule = room > 1 ? rule : []
    return rule + cut(lines, to: room - rule.count)
  }

  private var rule: [Picture.Row] { [row(String(repeating: "─", count: columns))] }

  /// The panel rows that fit, and a row with the number of omitted rows.
  private func cut(_ lines: [String], to room: Int) -> [Picture.Row] {
    let isCut = lines.count > room
    let visible = max(0, isCut && room > 1 ? room - 1 : min(room, lines.count))
    let rest = isCut && room > 1 ? [row("  " + words.more(lines.count - visible))] : []
    return lines.prefix(visible).map { row($0, .panel) } + rest
  }

  /// The rows around the cursor, at most `rows` of them.
  private func viewport(of picture: Picture, rows: Int) -> Picture {
    guard rows < picture.rows.count else { return picture }
    let first = max(0, min(picture.cursor.row - rows / 2, picture.rows.count - rows))
    var part = picture
    part.rows = Array(picture.rows[first..<first + rows])
    part.rows[part.rows.count - 1].continues = false
    part.cursor.row -= first
    return part
  }
}

/// The styles of offsets, which must be requested in ascending order.
private struct StyleRuns {
  private var rest: ArraySlice<Highlight>

  init(_ highlights: [Highlight]) {
    rest = highlights.sorted { $0.range.lowerBound < $1.range.lowerBound }[...]
  }

  mutating func style(at offset: Int) -> TextStyle {
    while let first = rest.first, first.range.upperBound <= offset { rest.removeFirst() }
    guard let first = rest.first, first.range.contains(offset) else { return .plain }
    return first.style
  }
}
