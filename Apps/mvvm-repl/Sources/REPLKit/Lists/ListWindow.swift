import Bindings
import ViewModels

/// The rows of a list that are in sight: a page of it, which follows the list's wish to bring a row into
/// sight.
///
/// It tells the list what comes into sight and what goes, and to which page it turned, unless nobody looks
/// at it. Only rows in sight are read. Everything that it offers is tracked.
@MainActor
final class ListWindow {
  let list: ListViewModel
  private let renderers: CellRenderers<TextRow>
  private let isLive: Bool
  private let index = Property(0, label: "page in sight")
  /// The number of times that rows had to be shown anew.
  private let reloads = Property(0, label: "reloads in sight")
  private var displayed: [CellViewModel] = []
  private var displayedEdges: [Edge] = []
  /// The page that the list was told of last.
  private var turned: Int?
  private var shown: [ObjectIdentifier: Result<ShownItem<TextRow>, RendererError>] = [:]
  private var tokens: [Subscription] = []

  /// The number of rows in sight at most.
  static let length = 20

  /// Looks at the first page of a list.
  init(_ list: ListViewModel, renderers: CellRenderers<TextRow>, isLive: Bool) {
    self.list = list
    self.renderers = renderers
    self.isLive = isLive
    guard isLive else { return }
    tokens = [
      list.content.observeChanges { [weak self] in self?.take($0) },
      // The window turns by itself: it is no doing of the statement that has asked for it.
      list.scrolls.observe { [weak self] request in
        Trace.withCause(nil) { self?.scroll(to: request) }
      },
      observe(label: "rows in sight") { [weak self] in
        _ = self?.list.content.version
        _ = self?.index.value
        guard let edges = self?.edges else { return }
        // The screen tells it, whatever statement has led there: it is no doing of that one.
        untracked { Trace.withCause(nil) { self?.report(edges) } }
      },
    ]
  }

  /// Ends the looking: the rows in sight are so no more.
  func close() {
    for token in tokens { token.cancel() }
    tokens = []
    let (cells, edges) = (displayed, displayedEdges)
    (displayed, displayedEdges) = ([], [])
    // The screen tells this, too.
    untracked {
      Trace.withCause(nil) {
        leave(cells)
        leave(edges)
      }
    }
  }

  /// The nodes by which it follows the list.
  var nodes: [Node] { tokens.compactMap { $0.node } }
}

// MARK: - Pages

extension ListWindow {
  /// A multiple of the tiles beside each other.
  private var length: Int {
    let columns = max(1, (list as? GridViewModel)?.columns ?? 1)
    return max(1, Self.length / columns) * columns
  }

  /// The number of pages; one at least.
  var pageCount: Int { max(1, (list.content.rowCount + length - 1) / length) }

  /// The number of the page, from 0, which is one that there is.
  var page: Int { max(0, min(index.value, pageCount - 1)) }

  /// The rows in sight, section by section; an empty one is where its rows would be.
  private var pieces: [(section: Int, rows: Range<Int>)] {
    let (first, isLast) = (page * length, page == pageCount - 1)
    let end = first + length
    var start = 0
    var pieces: [(section: Int, rows: Range<Int>)] = []
    for section in 0..<list.sectionCount {
      let count = list.rowCount(in: section)
      let rows = max(0, min(first - start, count))..<max(0, min(end - start, count))
      let isHere = count == 0 && start >= first && (start < end || isLast)
      if !rows.isEmpty || isHere { pieces.append((section, rows)) }
      start += count
    }
    return pieces
  }

  /// The sections in sight with their rows there.
  var sections: [(section: SectionViewModel, start: ListPath, cells: [CellViewModel])] {
    pieces.compactMap { index, rows in
      list.section(at: index).map { section in
        let start = ListPath(section: index, row: rows.lowerBound)
        return (
          section, start, rows.compactMap { list.cell(at: ListPath(section: index, row: $0)) }
        )
      }
    }
  }

  /// The first row of a page; `nil` for one that is not there.
  func firstRow(ofPage page: Int) -> ListPath? {
    guard page >= 0, page < pageCount else { return nil }
    var row = page * length
    for section in 0..<list.sectionCount {
      let count = list.rowCount(in: section)
      if row < count { return ListPath(section: section, row: row) }
      row -= count
    }
    return nil
  }

