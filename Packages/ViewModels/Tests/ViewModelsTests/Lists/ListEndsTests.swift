import Bindings
import Testing
import ViewModels

/// Positions at the ends of `Int`: a `ListError` that changes nothing.
@MainActor
@Suite struct ListEndsTests {
  private let watched = WatchedList()
  private var list: ListViewModel { watched.list }
  private let cell = TextCell("a")

  init() throws {
    try list.append(SectionViewModel(), cells: [cell])
    _ = watched.takeLog()
  }

  private nonisolated static let ends = [Int.min, Int.min + 1, -1, 2, Int.max - 1, Int.max]

  @Test(arguments: ends) func aRowThatThereIsNotIsAnError(_ row: Int) throws {
    expectError(.row) { try list.remove(at: row) }
    expectError(.row) { try list.reload(at: row) }
    expectError(.row) { try list.select(at: row) }
    expectError(.row) { try list.deselect(at: row) }
    expectError(.row) { try list.scroll(to: row) }
    expectError(.row) { try list.report(.didHighlight, at: row) }
    expectError(.row) { try list.insert("b", at: row) }
    expectError(.row) { try list.insert(TextCell("b"), at: row) }
    expectError(.row) { try list.replace(at: row, with: "b") }
    expectError(.row) { try list.replace(from: row, with: cells("b", "c")) }
    expectError(.row) { try list.move(from: row, to: 0) }
    expectError(.row) { try list.move(from: 0, to: row) }
    expectError(.row) { try list.move(cell, to: ListPath(section: 0, row: row)) }
    expectError(.row) { try list.scroll(to: ListPath(section: 0, row: row)) }
    #expect(list.cell(at: ListPath(section: 0, row: row)) == nil)
    #expect(watched.shown == [["a"]] && watched.takeLog().isEmpty)
  }

  @Test(arguments: ends) func aSectionThatThereIsNotIsAnError(_ section: Int) throws {
    expectError(.section) { try list.append(TextCell("b"), section: section) }
    expectError(.section) { try list.insert(TextCell("b"), at: 0, section: section) }
    expectError(.section) { try list.replace(from: 0, with: cells("b"), section: section) }
    expectError(.section) { try list.setCells(cells("b"), section: section) }
    expectError(.section) { try list.remove(at: 0, section: section) }
    expectError(.section) { try list.remove(rows: 0..<1, section: section) }
    expectError(.section) { try list.removeLast(section: section) }
    expectError(.section) { try list.reload(at: 0, section: section) }
    expectError(.section) { try list.move(from: 0, to: 0, section: section) }
    expectError(.section) { try list.move(from: 0, to: 0, toSection: section) }
    expectError(.section) { try list.move(section: section, to: 0) }
    expectError(.section) { try list.move(section: 0, to: section) }
    expectError(.section) { try list.removeSection(at: section) }
    expectError(.section) { try list.insert(SectionViewModel(), at: section) }
    expectError(.section) { try list.select(at: 0, section: section) }
    expectError(.section) { try list.scroll(to: 0, section: section) }
    expectError(.section) { try list.report(.willDisplay, headerOf: section) }
    expectError(.section) { try list.report(.willDisplay, footerOf: section) }
    #expect(list.section(at: section) == nil && list.header(in: section) == nil)
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
    expectError(.row) { try list.remove(rows: range) }
    expectError(.row) { try list.reload(rows: range) }
    expectError(.section) { try list.remove(sections: range) }
    expectError(.section) { try list.reload(sections: range) }
    #expect(watched.shown == [["a"]] && watched.takeLog().isEmpty)
  }

  @Test(arguments: [Int.min, -1]) func aPageBelowTheFirstIsAnError(_ page: Int) throws {
    expectError(.page) { try list.report(pageTo: page) }
    try list.report(pageTo: .max)
  }

  @Test(arguments: [Int.min, -1, 0, Int.max]) func aGridHasAtLeastOneColumn(_ columns: Int) throws {
    let grid = GridViewModel(columns: columns)
    try grid.append(cells("a", "b"))
    #expect(grid.lines(in: 0).joined().count == 2)
    #expect(grid.lines(in: .max).isEmpty && grid.lines(in: .min).isEmpty)
    expectError(.row) { try grid.remove(at: .max) }
  }
}
