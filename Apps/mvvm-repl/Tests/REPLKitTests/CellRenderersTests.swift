import Bindings
import Testing
import ViewModels

@testable import REPLKit

@ViewModel
private final class Article: TextCell {}

@ViewModel
private final class OddName: CellViewModel {
  var title = "odd"
}

@ViewModel
private class Banner: CellViewModel {
  var title = "banner"
  override init() { super.init() }
}

@ViewModel
private final class RedBanner: Banner {}

/// A view that consists of a text.
@MainActor
private final class Label {
  let text = Property("")
}

@MainActor
@Suite(.ownGraph) struct CellRenderersTests {
  private let renderers = CellRenderers<Label>()

  init() { register(TextCell.self) { $0.text } }

  private func register<Item: ListItemViewModel>(
    _ type: Item.Type, _ text: @escaping @MainActor (Item) -> String
  ) {
    renderers.register(type, make: { Label() }) { label, item, scope in
      observe { label.text.value = text(item) }.store(in: scope)
    }
  }

  private func text(_ item: ListItemViewModel) throws -> String {
    try renderers.show(item).view.text.value
  }

  // L63: cells whose names did not begin with the framework's letters found no view.
  @Test func namesPlayNoPart() throws {
    #expect(try text(Article("post")) == "post")
    register(OddName.self) { $0.title }
    #expect(try text(OddName()) == "odd")
  }

  @Test func withoutARendererTheErrorSaysHowToMendIt() throws {
    let error = #expect(throws: RendererError.self) { try text(OddName()) }
    #expect(error?.code == .noRenderer)
    #expect(error?.message.contains("renderers.register(OddName.self") == true)
  }

  @Test func theNearestTypeUpwardsDrawsAndAMoreSpecialOneWins() throws {
    register(CellViewModel.self) { _ in "any" }
    register(Banner.self) { $0.title }
    #expect(try text(RedBanner()) == "banner")
    #expect(try text(OddName()) == "any")
    #expect(try text(TextCell("text")) == "text")
    register(RedBanner.self) { _ in "red" }
    #expect(try text(RedBanner()) == "red")
    #expect(try text(Banner()) == "banner")
  }

  @Test func aViewIsUsedAgainAndItsBindingEnds() throws {
    let first = TextCell("first")
    let second = TextCell("second")
    let shown = try renderers.show(first)
    let view = shown.view
    shown.recycle()
    shown.recycle()
    let again = try renderers.show(second)
    #expect(again.view === view)
    first.text = "late"
    #expect(view.text.value == "second")
    second.text = "live"
    #expect(view.text.value == "live")
    #expect(try renderers.show(first).view !== view)
  }

  @Test func aBindingEndsWithItsLastHolder() throws {
    let cell = TextCell("a")
    let view: Label
    do { view = try renderers.show(cell).view }
    cell.text = "b"
    #expect(view.text.value == "a")
  }
}
