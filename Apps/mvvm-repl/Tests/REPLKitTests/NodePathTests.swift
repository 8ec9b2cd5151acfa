import Bindings
import Testing
import ViewModels

@testable import REPLKit

@ViewModel
private final class Search {
  var text: String
  var isEmpty: Bool { text.isEmpty }
  init(text: String = "") { self.text = text }
}

@ViewModel
private final class Desk {
  let search = Search(text: "always there")
  let drawers = [Search(text: "left"), Search(text: "right")]
  var detail: Search?
  var pages: [Search] = []
  var first: Search? { pages.first }
  var output: String { "\(search.text) \(detail?.text ?? "-")" }

  @Command(enabled: \.canTidy) func tidy() { detail = nil }
  var canTidy: Bool { detail != nil }
}

/// What nodes are called where a graph is drawn or a value explained.
@MainActor
@Suite(.ownGraph) struct NodePathTests {
  private let desk = Desk()

  @Test func nodesAreCalledByTheirPaths() {
    desk.detail = Search()
    desk.pages = [Search()]
    let paths = desk.nodePaths(under: "desk")
    #expect(
      paths.values.sorted() == [
        "desk.canTidy", "desk.detail", "desk.detail.isEmpty", "desk.detail.text",
        "desk.drawers[0].isEmpty", "desk.drawers[0].text", "desk.drawers[1].isEmpty",
        "desk.drawers[1].text", "desk.first", "desk.output", "desk.pages", "desk.pages[0].isEmpty",
        "desk.pages[0].text", "desk.search.isEmpty", "desk.search.text", "desk.tidy",
        "desk.tidy.isEnabled",
      ])
    _ = desk.$output.value
    let causes = desk.$output.node.dependencies.map { paths[$0] }
    #expect(causes == ["desk.search.text", "desk.detail", "desk.detail.text"])
    #expect(paths[desk.tidyCommand.node] == "desk.tidy")
  }

  @Test func askingForPathsKeepsNoViewModelAlive() {
    weak var released: Desk?
    var paths: [Node: String] = [:]
    do {
      let desk = Desk()
      released = desk
      paths = desk.nodePaths(under: "desk")
    }
    #expect(released == nil && !paths.isEmpty)
  }
}
