import Bindings
import Testing
import ViewModels

// L47, L59, L61
@MainActor
@Suite(.ownGraph) struct TextTablePagingTests {
  private let list = ListViewModel()
  private let table: TextTable
  private let log = Property<[String]>([])
  private let token: Subscription

  init() throws {
    table = TextTable(list)
    try list.append(SectionViewModel(headerTitle: "A"), cells: cells("a", "b", "c"))
    try list.append(SectionViewModel(headerTitle: "B"), cells: cells("d", "e"))
    try list.append(SectionViewModel(headerTitle: "C"))
    let log = log
    token = list.events.observe { event in log.value.append(event.description) }
  }

  private func takeLog() -> [String] {
    defer { log.value = [] }
    return log.value
  }

  @Test func withoutPagesAllIsShownAndNothingIsTold() throws {
    try list.scroll(to: ListPath(section: 1, row: 1))
    #expect(table.sections.map(\.rows.count) == [3, 2, 0])
    #expect(table.pageCount == 1 && table.pageIndex == 0 && takeLog().isEmpty)
  }

  @Test func turningThePageRaisesDisplayEventsThenThePage() throws {
    table.pageLength = 2
    #expect(takeLog() == ["willDisplay 0.0", "willDisplay 0.1"])
    #expect(table.pageCount == 3)
    #expect(table.lines == ["── A", "  0.0  a", "  0.1  b", table.lastChange])
    try table.turn(toPage: 1)
    #expect(
      takeLog() == [
        "didEndDisplaying 0.0", "didEndDisplaying 0.1", "willDisplay 0.2", "willDisplay 1.0",
        "didPage 1",
      ])
    #expect(table.sections.map(\.header) == ["A", "B"])
    try table.turn(toPage: 2)
    #expect(table.sections.map(\.header) == ["B", "C"])
    expectError(.page) { try table.turn(toPage: 3) }
    expectError(.page) { try table.turn(toPage: -1) }
    _ = takeLog()
    table.pageLength = nil
    #expect(takeLog().isEmpty && table.pageIndex == 0)
    #expect(table.sections.map(\.rows.count) == [3, 2, 0])
  }

  @Test func aRowThatIsScrolledToIsOnThePageAndMarkedWhenSelected() throws {
    table.pageLength = 2
    try list.select(list.cells[4])
    try list.scroll(to: ListPath(section: 0, row: 2))
    #expect(table.pageIndex == 1)
    list.scrollToNearestSelected()
    #expect(table.pageIndex == 2)
    #expect(table.lines.contains("> 1.1  e"))
    try list.select(list.cells[0])
    list.scrollToNearestSelected()
    #expect(table.pageIndex == 0)
    #expect(table.lines.contains("> 0.0  a"))
  }

  @Test func editsBringRowsToThePageAndAShorterListTurnsBack() throws {
    table.pageLength = 2
    try table.turn(toPage: 2)
    _ = takeLog()
    try list.remove(list.cells[0])
    #expect(takeLog() == ["willDisplay 1.0", "didPage 1"])
    #expect(table.pageCount == 2 && table.pageIndex == 1)
    list.removeAllSections()
    #expect(table.pageCount == 1 && table.pageIndex == 0 && takeLog() == ["didPage 0"])
  }
}
