import Bindings
import REPLKit
import Testing
import ViewModels

@testable import REPLTerminal

/// The rows above the prompt.
@MainActor
@Suite struct WatchPanelTests {
  @Test func aLiveGraphIsShownThoughThePanelIsClosedAndBeneathTheWatches() {
    var shown: [[String]] = []
    let panel = WatchPanel { shown.append($0) }
    panel.show(graph: "form\na\nb")
    #expect(shown.last == ["form", "a", "b"])
    let look = Record.change(watch: 1, path: "n", value: .plain(.int(1), .int), previous: nil)
    #expect(!panel.take(look, as: "◉ n  1"))
    #expect(shown.last == ["form", "a", "b"])
    panel.set(isOpen: true)
    #expect(shown.last == ["◉ n  1", "form", "a", "b"])
    panel.show(graph: nil)
    #expect(shown.last == ["◉ n  1"])
    panel.set(isOpen: false)
    #expect(shown.last == [])
  }

  @Test func theGraphOfAStatementIsNotPrinted() async {
    var shown: [[String]] = []
    let panel = WatchPanel { shown.append($0) }
    let renderer = TextRenderer(style: .plain)
    var printed: [String] = []
    let session = Session(catalog: Catalog()) { record in
      let text = renderer.text(record)
      if !panel.take(record, as: text) { printed.append(text) }
    }
    session.host.onLiveGraph = { graph in
      panel.show(graph: graph.map { renderer.text(.liveGraph($0)) })
    }
    await session.run(SourceText("var n = 1; let more = { n + 1 }; :graph live tree; n = 2"))
    #expect(printed == ["2"])
    #expect(shown.last == ["[2] more = 3", "└─ [1] n = 2"])
    await session.run(SourceText(":graph live off"))
    #expect(shown.last == [])
    await session.close()
  }
}
