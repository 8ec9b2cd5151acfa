import Bindings
import Testing
import ViewModels

@testable import REPLKit

/// D21: a colour that a view-model computes is to be seen.
@MainActor
@Suite(.ownGraph) struct ScreenColourTests {
  /// A form whose text is red until it is long enough.
  @MainActor
  @ViewModel
  final class Painted {
    enum TextColor: String, Codable, Sendable, CaseIterable { case black, red, green, grey }
    enum Rainbow: String, Codable, Sendable, CaseIterable { case red }

    var code: String = "1"
    var note: String = "red"
    var codeColor: TextColor { code.count < 3 ? .red : code.count < 5 ? .black : .green }
    var arc: Rainbow { .red }
  }

  private func lines(_ painted: Painted, _ style: TextRenderer.Style) -> [String] {
    let screens = Screens(renderers: .text())
    return ScreenRenderer(style: style, columns: 60)
      .lines(screens.picture(of: painted, at: "form", .english))
  }

  @Test(arguments: [TextRenderer.Style.coloured, .light, .dark, .presenter, .mono])
  func aFieldAndItsColourAreInTheColourOfTheTheme(style: TextRenderer.Style) throws {
    let painted = Painted()
    let (bad, good) = (Paint(style).bad, Paint(style).good)
    var shown = lines(painted, style).filter { $0.contains("code") }
    #expect(shown.count == 2 && shown[0].contains(bad("1")) && shown[1].contains(bad("red")))
    // Neither a text nor a value of another type is a colour.
    #expect(lines(painted, style).count { $0.contains(bad("red")) } == 1)
    painted.code = "123"
    shown = lines(painted, style)
    #expect(!shown.joined().contains(bad("123")) && shown.joined().contains("123"))
    painted.code = "12345"
    #expect(lines(painted, style).joined().contains(good("12345")))
  }

  @Test func withoutColoursNothingIsPainted() {
    #expect(!lines(Painted(), .plain).joined().contains("\u{1B}"))
  }

  @Test func theFieldInFocusLooksFocused() {
    let painted = Painted()
    let picture = Screens(renderers: .text()).picture(of: painted, at: "form", .english)
    #expect(picture.fields.map(\.role) == [.bad, .plain])
    let lines = ScreenRenderer(style: .dark, columns: 60).lines(picture, ScreenWalk())
    #expect(!lines.joined().contains(Paint(.dark).bad("1")))
  }
}
