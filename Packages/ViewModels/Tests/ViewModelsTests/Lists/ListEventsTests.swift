import Bindings
import Testing
import ViewModels

@MainActor
@Suite(.ownGraph) struct ListEventsTests {
  private let list = ListViewModel()
  private let all = cells("a", "b", "c")
  private let log = Property<[String]>([])
  private let token: Subscription

  init() throws {
    let log = log
    token = list.events.observe { event in log.value.append(event.description) }
    try list.append(SectionViewModel(headerTitle: "H", footerTitle: "F"), cells: all)
  }

  @Test func theKindsOfEventsCarryTheCellOrTheSection() throws {
    for event in ListEvent.CellEvent.allCases { try list.report(event, of: all[1]) }
    for event in ListEvent.DisplayEvent.allCases {
      try list.report(event, headerOf: 0)
      try list.report(event, footerOf: 0)
    }
    try list.turn(toPage: 2)
    #expect(
      log.value == [
        "willDisplay 0.1", "didEndDisplaying 0.1", "didHighlight 0.1", "didUnhighlight 0.1",
        "didSelect 0.1", "didDeselect 0.1", "didTapDetail 0.1", "willBeginEditing 0.1",
        "didEndEditing 0.1",
        "willDisplay header 0", "willDisplay footer 0", "didEndDisplaying header 0",
        "didEndDisplaying footer 0", "didPage 2",
      ])
    expectError(.notInList) { try list.report(.didHighlight, of: TextCell()) }
    expectError(.noSection) { try list.report(.willDisplay, headerOf: 1) }
    expectError(.noPage) { try list.turn(toPage: -1) }
  }

  // L68: the header's events of old carried the cell at that place.
  @Test func headerAndFooterEventsCarryTheirSectionNotACell() throws {
    let grid = GridViewModel()
    let header = SupplementaryViewModel("H")
    try grid.append(SectionViewModel(header: header), cells: cells("a"))
    var seen: [SupplementaryViewModel?] = []
    let token = grid.events.observe { event in
      if case .header(_, let section, _) = event { seen.append(section.header) }
    }
    try grid.report(.willDisplay, headerOf: 0)
    #expect(seen.count == 1 && seen[0] === header)
    token.cancel()
  }

  @Test func oneRowIsSelectedUnlessSeveralMayBe() throws {
    try list.select(all[0])
    try list.select(all[0])
    try list.report(.didSelect, of: all[1])
    #expect(log.value == ["didSelect 0.0", "didDeselect 0.0", "didSelect 0.1"])
    list.allowsMultipleSelection = true
    try list.select(all[0])
    #expect(list.selectedCells.map(\.id) == [all[1].id, all[0].id])
    try list.remove(all[1])
    #expect(list.selectedCells.map(\.id) == [all[0].id])
    try list.deselect(all[0])
    try list.deselect(all[0])
    #expect(log.value.suffix(2) == ["didSelect 0.0", "didDeselect 0.0"])
  }

  @Test func aRowThatIsSelectedAgainAtTheEventOfAnotherIsNotToldToBeDeselected() throws {
    list.allowsMultipleSelection = true
    try list.select(all[0])
    try list.select(all[1])
    list.allowsMultipleSelection = false
    log.value = []
    let (first, second) = (all[0], all[1])
    let again = list.events.observe { [list] event in
      guard case .cell(.didDeselect, let cell, _) = event, cell === first else { return }
      try? list.select(second)
    }
    try list.select(all[2])
    #expect(list.selectedCells.map(\.id) == [second.id])
    #expect(log.value.last == "didSelect 0.1", "\(log.value)")
    again.cancel()
  }

  @Test func aCellIsSelectedAnewAfterItHasLeft() throws {
    list.allowsMultipleSelection = true
    for cell in all { try list.select(cell) }
    try list.setCells([all[0], all[2]])
    #expect(list.selectedCells.map(\.id) == [all[0].id, all[2].id])
    try list.append(all[1])
    try list.select(all[1])
    #expect(list.selectedCells.map(\.id) == [all[0].id, all[2].id, all[1].id])
    list.removeAllSections()
    #expect(list.selectedCells.isEmpty)
  }

  @Test func aCellOfAListThatWasReleasedIsSelectedAnew() throws {
    let cell = TextCell("x")
    do {
      let released = ListViewModel()
      try released.append(cell)
      try released.select(cell)
    }
    let other = ListViewModel()
    try other.append(cell)
    try other.select(cell)
    #expect(other.selectedCells.map(\.id) == [cell.id])
  }

  // S11: one handler had rows of one kind only.
  @Test func aSelectionIsHandledByTypeAndUndoneAtOnce() throws {
    var opened: [String] = []
    list.onSelect { (cell: TextCell, path) in opened.append("\(cell.text) \(path)") }
    try list.append(StandardCell("other"))
    try list.select(all[2])
    try list.select(list.cells[3])
    #expect(opened == ["c 0.2"])
    #expect(list.selectedCells.map(\.id) == [list.cells[3].id])
    list.end()
    #expect(list.sections.isEmpty && all[0].list == nil)
  }

  // L47: index paths were compared as pointers, so only small ones were found.
  @Test func anyRowThereIsCanBeScrolledTo() throws {
    let long = ListViewModel()
    try long.append((0..<70_000).map { _ in CellViewModel() })
    var asked: [ScrollRequest] = []
    let token = long.scrolls.observe { asked.append($0) }
    try long.scroll(to: ListPath(section: 0, row: 69_999), position: .middle)
    #expect(asked.count == 1 && asked[0].position == .middle)
    guard case .cell(let cell, let path) = asked[0].target else {
      Issue.record("no cell is asked for")
      return
    }
    #expect(cell === long.cells.last && path.row == 69_999)
    expectError(.noRow) { try long.scroll(to: ListPath(section: 0, row: 70_000)) }
    expectError(.noSection) { try long.scroll(to: ListPath(section: 1, row: 0)) }
    token.cancel()
  }

  @Test func theNearestSelectedIsAskedForOnlyIfOneIsSelected() throws {
    var asked = 0
    let token = list.scrolls.observe { request in
      if case .nearestSelected = request.target { asked += 1 }
    }
    list.scrollToNearestSelected()
    try list.select(all[0])
    list.scrollToNearestSelected(position: .top)
    #expect(asked == 1)
    token.cancel()
  }

  @Test func theLatestEventKeepsNoCellAlive() throws {
    weak var gone: TextCell?
    do {
      let cell = TextCell("gone")
      try list.append(cell)
      try list.select(cell)
      try list.remove(cell)
      gone = cell
    }
    #expect(gone == nil && list.lastEvent == "#1 didSelect 0.3")
  }
}
