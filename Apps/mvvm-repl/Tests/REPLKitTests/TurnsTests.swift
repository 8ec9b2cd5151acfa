import Bindings
import Testing

@testable import REPLKit

/// The order in which nodes ran.
@MainActor
@Suite(.ownGraph) struct TurnsTests {
  let log = TraceLog()

  init() { Graph.current.tracer = log }

  @Test func whatRunsHasItsPlaceWhatStaysEqualIsMarkedAndWhatRunsAgainIsCounted() {
    let age = Property(30)
    let isAdult = Computed { age.value >= 18 }
    let canSave = Computed { isAdult.value }
    let token = observe { _ = canSave.value }
    log.clear()
    age.value = 40
    let nodes = [age.node, isAdult.node, canSave.node].map(\.id) + [token.node?.id ?? 0]
    #expect(
      Turns(log.records).marks(of: nodes) == [nodes[0]: "[1]", nodes[1]: "[2=]"])
    age.value = 41
    age.value = 3
    #expect(
      Turns(log.records).marks(of: nodes) == [
        nodes[0]: "[1×3]", nodes[1]: "[2×3]", nodes[2]: "[3]", nodes[3]: "[4]",
      ])
    // Who is not shown takes no number.
    #expect(Turns(log.records).marks(of: [nodes[3]]) == [nodes[3]: "[1]"])
  }

  @Test func recordsMayComeInAnyOrder() {
    let count = Property(1)
    let double = Computed { count.value * 2 }
    let token = observe { _ = double.value }
    for number in 2..<5 { count.value = number }
    let nodes = [count.node.id, double.node.id, token.node?.id ?? 0]
    let marks = Turns(log.records).marks(of: nodes)
    #expect(Turns(log.records.reversed()).marks(of: nodes) == marks)
    var numbers = SeededGenerator(seed: 1)
    #expect(
      Turns(log.records.shuffled(using: &numbers)).marks(of: nodes.shuffled(using: &numbers))
        == marks)
    #expect(Turns().marks(of: nodes).isEmpty)
  }
}
