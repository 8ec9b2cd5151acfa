import Testing

@testable import Bindings

/// What waits for the end of an evaluation may write: a read answers with the value after it.
@Suite @MainActor struct SettledReadTests {
  let graph = Graph()

  @Test func aReadSeesWhatTheHandlerOfItsIssueWrote() {
    let source = Property(1, graph: graph)
    let other = Property(0, graph: graph)
    graph.onIssue = { _ in source.value = 10 }
    let twice = Computed(graph: graph) {
      other.value = 1
      return source.value * 2
    }
    #expect(twice.value == 20)
    source.value = 3
    #expect(twice.peek() == 20)
    let thrice = Computed(graph: graph) { twice.value / 2 * 3 }
    source.value = 4
    #expect(thrice.value == 30)
    #expect(graph.engine.verify() == nil)
  }

  @Test(arguments: [false, true])
  func aReadSeesWhatTheEndOfTheReplacedValueWrote(_ isTraced: Bool) {
    if isTraced { graph.tracer = TraceLog() }
    let source = Property(1, graph: graph)
    let number = Property(0, graph: graph)
    let made = Computed(graph: graph) {
      (
        number.value, IsolatedEnding { if source.value < 10 { source.value = 10 } },
        source.value * 2
      )
    }
    #expect(made.value.2 == 2)
    number.value = 1
    #expect(made.value.2 == 20)
    number.value = 2
    source.value = 2
    made.node.refresh()
    #expect(made.node.valueDescription?.hasSuffix("20)") == true)
    #expect(graph.engine.verify() == nil)
  }

  @Test func aReadInAnObserverSeesItToo() {
    let source = Property(1, graph: graph)
    let number = Property(0, graph: graph)
    let made = Computed(graph: graph) {
      (
        number.value, IsolatedEnding { if source.value < 10 { source.value = 10 } },
        source.value * 2
      )
    }
    var seen: [[Int]] = []
    let token = observe(graph: graph) { seen.append([made.value.2, source.peek() * 2]) }
    number.value = 1
    #expect(seen.allSatisfy { $0[0] == $0[1] })
    #expect(seen.last == [20, 20])
    #expect(graph.engine.verify() == nil)
    token.cancel()
  }

  @Test func aReadInAnotherGraphSeesItToo() {
    let other = Graph()
    let source = Property(1, graph: graph)
    let number = Property(0, graph: graph)
    let made = Computed(graph: graph) {
      (
        number.value, IsolatedEnding { if source.value < 10 { source.value = 10 } },
        source.value * 2
      )
    }
    _ = made.value
    number.value = 1
    var seen = 0
    let token = observe(graph: other) { seen = untracked { made.value.2 } }
    #expect(seen == 20)
    token.cancel()
  }

  @Test func aHandlerThatNeverLetsTheValueSettleDoesNotHoldTheReadUp() {
    let source = Property(1, graph: graph)
    let other = Property(0, graph: graph)
    graph.onIssue = { _ in source.value += 1 }
    var evaluations = 0
    let computed = Computed(graph: graph) {
      evaluations += 1
      other.value = 1
      return source.value
    }
    #expect(computed.value > 1)
    #expect(evaluations < 1000)
    #expect(graph.engine.verify() == nil)
  }
}
