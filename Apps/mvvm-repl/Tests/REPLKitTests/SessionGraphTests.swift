import Bindings
import Testing
import ViewModels

@testable import REPLKit

/// Sessions side by side, each with its graph.
@MainActor
@Suite(.ownGraph) struct SessionGraphTests {
  @MainActor final class Said {
    var text = ""
  }

  private func makeSession() -> (Session, Said) {
    var catalog = Catalog()
    catalog.add(Form.self) { Form() }
    let said = Said()
    let session = Session(catalog: catalog) { said.text += TextRenderer(style: .plain).text($0) }
    return (session, said)
  }

  @Test func sessionsKnowNothingOfEachOther() async {
    let (one, saidByOne) = makeSession()
    let (two, saidByTwo) = makeSession()
    await one.run(SourceText(#"let form = Form(); watch form.name; form.name = "ada""#))
    await two.run(SourceText(#"let other = Form(); form.name = "bob""#))
    await two.run(SourceText(#"other.name = "bob"; :log 100; :graph"#))
    #expect(one.graph !== two.graph)
    #expect(one.graph.nodeCount > 0)
    #expect(saidByOne.text.contains("ada") && !saidByOne.text.contains("bob"))
    #expect(saidByTwo.text.contains("bob") && !saidByTwo.text.contains("ada"))
    #expect(Graph.current.nodeCount == 0)
    await one.close()
    await two.close()
  }

  @Test func aTreeSaysHowWideAWindowBoxesNeed() async throws {
    var catalog = Catalog()
    catalog.add(Form.self) { Form() }
    var last: Record?
    let session = Session(catalog: catalog) { last = $0 }
    await session.run(SourceText("let form = Form(); :graph form"))
    let graph = try #require(last)
    await session.close()
    func drawn(_ columns: Int) -> String {
      TextRenderer(style: .plain, columns: columns).text(graph)
    }
    let told = drawn(30).replacing("\n", with: " ").firstMatch(of: /window of (\d+) columns/)
    let needed = try #require((told?.1).flatMap { Int($0) })
    #expect(drawn(needed).contains("┌") && !drawn(needed).contains("columns"))
    #expect(!drawn(needed - 1).contains("┌"))
  }

  @Test func commandsAndJobsRunInTheGraphOfTheSession() async {
    var catalog = Catalog()
    var graphs: [Graph] = []
    catalog.add(Maker.self) {
      graphs.append(.current)
      let maker = Maker()
      maker.note = { graphs.append(.current) }
      return maker
    }
    let session = Session(catalog: catalog) { _ in }
    await session.run(
      SourceText("let maker = Maker(); maker.make(); maker.makeLater() &; wait all"))
    _ = await session.preview("maker.count")
    #expect(graphs.count == 3)
    #expect(graphs.allSatisfy { $0 === session.graph })
    await session.close()
  }

  @Test func issuesAreToldToTheSessionOfTheGraph() async {
    let (one, saidByOne) = makeSession()
    let (two, saidByTwo) = makeSession()
    one.define("outside", Property(1, label: "elsewhere"))
    await one.run(SourceText("outside"))
    await two.run(SourceText("1 + 1"))
    #expect(saidByOne.text.contains("which belongs to another graph"))
    #expect(!saidByTwo.text.contains("another graph"))
    await one.close()
    await two.close()
  }

  @Test func aSessionCanShareTheGraphOfItsHost() async {
    let value = Property(1, label: "value")
    var text = ""
    let session = Session(catalog: Catalog(), graph: .current) {
      text += TextRenderer(style: .plain).text($0)
    }
    session.define("value", value)
    await session.run(SourceText("watch value"))
    value.value = 7
    #expect(text.contains("7"))
    #expect(!text.contains("another graph"))
    await session.close()
  }
}

/// Notes in which graph it works.
@ViewModel
private final class Maker {
  var count = 0
  @Ignored var note: @MainActor () -> Void = {}

  @Command func make() { note() }
  @Command func makeLater() async {
    await Task.yield()
    note()
  }
}
