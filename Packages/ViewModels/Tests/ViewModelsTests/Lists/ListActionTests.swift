import Bindings
import Testing
import ViewModels

/// Methods that change a list are actions: an observer that calls one neither depends on what it reads
/// nor sees half of it.
@MainActor
@Suite(.ownGraph) struct ListActionTests {
  private let trigger = Property(0)
  private let list = ListViewModel()

  init() throws { try list.append(cells("a", "b", "c")) }

  /// The runs of an observer that does `body` when the trigger changes, up to a later change of the
  /// list.
  private func runs(_ body: @escaping @MainActor () throws -> Void) -> Int {
    var runs = 0
    let start = trigger.peek()
    let token = observe {
      runs += 1
      guard trigger.value > start, runs < 10 else { return }
      do { try body() } catch { Issue.record(error) }
    }
    trigger.value += 1
    do { try list.append(TextCell("later")) } catch { Issue.record(error) }
    token.cancel()
    return runs
  }

  @Test func appendingInAnObserverIsNoDependency() {
    #expect(runs { try list.append(TextCell("x")) } == 2)
    #expect(list.count == 3 + 1 + 1)
  }

  @Test func noChangeOfRowsIsADependency() {
    #expect(runs { try list.insert(TextCell("x"), at: 0) } == 2)
    #expect(runs { try list.replace(from: 0, with: cells("x")) } == 2)
    #expect(runs { try list.setCells(cells("x", "y", "z")) } == 2)
    #expect(runs { try list.move(from: 0, to: 1) } == 2)
    #expect(runs { try list.reload(at: 0) } == 2)
    #expect(runs { try list.reload(rows: 0..<1) } == 2)
    #expect(runs { try list.removeLast() } == 2)
    #expect(runs { try list.remove(at: 0) } == 2)
    #expect(runs { try list.add("typed") } == 2)
    #expect(runs { list.clear() } == 2)
  }

  @Test func noChangeOfSectionsIsADependency() {
    #expect(runs { try list.append(SectionViewModel(), cells: cells("s")) } == 2)
    #expect(runs { try list.addSection("typed") } == 2)
    #expect(runs { try list.move(section: 0, to: 1) } == 2)
    #expect(runs { try list.reload(sections: 0..<1) } == 2)
    #expect(runs { list.reloadAll() } == 2)
    #expect(runs { try list.removeSection(at: 0) } == 2)
    #expect(runs { list.removeAllSections() } == 2)
  }

  @Test func noSelectionIsADependency() {
    #expect(runs { try list.select(at: 0) } == 2)
    #expect(runs { try list.deselect(at: 0) } == 2)
    #expect(runs { try list.report(.didSelect, at: 1) } == 2)
    #expect(runs { try list.scroll(to: 0) } == 2)
    #expect(runs { list.scrollToNearestSelected() } == 2)
  }

  @Test func noChangeByCellOrPathIsADependency() throws {
    let cell = try #require(list.cells.first)
    let place = ListPath(section: 0, row: 1)
    #expect(runs { try list.move(cell, to: place) } == 2)
    #expect(runs { try list.move(from: place, to: ListPath(section: 0, row: 0)) } == 2)
    #expect(runs { try list.reload(cell) } == 2)
    #expect(runs { try list.select(cell) } == 2)
    #expect(runs { try list.deselect(cell) } == 2)
    #expect(runs { try list.scroll(to: place) } == 2)
    #expect(runs { try list.turn(toPage: 2) } == 2)
    #expect(runs { try list.report(.willDisplay, headerOf: 0) } == 2)
    #expect(runs { try list.report(.willDisplay, footerOf: 0) } == 2)
    #expect(runs { try list.replace(at: 0, with: "typed") } == 2)
    #expect(runs { try list.remove(rows: 0..<1) } == 2)
    let last = try #require(list.cells.last)
    #expect(runs { try list.remove(last) } == 2)
  }

  @Test func noSectionThatComesOrGoesByItselfIsADependency() throws {
    let section = SectionViewModel()
    #expect(runs { try list.insert(section, cells: cells("s"), at: 0) } == 2)
    #expect(runs { try list.remove(section) } == 2)
    #expect(runs { try list.remove(sections: 0..<1) } == 2)
  }

  @Test func followingThatBeginsInAnObserverIsNoDependency() throws {
    let section = SectionViewModel()
    try list.append(section)
    let source = ObservableList(cells("x", "y"))
    var tokens: [Subscription] = []
    #expect(runs { tokens.append(list.follow(source, in: section)) } == 2)
    source.edit { $0.append(TextCell("z")) }
    #expect(section.cells.map(\.id) == source.peek().map(\.id))
    for token in tokens { token.cancel() }
  }

  @Test func changingHeadersAndFootersIsNoDependencyEither() throws {
    let section = try #require(list.section(at: 0))
    #expect(runs { section.header = SupplementaryViewModel("h") } == 2)
    #expect(runs { section.footer = SupplementaryViewModel("f") } == 2)
  }

  @Test func aCallIsOneChangeForWhoeverObservesTheList() throws {
    var states: [[Int]] = []
    let token = observe { [list] in
      states.append([list.count, list.selectedCells.count, list.sections.first?.cells.count ?? -1])
    }
    try list.select(list.cells[2])
    try list.remove(list.cells[2])
    try list.append(TextCell("d"))
    #expect(states == [[3, 0, 3], [3, 1, 3], [2, 0, 2], [3, 0, 3]])
    token.cancel()
  }

  @Test func whatIsReadIsStillTracked() throws {
    var counts: [Int] = []
    let token = observe { [list] in counts.append(list.rowCount(in: 0)) }
    try list.append(TextCell("d"))
    #expect(counts == [3, 4])
    token.cancel()
  }
}
