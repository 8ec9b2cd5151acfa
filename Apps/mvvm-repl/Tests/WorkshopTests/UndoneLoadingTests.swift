import Testing
@testable import Workshop

/// What a page has loaded comes from outside: it keeps nobody from undoing how one came to the page.
@MainActor
@Suite struct UndoneLoadingTests {
  @Test(arguments: [("DemoApp", 1, "Posts"), ("DemoApp", 3, "Posts"), ("BookApp", 3, "Desk")])
  func aTabThatHasLoadedIsLeftByUndo(app: String, tab: Int, first: String) async {
    let loaded = "wait until app.visible.state == .loaded"
    let lines = await said(
      "let app = \(app)()", ":show app", loaded, "app.title = \"x\"", "app.select(\(tab))", loaded,
      "undo", "app.path", "redo", "undo 2", "app.path")
    #expect(
      lines.suffix(6) == [
        "undone: app.select(\(tab))", "\"\(first)\"", "redone: app.select(\(tab))",
        "undone: app.select(\(tab))", "undone: app.title = \"x\"", "\"\(first)\"",
      ], "\(lines)")
  }

  @Test(arguments: ["DemoApp", "TravelApp"])
  func aPageThatHasLoadedIsLeftByUndo(app: String) async {
    let loaded = "wait until app.visible.state == .loaded"
    let lines = await said(
      "let app = \(app)()", ":show app", loaded, "app.title = \"x\"", "app.visible.select(at: 0)",
      loaded, "undo", "app.path", "redo", "undo")
    #expect(lines.contains("undone: app.visible.select(at: 0)"), "\(lines)")
    #expect(lines.contains(app == "DemoApp" ? "\"Posts\"" : "\"Menu\""), "\(lines)")
    let ended = "select(at: 0); a screen that was in app.tree has ended"
    #expect(lines.contains { $0.contains("cannot be redone") && $0.hasSuffix(ended) }, "\(lines)")
    #expect(lines.last == "undone: app.title = \"x\"", "\(lines)")
  }

  @Test func aPageThatLoadsIsLeftByOneUndo() async {
    let lines = await said(
      "let app = DemoApp()", ":show app", "wait until app.visible.state == .loaded",
      "app.visible.select(at: 0)", "undo", "app.path")
    #expect(
      lines.suffix(2) == ["undone: app.visible.select(at: 0)", "\"Posts\""], "\(lines)")
  }

  /// What a timer brings behind a command that is over is no loading: it is a step under the name of that command.
  @Test func whatATimerBringsIsUndone() async {
    let lines = await said(
      "let lab = SignalLab()", "lab.tap()",
      "wait until lab.latest == \"1.3\" && lab.queued == \"1.3\" && lab.merged == \"1.3\"",
      ":goto start",
      "lab.latest")
    #expect(lines.contains("undone: lab.tap()"), "\(lines)")
    #expect(lines.last == "\"\"", "\(lines)")
  }

  /// What is done again sets its own value, also where something outside has set another one meanwhile.
  @Test func whatIsDoneAgainIsNotOverwrittenByTheOutside() async {
    let lines = await said(
      "let car = CarPage()", "car.choice = .quick", ":show car &",
      "wait until car.state == .loaded", "undo", "car.choice", "redo", "car.choice")
    #expect(lines.suffix(2) == ["redone: car.choice = .quick", ".quick"], "\(lines)")
  }

  /// What a command does itself, however late, is undone as before, or keeps one from it.
  @Test func whatACommandBringsIsNoLoading() async {
    let lines = await said(
      "let table = PostTable()", "table.title = \"x\"", "table.fetch(page: 1)", "undo")
    #expect(lines.contains { $0.contains("cannot be undone: table.fetch(page: 1)") }, "\(lines)")
  }

  @Test func whatTimeHasBroughtAndCannotBePutBackIsTold() async {
    let lines = await said(
      ":clock manual", "let car = CarPage()", ":show car &", "advance 2s", "undo", "car.choice")
    #expect(lines.contains("undone: advance 2s"), "\(lines)")
    #expect(
      lines.contains { $0.hasPrefix("only its view-model sets") && $0.contains("car.state") },
      "\(lines)")
  }
}
