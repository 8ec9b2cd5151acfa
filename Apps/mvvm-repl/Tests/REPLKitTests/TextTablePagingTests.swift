import Bindings
import Testing
import ViewModels

@testable import REPLKit

/// Pages of a list: display events, and the page of the row that is asked for.
@MainActor
@Suite(.ownGraph) struct TextTablePagingTests {
  private let list = ListViewModel()
  private let table: TextTable
  private let log = Property<[String]>([])
  private let token: Subscription

  init() throws {
    table = TextTable(list, renderers: .text())
    try list.append(
      SectionViewModel(headerTitle: "A"), cells: ["a", "b", "c"].map { TextCell($0) })
    try list.append(SectionViewModel(headerTitle: "B"), cells: ["d", "e"].map { TextCell($0) })
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
    #expect(table.sections == [ListTable.Section(header: "A", rows: [["a"], ["b"]])])
    table.settlePage(1)
    #expect(
      takeLog() == [
        "didEndDisplaying 0.0", "didEndDisplaying 0.1", "willDisplay 0.2", "willDisplay 1.0",
        "didPage 1",
      ])
    #expect(table.sections.map(\.header) == ["A", "B"])
    table.settlePage(2)
    #expect(table.sections.map(\.header) == ["B", "C"])
    _ = takeLog()
    table.settlePage(.max)
    #expect(table.pageIndex == 2 && takeLog().isEmpty)
    table.settlePage(.min)
    #expect(table.pageIndex == 0)
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
    #expect(table.sections.first?.start == ListPath(section: 1, row: 1))
    #expect(table.sections.first?.rows == [["> e"]])
    try list.select(list.cells[0])
    list.scrollToNearestSelected()
    #expect(table.pageIndex == 0)
    #expect(table.sections.first?.rows.first == ["> a"])
  }

  @Test func editsBringRowsToThePageAndAShorterListTurnsBack() throws {
    table.pageLength = 2
    table.settlePage(2)
    _ = takeLog()
    try list.remove(list.cells[0])
    #expect(takeLog() == ["willDisplay 1.0", "didPage 1"])
    #expect(table.pageCount == 2 && table.pageIndex == 1)
    list.removeAllSections()
    #expect(table.pageCount == 1 && table.pageIndex == 0 && takeLog() == ["didPage 0"])
  }

  @Test(arguments: [Int.min, -1, 0, 1, 5, Int.max - 1, Int.max])
  func anyLengthIsALength(_ length: Int) throws {
    table.pageLength = 2
    table.settlePage(2)
    // An observer sees the new length and the new index together.
    var seen: [Int] = []
    let token = observe { [table] in seen.append(table.sections.count) }
    table.pageLength = length
    #expect(table.pageCount == (length < 2 ? 5 : 1))
    table.settlePage(.max)
    #expect(table.pageIndex == table.pageCount - 1)
    token.cancel()
  }
}
