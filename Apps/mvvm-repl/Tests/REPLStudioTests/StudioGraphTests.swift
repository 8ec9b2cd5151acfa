import Testing

@testable import REPLKit
@testable import REPLStudio

/// A graph that takes long is drawn seldom.
@MainActor
@Suite struct StudioGraphTests {
  private let graphs = StudioGraphs()
  private final class Watch {
    var now = Duration.zero
    /// How long a drawing takes.
    var cost = Duration.zero
    var drawn = 0
    var due = 0
    var waits: [(rest: Duration, go: CheckedContinuation<Void, Never>)] = []
  }
  private let watch = Watch()

  init() {
    graphs.pace = StudioGraphs.Pace(
      now: { [watch] in watch.now },
      wait: { [watch] rest in await withCheckedContinuation { watch.waits.append((rest, $0)) } })
  }

  private func draw(at revision: Int) -> GraphDrawing? {
    graphs.drawing(of: "form", at: revision) {
      watch.drawn += 1
      watch.now += watch.cost
      return GraphDrawing(svg: "\(watch.drawn)", nodes: [])
    } onDue: { [watch] in
      watch.due += 1
    }
  }

  @Test func aQuickOneIsDrawnWheneverSomethingHasChanged() {
    #expect(draw(at: 1)?.svg == "1" && draw(at: 1)?.svg == "1" && draw(at: 2)?.svg == "2")
    #expect(watch.drawn == 2 && watch.waits.isEmpty)
  }

  @Test func aSlowOneIsDrawnAgainAfterNineTimesAsLong() async {
    watch.cost = .seconds(1)
    #expect(draw(at: 1)?.svg == "1")
    watch.now += .seconds(2)
    // The last one stands for it, and it is asked for once it may be drawn.
    #expect(draw(at: 2)?.svg == "1" && draw(at: 3)?.svg == "1")
    while watch.waits.isEmpty { await Task.yield() }
    #expect(watch.waits.count == 1 && watch.waits[0].rest == .seconds(7))
    watch.now += .seconds(7)
    watch.waits[0].go.resume()
    while watch.due == 0 { await Task.yield() }
    #expect(draw(at: 3)?.svg == "2")
  }

  @Test func whatNobodyLooksAtIsForgotten() async {
    watch.cost = .seconds(1)
    _ = (draw(at: 1), draw(at: 2))
    while watch.waits.isEmpty { await Task.yield() }
    graphs.keep(["page"])
    watch.waits[0].go.resume()
    for _ in 0..<10 { await Task.yield() }
    #expect(watch.due == 0 && draw(at: 2)?.svg == "2")
  }
}
