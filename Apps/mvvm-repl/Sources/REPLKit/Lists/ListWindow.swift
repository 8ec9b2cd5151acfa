import Bindings
import ViewModels

/// The visible page of a list, which changes when the list requests to scroll to a row.
///
/// A live window reports to the list which rows appear and disappear, and each page turn. Only visible rows are read.
/// All reads of the window are tracked.
@MainActor
final class ListWindow {
  let list: ListViewModel
  private let renderers: CellRenderers<TextRow>
  private let isLive: Bool
  private let index = Property(0, label: "page in sight")
  /// The number of times that visible rows were reloaded.
  private let reloads = Property(0, label: "reloads in sight")
  private var displayed: [CellViewModel] = []
  private var displayedEdges: [Edge] = []
  /// The page number that was last reported to the list.
  private var turned: Int?
  private var shown: [ObjectIdentifier: Result<ShownItem<TextRow>, RendererError>] = [:]
  private var tokens: [Subscription] = []

  /// The maximum number of visible rows.
  static let length = 20

  /// The number of columns beyond which no page is longer.
  private static let mostColumns = 1_000

  /// Opens the window at the first page of a list.
  init(_ list: ListViewModel, renderers: CellRenderers<TextRow>, isLive: Bool) {
    self.list = list
    self.renderers = renderers
    self.isLive = isLive
    guard isLive else { return }
    tokens = [
      list.content.observeChanges { [weak self] in self?.take($0) },
      // The window turns the page by itself: the statement that asked for it is not the cause of the turn.
      list.scrolls.observe { [weak self] request in
        Trace.withCause(nil) { self?.scroll(to: request) }
      },
      observe(label: "rows in sight") { [weak self] in
        _ = self?.list.content.version
        _ = self?.index.value
        guard let edges = self?.edges else { return }
        // The screen reports this by itself: the statement that is running is not the cause of the report.
        untracked { Trace.withCause(nil) { self?.report(edges) } }
      },
    ]
  }

  /// Closes the window and reports to the list that its rows are no longer visible.
  func close() {
    for token in tokens { token.cancel() }
    tokens = []
    let (cells, edges) = (displayed, displayedEdges)
    (displayed, displayedEdges) = ([], [])
    // No statement is the cause of these reports.
    untracked {
      Trace.withCause(nil) {
        leave(cells)
        leave(edges)
      }
    }
  }

  /// The nodes of the subscriptions to the list.
  var nodes: [Node] { tokens.compactMap { $0.node } }
}

// MARK: - Pages

extension ListWindow {
  /// The page length: a multiple of the number of grid columns.
  private var length: Int {
    let columns = min(max(1, (list as? GridViewModel)?.columns ?? 1), Self.mostColumns)
    return max(1, Self.length / columns) * columns
  }

  /// The number of pages; at least 1.
  var pageCount: Int { max(1, (list.content.rowCount + length - 1) / length) }

  /// The index of the visible page, from 0; always an existing page.
  var page: Int { max(0, min(index.value, pageCount - 1)) }

  /// The visible rows of each section; an empty section is on the page where its rows would be.
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

  /// The visible sections with their visible rows.
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

  /// Returns the text above the rows of a section: the drawn header, or else the title.
  func header(of section: SectionViewModel) -> String? {
    section.header.map(text) ?? section.headerTitle
  }

  /// Returns the text below the rows of a section: the drawn footer, or else the title.
  func footer(of section: SectionViewModel) -> String? {
    section.footer.map(text) ?? section.footerTitle
  }

  private func text(of item: SupplementaryViewModel) -> String {
    let lines = content(of: item).lines.prefix(max(1, item.preferredLines ?? .max))
    return lines.joined(separator: "\n")
  }

  func content(of cell: ListItemViewModel) -> TextRow.Content {
    _ = reloads.value
    // Untracked, because the binding is created once and outlives this read. The content that it writes is read below.
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

  /// Returns the maximum number of lines of a row, as preferred by the cell or else by the grid.
  func mostLines(of cell: CellViewModel) -> Int? {
    cell.preferredLines ?? (list as? GridViewModel)?.tileLines
  }
}

extension CellViewModel {
  /// Whether a view marks the row: it is among the selected ones, and does not hide its selection.
  func isMarked(among selected: Set<ObjectIdentifier>) -> Bool {
    selected.contains(id) && (self as? TextCell)?.showsSelection != false
  }
}

// MARK: - What is in sight

extension ListWindow {
  /// Discards the views of reloaded rows, so that these rows are drawn again.
  private func take(_ update: ListViewUpdate) {
    let reloaded = update.changes.map { $0.updated.map { $0.new.id } } ?? Array(shown.keys)
    guard !reloaded.isEmpty else { return }
    for id in reloaded { recycle(id) }
    reloads.value += 1
  }

  private func recycle(_ id: ObjectIdentifier) {
    if case .success(let item)? = shown.removeValue(forKey: id) { item.recycle() }
  }

  /// Turns to the page of the row that the list requests to scroll to.
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

  /// A visible header or footer.
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

  /// The existing headers and footers of the visible sections.
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

  /// Reports to the list what has appeared and disappeared, and page turns.
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
    // A handler of one report may remove other rows. Those need no report, so its error is ignored.
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
      // Several sections may share a header.
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
