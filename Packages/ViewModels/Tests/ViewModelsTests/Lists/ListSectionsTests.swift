import Bindings
import Testing
import ViewModels

@MainActor
@Suite(.ownGraph) struct ListSectionsTests {
  private let watched = WatchedList()
  private var list: ListViewModel { watched.list }

  @Test func sectionsComeWithCellsBehindThoseThatTheyHave() throws {
    let section = SectionViewModel(headerTitle: "A")
    try list.append(section, cells: cells("1"))
    try list.remove(section)
    #expect(section.cells.count == 1 && section.list == nil && section.cells[0].list == nil)
    try list.append(section, cells: cells("2"))
    #expect(watched.shown == [["1", "2"]] && section.list === list)
    try list.insert(SectionViewModel(), cells: cells("0"), at: 0, animation: .top)
    #expect(watched.shown == [["0"], ["1", "2"]])
    #expect(watched.takeLog().last == "+ sections 0 top")
    expectError(.duplicateSection) { try list.append(section) }
    expectError(.noSection) { try list.insert(SectionViewModel(), at: 3) }
    expectError(.duplicateCell) { try list.append(SectionViewModel(), cells: section.cells) }
    #expect(watched.shown == [["0"], ["1", "2"]])
  }

  @Test func aCellThatGoesElsewhereIsNoLongerOfTheSectionThatWasTakenOut() throws {
    let (first, second) = (SectionViewModel(), SectionViewModel())
    let all = cells("a", "b", "c")
    var seen: [Int] = []
    let token = observe { seen.append(first.cells.count) }
    try list.append(first, cells: all)
    try list.append(second)
    try list.remove(first)
    try list.append(all[1], section: 0)
    #expect(first.cells.map(\.id) == [all[0].id, all[2].id] && seen.last == 2)
    let other = ListViewModel()
    try other.append(all[2])
    expectError(.duplicateCell) { try list.append(first, cells: [all[1]]) }
    try list.append(first)
    #expect(watched.shown == [["b"], ["a"]] && first.cells.map(\.id) == [all[0].id])
    // What is free again is in no section.
    try other.remove(all[2])
    #expect(all[2].section == nil && first.cells.count == 1 && watched.refusals.isEmpty)
    token.cancel()
  }

  @Test func aSectionThatWasTakenOutLetsGoOfACellThatWentElsewhere() throws {
    let (list, section) = (ListViewModel(), SectionViewModel())
    weak var gone: TextCell?
    do {
      let cell = TextCell("a")
      gone = cell
      try list.append(section, cells: [cell])
      try list.remove(section)
      try list.append(cell)
      try list.remove(cell)
    }
    #expect(gone == nil && section.cells.isEmpty)
  }

  // L55: only the beginning of the range was checked, and the style was dropped.
  @Test func reloadingSectionsChecksTheEndAndKeepsTheStyle() throws {
    try list.append(SectionViewModel(), cells: cells("a"))
    try list.append(SectionViewModel(), cells: cells("b"))
    _ = watched.takeLog()
    try list.reload(sections: 1..<2, animation: .left)
    #expect(watched.takeLog() == ["~ sections 1, ~ rows 1.0 left"])
    expectError(.noSection) { try list.reload(sections: 1..<3) }
    #expect(watched.takeLog().isEmpty)
    list.reloadAll()
    #expect(watched.takeLog() == ["~ sections 0 1, ~ rows 0.0 1.0"])
  }

  @Test func sectionsAreRemovedByThemselvesByRangeAndAll() throws {
    let sections = (0..<4).map { _ in SectionViewModel() }
    for section in sections { try list.append(section, cells: cells("x", "y")) }
    _ = watched.takeLog()
    try list.remove(sections[1])
    try list.remove(sections: 0..<2, animation: .fade)
    #expect(list.sections.count == 1 && list.sections[0] === sections[3])
    expectError(.notInList) { try list.remove(sections[1]) }
    expectError(.noSection) { try list.remove(sections: 0..<2) }
    list.removeAllSections()
    #expect(watched.takeLog() == ["- sections 1", "- sections 0 1 fade", "- sections 0"])
    list.removeAllSections()
    #expect(watched.takeLog().isEmpty && watched.refusals.isEmpty)
  }

