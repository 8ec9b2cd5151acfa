import Bindings
import Testing
import ViewModels

@MainActor
@Suite(.ownGraph) struct ListCellsTests {
  private let watched = WatchedList()
  private var list: ListViewModel { watched.list }

  @Test func theFirstRowMakesASectionInTheSameBatch() throws {
    try list.append(TextCell("a"), animation: .left)
    #expect(watched.texts == [["a"]] && watched.shown == [["a"]])
    #expect(watched.takeLog() == ["+ sections 0 left"])
  }

  @Test func rowsGoToTheLastSectionUnlessOneIsNamed() throws {
    try list.append(SectionViewModel())
    try list.append(SectionViewModel())
    try list.append(cells("a", "b"), animation: .right)
    try list.append(TextCell("c"), section: 0)
    #expect(watched.shown == [["c"], ["a", "b"]])
    #expect(watched.takeLog().suffix(2) == ["+ rows 1.0 1.1 right", "+ rows 0.0"])
  }

  @Test func insertingUpToTheCountIsPossible() throws {
    try list.insert(TextCell("b"), at: 0)
    try list.insert(TextCell("c"), at: 1)
    try list.insert(TextCell("a"), at: 0)
    #expect(watched.shown == [["a", "b", "c"]])
    expectError(.noRow) { try list.insert(TextCell("d"), at: 4) }
    expectError(.noRow) { try list.insert(TextCell("d"), at: -1) }
    #expect(watched.shown == [["a", "b", "c"]])
  }

  // L49: the plural form of old left out the check and told wrong paths.
  @Test func insertingSeveralNamesEachPathAndChecksEachCell() throws {
    let first = cells("a", "z")
    try list.append(first)
    _ = watched.takeLog()
    try list.insert(cells("b", "c", "d"), at: 1)
    #expect(watched.takeLog() == ["+ rows 0.1 0.2 0.3"])
    expectError(.duplicateCell) { try list.insert([TextCell("x"), first[0]], at: 0) }
    let twice = TextCell("y")
    expectError(.duplicateCell) { try list.insert([twice, twice], at: 0) }
    #expect(watched.shown == [["a", "b", "c", "d", "z"]] && watched.takeLog().isEmpty)
    #expect(twice.list == nil)
  }

  // L48: of old, adding to a section that there was not ended the program.
  @Test func aSectionThatIsNotThereIsATypedErrorAlsoWhenAdding() throws {
    expectError(.noSection) { try list.append(TextCell("a"), section: 1) }
    #expect(list.sectionCount == 0)
    try list.append(TextCell("a"), section: 0)
    expectError(.noSection) { try list.append(TextCell("b"), section: 1) }
    expectError(.noSection) { try list.append(cells("b"), section: -1) }
    expectError(.noSection) { try list.insert(cells("b"), at: 0, section: 9) }
    #expect(watched.shown == [["a"]])
  }

  @Test func aCellIsInOneListOnce() throws {
    let cell = TextCell("a")
    try list.append(cell)
    expectError(.duplicateCell) { try list.append(cell) }
    let other = ListViewModel()
    expectError(.duplicateCell) { try other.append(cell) }
    try list.remove(cell)
    try other.append(cell)
    #expect(cell.list === other)
  }

