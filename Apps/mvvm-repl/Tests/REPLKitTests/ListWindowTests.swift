import Bindings
import Testing
import ViewModels

@testable import REPLKit

@ViewModel
private final class Undrawn: CellViewModel {
  override init() { super.init() }
}

@ViewModel
private final class Banner: SupplementaryViewModel {
  var count = 0

  override init(_ text: String = "") { super.init(text) }
}

/// The part of a list that is in sight: pages, display events, and rows that are shown by their renderers.
@MainActor
@Suite(.ownGraph) struct ListWindowTests {
  private let list = ListViewModel()
  private let log = Property<[String]>([])
  private let token: Subscription

  init() {
    let log = log
    token = list.events.observe { event in log.value.append(event.description) }
  }

  private func takeLog() -> [String] {
    defer { log.value = [] }
    return log.value
  }

  private func window(isLive: Bool = true) -> ListWindow {
    ListWindow(list, renderers: .text(), isLive: isLive)
  }

  /// Three sections: 25 rows, 5 rows, none.
  private func fill() throws {
    try list.append(
      SectionViewModel(headerTitle: "A"), cells: (0..<25).map { TextCell("a\($0)") })
    try list.append(SectionViewModel(headerTitle: "B"), cells: (0..<5).map { TextCell("b\($0)") })
    try list.append(SectionViewModel(headerTitle: "C"))
    _ = takeLog()
  }

  private func texts(_ window: ListWindow) -> [[String]] {
    window.sections.map { $0.cells.map { window.content(of: $0).text } }
  }

  @Test func whereNobodyLooksNothingIsToldOrFollowed() throws {
    try fill()
    let window = window(isLive: false)
    try list.scroll(to: ListPath(section: 1, row: 4))
    #expect(window.page == 0 && window.pageCount == 2)
    #expect(!takeLog().contains { $0.contains("isplay") || $0.contains("Page") })
  }

  @Test func turningThePageRaisesDisplayEventsThenThePage() throws {
    try fill()
    let window = window()
    #expect(takeLog() == ["willDisplay header 0"] + (0..<20).map { "willDisplay 0.\($0)" })
    #expect(window.sections.map { $0.section.headerText } == ["A"])
    try list.scroll(to: ListPath(section: 1, row: 0))
    let events = takeLog().filter { $0.contains("isplay") || $0.contains("Page") }
    #expect(
      events == (0..<20).map { "didEndDisplaying 0.\($0)" }
        + ["willDisplay header 1", "willDisplay header 2"] + (20..<25).map { "willDisplay 0.\($0)" }
        + (0..<5).map { "willDisplay 1.\($0)" }
        + ["didPage 1"])
    #expect(window.sections.map(\.start.row) == [20, 0, 0])
    #expect(texts(window).map(\.count) == [5, 5, 0])
    window.close()
    #expect(takeLog().count { $0.hasPrefix("didEndDisplaying") } == 10 + 3)
    try list.scroll(to: ListPath(section: 0, row: 0))
    #expect(window.page == 1)
  }

  @Test func headersAndFootersComeIntoSightAndGo() throws {
    let section = SectionViewModel(headerTitle: "A")
    try list.append(section, cells: [TextCell("a")])
    let window = window()
    #expect(
      takeLog().filter { $0.hasPrefix("will") } == ["willDisplay header 0", "willDisplay 0.0"])
    section.footerTitle = "end"
    section.headerTitle = "B"
    #expect(takeLog() == ["willDisplay footer 0"])
    section.footerTitle = nil
    #expect(takeLog() == ["didEndDisplaying footer 0"])
    section.header = SupplementaryViewModel("C")
    #expect(takeLog() == ["didEndDisplaying header 0", "willDisplay header 0"])
    section.header = nil
    // The title is there again.
    #expect(takeLog() == ["didEndDisplaying header 0", "willDisplay header 0"])
    section.headerTitle = nil
    #expect(takeLog() == ["didEndDisplaying header 0"])
    section.headerTitle = "D"
    _ = takeLog()
    window.close()
    #expect(takeLog() == ["didEndDisplaying 0.0", "didEndDisplaying header 0"])
  }

  @Test func anEmptySectionIsWhereItsRowsWouldBe() throws {
    let window = window()
    #expect(window.sections.isEmpty)
    try list.append(SectionViewModel(headerTitle: "A"))
    try list.append(SectionViewModel(headerTitle: "B"), cells: (0..<20).map { TextCell("\($0)") })
    try list.append(SectionViewModel(headerTitle: "C"))
    #expect(window.pageCount == 1)
    #expect(window.sections.map { $0.section.headerText } == ["A", "B", "C"])
    try list.append(SectionViewModel(headerTitle: "D"), cells: [TextCell("d")])
    #expect(window.sections.map { $0.section.headerText } == ["A", "B"])
    #expect(window.firstRow(ofPage: 1) == ListPath(section: 3, row: 0))
    #expect(window.firstRow(ofPage: 2) == nil && window.firstRow(ofPage: -1) == nil)
  }

  @Test func theNearestSelectedRowIsBroughtIntoSight() throws {
    try fill()
    let window = window()
    try list.select(list.cells[29])
    list.scrollToNearestSelected()
    #expect(window.page == 1)
    try list.select(list.cells[0])
    list.scrollToNearestSelected()
    #expect(window.page == 0)
  }

  @Test func aShorterListTurnsBack() throws {
    try fill()
    let window = window()
    try list.scroll(to: ListPath(section: 1, row: 0))
    _ = takeLog()
    list.removeAllSections()
    #expect(window.pageCount == 1 && window.page == 0 && takeLog().contains("didPage 0"))
  }

  @Test func aRowWithoutARendererSaysWhatToDo() throws {
    try list.append(Undrawn())
    let renderers = CellRenderers<TextRow>.text()
    let window = ListWindow(list, renderers: renderers, isLive: true)
    #expect(texts(window)[0][0].contains("renderers.register(Undrawn.self"))
    var seen: [String] = []
    let token = observe { seen.append(texts(window)[0][0]) }
    renderers.register(Undrawn.self) { _ in TextRow.Content("drawn") }
    list.reloadAll()
    #expect(seen.last == "drawn")
    token.cancel()
  }

  @Test func rowsThatGoGiveTheirViewsBack() throws {
    var made = 0
    let renderers = CellRenderers<TextRow>()
    renderers.register(
      TextCell.self,
      make: {
        made += 1
        return TextRow()
      }
    ) { row, cell, scope in
      cell.$text.observe { row.content.value = TextRow.Content($0) }.store(in: scope)
    }
    let window = ListWindow(list, renderers: renderers, isLive: true)
    for number in 0..<20 {
      try list.setCells([TextCell("\(number)")])
      #expect(texts(window) == [["\(number)"]])
    }
    #expect(made == 1)
  }
}

