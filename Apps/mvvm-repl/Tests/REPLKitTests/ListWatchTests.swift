import REPLKit
import Testing
import ViewModels

/// Lists at the prompt: a live table, a change log, and batches that views would accept.
@MainActor
@Suite struct ListWatchTests {
  /// Runs statements and returns the tables that the watch of `list` showed.
  private func tables(_ statements: String...) async -> [ListTable] {
    var catalog = Catalog()
    catalog.add(ListViewModel.self)
    var tables: [ListTable] = []
    let session = Session(catalog: catalog) { record in
      if case .table(_, "list", let table) = record { tables.append(table) }
      if case .diagnostic(let diagnostic, _) = record { Issue.record("\(diagnostic.message)") }
    }
    await session.run(SourceText("let list = ListViewModel(); watch list"))
    for statement in statements { await session.run(SourceText(statement)) }
    await session.close()
    return tables
  }

  @Test func eachChangeShowsTheTableWithTheChangeUnderIt() async {
    let tables = await tables(
      #"list.add("Ada")"#, #"list.add("李")"#, #"list.move(from: 1, to: 0)"#, "list.remove(at: 1)")
    #expect(
      tables.map(\.change) == [nil, "+ sections 0", "+ rows 0.1", "> rows 0.1→0.0", "- rows 0.1"])
    #expect(tables.map { $0.sections.flatMap(\.rows) }.last == [["李"]])
  }

  @Test func headersFootersAndWhatACellSaysAreFollowed() async {
    let tables = await tables(
      #"list.addSection("Inbox", footer: "end"); list.add("Ada")"#,
      #"list.sections[0].headerTitle = "Inbox (1)""#, #"list.cells[0].text = "Ada L.""#)
    #expect(
      tables.last?.sections == [
        ListTable.Section(header: "Inbox (1)", rows: [["Ada L."]], footer: "end")
      ])
    #expect(tables.last?.change == "~ what rows say")
  }

  @Test func aStatementThatChangesNothingShowsNothing() async {
    let tables = await tables(#"list.add("Ada")"#, #"list.cells[0].text = "Ada""#)
    #expect(tables.count == 2)
  }

  @Test func theChangesCanBeWatchedAsALog() async {
    var catalog = Catalog()
    catalog.add(ListViewModel.self)
    var lines: [String] = []
    let session = Session(catalog: catalog) { lines.append(TextRenderer(style: .plain).text($0)) }
    await session.run(
      SourceText(
        #"let list = ListViewModel(); watch list.lastChange; list.add("a", style: "left"); list.clear()"#
      ))
    #expect(lines.contains { $0.contains("#1 + sections 0 left") })
    #expect(lines.contains { $0.contains("#2 - sections 0") })
    await session.close()
  }

  @Test func anUnwatchedListIsLetGo() async {
    var catalog = Catalog()
    catalog.add(ListViewModel.self)
    var count = 0
    let session = Session(catalog: catalog) { if case .table = $0 { count += 1 } }
    await session.run(
      SourceText(#"let list = ListViewModel(); watch list; unwatch all; list.add("a")"#))
    #expect(count == 1)
    await session.close()
  }

  @Test func tilesOfAGridStandBesideEachOtherWhateverTheirWidth() {
    let section = ListTable.Section(rows: [["Ada"], ["灯塔"], ["Grace"]])
    let table = ListTable(sections: [section], columns: 2, change: nil)
    let text = TextRenderer(style: .plain).text(.table(watch: 1, path: "grid", table))
    #expect(text == "◉ grid\n  0.0   Ada    0.1   灯塔\n  0.2   Grace")
  }

  @Test func aLongTableIsCutAndSaysHowMuch() {
    let rows = (0..<30).map { ["row \($0)"] }
    let table = ListTable(
      sections: [ListTable.Section(rows: rows), ListTable.Section(header: "B", rows: [["x"]])],
      change: "+ rows 0.29")
    let text = TextRenderer(style: .plain).text(.table(watch: 1, path: "list", table))
    let lines = text.split(separator: "\n")
    #expect(lines.first == "◉ list")
    #expect(lines.contains("  0.19  row 19"))
    #expect(!lines.contains("  0.20  row 20"))
    #expect(lines.suffix(2) == ["  … 11 more rows", "  ⟵ + rows 0.29"])
  }
}
