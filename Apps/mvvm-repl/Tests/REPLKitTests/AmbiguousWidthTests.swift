import DisplayWidth
import Testing
import ViewModels

@testable import REPLKit

/// With characters of ambiguous width two cells wide, what stands below each other still does.
@MainActor
@Suite(.ownGraph) struct AmbiguousWidthTests {
  private let cells = CellWidth(ambiguous: 2)
  private var renderer: TextRenderer {
    var renderer = TextRenderer(style: .plain, columns: 80)
    renderer.ambiguousCells = 2
    return renderer
  }

  @Test func theCaretStandsUnderTheMistake() {
    let mistake = Diagnostic(.unknownName, Message(verbatim: "no"), at: Span(14, 17))
    let lines = renderer.text(.diagnostic(mistake, in: SourceText("\"→…※\" + abc")))
      .split(separator: "\n").map(String.init)
    let (source, caret) = (lines[1], lines[2])
    #expect(source.hasSuffix("abc"), "\(source)")
    #expect(cells.of(source) - 3 == cells.of(caret.prefix { $0 != "^" }), "\(lines)")
    #expect(caret.hasSuffix("^~~"))
  }

  @Test func theColumnsOfAWatchedTableLineUp() async throws {
    var records: [Record] = []
    var catalog = Catalog()
    catalog.add(Form.self) { Form() }
    let session = Session(catalog: catalog) { records.append($0) }
    await session.run(SourceText("let f = Form(); f.name = \"→→\""))
    records = []
    await session.run(SourceText("watch f.name, f.age as table"))
    await session.run(SourceText("f.name = \"※\"; f.name = \"ab\"; f.age = 4"))
    let lines = try #require(records.last.map(renderer.text)).split(separator: "\n").map(
      String.init)
    let columns = lines.suffix(2).map { line in
      cells.of(line.prefix { $0 != "⟵" })
    }
    #expect(columns[0] == columns[1], "\(lines)")
    #expect(!lines[2].contains("─"), "\(lines)")
    await session.close()
  }

  @Test func thePagesOfWordsLineUp() {
    let page = Record.page(title: Message(verbatim: "t"), rows: [("→", "one"), ("abcd", "two")])
    let lines = renderer.text(page).split(separator: "\n").map(String.init)
    #expect(cells.of(lines[1].prefix { $0 != "o" }) == cells.of(lines[2].prefix { $0 != "w" }) - 1)
  }
}
