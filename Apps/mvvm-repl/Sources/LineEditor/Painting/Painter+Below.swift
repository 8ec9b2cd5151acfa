import DisplayWidth

/// The rows below the entry: notes, a page to read, the menu.
extension Painter {
  /// The rows of a page that fit, and a row with the position in the page when there are more.
  func page(_ page: Scene.Page, room: Int) -> (rows: [Picture.Row], extent: Picture.Extent) {
    let all = page.lines.flatMap { wrapped($0) }
    let isCut = all.count > room
    let visible = isCut && room > 1 ? room - 1 : min(room, all.count)
    let first = max(0, min(page.first, all.count - visible))
    var rows = Array(all[first..<first + visible])
    if isCut, room > 1 {
      rows.append(row(" \(words.place(first + 1, first + visible, all.count))  \(words.pageKeys)"))
    }
    return (rows, Picture.Extent(first: first, visible: visible, count: all.count))
  }

  /// The candidates around the selected one, and their place among all; at most two fifths of the window, so that
  /// earlier output stays visible.
  func menu(_ menu: Scene.Menu, room most: Int) -> [Picture.Row] {
    let most = min(most, max(Self.fewestCandidates, rows * 2 / 5))
    guard most > 0 else { return [] }
    // Measured over all items, so that columns do not jump during scrolling.
    let nameWidth = min(menu.items.lazy.map { cellWidth.of($0.text) }.max() ?? 0, columns / 2)
    let kindWidth = min(menu.items.lazy.map { cellWidth.of($0.kind) }.max() ?? 0, 8)
    let detailColumn = nameWidth + 3 + (kindWidth > 0 ? kindWidth + 2 : 0)
    let chosen = menu.selection.map { menu.items[$0].detail.prefix { !$0.isNewline } } ?? ""
    let isWhole = cellWidth.of(chosen) <= columns - 1 - detailColumn
    // The part of the selected row that does not fit is shown below the menu.
    let explanation = isWhole ? [] : wrapped(" \(chosen)").prefix(min(3, most / 2))

    let room = most - explanation.count
    let isCut = menu.items.count > room
    let visible = isCut ? max(1, room - 1) : menu.items.count
    let first = max(0, min((menu.selection ?? 0) - visible / 2, menu.items.count - visible))
    var shown: [Picture.Row] = (first..<first + visible).map { index in
      let item = menu.items[index]
      let isSelected = index == menu.selection
      var canvas = canvas()
      let limit = columns - 1
      let base: TextStyle = isSelected ? .selected : .plain
      canvas.putClipped(" ", base, limit: limit)
      canvas.putShortened(item.text, base, limit: min(limit, nameWidth + 1))
      canvas.pad(to: min(limit, nameWidth + 3), base)
      canvas.putClipped(
        item.kind, isSelected ? .selected : .type, limit: min(limit, nameWidth + 3 + kindWidth))
      canvas.pad(to: min(limit, detailColumn), base)
      canvas.putShortened(
        item.detail.prefix { !$0.isNewline }, isSelected ? .selected : .dim, limit: limit)
      return canvas.finish().rows[0]
    }
    if isCut, room > 1 {
      shown.append(row(" \(words.place(first + 1, first + visible, menu.items.count))"))
    }
    return shown + explanation
  }

  /// The minimum number of menu rows, in a small window.
  private static let fewestCandidates = 3

  /// The entries that match a search, around the selected one; the search line shows a single selected match.
  func matches(of search: Scene.Search, room: Int) -> [Picture.Row] {
    let count = search.matches.count
    let room = min(room, Self.mostMatches)
    guard room > 0, count > 1 || count == 1 && search.selection == nil else { return [] }
    let isCut = count > room && room > 1
    let visible = isCut ? room - 1 : min(count, room)
    let first = max(0, min((search.selection ?? 0) - visible / 2, count - visible))
    var rows: [Picture.Row] = (first..<first + visible).map { index in
      var canvas = canvas()
      let style: TextStyle = index == search.selection ? .selected : .plain
      canvas.putClipped(" ", style, limit: columns - 1)
      put(search.matches[index], of: search, style, in: &canvas)
      return canvas.finish().rows[0]
    }
    if isCut { rows.append(row(" \(words.place(first + 1, first + visible, count))")) }
    return rows
  }

  /// The most rows that a search shows.
  private static let mostMatches = 8

  /// A text in one row, cut at its end.
  func row(_ text: String, _ style: TextStyle = .dim) -> Picture.Row {
    var canvas = canvas()
    canvas.putClipped(text, style, limit: columns - 1)
    return canvas.finish().rows[0]
  }

  /// The first parts of a text that fit into one row.
  func fitting(_ parts: [String]) -> String {
    var text = parts.first ?? ""
    for part in parts.dropFirst() {
      let longer = "\(text)  \(part)"
      guard cellWidth.of(longer) < columns else { break }
      text = longer
    }
    return text
  }

  func wrapped(_ line: String) -> [Picture.Row] {
    EscapedText.printable(line).wrapped(to: columns - 1, cells: cellWidth)
      .split(separator: "\n", omittingEmptySubsequences: false).map { row(String($0)) }
  }
}
