import REPLKit
import Testing

/// The pages of the app about books: the request, the cache and the store.
@MainActor
@Suite struct BookAppTests {
  private func say(_ statements: String..., asking question: String) async -> String {
    let desk = await LearnersDesk(.english)
    for statement in ["let app = BookApp()", ":show app"] + statements {
      await desk.type(statement)
    }
    await desk.settle()
    let answer = await desk.type(question)
    await desk.close()
    return answer.last ?? ""
  }

  @Test func aSearchFindsBooksByTitleAndSummary() async {
    let count = await say(
      "app.select(1)", "app.visible.query = \"基础\"", "app.visible.search()",
      asking: "app.visible.count")
    #expect(count == "2")
    let notice = await say(
      "app.select(1)", "app.visible.query = \"no such book\"", "app.visible.search()",
      asking: "app.visible.page.emptyState")
    #expect(notice.contains("No book has that"), "\(notice)")
  }

  @Test(arguments: ["1e30", "-1", "0", "1e308"])
  func aBookIsKeptForNoTimeThatIsNone(seconds: String) async {
    let desk = await LearnersDesk(.english)
    for statement in ["let app = BookApp()", ":show app", "app.select(3)"] {
      await desk.type(statement)
    }
    let said = await desk.type("app.visible.put(\"x\", seconds: \(seconds))")
    #expect(said.joined().contains("seconds must be above 0"), "\(said)")
    #expect(await desk.type("app.visible.count") == ["0"])
    await desk.close()
  }

  @Test func aSearchThatFailsIsAToastAndCanBeTriedAgain() async {
    let failed = ["app.select(1)", ":network offline", "app.visible.search()"]
    let toasts = await say(
      failed[0], failed[1], failed[2], asking: "app.visible.page.prompts.toasts[0].text")
    #expect(toasts.contains("There is no network"), "\(toasts)")
    #expect(
      await say(failed[0], failed[1], failed[2], asking: "app.visible.page.prompts.isBusy")
        == "false", "the overlay goes on failure, too")
  }

  /// The first search is cancelled by the second one.
  @Test func aSearchThatIsReplacedIsNoFailure() async {
    let desk = await LearnersDesk(.english)
    for statement in [
      ":clock manual", "let app = BookApp()", ":show app", "app.select(1)", "wait all",
      "advance 3s", ":server delay 1s", "app.visible.query = \"a\"", "app.visible.search() &",
      "advance 200ms", "app.visible.query = \"基础\"", "app.visible.search() &", "advance 2s",
      "wait all",
    ] { await desk.type(statement) }
    #expect(await desk.type("app.visible.page.prompts.toasts") == ["[]"])
    #expect(await desk.type("app.visible.count") == ["2"])
    #expect(await desk.type("app.visible.page.needsRetry") == ["false"])
    #expect(await desk.type("app.visible.recent") == [#"["a", "基础"]"#])
    await desk.close()
  }

  @Test func aBookThatIsTappedSaysWhatItIsAbout() async {
    let message = await say(
      "app.select(1)", "wait until app.visible.count > 0", "app.visible.select(at: 0)",
      asking: "app.visible.page.prompts.message")
    #expect(message == "\"Signals, explained with ferries.\"")
  }

  /// The rows of the cache page after a first request and one by a policy.
  private func answers(by policy: String, _ between: String = "1") async -> String {
    await say(
      "app.select(2)", "app.visible.ask()", between, "app.visible.policy = .\(policy)",
      "app.visible.ask()", asking: "app.visible.cells[0].detail")
  }

  @Test(arguments: [
    ("server", "1", "from network"), ("storedElseServer", "1", "from cache"),
    ("storedThenServer", "1", "from cache"), ("storedOnly", "1", "from cache"),
    ("storedOnly", ":network offline", "from cache"),
    ("storedElseServer", "app.visible.forget()", "from network"),
  ])
  func anAnswerSaysWhereItCameFrom(policy: String, between: String, from: String) async {
    #expect(await answers(by: policy, between) == "\"\(from)\"")
  }

  @Test func theStoredAnswerIsFollowedByTheServers() async {
    let said = await say(
      "app.select(2)", "app.visible.ask()", "app.visible.policy = .storedThenServer",
      "app.visible.ask()", asking: "[app.visible.cells[0].detail, app.visible.cells[1].detail]")
    #expect(said == #"["from cache", "from network"]"#)
  }

  @Test func theCacheAloneHasNothingAfterItWasForgotten() async {
    let toasts = await say(
      "app.select(2)", "app.visible.ask()", "app.visible.forget()",
      "app.visible.policy = .storedOnly", "app.visible.ask()",
      asking: "app.visible.page.prompts.toasts[0].text")
    #expect(toasts.contains("cache"), "\(toasts)")
  }

  @Test func theShelfKeepsBooksAndTellsWhetherOneWasThere() async {
    #expect(
      await say(
        "app.select(3)", "app.visible.put(\"Dune\")", "app.visible.put(\"Emma\")",
        asking: "app.visible.count") == "2")
    #expect(
      await say(
        "app.select(3)", "app.visible.put(\"Dune\")", "app.visible.put(\"Dune\")",
        asking: "app.visible.count") == "1")
    #expect(
      await say("app.select(3)", asking: "app.visible.take(\"Dune\")") == "false")
  }

  @Test func whatIsTriedWithWhatifIsNotPutOnTheShelf() async {
    #expect(
      await say(
        "app.select(3)", "whatif app.visible.put(\"Dune\")", asking: "app.visible.count") == "0")
  }
}
