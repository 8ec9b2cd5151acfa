import Testing

@testable import REPLKit

/// A page that is presented for an answer where nobody can give one.
@MainActor
@Suite struct AskingPageTests {
  private func desk() async -> LearnersDesk {
    let desk = await LearnersDesk(.english)
    desk.session.host.patience = .zero
    await desk.type("let app = PhotoApp()\napp.open(\"/photos/3\")")
    return desk
  }

  @Test func aJobTellsWhatItAsksAndWhereToAnswer() async {
    let desk = await desk()
    let said = await desk.type("app.visible.chooseCity() &")
    await desk.settle()
    let told = await desk.type("app.visible.pick(\"Kyoto\")\nwait all\napp.visible.city")
    let note = "app.visible.chooseCity() asks \"Cities\". Answer through app.visible."
    #expect((said + told).contains(note), "\(said + told)")
    #expect(told.last == "\"Kyoto\"")
    await desk.close()
  }

  @Test func waitingForItEndsWithAnError() async {
    let desk = await desk()
    let said = await desk.type("app.visible.chooseCity() &\nwait all")
    #expect(said.contains { $0.contains("waits for an answer that nobody can give") }, "\(said)")
    #expect(said.contains { $0.contains("app.visible") && $0.contains("help") }, "\(said)")
    #expect(
      await desk.type("app.visible.pick(\"Kyoto\")\nwait all\napp.visible.city").last == "\"Kyoto\""
    )
    await desk.close()
  }

  @Test func inTheForegroundItIsCancelled() async {
    let desk = await desk()
    let said = await desk.type("app.visible.chooseCity()")
    #expect(said.contains { $0.contains("waits for an answer that nobody can give") }, "\(said)")
    #expect(await desk.type("app.location").last == "\"/photos/3\"")
    await desk.close()
  }

  @Test func aSessionThatClosesDismissesIt() async {
    let desk = await desk()
    await desk.type("app.visible.chooseCity() &")
    await desk.close()
  }

  @Test func eachQuestionIsToldOnceByTheCommandThatAsksIt() async {
    let desk = await desk()
    var said = await desk.type("let c = CheckoutPage()\nc.chooseDelivery() &")
    await desk.settle()
    said += await desk.type("c.prompts.alert(\"Hello\", buttons: [\"Hi\"]) &")
    await desk.settle()
    said += await desk.type("1")
    let asked = said.filter { $0.contains(" asks ") }
    #expect(asked.count == 2, "\(said)")
    #expect(asked.last?.contains("alert") == true && asked.last?.contains("Hello") == true)
    #expect(asked.first?.hasPrefix("c.chooseDelivery() asks") == true)
    await desk.close()
  }

  /// The arguments of the next command may wait for long, and meanwhile an older one may ask.
  @Test func aQuestionIsToldWhileTheNextCommandWaitsForItsArguments() async {
    let desk = await desk()
    desk.session.host.patience = .seconds(60)
    var said = await desk.type(
      """
      let t = TravelList(); let d = DemoApp()
      :stub GET /scenics -> 404 after 1s
      :stub GET /posts/7 -> {"n": 1} after 3s
      t.refresh() &
      """)
    let clock = desk.session.clock
    var isOver = false
    let next = Task {
      defer { isOver = true }
      return await desk.type("d.select(net.get(\"/posts/7\").n) &")
    }
    while !isOver {
      _ = await clock.step(to: clock.now.advanced(by: .seconds(10)))
      await Task.yield()
    }
    said += await next.value
    said += await desk.type("wait until t.page.prompts.stack.count == 1\n1")
    let asked = said.filter { $0.contains("t.refresh() asks") }
    #expect(asked.count == 1, "\(said)")
    await desk.close()
  }
}
