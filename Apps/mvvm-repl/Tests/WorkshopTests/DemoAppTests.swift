import REPLKit
import Testing

/// The apps of the demos: what leads where, and what pages share.
@MainActor
@Suite struct DemoAppTests {
  private func say(_ statements: String, _ question: String) async -> String {
    let desk = await LearnersDesk(.english)
    await desk.type(statements)
    await desk.settle()
    let answer = await desk.type(question)
    await desk.close()
    return answer.last ?? ""
  }

  @Test(arguments: [
    (
      "app.select(0)\nwait until app.visible.count > 0\napp.visible.select(at: 2)", "Posts ▸ Post 3"
    ),
    (
      "app.select(1)\nwait until app.visible.count > 0\napp.visible.select(at: 1)",
      "Photos ▸ Photo 2"
    ),
    (
      "app.select(3)\nwait until app.visible.total > 0\napp.visible.selectedChild.select(at: 0)",
      "Orders ▸ Order 801"
    ),
  ])
  func aRowLeadsToThePageAboutIt(statements: String, path: String) async {
    // The clock stands, so a post is still on its way when the path is asked for.
    let opening = "let app = DemoApp()\n:stub GET /posts/3 -> 200 {} after 60s\n:show app\n"
    #expect(await say(opening + statements, "app.path") == "\"\(path)\"")
  }

  @Test func aPostIsNamedByWhatCame() async {
    let path = await say(
      "let app = DemoApp()\n:show app\napp.open(\"/posts/3\")\nwait until app.visible.text != \"\"",
      "app.path")
    #expect(path == "\"Posts ▸ Bridge for beginners\"")
  }

  @Test func aStepOnTheOrdersPageMovesTheRowInTheList() async {
    let opening = """
      let app = DemoApp()
      :show app
      app.open("/orders")
      wait until app.visible.total > 0
      app.open("/orders/801")
      app.visible.advance()

      """
    #expect(await say(opening, "app.visible.status") == ".toDeliver")
    #expect(await say(opening + "app.back()", "app.visible.selectedChild.count") == "2")
    let delivered = await say(opening + "app.visible.advance()", "app.visible.advance.isEnabled")
    #expect(delivered == "false")
  }

  @Test func aCancelledOrderHasNothingToShowAndAToastSaysSo() async {
    let opening = """
      let app = DemoApp()
      :show app
      app.open("/orders")
      wait until app.visible.total > 0
      app.visible.selectedChild.select(at: 2)

      """
    #expect(await say(opening, "app.path") == "\"Orders\"")
    let toasts = await say(opening, "app.visible.selectedChild.page.prompts.toasts")
    #expect(toasts.contains("order 804 was cancelled"), "\(toasts)")
  }

  @Test func thereIsNoPageOfAnOrderThatNobodyKnows() async {
    let desk = await LearnersDesk(.english)
    let answer = await desk.type("let app = DemoApp()\n:show app\napp.open(\"/orders/801\")")
    #expect(answer.contains { $0.contains("show the orders first") }, "\(answer)")
    #expect(await desk.type("app.path").last == "\"Posts\"")
    await desk.close()
  }

  @Test func aReplayWaitsForWhatHadComeWhenTheNextStatementWasTyped() async {
    let desk = await LearnersDesk(.english)
    let statements = [
      "let app = DemoApp()", ":screen app", "app.visible.select(at: 0)", "app.back()",
      "app.visible.select(at: 2)", "app.select(1)", "app.visible.select(at: 1)",
      "app.visible.caption = \"fog\"", "app.visible.save()", "app.back()", "app.select(3)",
      "app.visible.selectedChild.select(at: 0)", "app.visible.advance()", "app.back()",
      "app.select(0)", "app.back()", "app.visible.lastEvent",
    ]
    for statement in statements {
      let said = await desk.type(statement)
      #expect(!said.contains { $0.hasPrefix("error") }, "\(statement): \(said)")
      await desk.comesToRest()
    }
    #expect(
      await desk.type(":replay") == ["replayed 17 statements; the results were the same"])
    await desk.close()
  }

  @Test(arguments: [(0, "Menu ▸ travel"), (1, "Menu ▸ Login")])
  func theMenuLeadsToBothDemosOfTravel(row: Int, path: String) async {
    let opening = "let app = TravelApp()\n:show app\n"
    #expect(await say(opening + "app.visible.select(at: \(row))", "app.path") == "\"\(path)\"")
  }

  @Test func theFormOfTheMenuIsTheLoginForm() async {
    let opening = "let app = TravelApp()\n:show app\napp.open(\"/menu/login\")\n"
    let output = await say(
      opening + "app.visible.form.phone = \"18612345678\"", "app.visible.form.isPhoneValid")
    #expect(output == "true")
  }
}
