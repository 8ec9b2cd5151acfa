import Bindings
import ViewModels

/// The rows of a list that are in sight on a screen: a page of it, which follows the list's wish to bring a
/// row into sight.
///
/// It tells the list what comes into sight and what goes, and to which page it turned, unless it is of a
/// picture that nobody looks at. Only rows in sight are read.
@MainActor
final class ListWindow {
  private let list: ListViewModel
  private let renderers: CellRenderers<TextRow>
  private let isLive: Bool
  private let index = Property(0, label: "page in sight")
  private var displayed: [CellViewModel] = []
  /// The page that the list was told of last.
  private var turned: Int?
  private var shown: [ObjectIdentifier: Result<ShownItem<TextRow>, RendererError>] = [:]
  private var tokens: [Subscription] = []

  /// The number of rows in sight at most.
  static let length = 20

  init(_ list: ListViewModel, renderers: CellRenderers<TextRow>, isLive: Bool) {
    self.list = list
    self.renderers = renderers
    self.isLive = isLive
    guard isLive else { return }
    tokens = [
      list.scrolls.observe { [weak self] in self?.scroll(to: $0) },
      observe(label: "rows in sight") { [weak self] in
        _ = self?.list.content.version
        _ = self?.index.value
        untracked { self?.report() }
      },
    ]
  }

  /// A multiple of the tiles beside each other.
  private var length: Int {
    let columns = max(1, (list as? GridViewModel)?.columns ?? 1)
    return max(1, Self.length / columns) * columns
  }

  private var pageCount: Int { max(1, (list.content.rowCount + length - 1) / length) }

  /// The number of the page, which is one that there is; tracked.
  private var page: Int { max(0, min(index.value, pageCount - 1)) }

  /// The rows in sight, section by section, with the sections without rows among them; tracked.
  ///
  /// - Complexity: O(*n*) in the sections and the rows in sight.
  private var pieces: [(section: Int, rows: Range<Int>)] {
    let (first, last) = (page * length, page * length + length)
    var start = 0
    var pieces: [(section: Int, rows: Range<Int>)] = []
    for section in 0..<list.sectionCount {
      let count = list.rowCount(in: section)
      let lower = max(0, min(first - start, count))
      let upper = max(0, min(last - start, count))
      let isHere = count == 0 && start >= first && start < max(last, 1)
      if lower < upper || isHere { pieces.append((section, lower..<upper)) }
      start += count
    }
    return pieces
  }

  /// Puts the rows in sight into a picture.
  func show(in picture: inout ScreenPicture, _ context: ScreenContext) {
    let selected = Set(list.selectedCells.map(\.id))
    let hasSections = list.sectionCount > 1
    picture.sections += pieces.compactMap { section, rows in
      guard let group = list.section(at: section) else { return nil }
      return ScreenPicture.Section(
        header: group.headerText,
        rows: rows.compactMap { row in
          list.cell(at: ListPath(section: section, row: row)).map { cell in
            let isSelected = selected.contains(cell.id)
            var picture = self.row(of: cell)
            picture.isSelected = isSelected && (cell as? TextCell)?.showsSelection != false
            let place = "at: \(row)" + (hasSections ? ", section: \(section)" : "")
            picture.statement = context.statement(
              isSelected ? "deselect(\(place))" : "select(\(place))")
            return picture
          }
        }, footer: group.footerText)
    }
    guard pageCount > 1 else { return }
    picture.extent = ScreenPicture.Extent(
      page: page + 1, pages: pageCount, rows: list.content.rowCount,
      previous: statement(toPage: page - 1, context), next: statement(toPage: page + 1, context))
  }

  /// The statement that brings the first row of a page into sight.
  private func statement(toPage page: Int, _ context: ScreenContext) -> String? {
    guard page >= 0, page < pageCount else { return nil }
    var row = page * length
    for section in 0..<list.sectionCount {
      let count = list.rowCount(in: section)
      if row < count {
        return context.statement(
          "scroll(to: \(row)" + (list.sectionCount > 1 ? ", section: \(section))" : ")"))
      }
      row -= count
    }
    return nil
  }

  private func row(of cell: CellViewModel) -> ScreenPicture.Row {
    // The binding is made once and outlives the picture: what it writes is what is read here.
    let item = untracked { () -> Result<ShownItem<TextRow>, RendererError> in
      if let known = shown[cell.id] { return known }
      let made = Result { () throws(RendererError) in try renderers.show(cell) }
      shown[cell.id] = made
      return made
    }
    let content: TextRow.Content
    switch item {
    case .success(let item): content = item.view.content.value
    case .failure(let error): content = TextRow.Content(error.message)
    }
    var row = ScreenPicture.Row(content, of: cell)
    row.lines = cell.preferredLines ?? (list as? GridViewModel)?.tileLines
    return row
  }
}

// MARK: - What is in sight

extension ListWindow {
  /// Turns to the page of the row that the list wants to be seen.
  private func scroll(to request: ScrollRequest) {
    switch request.target {
    case .cell(_, let path): index.value = flat(path) / length
    case .nearestSelected:
      let pages = list.selectedCells.compactMap { list.path(of: $0) }.map { flat($0) / length }
      let now = page
      if let nearest = pages.min(by: { abs($0 - now) < abs($1 - now) }) { index.value = nearest }
    }
  }

  private func flat(_ path: ListPath) -> Int {
    (0..<path.section).reduce(path.row) { $0 + list.rowCount(in: $1) }
  }

  /// Tells the list what has come into sight and what has gone.
  private func report() {
    let before = index.peek()
    if before != page { index.value = page }
    let cells = pieces.flatMap { section, rows in
      rows.compactMap { list.cell(at: ListPath(section: section, row: $0)) }
    }
    let (old, new) = (Set(displayed.map(\.id)), Set(cells.map(\.id)))
    let leaving = displayed.filter { !new.contains($0.id) }
    let coming = cells.filter { !old.contains($0.id) }
    displayed = cells
    for cell in leaving {
      if case .success(let item)? = shown.removeValue(forKey: cell.id) { item.recycle() }
      if list.path(of: cell) != nil { try? list.report(.didEndDisplaying, of: cell) }
    }
    // Whoever hears of one row may take out another one, which needs no report then.
    for cell in coming { try? list.report(.willDisplay, of: cell) }
    if turned != page {
      if turned != nil { try? list.report(pageTo: page) }
      turned = page
    }
  }
}
