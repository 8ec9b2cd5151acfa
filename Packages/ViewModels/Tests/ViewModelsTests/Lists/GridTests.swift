import Bindings
import Testing
import ViewModels

@MainActor
@Suite(.ownGraph) struct GridTests {
  private let watched = WatchedList(GridViewModel(columns: 2))
  private var grid: GridViewModel { watched.list as? GridViewModel ?? GridViewModel() }

  // L68: a failed insertion into an empty grid left a section that nobody was told of.
  @Test func aFailedInsertionLeavesNoSection() {
    expectError(.noRow) { try grid.insert(TextCell("a"), at: 1) }
    #expect(grid.sectionCount == 0 && watched.takeLog().isEmpty)
  }

  // L68: with one section, naming a later one ended the program.
  @Test func aLaterSectionThanTheOnlyOneIsAnError() throws {
    try grid.append(TextCell("a"))
    expectError(.noSection) { try grid.append(TextCell("b"), section: 1) }
    expectError(.noSection) { try grid.insert(TextCell("b"), at: 0, section: 2) }
    expectError(.noSection) { try grid.remove(at: 0, section: 1) }
    #expect(watched.shown == [["a"]])
  }

  // L68: reloading stopped one tile early, and reloading everything told nobody.
  @Test func reloadingNamesEveryTile() throws {
    try grid.append(cells("a", "b"))
    _ = watched.takeLog()
    try grid.reload(rows: 0..<2)
    grid.reloadAll()
    #expect(watched.takeLog() == ["~ rows 0.0 0.1", "~ sections 0, ~ rows 0.0 0.1"])
  }

  @Test func aSectionMadeForTilesComesInTheSameBatch() throws {
    try grid.setCells(cells("a"))
    #expect(watched.takeLog() == ["+ sections 0"] && watched.shown == [["a"]])
    grid.removeAllSections()
    try grid.replace(from: 0, with: cells("b"))
    #expect(watched.takeLog() == ["- sections 0", "+ sections 0"])
  }

  // L68: a section that came with tiles overwrote those that it had.
  @Test func aSectionKeepsItsTilesWhenMoreComeWithIt() throws {
    let section = SectionViewModel(headerTitle: "title")
    try grid.append(section, cells: cells("a"))
    try grid.remove(section)
    try grid.insert(section, cells: cells("b"), at: 0)
    #expect(watched.shown == [["a", "b"]] && watched.refusals.isEmpty)
  }
}
