import Bindings
import Foundation
import REPLKit
import Testing
import ViewModels

/// Stock cells as text.
@MainActor
@Suite struct TextRowTests {
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
}