  // L51: there was no removal by cell or range.
  @Test func rowsAreRemovedByCellByPlaceByRangeAndAtTheEnd() throws {
    let all = cells("a", "b", "c", "d", "e", "f")
    try list.append(all)
    _ = watched.takeLog()
    try list.remove(all[2], animation: .fade)
    try list.remove(at: 0)
    try list.remove(rows: 1..<3)
    try list.removeLast(animation: .top)
    #expect(watched.shown == [["b"]])
    #expect(
      watched.takeLog() == ["- rows 0.2 fade", "- rows 0.0", "- rows 0.1 0.2", "- rows 0.1 top"])
    #expect(all[2].list == nil && all[2].section == nil && all[2].path == nil)
    expectError(.noRow) { try list.remove(rows: 0..<2) }
    expectError(.notInList) { try list.remove(all[2]) }
    try list.removeLast()
    expectError(.noRow) { try list.removeLast() }
    #expect(list.sectionCount == 1 && list.count == 0)
  }

  @Test func aRowMovesWithinAndBetweenSections() throws {
    let all = cells("a", "b", "c")
    try list.append(SectionViewModel(), cells: all)
    try list.append(SectionViewModel(), cells: cells("x"))
    _ = watched.takeLog()
    try list.move(all[0], to: ListPath(section: 0, row: 2))
    #expect(watched.shown == [["b", "c", "a"], ["x"]])
    try list.move(all[1], to: ListPath(section: 1, row: 1), animation: .middle)
    #expect(watched.shown == [["c", "a"], ["x", "b"]])
    #expect(watched.takeLog() == ["> rows 0.0→0.2", "> rows 0.0→1.1 middle"])
    #expect(all[1].section === list.sections[1])
    #expect(list.path(of: all[1]) == ListPath(section: 1, row: 1))
    expectError(.noRow) { try list.move(all[0], to: ListPath(section: 0, row: 2)) }
    expectError(.noSection) { try list.move(all[0], to: ListPath(section: 2, row: 0)) }
    expectError(.notInList) { try list.move(TextCell(), to: ListPath(section: 0, row: 0)) }
  }

  // L50: the loop of old stopped one row early, so a single row was never named.
  @Test func reloadingNamesTheWholeRangeAlsoOfOneRow() throws {
    let all = cells("a", "b", "c")
    try list.append(all)
    _ = watched.takeLog()
    try list.reload(all[1])
    try list.reload(rows: 0..<3, animation: .fade)
    try list.reload(at: 2)
    #expect(watched.takeLog() == ["~ rows 0.1", "~ rows 0.0 0.1 0.2 fade", "~ rows 0.2"])
    expectError(.noRow) { try list.reload(rows: 1..<4) }
    #expect(watched.takeLog().isEmpty)
  }

  // L52: rows could not be replaced behind the last one, so not in an empty section.
  @Test func replacingTakesTheWindowAndMayGrowTheSection() throws {
    try list.append(cells("a", "b", "c"))
    _ = watched.takeLog()
    try list.replace(from: 2, with: cells("x", "y"), animation: .left)
    #expect(watched.shown == [["a", "b", "x", "y"]])
    #expect(watched.takeLog() == ["- rows 0.2, + rows 0.2 0.3 left"])
    try list.replace(from: 0, with: cells("z"))
    try list.replace(from: 4, with: cells("end"))
    #expect(watched.shown == [["z", "b", "x", "y", "end"]])
    expectError(.noRow) { try list.replace(from: 6, with: cells("no")) }
    try list.append(SectionViewModel())
    try list.replace(from: 0, with: cells("first"), section: 1)
    #expect(watched.shown.last == ["first"])
  }

  // L57: the same cells given again were silently ignored.
  @Test func cellsThatAreGivenAgainStayTheSameRows() throws {
    let all = cells("a", "b", "c")
    let section = SectionViewModel(headerTitle: "head")
    try list.append(section, cells: all)
    var entries = 0
    let token = observe { if all[2].list != nil { entries += 1 } }
    _ = watched.takeLog()
    try list.setCells([all[2], TextCell("n"), all[0]], animation: .fade)
    #expect(watched.shown == [["c", "n", "a"]])
    #expect(watched.takeLog() == ["- rows 0.1, + rows 0.1, > rows 0.2→0.0 fade"])
    #expect(entries == 1 && all[1].list == nil && list.sections[0] === section)
    expectError(.duplicateCell) { try list.setCells([all[0], all[0]]) }
    try list.setCells(list.sections[0].cells)
    #expect(watched.takeLog().isEmpty)
    token.cancel()
  }

  @Test func whatIsReplacedLeavesOnTheOtherSide() throws {
    var last: SectionChanges<ListGroup, ListRow>?
    let token = list.content.observeChanges { last = $0.changes ?? last }
    try list.append(cells("a", "b"))
    try list.replace(from: 0, with: cells("x"), animation: .left)
    #expect(last?.animation == .left && last?.removalAnimation == .right)
    try list.replace(from: 0, with: cells("x"), animation: .top)
    #expect(last?.removalAnimation == .bottom)
    try list.replace(from: 0, with: cells("x"), animation: .fade)
    #expect(last?.removalAnimation == .fade)
    try list.removeLast(animation: .left)
    #expect(last?.removalAnimation == .left)
    token.cancel()
  }

  @Test func aBatchOfCallsIsOneChange() throws {
    let a = TextCell("a")
    try list.append(a)
    _ = watched.takeLog()
    try batch {
      try list.append(cells("b", "c"))
      try list.remove(a)
      try list.insert(a, at: 0)
      try list.removeLast()
    }
    #expect(watched.shown == [["a", "b"]] && watched.takeLog() == ["+ rows 0.1"])
  }
}
