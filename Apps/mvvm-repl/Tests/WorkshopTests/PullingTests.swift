import Testing

@testable import Workshop

/// Lists of the workshop that a person pulls down.
@MainActor
@Suite struct PullingTests {
  // L32, D18, C13: these pages refused a pull, or took it and loaded nothing.
  @Test(arguments: [
    ("CarNews()", "news.page", "news.count"), ("PhotoGrid()", "news.page", "news.count"),
    ("WaybillPage()", "news.selectedChild.page", "news.selectedChild.count"),
    ("TravelList()", "news.page", "news.count"), ("PostTable()", "news.page", "news.count"),
  ])
  func aListThatCanBeLoadedAgainCanBePulled(made: String, page: String, count: String) async {
    let lines = await said(
      "let news = \(made)", "\(page).pull()", "expect \(count) > 0",
      "\(page).allowsPulling = false", "\(page).pull()")
    #expect(lines.count { $0.hasPrefix("error") } == 1, "\(lines)")
    #expect(lines.last?.contains("allowsPulling") == true, "\(lines)")
  }
}