  /// The text above the rows of a section: its header as it is drawn, or the title.
  func header(of section: SectionViewModel) -> String? {
    section.header.map(text) ?? section.headerTitle
  }

  /// The text below the rows of a section: its footer as it is drawn, or the title.
  func footer(of section: SectionViewModel) -> String? {
    section.footer.map(text) ?? section.footerTitle
  }

  private func text(of item: SupplementaryViewModel) -> String {
    let lines = content(of: item).lines.prefix(max(1, item.preferredLines ?? .max))
    return lines.joined(separator: "\n")
  }

  /// The content of a row, a header or a footer.
  func content(of cell: ListItemViewModel) -> TextRow.Content {
    _ = reloads.value
    // The binding is made once and outlives the look: what it writes is what is read here.
    let item = untracked { () -> Result<ShownItem<TextRow>, RendererError> in
      if let known = shown[cell.id] { return known }
      let made = Result { () throws(RendererError) in try renderers.show(cell) }
      shown[cell.id] = made
      return made
    }
    switch item {
    case .success(let item): return item.view.content.value
    case .failure(let error): return TextRow.Content(error.message)
    }
  }

  /// The number of lines that a row takes at most, as its cell or the grid would like it.
  func mostLines(of cell: CellViewModel) -> Int? {
    cell.preferredLines ?? (list as? GridViewModel)?.tileLines
  }
}

// MARK: - What is in sight

extension ListWindow {
  /// Shows rows anew that were to be reloaded.
  private func take(_ update: ListViewUpdate) {
    let reloaded = update.changes.map { $0.updated.map { $0.new.id } } ?? Array(shown.keys)
    guard !reloaded.isEmpty else { return }
    for id in reloaded { recycle(id) }
    reloads.value += 1
  }

  private func recycle(_ id: ObjectIdentifier) {
    if case .success(let item)? = shown.removeValue(forKey: id) { item.recycle() }
  }

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

  /// A header or footer in sight.
  private struct Edge: Equatable {
    enum Side { case header, footer }

    var section: SectionViewModel
    var side: Side
    /// The view-model of the header or footer; `nil` for a title.
    var item: SupplementaryViewModel?

    static func == (one: Edge, other: Edge) -> Bool {
      one.section === other.section && one.side == other.side && one.item === other.item
    }
  }

  /// The headers and footers of the sections in sight, those that there are.
  private var edges: [Edge] {
    pieces.compactMap { list.section(at: $0.section) }.flatMap { section in
      [
        section.headerText.map { _ in
          Edge(section: section, side: .header, item: section.header)
        },
        section.footerText.map { _ in
          Edge(section: section, side: .footer, item: section.footer)
        },
      ].compactMap(\.self)
    }
  }

  /// Tells the list what has come into sight and what has gone.
  private func report(_ edges: [Edge]) {
    let before = index.peek()
    if before != page { index.value = page }
    let cells = sections.flatMap { $0.cells }
    let (old, new) = (Set(displayed.map(\.id)), Set(cells.map(\.id)))
    let leaving = displayed.filter { !new.contains($0.id) }
    let (gone, come) = (
      displayedEdges.filter { !edges.contains($0) }, edges.filter { !displayedEdges.contains($0) }
    )
    (displayed, displayedEdges) = (cells, edges)
    leave(leaving)
    leave(gone)
    for edge in come { tell(.willDisplay, edge) }
    // Whoever hears of one row may take out another one, which needs no report then.
    for cell in cells where !old.contains(cell.id) { try? list.report(.willDisplay, of: cell) }
    if turned != page {
      if turned != nil { try? list.turn(toPage: page) }
      turned = page
    }
  }

  private func leave(_ cells: [CellViewModel]) {
    for cell in cells {
      recycle(cell.id)
      if list.path(of: cell) != nil { try? list.report(.didEndDisplaying, of: cell) }
    }
  }

  private func leave(_ edges: [Edge]) {
    for edge in edges {
      // One header may stand in several sections.
      if let item = edge.item, !displayedEdges.contains(where: { $0.item === item }) {
        recycle(item.id)
      }
      tell(.didEndDisplaying, edge)
    }
  }

  private func tell(_ event: ListEvent.DisplayEvent, _ edge: Edge) {
    guard let index = list.index(of: edge.section) else { return }
    switch edge.side {
    case .header: try? list.report(event, headerOf: index)
    case .footer: try? list.report(event, footerOf: index)
    }
  }
}
