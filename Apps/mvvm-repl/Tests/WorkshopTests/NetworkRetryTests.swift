import Testing
@testable import Workshop

/// A page that has missed something loads it by itself when the network is back.
@MainActor
@Suite struct NetworkRetryTests {
  @Test(arguments: [
    ("PostTable()", "", "count == 10"), ("PhotoGrid()", "", "count > 0"),
    ("TravelList()", "", "count > 0"), ("BookApp()", "app.select(1)", "count > 0"),
    ("DemoApp()", "app.open(\"/posts/3\")", "text != \"\""),
  ])
  func whatWasMissedComesByItself(type: String, way: String, isThere: String) async {
    let page = way.isEmpty ? "app" : "app.visible"
    let lines = await said(
      "let app = \(type)", ":network offline", ":show app", way,
      "wait until \(page).page.needsRetry && !\(page).page.isLoading", ":network good",
      "wait until \(page).\(isThere)", "\(page).page.needsRetry",
      "\(page).page.prompts.caption ?? \"\"")
    #expect(lines.suffix(2) == ["false", "\"\""], "\(lines)")
  }
}
