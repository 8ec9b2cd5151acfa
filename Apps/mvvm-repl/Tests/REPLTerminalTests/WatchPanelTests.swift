import REPLKit
import Testing
import ViewModels

@testable import REPLTerminal

/// The rows above the prompt.
@MainActor
@Suite struct WatchPanelTests {
  /// What rows are drawn for, which changes.
  private final class Window {
    var renderer = TextRenderer(style: .plain)
  }

  @Test func whileItIsClosedTheRowsAreKeptUpToDate() {
    var shown: [[String]] = []
    let window = Window()
    let panel = WatchPanel {
      window.renderer.text($0)
    } show: {
      shown.append($0)
    }
    let look = Record.change(watch: 1, path: "n", value: .plain(.int(1), .int), previous: nil)
    #expect(!panel.take(look))
    #expect(shown.joined().isEmpty)
    panel.set(isOpen: true)
    #expect(shown.last == ["◉ n  1"])
    window.renderer = TextRenderer(style: .coloured)
    panel.update()
    #expect(shown.last == [window.renderer.text(look)] && shown.last != ["◉ n  1"])
    panel.set(isOpen: false)
    #expect(shown.last == [])
  }
}
