import Testing

@testable import REPLKit
@testable import Workshop

@MainActor
@Suite struct WorkshopDemoTests {
  @Test(arguments: ["app", "travel", "books", "cars", "news", "signals"])
  func aDemoOpensWithItsScreenAndItsStatementsRun(name: String) async throws {
    let desk = await LearnersDesk(.english)
    let demo = try #require(Demo.workshop.first { $0.name == name })
    let opened = await desk.type(":demo \(name)")
    #expect(
      opened.contains("Type in this order") && desk.session.host.screens.live != nil, "\(opened)")
    for line in demo.first {
      let answer = await desk.type(line.statement)
      #expect(!answer.contains { $0.hasPrefix("error") }, "\(line.statement): \(answer)")
    }
    await desk.close()
  }

  /// In a window of 24 rows a screen has thirteen.
  @Test(
    arguments: [
      ("app", "app", "Harbour at dusk"), ("travel", "app", "Sights and hotels"),
      ("books", "app", "Dune"), ("cars", "car", "Loading"), ("news", "news", "Small van"),
      ("signals", "lab", "flatMap"),
    ], [40, 80])
  func aDemoShowsItsContentInASmallWindow(
    demo: (name: String, path: String, text: String), columns: Int
  ) async throws {
    let desk = await LearnersDesk(.english)
    await desk.type(":demo \(demo.name)")
    await desk.settle()
    let picture = try desk.session.picture(of: demo.path)
    let lines = ScreenRenderer(style: .plain, columns: columns, rows: 13).lines(picture)
    #expect(lines.contains { $0.contains(demo.text) }, "\(lines.joined(separator: "\n"))")
    #expect(lines.allSatisfy { $0.count <= columns } && lines.count <= 13, "\(lines)")
    await desk.close()
  }

  @Test func aCarThatIsLeftWhileItLoadsIsUnloadedAtTheEnd() async {
    let desk = await LearnersDesk(.english)
    await desk.type(":demo cars")
    #expect(await desk.type("car.name").last == "\"Loading…\"")
    await desk.type(":hide car\nadvance 2s")
    await desk.settle()
    #expect(await desk.type("car.state").last == ".setUp")
    await desk.close()
  }

  @Test func aColdSignalBeginsAnewForEachObserver() async {
    let desk = await LearnersDesk(.english)
    await desk.type(":demo signals\nlab.observe()\nadvance 1s\nlab.observe()")
    #expect(await desk.type("[lab.first, lab.second, lab.starts]").last == "[2, 1, 2]")
    await desk.close()
  }
}
