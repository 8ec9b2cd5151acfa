import DisplayWidth
import ViewModels

extension ScreenLayout {
  /// Returns the lines of a row: the text at the left, the detail and the accessory at the right.
  ///
  /// The detail goes below if its layout says so, or if the text would have too little room.
  func rowLines(_ row: ScreenPicture.Row, width: Int) -> [ScreenLine] {
    let isFocused = isFocused(row.statement)
    let role: ScreenLine.Role? = isFocused ? .focus : nil
    let mark: ScreenLine.Span = row.isSelected ? .init("● ", role ?? .good) : .init("  ")
    var line = ScreenLine([sign(row.statement), mark] + row.imageSpans(role))
    let buttons = [row.imageRetry, row.detailStatement]
    line.hasFocus = isFocused || buttons.contains { self.isFocused($0) }
    if let retry = row.imageRetry { line.right += signButton("↻", retry) }
    switch row.accessory {
    case .none: break
    case .disclosure: line.right += [.init(" ›", .quiet)]
    case .checkmark: line.right += [.init(" ✓", .good)]
    case .detail: line.right += signButton("i", row.detailStatement)
    case .detailDisclosure:
      line.right += signButton("i", row.detailStatement) + [.init(" ›", .quiet)]
    }
    let prefix = line.left.width(cells)
    func room() -> Int {
      let edge = line.right.width(cells)
      return width - prefix - (edge > 0 ? min(edge, width / 2) + 1 : 0)
    }
    var below: [ScreenLine] = []
    if let detail = row.detail, [.plain, .detail].contains(row.layout) {
      let signs = line.right
      line.right = .text(detail, .quiet) + signs
      let (whole, edge) = ([ScreenLine.Span].text(row.text).width(cells), line.right.width(cells))
      let isTight =
        prefix + whole + 1 + edge > width
        && (edge > width / 2 || whole > room() && room() < Self.leastRoom)
      if isTight, row.lines.map({ $0 > 1 }) ?? true {
        line.right = signs
        let spans = [ScreenLine.Span].text(detail, .quiet)
        let margin = max(prefix, width - spans.width(cells))
        below = [ScreenLine([.init(String(repeating: " ", count: margin))] + spans)]
      }
    } else if row.layout == .subtitle, let detail = row.detail, row.lines.map({ $0 > 1 }) ?? true {
      below = [ScreenLine([.init("     ")] + .text(detail, .quiet))]
    }
    let room = room()
    let most = max(1, (row.lines ?? .max) - below.count)
    let isLabel = row.layout == .label && row.detail != nil
    let texts = textLines(row.text, role, room: room, most: isLabel ? 1 : most)
    line.left += texts[0]
    if isLabel, let detail = row.detail { line.left += [.init(": ")] + .text(detail) }
    let rest = texts.dropFirst().map {
      ScreenLine([.init(String(repeating: " ", count: prefix))] + $0)
    }
    return [line] + rest + below
  }

  private func signButton(_ text: String, _ statement: String?) -> [ScreenLine.Span] {
    [sign(statement), .init("(\(text))", isFocused(statement) ? .focus : .command)]
  }

  /// Wraps a text to at most `most` lines; a text with several styles stays on one line, which is clipped.
  private func textLines(
    _ text: ScreenText, _ role: ScreenLine.Role?, room: Int, most: Int
  ) -> [[ScreenLine.Span]] {
    let spans = [ScreenLine.Span].text(text, role)
    guard spans.count == 1, most > 1, room >= Self.leastRoom, spans.width(cells) > room else {
      return [spans]
    }
    let lines = spans[0].text.lines(within: room, cells)
    let rest = lines.dropFirst(most - 1).joined(separator: " ")
    let shown = (lines.prefix(most - 1) + [rest]).filter { !$0.isEmpty }
    return shown.isEmpty ? [spans] : shown.map { [ScreenLine.Span($0, spans[0].role)] }
  }

  /// The minimum width in columns for wrapping a text, and for a detail beside a text.
  private static let leastRoom = 12

  /// Tiles beside each other, in columns of equal width; those for which there is no column go below.
  func tiles(_ rows: [ScreenPicture.Row], _ grid: ScreenGrid) -> [ScreenLine] {
    let space = TileSpace(grid, width: width)
    var lines: [ScreenLine] = []
    var rest = rows[...]
    while !rest.isEmpty {
      lines += tiles(rest.prefix(space.columns), in: space)
      rest = rest.dropFirst(space.columns)
    }
    return lines
  }

