import Bindings
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

  @Test func theRowsOfAWorkspaceComeBackWithIt() async throws {
    var shown: [String] = []
    let panel = WatchPanel {
      TextRenderer(style: .plain).text($0)
    } show: {
      shown = $0
    }
    panel.set(isOpen: true)
    let session = Session(catalog: Catalog()) { _ = panel.take($0) }
    session.offer(try Self.course())
    func enter(_ text: String) async {
      await session.run(SourceText(text))
      panel.keep(session.watchNumbers, resting: session.restingWatchNumbers)
    }
    await enter("var n = 1; watch n")
    #expect(shown == ["◉ n  1"])
    await enter(":lesson 1")
    #expect(shown == [])
    await enter("var n = 5; watch n")
    #expect(shown == ["◉ n  5"])
    await enter(":lesson stop")
    #expect(shown == ["◉ n  1"])
    await enter("unwatch all")
    #expect(shown == [])
    await session.close()
  }

  /// A list that changes in a lesson is not told then, so the table of before would look like the present one.
  @Test func theTableOfBeforeALessonDoesNotComeBack() async throws {
    var shown: [String] = []
    let panel = WatchPanel {
      TextRenderer(style: .plain).text($0)
    } show: {
      shown = $0
    }
    panel.set(isOpen: true)
    let session = Session(catalog: Catalog()) { _ = panel.take($0) }
    session.offer(try Self.course())
    let list = session.graph.run { ListViewModel() }
    session.define("list", list)
    func enter(_ text: String) async {
      await session.run(SourceText(text))
      panel.keep(session.watchNumbers, resting: session.restingWatchNumbers)
    }
    await enter("watch list; list.add(\"a\")")
    #expect(shown.contains { $0.hasSuffix(" a") })
    await enter(":lesson 1")
    await enter("list.add(\"b\")")
    await enter(":lesson stop")
    #expect(shown == [])
    await enter("list.add(\"c\")")
    for row in ["a", "b", "c"] { #expect(shown.contains { $0.hasSuffix(" \(row)") }, "\(shown)") }
    await session.close()
  }

  private static func course() throws -> Course {
    try Course([
      (
        "01-a.md",
        """
        # A
        ## One
        - [ ] one: `m == 2`
        > Hint.
        ```mvvm solution
        var m = 2
        ```
        """
      )
    ])
  }
}
