import Bindings
import Foundation
import Testing
import ViewModels

@testable import REPLKit

/// Lists at the prompt: a live table, a change log, and batches that views would accept.
@MainActor
@Suite(.ownGraph) struct ListWatchTests {
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

  /// A session that knows lists, and hands on what it says as text.
  private func makeSession(_ say: @escaping @MainActor (String) -> Void) -> Session {
    var catalog = Catalog()
    catalog.add(ListViewModel.self)
    return Session(catalog: catalog) { say(TextRenderer(style: .plain).text($0)) }
  }

  @Test func eachChangeShowsTheTableWithTheChangeUnderIt() async {
    let tables = await tables(
      #"list.add("Ada")"#, #"list.add("李")"#, #"list.move(from: 1, to: 0)"#, "list.remove(at: 1)")
    #expect(
      tables.map { $0.change?.description } == [
        nil, "+ sections 0", "+ rows 0.1", "> rows 0.1→0.0", "- rows 0.1",
      ])
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
    #expect(tables.last?.change?.description == "~ what rows say")
  }

  @Test func aStatementThatChangesNothingShowsNothing() async {
    let tables = await tables(#"list.add("Ada")"#, #"list.cells[0].text = "Ada""#)
    #expect(tables.count == 2)
  }

  @Test func aChangeIsToldWithItsAnimation() async {
    var lines: [String] = []
    let session = makeSession { lines.append($0) }
    await session.run(
      SourceText(
        #"let list = ListViewModel(); watch list; list.add("a", style: "left"); list.clear()"#
      ))
    #expect(lines.contains { $0.contains("⟵ + sections 0 left") })
    #expect(lines.contains { $0.contains("⟵ - sections 0") })
    await session.close()
  }

  // L64: the table that is watched marked a row whose cell shows no selection.
  @Test func aRowThatShowsNoSelectionIsMarkedInNeitherView() async throws {
    var rows: [[String]] = []
    var catalog = Catalog()
    catalog.add(ListViewModel.self)
    let session = Session(catalog: catalog) { record in
      if case .table(_, _, let table) = record { rows = table.sections.flatMap(\.rows) }
    }
    await session.run(
      SourceText(
        """
        let list = ListViewModel(); list.add("a"); list.add("b")
        list.cells[0].showsSelection = false; watch list
        """))
    for (row, watched) in [["a", "b"], ["a", "> b"]].enumerated() {
      await session.run(SourceText("list.select(at: \(row))"))
      #expect(rows == watched.map { [$0] })
      let picture = try session.picture(of: "list")
      #expect(picture.sections[0].rows.map(\.isSelected) == [false, row == 1])
    }
    await session.run(SourceText("list.select(at: 0); list.cells[0].showsSelection = true"))
    #expect(rows.contains(["> a"]))
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

  @Test func aLongListIsShownPageByPage() async {
    var catalog = Catalog()
    catalog.add(ListViewModel.self)
    var lines: [String] = []
    let session = Session(catalog: catalog) {
      lines += TextRenderer(style: .plain).text($0).components(separatedBy: "\n")
    }
    var text = #"let list = ListViewModel(); list.addSection("A"); "#
    for row in 0..<25 { text += #"list.add("a\#(row)"); "# }
    text += #"list.addSection("B"); list.add("b0"); watch list"#
    await session.run(SourceText(text))
    #expect(
      Array(lines.suffix(23).prefix(3)) == ["◉ list", "  ── A", "  0.0   a0"])
    #expect(
      Array(lines.suffix(2)) == [
        "  0.19  a19", "  page 1 of 2, 26 rows; next page: list.scroll(to: 20, section: 0)",
      ])
    lines = []
    await session.run(SourceText("list.scroll(to: 20, section: 0)"))
    let second = [
      "◉ list", "  ── A", "  0.20  a20", "  0.21  a21", "  0.22  a22", "  0.23  a23", "  0.24  a24",
      "  ── B", "  1.0   b0", "  page 2 of 2, 26 rows",
    ]
    #expect(lines.filter { !$0.hasPrefix("✓") } == second)
    lines = []
    await session.run(SourceText("list.remove(at: 0, section: 0)"))
    #expect(lines.contains("  ⟵ - rows 0.0"))
    #expect(lines.contains("  0.20  a21"))
    lines = []
    await session.run(SourceText("list.scroll(to: 3, section: 0); list.lastEvent"))
    #expect(lines.contains("  0.0   a1"))
    #expect(lines.contains { $0.contains("didPage 0") })
    await session.close()
  }

  @Test func cellsAndSectionsAreNamedByWhatTheySay() async {
    var lines: [String] = []
    let session = makeSession { lines.append($0) }
    await session.run(
      SourceText(
        #"let list = ListViewModel(); list.addSection("People"); list.add("Ada"); list.add("李")"#))
    lines = []
    await session.run(SourceText("list.cells; list.sections; watch list.cells"))
    await session.run(SourceText(#"list.cells[0].text = "Ada L.""#))
    let text = lines.joined(separator: "\n")
    #expect(text.contains(#"["Ada", "李"]"#))
    #expect(text.contains(#"["People"]"#))
    #expect(text.contains(#"["Ada L.", "李"]"#))
    await session.close()
  }

  @Test func aPageIsToldInJSON() {
    let table = ListTable(
      sections: [ListTable.Section(rows: [["x"]], start: ListPath(section: 1, row: 4))],
      page: ListTable.Page(number: 2, count: 3, rowCount: 50), change: nil)
    var renderer = JSONRenderer()
    let text = renderer.lines(
      .table(watch: 1, path: "list", table), from: nil, at: .zero
    ).joined()
    #expect(text.contains(#""page":{"count":3,"number":2,"rows":50}"#))
    #expect(text.contains(#""start":"1.4""#))
  }
}
