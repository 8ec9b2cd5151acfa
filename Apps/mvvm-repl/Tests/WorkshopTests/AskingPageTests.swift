import Testing
import Workshop

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
    let note = "app.visible.chooseCity() asks Cities; answer through app.visible."
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
}
