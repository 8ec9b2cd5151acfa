import Bindings
import ViewModels

extension TextTable {
  struct Paging: Equatable {
    var length: Int?
    var index = 0
  }

  /// The number of rows of a page; `nil`, as at first, to show all rows at once.
  ///
  /// A table with pages tells the list what comes into sight and what goes, and to which page it
  /// turned; and it follows the list's wish to bring a row into sight. One without shows all rows and
  /// tells nothing.
  var pageLength: Int? {
    get { paging.value.length }
    set {
      let first = rowRange.lowerBound
      displayed = newValue == nil ? [] : displayed
      let length = newValue.map { max($0, 1) }
      let before = paging.peek().index
      // Both at once: an index that counts pages of another length means other rows.
      paging.value = Paging(length: length, index: first / (length ?? .max))
      settlePage(paging.peek().index, before: before)
    }
  }

  /// The page that is shown; pages begin at 0.
  var pageIndex: Int { paging.value.index }

  /// The number of pages; one at least.
  var pageCount: Int {
    _ = version.value
    return paging.value.length.map { rowCount == 0 ? 1 : (rowCount - 1) / $0 + 1 } ?? 1
  }

  private var rowCount: Int { groups.reduce(0) { $0 + $1.rows.count } }

  /// The rows on the page, counted through all sections.
  private var rowRange: Range<Int> {
    let (paging, count) = (paging.value, rowCount)
    guard let length = paging.length else { return 0..<count }
    let first = paging.index > count / length ? count : min(paging.index * length, count)
    return first..<(first + min(length, count - first))
  }

  /// The sections on the page and their rows there; an empty one is where its rows would be.
  var rowsOnPage: [(section: Int, rows: Range<Int>)] {
    let page = rowRange
    let isLast = paging.value.index == pageCount - 1
    var start = 0
    var found: [(section: Int, rows: Range<Int>)] = []
    for (index, section) in groups.enumerated() {
      let range = start..<(start + section.rows.count)
      let shown = range.clamped(to: page)
      if !shown.isEmpty {
        found.append((index, (shown.lowerBound - start)..<(shown.upperBound - start)))
      } else if range.isEmpty, page.contains(start) || isLast && start >= page.upperBound {
        found.append((index, 0..<0))
      }
      start = range.upperBound
    }
    return found
  }

  /// Goes to a page, or to the last one, and tells the list what is seen now.
  func settlePage(_ wanted: Int, before: Int? = nil) {
    let before = before ?? paging.peek().index
    let index = max(0, min(wanted, pageCount - 1))
    paging.value.index = index
    guard paging.peek().length != nil else { return }
    let shown = rowsOnPage.flatMap { section, rows in
      groups[section].rows[rows].map(\.cell)
    }
    let (old, new) = (Set(displayed.map(\.id)), Set(shown.map(\.id)))
    let leaving = displayed.filter { !new.contains($0.id) }
    displayed = shown
    for cell in leaving where list.path(of: cell) != nil {
      try? list.report(.didEndDisplaying, of: cell)
    }
    for cell in shown where !old.contains(cell.id) { try? list.report(.willDisplay, of: cell) }
    if index != before { try? list.report(pageTo: index) }
  }

  /// Turns to the page of the row that the list wants to be seen.
  func scroll(to request: ScrollRequest) {
    guard let length = paging.peek().length else { return }
    switch request.target {
    case .cell(_, let path):
      settlePage(flat(path) / length)
    case .nearestSelected:
      let page = rowRange
      let rows = list.selectedCells.compactMap { list.path(of: $0) }.map(flat)
      func distance(_ row: Int) -> Int { max(page.lowerBound - row, row - page.upperBound + 1, 0) }
      guard let nearest = rows.min(by: { distance($0) < distance($1) }) else { return }
      settlePage(nearest / length)
    }
  }

  private func flat(_ path: ListPath) -> Int {
    groups.prefix(path.section).reduce(path.row) { $0 + $1.rows.count }
  }
}
