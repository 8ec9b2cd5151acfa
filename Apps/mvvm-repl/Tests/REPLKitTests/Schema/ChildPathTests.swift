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
  private(set) var previous: Search?
  var pages: [Search] = []
  var first: Search? { pages.first }
  var output: String { "\(search.text) \(detail?.text ?? "-")" }

  @Command(enabled: \.canTidy) func tidy() { previous = detail }
  var canTidy: Bool { detail != nil }
}

/// What a tool needs to walk `desk.pages[0].text`.
@MainActor
@Suite(.ownGraph) struct ChildPathTests {
  private let desk = Desk()

  /// Reads `desk.detail.text` as a tool does, inside an observer.
  private func text(_ name: String, _ index: Int = 0) -> DynamicValue? {
    guard let children = Desk.schema[name]?.children(in: desk), children.indices.contains(index)
    else { return nil }
    let child = children[index]
    return try? type(of: child).schema["text"]?.value(in: child)
  }

  @Test func everyKindOfChildIsKnownAsOne() {
    let kinds = Desk.schema.members.map { "\($0.name) \($0.kind)" }
    #expect(
      kinds == [
        "search child", "drawers list", "detail child", "previous child", "pages list",
        "first child", "output derived", "tidy command", "canTidy derived",
      ])
  }

  @Test func aPathFollowsAChildThatComesGoesAndIsReplaced() {
    var seen: [DynamicValue?] = []
    let token = observe { seen.append(text("detail")) }
    desk.detail = Search(text: "one")
    desk.detail?.text = "two"
    desk.detail = Search(text: "three")
    desk.detail = nil
    #expect(seen == [nil, "one", "two", "three", nil])
    token.cancel()
  }

  @Test func aPathFollowsAnElementByItsPosition() {
    var seen: [DynamicValue?] = []
    let token = observe { seen.append(text("pages", 1)) }
    desk.pages = [Search(text: "a"), Search(text: "b")]
    desk.pages.swapAt(0, 1)
    desk.pages[1].text = "c"
    desk.pages.removeFirst()
    #expect(seen == [nil, "b", "a", "c", nil])
    token.cancel()
  }

  @Test func childrenThatFollowFromOthersAreWalkedToo() {
    desk.pages = [Search(text: "a")]
    desk.detail = Search(text: "d")
    desk.tidyCommand.execute()
    #expect(text("first") == "a" && text("previous") == "d")
    #expect(text("search") == "always there" && text("drawers", 1) == "right")
    #expect(Desk.schema["first"]?.mentions == ["pages"])
  }

  @Test func anElementOfTheListIsTheSameObject() throws {
    desk.pages = [Search(text: "a")]
    let page = try #require(Desk.schema["pages"]?.children(in: desk).first)
    try Search.schema["text"]?.set("b", in: page)
    #expect(desk.pages[0].text == "b")
  }

  @Test func aMembersNodeAndItsMentionsLeadToTheGraph() throws {
    let output = try #require(Desk.schema["output"])
    #expect(output.mentions == ["detail", "search"])
    #expect(output.node(in: desk) == desk.$output.node)
    let tidy = try #require(Desk.schema["tidy"]?.node(in: desk))
    #expect(tidy.kind == .command && tidy == desk.tidyCommand.node)
    #expect(tidy.dependencies.map(\.name) == ["tidy.isEnabled"])
  }
}
