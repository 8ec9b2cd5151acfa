import Bindings
import Testing
import ViewModels

/// Positions at the ends of `Int`: a `ViewModelError` that changes nothing.
@MainActor
@Suite(.ownGraph) struct ListEndsTests {
  private let watched = WatchedList()
  private var list: ListViewModel { watched.list }
  private let cell = TextCell("a")

  init() throws {
    try list.append(SectionViewModel(), cells: [cell])
    _ = watched.takeLog()
  }

  private nonisolated static let ends = [Int.min, Int.min + 1, -1, 2, Int.max - 1, Int.max]

  @Test(arguments: ends) func aRowThatThereIsNotIsAnError(_ row: Int) throws {
    expectError(.noRow) { try list.remove(at: row) }
    expectError(.noRow) { try list.reload(at: row) }
    expectError(.noRow) { try list.select(at: row) }
    expectError(.noRow) { try list.deselect(at: row) }
    expectError(.noRow) { try list.scroll(to: row) }
    expectError(.noRow) { try list.report(.didHighlight, at: row) }
    expectError(.noRow) { try list.insert("b", at: row) }
    expectError(.noRow) { try list.insert(TextCell("b"), at: row) }
    expectError(.noRow) { try list.replace(at: row, with: "b") }
    expectError(.noRow) { try list.replace(from: row, with: cells("b", "c")) }
    expectError(.noRow) { try list.move(from: row, to: 0) }
    expectError(.noRow) { try list.move(from: 0, to: row) }
    expectError(.noRow) { try list.move(cell, to: ListPath(section: 0, row: row)) }
    expectError(.noRow) { try list.scroll(to: ListPath(section: 0, row: row)) }
    #expect(list.cell(at: ListPath(section: 0, row: row)) == nil)
    #expect(watched.shown == [["a"]] && watched.takeLog().isEmpty)
  }

  @Test(arguments: [nil, 0]) func anEmptyListSaysThatItHasNoSection(_ section: Int?) {
    let error = #expect(throws: ViewModelError.self) {
      try ListViewModel().remove(at: 0, section: section)
    }
    #expect(error?.message == "There is no section 0: the list has none. Add one first.")
  }

  @Test(arguments: ends) func aSectionThatThereIsNotIsAnError(_ section: Int) throws {
    expectError(.noSection) { try list.append(TextCell("b"), section: section) }
    expectError(.noSection) { try list.insert(TextCell("b"), at: 0, section: section) }
    expectError(.noSection) { try list.replace(from: 0, with: cells("b"), section: section) }
    expectError(.noSection) { try list.setCells(cells("b"), section: section) }
    expectError(.noSection) { try list.remove(at: 0, section: section) }
    expectError(.noSection) { try list.remove(rows: 0..<1, section: section) }
    expectError(.noSection) { try list.removeLast(section: section) }
    expectError(.noSection) { try list.reload(at: 0, section: section) }
    expectError(.noSection) { try list.move(from: 0, to: 0, section: section) }
    expectError(.noSection) { try list.move(from: 0, to: 0, toSection: section) }
    expectError(.noSection) { try list.move(section: section, to: 0) }
    expectError(.noSection) { try list.move(section: 0, to: section) }
    expectError(.noSection) { try list.removeSection(at: section) }
    expectError(.noSection) { try list.insert(SectionViewModel(), at: section) }
    expectError(.noSection) { try list.select(at: 0, section: section) }
    expectError(.noSection) { try list.scroll(to: 0, section: section) }
    expectError(.noSection) { try list.report(.willDisplay, headerOf: section) }
    expectError(.noSection) { try list.report(.willDisplay, footerOf: section) }
    #expect(list.section(at: section) == nil)
    #expect(list.rowCount(in: section) == 0)
    #expect(list.cell(at: ListPath(section: section, row: 0)) == nil)
    #expect(watched.shown == [["a"]] && watched.takeLog().isEmpty)
  }

  private nonisolated static let ranges: [Range<Int>] = [
    Int.min..<Int.max, Int.min..<0, -1..<1, 0..<2, 0..<Int.max, Int.max..<Int.max,
    Int.min..<Int.min, Int.min..<(Int.min + 1), (Int.max - 1)..<Int.max,
  ]

  @Test(arguments: ranges)
  func aRangeThatIsNotThereIsAnError(_ range: Range<Int>) throws {
    expectError(.noRow) { try list.remove(rows: range) }
    expectError(.noRow) { try list.reload(rows: range) }
    expectError(.noSection) { try list.remove(sections: range) }
    expectError(.noSection) { try list.reload(sections: range) }
    #expect(watched.shown == [["a"]] && watched.takeLog().isEmpty)
  }

  @Test(arguments: [Int.min, -1]) func aPageBelowTheFirstIsAnError(_ page: Int) throws {
    expectError(.noPage) { try list.turn(toPage: page) }
    try list.turn(toPage: .max)
  }

  @Test(arguments: [Int.min, -1, 0, Int.max])
  func aGridTakesAnyNumberOfColumns(_ columns: Int) throws {
    let grid = GridViewModel(columns: columns)
    try grid.append(cells("a", "b"))
    #expect(grid.columns == columns && grid.count == 2)
    expectError(.noRow) { try grid.remove(at: .max) }
  }
}