  @Test func aSectionMovesWithItsRows() throws {
    for name in ["a", "b", "c"] { try list.append(SectionViewModel(), cells: cells(name)) }
    _ = watched.takeLog()
    try list.move(section: 0, to: 2)
    #expect(watched.shown == [["b"], ["c"], ["a"]])
    #expect(watched.takeLog() == ["> sections 0→2"])
    expectError(.noSection) { try list.move(section: 0, to: 3) }
  }

  @Test func everythingIsFoundBothWays() throws {
    let header = SupplementaryViewModel("H")
    let footer = SupplementaryViewModel("F")
    let all = cells("a", "b")
    try list.append(SectionViewModel(headerTitle: "title"))
    try list.append(SectionViewModel(header: header, footer: footer), cells: all)
    #expect(list.path(of: all[1]) == ListPath(section: 1, row: 1))
    #expect(list.cell(at: ListPath(section: 1, row: 1)) === all[1])
    #expect(list.cell(at: ListPath(section: 1, row: 2)) == nil)
    #expect(list.cell(at: ListPath(section: -1, row: 0)) == nil)
    #expect(list.section(at: 1)?.header === header && list.section(at: 1)?.footer === footer)
    #expect(list.index(of: header) == 1 && list.index(of: footer) == 1)
    #expect(list.index(of: SupplementaryViewModel()) == nil)
    #expect(list.section(at: 1)?.header === header && list.section(at: 2) == nil)
    #expect(list.path(of: TextCell()) == nil)
    #expect(list.rowCount(in: 1) == 2 && list.rowCount(in: 5) == 0)
  }

  @Test func aPathIsFollowedThroughChanges() throws {
    let cell = TextCell("a")
    let paths = Property<[ListPath?]>([])
    let token = observe { [list] in
      let path = list.path(of: cell)
      let isThere = cell.path == path
      untracked { paths.value.append(isThere ? path : nil) }
    }
    try list.append(cell)
    try list.insert(TextCell("b"), at: 0)
    try list.remove(cell)
    #expect(
      paths.value == [nil, ListPath(section: 0, row: 0), ListPath(section: 0, row: 1), nil])
    token.cancel()
  }

  @Test func titlesAndTheirViewModelsAreObservedAndTheViewModelCounts() throws {
    let section = SectionViewModel(headerTitle: "one")
    try list.append(section)
    _ = watched.takeLog()
    var seen: [String?] = []
    let token = observe { seen.append(section.headerText) }
    section.headerTitle = "two"
    let header = SupplementaryViewModel("view-model")
    section.header = header
    header.text = "changed"
    section.headerTitle = "hidden"
    section.header = nil
    #expect(seen == ["one", "two", "view-model", "changed", "hidden"])
    #expect(watched.takeLog().isEmpty)
    section.footerTitle = "below"
    #expect(section.footerText == "below" && header.list == nil)
    token.cancel()
  }

  @Test(arguments: ["end", "release"])
  func aSectionThatOutlivesItsListKeepsItsRows(_ way: String) throws {
    let section = SectionViewModel(header: SupplementaryViewModel("h"))
    let cell = TextCell("a")
    weak var gone: ListViewModel?
    var seen: [Int] = []
    var isFree: [Bool] = []
    let tokens = [
      section.$cells.observe { seen.append($0.count) },
      observe { isFree.append(cell.list == nil && cell.section == nil && cell.path == nil) },
    ]
    do {
      let list = ListViewModel()
      gone = list
      try list.append(section, cells: [cell])
      try list.select(cell)
      try list.append(TextCell("b"))
      if way == "end" { list.end() }
    }
    #expect(gone == nil && section.list == nil && section.header?.list == nil)
    #expect(seen.last == 2 && section.cells.count == 2 && section.$cells.value.count == 2)
    #expect(isFree.first == true && isFree.last == true && isFree.contains(false))
    try list.append(section)
    #expect(watched.shown == [["a", "b"]] && cell.list === list)
    for token in tokens { token.cancel() }
  }

  @Test func anArrayHandedInIsNotTheSectionsOwn() throws {
    var all: [CellViewModel] = cells("a")
    try list.append(SectionViewModel(), cells: all)
    all.append(TextCell("b"))
    #expect(watched.texts == [["a"]])
  }
}
