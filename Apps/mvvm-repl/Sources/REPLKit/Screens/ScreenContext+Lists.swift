import Bindings
import ViewModels

extension ScreenContext {
  /// Returns the picture of a list or a grid: the visible rows, and the state of the page.
  func listPicture(of list: ListViewModel) -> ScreenPicture {
    var picture = schemaPicture(of: list)
    add(list.page, at: "page", to: &picture)
    addRows(of: list, to: &picture)
    if let grid = list as? GridViewModel {
      picture.columns = max(1, grid.columns)
      (picture.spacing, picture.margin) = (max(0, grid.spacing), max(0, grid.margin))
    }
    let reload = command("refresh", of: list) ?? command("reload", of: list)
    // A page that knows how to reload says itself whether it may be pulled.
    picture.pull = list.page.isReloadable ? inner("page").command("pull", of: list.page) : reload
    if list.page.needsRetry {
      picture.retry = command("retry", of: list) ?? picture.pull ?? reload
    }
    let more = command("more", of: list) ?? command("loadMore", of: list)
    switch list.page.loadingMore {
    case .loading: picture.more = ScreenPicture.More(state: .loading)
    case .noMore: picture.more = ScreenPicture.More(state: .end)
    case .idle: picture.more = more.map { ScreenPicture.More(state: .idle, statement: $0) }
    }
    let pulled = picture.pull == nil ? nil : reload
    let shown = Set([picture.pull, pulled, picture.retry, more].compactMap(\.self))
    picture.buttons.removeAll { shown.contains($0.statement) }
    return picture
  }

  /// Adds the visible rows, and the statements that turn to the other pages of rows.
  private func addRows(of list: ListViewModel, to picture: inout ScreenPicture) {
    let window = windows.window(of: list)
    let selected = Set(list.selectedCells.map(\.id))
    func arguments(_ path: ListPath) -> String {
      "\(path.row)" + (list.sectionCount > 1 ? ", section: \(path.section)" : "")
    }
    picture.sections += window.sections.map { section, start, cells in
      ScreenPicture.Section(
        header: window.header(of: section),
        rows: cells.enumerated().map { offset, cell in
          let isSelected = selected.contains(cell.id)
          let place = ListPath(section: start.section, row: start.row + offset)
          var row = ScreenPicture.Row(window.content(of: cell), of: cell)
          row.lines = window.mostLines(of: cell)
          row.isSelected = cell.isMarked(among: selected)
          row.statement = self.statement(
            "\(isSelected ? "deselect" : "select")(at: \(arguments(place)))")
          if [.detail, .detailDisclosure].contains(row.accessory), !(list is GridViewModel) {
            row.detailStatement = self.statement(
              "report(\"didTapDetail\", at: \(arguments(place)))")
          }
          if row.imageState == .failed {
            row.imageRetry = self.statement(
              "sections[\(place.section)].cells[\(place.row)].picture.retry() &")
          }
          return row
        }, footer: window.footer(of: section))
    }
    guard window.pageCount > 1 else { return }
    func statement(toPage page: Int) -> String? {
      window.firstRow(ofPage: page).map { self.statement("scroll(to: \(arguments($0)))") }
    }
    picture.extent = ScreenPicture.Extent(
      page: window.page + 1, pages: window.pageCount, rows: list.content.rowCount,
      previous: statement(toPage: window.page - 1), next: statement(toPage: window.page + 1))
  }
}
