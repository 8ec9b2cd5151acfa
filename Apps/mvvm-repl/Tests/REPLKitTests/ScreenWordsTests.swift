import REPLKit
import Testing
import ViewModels

@MainActor
@Suite struct ScreenWordsTests {
  private func said(_ lines: String...) async -> [String] {
    var catalog = Catalog()
    catalog.add(SegmentedViewModel.self)
    catalog.add(ListViewModel.self)
    var text: [String] = []
    let session = Session(catalog: catalog) { text.append(TextRenderer(style: .plain).text($0)) }
    for word in session.screenWords { session.add(word) }
    await session.run(SourceText("let list = ListViewModel()"))
    text = []
    for line in lines { await session.run(SourceText(line)) }
    await session.close()
    return text
  }

  @Test func whatIsShownIsActiveAndLoadsAndWhatIsHiddenIsNot() async {
    let lines = await said(
      ":show list", "list.isActive", "list.state", "list.renderCount", ":hide list",
      "list.isActive", "list.state", ":show list", "list.renderCount")
    #expect(
      lines == [
        "list is shown", "true", ".loaded", "1", "list is hidden", "false", ".setUp",
        "list is shown", "2",
      ])
  }

  @Test func aReplayShowsItsOwnScreens() async {
    let lines = await said(
      ":record", "let list = ListViewModel()", ":show list", ":replay", "list.renderCount")
    #expect(lines.suffix(2) == ["replayed 2 statements; all went as before", "1"])
  }

  @Test func pointsInTimeAreToldAsDates() async throws {
    let lines = await said(":show list", "list.loadDate")
    let date = try #require(lines.last).replacing(/\d/, with: "0")
    #expect(date == "0000-00-00T00:00:00Z")
  }

  @Test func whatHasNoLifeCycleIsToldSo() async {
    let lines = await said(
      ":show", ":show lost", ":hide list.count", ":show list.page", ":show list; list.count")
    #expect(lines.count == 5)
    #expect(lines[0].contains("say which screen: :show orders"))
    #expect(lines[1].contains("there is no 'lost'") && !lines[1].contains("Diagnostic("))
    #expect(lines[2].contains("list.count has no life cycle"))
    #expect(lines[3].contains("list.page has no life cycle"))
    #expect(lines[4].contains("write the rest on the next"))
  }
}