/// The tables of watched lists: sections, rows, tiles and their changes.
@MainActor
@Suite(.ownGraph) struct ListTableTests {
  private let list = ListViewModel()

  /// Watches a list while something happens; the tables that were shown.
  private func tables(of list: ListViewModel, _ body: () throws -> Void) rethrows -> [ListTable] {
    var tables: [ListTable] = []
    let watch = ListWatch(list, renderers: .text(), label: "watch list") { tables.append($0) }
    try body()
    withExtendedLifetime(watch) {}
    return tables
  }

  @Test func aTableShowsSectionsRowsSelectionAndTheLastChange() throws {
    let all = [
      TextCell("Ada", detail: "1815", layout: .detail),
      TextCell("Alan", detail: "1912", layout: .subtitle),
    ]
    let tables = try tables(of: list) {
      try list.append(
        SectionViewModel(headerTitle: "People", footerTitle: "2 in all"), cells: all)
      try list.select(all[1])
      all[1].preferredLines = 1
      try list.removeLast(animation: .left)
      try list.insert(StandardCell("Grace", content: "1906"), at: 0, animation: .fade)
    }
    let sections = tables.map(\.sections)
    #expect(
      sections.dropFirst(2).first == [
        ListTable.Section(
          header: "People", rows: [["Ada …… 1815"], ["> Alan", "1912"]], footer: "2 in all")
      ])
    #expect(sections[3][0].rows == [["Ada …… 1815"], ["> Alan"]])
    #expect(sections.last?[0].rows == [["Grace …… 1906"], ["Ada …… 1815"]])
    #expect(tables[1].change?.description == "+ sections 0")
    #expect(tables.last?.change?.description == "+ rows 0.0 fade")
  }

  // L60 and L66: a header is drawn by its own renderer, in as many lines as it likes.
  @Test func headersAndFootersAreDrawnByTheirRenderers() throws {
    let renderers = CellRenderers<TextRow>.text()
    var bound: [String] = []
    renderers.register(Banner.self, make: { TextRow() }) { row, banner, scope in
      bound.append("shown")
      scope.onEnd { bound.append("ended") }
      observe {
        row.content.value = TextRow.Content(
          banner.text, detail: "\(banner.count) new", layout: .subtitle)
      }.store(in: scope)
    }
    let banner = Banner("Inbox")
    try list.append(SectionViewModel(header: banner, footer: SupplementaryViewModel("end")))
    try list.append(SectionViewModel(header: banner), cells: [TextCell("a")])
    var tables: [ListTable] = []
    let watch = ListWatch(list, renderers: renderers, label: "watch list") { tables.append($0) }
    #expect(tables.last?.sections.map(\.header) == ["Inbox\n0 new", "Inbox\n0 new"])
    #expect(tables.last?.sections.map(\.footer) == ["end", nil])
    #expect(
      tables.last?.lines(path: "list", in: .english).prefix(2) == ["  ── Inbox", "     0 new"])
    banner.count = 3
    #expect(tables.last?.sections[1].header == "Inbox\n3 new")
    banner.preferredLines = 1
    #expect(tables.last?.sections[0].header == "Inbox")
    try list.remove(sections: 0..<1)
    banner.text = "Outbox"
    #expect(tables.last?.sections.map(\.header) == ["Outbox"] && bound == ["shown"])
    list.sections[0].header = nil
    #expect(tables.last?.sections.map(\.header) == [nil] && bound == ["shown", "ended"])
    withExtendedLifetime(watch) {}
  }

  @Test(arguments: [Int.min, -1, 0, 1]) func aRowHasAtLeastOneLine(_ lines: Int) throws {
    let cell = TextCell("Alan", detail: "1912", layout: .subtitle)
    try list.append(cell)
    cell.preferredLines = lines
    #expect(tables(of: list) {}.last?.sections.flatMap(\.rows) == [["Alan"]])
  }

  @Test func aGridSaysHowManyLinesATileHas() throws {
    let grid = GridViewModel(columns: 2)
    try grid.append([
      ImageCell("a.png", caption: "A"), TextCell("two", detail: "lines", layout: .subtitle),
    ])
    let tables = tables(of: grid) { grid.tileLines = 1 }
    #expect(
      tables.map { $0.sections[0].rows } == [
        [["[a.png] A"], ["two", "lines"]], [["[a.png] A"], ["two"]],
      ])
    #expect(tables[0].columns == 2)
  }
}
