import Bindings
import Foundation
import Testing
import ViewModels

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

// L60, L63 to L67, L69
@MainActor
@Suite(.ownGraph) struct CellRenderersTests {
  private let renderers = CellRenderers<TextRow>.text()

  private func lines(_ item: ListItemViewModel) throws -> [String] {
    try renderers.show(item).view.content.value.lines
  }

  @Test func theFourStockLayouts() throws {
    #expect(try lines(TextCell("a", detail: "b")) == ["a"])
    #expect(try lines(TextCell("a", detail: "b", layout: .detail)) == ["a …… b"])
    #expect(try lines(TextCell("a", detail: "b", layout: .label)) == ["a: b"])
    #expect(try lines(TextCell("a", detail: "b", layout: .subtitle)) == ["a", "b"])
    #expect(try lines(TextCell("a", image: "star", layout: .detail)) == ["[star] a"])
    let cell = TextCell("plain")
    cell.styledText = "styled"
    cell.accessory = .checkmark
    #expect(try lines(cell) == ["styled ✓"])
  }

  @Test func standardAndImageCellsHeadersAndFooters() throws {
    let cell = StandardCell("Title", content: "Content", icon: "i")
    let shown = try renderers.show(cell)
    #expect(shown.view.content.value.lines == ["[i] Title …… Content"])
    cell.showsContent = false
    #expect(shown.view.content.value.lines == ["[i] Title"])
    #expect(try lines(ImageCell("cat.png", caption: "Cat")) == ["[cat.png] Cat"])
    #expect(try lines(SupplementaryViewModel("Head")) == ["Head"])
    #expect(cell.preferredLines == nil)
  }

  // L63: cells whose names did not begin with the framework's letters found no view.
  @Test func namesPlayNoPart() throws {
    #expect(try lines(Article("post")) == ["post"])
    renderers.register(OddName.self) { TextRow.Content($0.title) }
    #expect(try lines(OddName()) == ["odd"])
  }

  @Test func withoutARendererTheErrorSaysHowToMendIt() throws {
    let error = #expect(throws: ListError.self) { try lines(OddName()) }
    #expect(error?.code == .noRenderer)
    #expect(error?.message.contains("renderers.register(OddName.self") == true)
  }

  @Test func theNearestTypeUpwardsDrawsAndAMoreSpecialOneWins() throws {
    renderers.register(CellViewModel.self) { _ in TextRow.Content("any") }
    renderers.register(Banner.self) { TextRow.Content($0.title) }
    #expect(try lines(RedBanner()) == ["banner"])
    #expect(try lines(OddName()) == ["any"])
    #expect(try lines(TextCell("text")) == ["text"])
    renderers.register(RedBanner.self) { _ in TextRow.Content("red") }
    #expect(try lines(RedBanner()) == ["red"])
    #expect(try lines(Banner()) == ["banner"])
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
    #expect(view.content.value.lines == ["second"])
    second.text = "live"
    #expect(view.content.value.lines == ["live"])
    #expect(try renderers.show(first).view !== view)
  }

  @Test func aBindingEndsWithItsLastHolder() throws {
    let cell = TextCell("a")
    let view: TextRow
    do { view = try renderers.show(cell).view }
    cell.text = "b"
    #expect(view.content.value.text == "a")
  }
}
