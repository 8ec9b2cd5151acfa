import Bindings
import LineEditor
import REPLKit
import Testing
import ViewModels

@testable import REPLTerminal

/// The height above the prompt, and what has which part of it.
@MainActor
@Suite struct PanelRowsTests {
  private final class Window {
    var size = Terminal.Size(columns: 60, rows: 30)
    var shown: [[String]] = []
  }

  private let window = Window()
  private let renderer = TextRenderer(style: .plain)

  private func rows() -> PanelRows {
    PanelRows { [window] in
      window.size
    } draw: { [renderer] in
      renderer.text(.liveGraph($0))
    } show: { [window] in
      window.shown.append($0)
    }
  }

  @Test func theLessonStandsAboveWhatIsWatched() {
    let rows = rows()
    rows.watches = ["a"]
    rows.lesson = ["Lesson 1, step 1 of 2: Make one"]
    #expect(window.shown.last == ["Lesson 1, step 1 of 2: Make one", "a"])
    rows.lesson = []
    #expect(window.shown.last == ["a"])
  }

  @Test func theLongestRowOfATalkThatFitsIsShown() {
    let rows = rows()
    rows.lesson = ["步 · a · back", "步 · back", "back"]
    for (columns, shown) in [(14, "步 · a · back"), (13, "步 · back"), (10, "步 · back"), (9, "back")]
    {
      window.size.columns = columns
      rows.update()
      #expect(window.shown.last == [shown], "\(columns)")
    }
    window.size.columns = 3
    rows.update()
    #expect(window.shown.last == ["back"])
  }

  @Test func whatGoesOnInTheBackgroundIsTheLastRow() {
    let rows = rows()
    rows.watches = ["one"]
    rows.work = "… the build"
    #expect(window.shown.last == ["one", "… the build"])
    rows.work = nil
    #expect(window.shown.last == ["one"])
  }

  @Test func aScreenAndWhatIsWatchedShareTheHeight() {
    let rows = rows()
    var heights: [Int] = []
    rows.screen = { count in
      heights.append(count)
      return (0..<count).map { "screen \($0)" }
    }
    #expect(heights.last == 14)
    rows.watches = ["one", "two"]
    #expect(heights.last == 12)
    #expect(window.shown.last?.suffix(3) == ["screen 11", "one", "two"])
    rows.watches = (0..<20).map { "watch \($0)" }
    // They have a third; the editor counts those without room.
    #expect(heights.last == 10)
    rows.isInside = true
    window.size.rows = 5
    rows.update()
    #expect(heights.last == 3)
    rows.watches = []
    #expect(heights.last == 4 && window.shown.last?.count == 4)
    rows.screen = nil
    #expect(window.shown.last == [])
  }

  @Test func aGraphIsDrawnForTheRowsThatItHas() async {
    let rows = rows()
    let session = Session(catalog: Catalog()) { record in
      if case .liveGraph(let graph) = record { rows.graph = graph }
    }
    session.host.onLiveGraph = { rows.graph = $0 }
    var text = "var n = 1; "
    for number in 0..<12 { text += "let more\(number) = { n + \(number) }; " }
    await session.run(SourceText(text + ":graph live tree; n = 2"))
    #expect(window.shown.last?.count == 14)
    #expect(window.shown.last?[0].contains("[1] n = 2") == true)
    for height in 1...12 {
      window.size.rows = height
      rows.update()
      #expect(window.shown.last?.count ?? 0 <= max(1, window.size.panelRows(isInside: false)))
    }
    window.size.rows = 24
    rows.screen = { count in (0..<count).map { "screen \($0)" } }
    #expect(window.shown.last?.count { $0.hasPrefix("screen") } == 6)
    rows.screen = { count in (0..<min(2, count)).map { "screen \($0)" } }
    #expect(window.shown.last?.count == 11)
    rows.screen = nil
    await session.run(SourceText(":graph live off"))
    #expect(window.shown.last == [])
    await session.close()
  }
}
