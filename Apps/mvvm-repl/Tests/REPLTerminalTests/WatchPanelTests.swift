import REPLKit
import Testing
import ViewModels

@testable import REPLTerminal

/// The rows above the prompt.
@MainActor
@Suite struct WatchPanelTests {
  @Test func whileItIsClosedTheRowsAreKeptUpToDate() {
    var shown: [[String]] = []
    let panel = WatchPanel { shown.append($0) }
    let look = Record.change(watch: 1, path: "n", value: .plain(.int(1), .int), previous: nil)
    #expect(!panel.take(look, as: "◉ n  1"))
    #expect(shown.joined().isEmpty)
    panel.set(isOpen: true)
    #expect(shown.last == ["◉ n  1"])
    panel.set(isOpen: false)
    #expect(shown.last == [])
  }
}
