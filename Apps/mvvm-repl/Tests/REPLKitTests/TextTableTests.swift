import Bindings
import Testing
import ViewModels

@testable import REPLKit

@ViewModel
private final class Undrawn: CellViewModel {
  override init() { super.init() }
}

/// Lists as text: sections, rows, tiles and their changes, live.
@MainActor
@Suite struct TextTableTests {
  private let list = ListViewModel()

  private func lines(_ table: TextTable) -> [[String]] { table.sections.flatMap(\.rows) }

  @Test func aTableShowsSectionsRowsSelectionAndTheLastChange() throws {
    let table = TextTable(list, renderers: .text())
    let all = [
      TextCell("Ada", detail: "1815", layout: .detail),
      TextCell("Alan", detail: "1912", layout: .subtitle),
    ]
    try list.append(SectionViewModel(headerTitle: "People", footerTitle: "2 in all"), cells: all)
    try list.select(all[1])
    #expect(
      table.sections == [
        ListTable.Section(
          header: "People", rows: [["Ada …… 1815"], ["> Alan", "1912"]], footer: "2 in all")
      ])
    #expect(table.change.text == "+ sections 0")
    all[1].preferredLines = 1
    #expect(lines(table) == [["Ada …… 1815"], ["> Alan"]])
    try list.removeLast(animation: .left)
    try list.insert(StandardCell("Grace", content: "1906"), at: 0, animation: .fade)
    #expect(lines(table) == [["Grace …… 1906"], ["Ada …… 1815"]])
    #expect(table.change.text == "+ rows 0.0 fade" && table.change.number == 4)
  }

  @Test(arguments: [Int.min, -1, 0, 1]) func aRowHasAtLeastOneLine(_ lines: Int) throws {
    let table = TextTable(list, renderers: .text())
    let cell = TextCell("Alan", detail: "1912", layout: .subtitle)
    try list.append(cell)
    cell.preferredLines = lines
    #expect(self.lines(table) == [["Alan"]])
  }

  @Test func aGridSaysHowManyLinesATileHas() throws {
    let grid = GridViewModel(columns: 2)
    let table = TextTable(grid, renderers: .text())
    try grid.append([
      ImageCell("a.png", caption: "A"), TextCell("two", detail: "lines", layout: .subtitle),
    ])
    #expect(lines(table) == [["[a.png] A"], ["two", "lines"]])
    grid.tileLines = 1
    #expect(lines(table) == [["[a.png] A"], ["two"]])
  }

  @Test func theTableIsLive() throws {
    let cell = TextCell("a")
    let section = SectionViewModel(headerTitle: "one")
    try list.append(section, cells: [cell])
    let table = TextTable(list, renderers: .text())
    var seen: [String] = []
    let token = observe {
      let sections = table.sections
      seen.append("\(sections.map { $0.header ?? "" }) \(sections.flatMap(\.rows))")
    }
    cell.text = "b"
    section.headerTitle = "two"
    try list.select(cell)
    list.removeAllSections()
    token.cancel()
    #expect(
      seen == [
        #"["one"] [["a"]]"#, #"["one"] [["b"]]"#, #"["two"] [["b"]]"#, #"["two"] [["> b"]]"#,
        "[] []",
      ])
  }

  @Test func aRowWithoutARendererSaysWhatToDo() throws {
    try list.append(Undrawn())
    let renderers = CellRenderers<TextRow>.text()
    let table = TextTable(list, renderers: renderers)
    #expect(lines(table)[0][0].contains("renderers.register(Undrawn.self"))
    renderers.register(Undrawn.self) { _ in TextRow.Content("drawn") }
    list.reloadAll()
    #expect(lines(table) == [["drawn"]])
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
    let table = TextTable(list, renderers: renderers)
    for number in 0..<20 {
      try list.setCells([TextCell("\(number)")])
      #expect(lines(table) == [["\(number)"]])
    }
    #expect(made == 1)
  }
}