  private func tiles(_ rows: ArraySlice<ScreenPicture.Row>, in space: TileSpace) -> [ScreenLine] {
    let tiles = rows.map { tile($0, width: space.tile) }
    return (0..<(tiles.map(\.count).max() ?? 0)).map { number in
      var line = ScreenLine(String(repeating: " ", count: space.margin))
      for (column, tile) in tiles.enumerated() {
        let part = number < tile.count ? tile[number] : ScreenLine()
        let spans = part.left.clipped(to: space.tile, cells)
        let gap = column < tiles.count - 1 ? space.spacing : 0
        let rest = max(0, space.tile - spans.width(cells)) + gap
        line.left += spans + [.init(String(repeating: " ", count: rest))]
        if part.hasFocus { line.hasFocus = true }
      }
      return line
    }
  }

  /// Returns the lines of a tile: its image, and the text below.
  private func tile(_ row: ScreenPicture.Row, width: Int) -> [ScreenLine] {
    let isFocused = isFocused(row.statement)
    let role: ScreenLine.Role? = isFocused ? .focus : nil
    let image = row.imageSpans(role)
    let text = [ScreenLine.Span].text(row.text, role)
    var first = ScreenLine([sign(row.statement), .init(row.isSelected ? "●" : " ", role ?? .good)])
    first.hasFocus = isFocused || self.isFocused(row.imageRetry)
    if let retry = row.imageRetry { first.left += signButton("↻", retry) }
    first.left += image.isEmpty ? text : image
    let lines = image.isEmpty ? [first] : [first, ScreenLine([.init("  ")] + text)]
    return Array(lines.prefix(max(1, row.lines ?? lines.count)))
  }

  func moreLines(_ more: ScreenPicture.More) -> [ScreenLine] {
    switch more.state {
    case .loading: [ScreenLine("  ◌ \(told(.loadingNow))", .command)]
    case .end: [ScreenLine("  \(told(.thatIsAll))", .quiet)]
    case .idle: more.statement.map { flow([button(told(.loadMore), $0)]) } ?? []
    }
  }

  /// Returns the rows of each picker column around the picked row.
  func pickerLines(_ question: ScreenPicture.Question) -> [ScreenLine] {
    let heights = question.columns.map(\.count)
    let height = min(Self.pickerRows, heights.max() ?? 0)
    let count = max(1, question.columns.count)
    let texts = question.columns.map { column in column.map { cells.of($0.printableLine) } }
    // Each column gets the width that it needs; if the sum is too large, the widest columns shrink.
    var widths = texts.map { ($0.max() ?? 0) + 4 }
    while widths.reduce(0, +) > max(width, 4 * count),
      let widest = widths.indices.max(by: { widths[$0] < widths[$1] })
    {
      widths[widest] -= 1
    }
    return (0..<height).map { number in
      var line = ScreenLine()
      for (column, rows) in question.columns.enumerated() {
        let picked = column < question.selected.count ? question.selected[column] : 0
        let first = max(0, min(picked - height / 2, rows.count - height))
        let isFocused = isFocused("column \(column)")
        var spans: [ScreenLine.Span] = []
        if rows.indices.contains(first + number) {
          let isPicked = first + number == picked
          let role: ScreenLine.Role = isPicked ? (isFocused ? .focus : .strong) : .quiet
          spans = [
            isPicked && isFocused ? .init("▸ ", .focus) : .init(isPicked ? "· " : "  ", role),
            .init(rows[first + number], role),
          ]
          if isPicked, isFocused { line.hasFocus = true }
        }
        spans = spans.clipped(to: widths[column], cells)
        let rest = max(0, widths[column] - spans.width(cells))
        line.left += spans + [.init(String(repeating: " ", count: rest))]
      }
      return line
    }
  }

  private static let pickerRows = 7
}

extension ScreenPicture.Row {
  /// Returns the name of the image in front of the text, with a sign for its loading state.
  fileprivate func imageSpans(_ role: ScreenLine.Role?) -> [ScreenLine.Span] {
    guard let image else { return [] }
    let (sign, own): (String, ScreenLine.Role) =
      switch imageState {
      case .idle?, nil: ("", .quiet)
      case .loading?: ("◌ ", .command)
      case .loaded?: ("✓ ", .good)
      case .failed?: ("✗ ", .bad)
      }
    return [.init("[\(sign)\(image)] ", role ?? own)]
  }
}
