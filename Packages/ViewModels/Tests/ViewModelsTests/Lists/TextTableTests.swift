import Bindings
import Testing
import ViewModels

@ViewModel
private final class Undrawn: CellViewModel {}

// L58, L60, L64 to L67
@MainActor
@Suite(.ownGraph) struct TextTableTests {
  private let list = ListViewModel()

  @Test func aTableShowsSectionsRowsSelectionAndTheLastChange() throws {
    let table = TextTable(list)
    let all = [
      TextCell("Ada", detail: "1815", layout: .detail),
      TextCell("Alan", detail: "1912", layout: .subtitle),
    ]
    try list.append(SectionViewModel(headerTitle: "People", footerTitle: "2 in all"), cells: all)
    try list.select(all[1])
    #expect(
      table.lines == [
        "── People", "  0.0  Ada …… 1815", "> 0.1  Alan", "       1912", "── 2 in all",
        "+ sections 0",
      ])
    all[1].preferredLines = 1
    try list.removeLast(animation: .left)
    try list.insert(StandardCell("Grace", content: "1906"), at: 0, animation: .fade)
    #expect(
      table.lines == [
        "── People", "  0.0  Grace …… 1906", "  0.1  Ada …… 1815", "── 2 in all",
        "+ rows 0.0 fade",
      ])
    #expect(table.refusal == nil && table.sections[0].rows[1].path == ListPath(section: 0, row: 1))
  }

  // L68, L69
  @Test func aGridShowsItsTilesBesideEachOther() throws {
    let grid = GridViewModel(columns: 2)
    let table = TextTable(grid)
    try grid.append(
      SectionViewModel(headerTitle: "Photos"),
      cells: [
        ImageCell("a.png", caption: "A"), ImageCell("b.png", caption: "Bee"),
        TextCell("two", detail: "lines", layout: .subtitle),
      ])
    grid.spacing = 1
    grid.margin = 1
    #expect(
      table.lines == [
        "── Photos", "   0.0  [a.png] A     0.1  [b.png] Bee", "   0.2  two", "        lines",
        "+ sections 0",
      ])
    grid.tileLines = 1
    grid.columns = 3
    #expect(table.lines.count == 3 && table.lines[1].contains("0.2  two"))
  }

  @Test func theTableIsLive() throws {
    let cell = TextCell("a")
    let section = SectionViewModel(headerTitle: "one")
    try list.append(section, cells: [cell])
    let table = TextTable(list)
    var seen: [[String]] = []
    let token = observe { seen.append(table.lines) }
    cell.text = "b"
    section.headerTitle = "two"
    try list.select(cell)
    list.removeAllSections()
    token.cancel()
    #expect(
      seen == [
        ["── one", "  0.0  a"], ["── one", "  0.0  b"], ["── two", "  0.0  b"],
        ["── two", "> 0.0  b"], ["- sections 0"],
      ])
  }

  @Test func aRowOfWhichNothingIsKnownSaysWhatToDo() throws {
    try list.append(Undrawn())
    let renderers = CellRenderers<TextRow>.text()
    let table = TextTable(list, renderers: renderers)
    #expect(table.lines[0].contains("renderers.register(Undrawn.self"))
    renderers.register(Undrawn.self) { _ in TextRow.Content("drawn") }
    list.reloadAll()
    #expect(table.lines[0] == "  0.0  drawn")
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
      #expect(table.lines[0] == "  0.0  \(number)")
    }
    #expect(made == 1)
  }
}
