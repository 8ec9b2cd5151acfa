import Bindings
import Testing

@testable import REPLKit

/// What an explanation makes of a log that lacks some records.
@Suite @MainActor struct ExplanationProofTests {
  let graph = Graph()
  let log = TraceLog()

  init() { graph.tracer = log }

  /// The explanation in English.
  private func told(_ node: Node, by log: TraceLog? = nil) -> String {
    (log ?? self.log).explain(node).messages().map { "\($0)" }.joined(separator: "\n")
  }

  /// A total of a price and a count that was evaluated.
  @MainActor private struct Cart {
    let price, count, noise: Property<Int>
    let total: Computed<Int>

    init(_ graph: Graph) {
      let (price, count) = (
        Property(1, label: "price", graph: graph), Property(1, label: "count", graph: graph)
      )
      (self.price, self.count) = (price, count)
      noise = Property(0, label: "noise", graph: graph)
      total = Computed(label: "total", graph: graph) { price.value * count.value }
      _ = total.value
    }
  }

  @Test func aCauseThatTheLogHasForgottenIsNotInnocent() {
    let short = TraceLog(limit: 4)
    graph.tracer = short
    let cart = Cart(graph)
    cart.price.value = 5
    for number in 1...4 { cart.noise.value = number }
    _ = cart.total.value
    #expect(short.explain(cart.total.node).notCauses.isEmpty)
    cart.count.value = 2
    _ = cart.total.value
    #expect(short.explain(cart.total.node).notCauses == [cart.price.node])
    graph.tracer = nil
  }

  @Test func aCauseOfTheTimeBeforeTheLogWasClearedIsNotInnocent() {
    let cart = Cart(graph)
    cart.price.value = 5
    log.clear()
    cart.count.value = 2
    _ = cart.total.value
    #expect(log.explain(cart.total.node).notCauses.isEmpty)
    graph.tracer = nil
  }

  @Test func aCauseThatWentUntracedIsNotInnocent() {
    let cart = Cart(graph)
    graph.tracer = nil
    cart.price.value = 5
    graph.tracer = log
    cart.count.value = 2
    _ = cart.total.value
    #expect(log.explain(cart.total.node).notCauses.isEmpty)
    graph.tracer = nil
  }

  @Test func aCauseOfAnEvaluationInsideIsOldOnceItIsForgotten() {
    let short = TraceLog(limit: 2)
    graph.tracer = short
    let (p, q) = (Property(1, label: "p", graph: graph), Property(1, label: "q", graph: graph))
    let inner = Computed(label: "inner", graph: graph) { q.value + 1 }
    let outer = Computed(label: "outer", graph: graph) { p.value == 1 ? 0 : inner.value }
    let last = Computed(label: "last", graph: graph) { inner.value + 1 }
    _ = (outer.value, last.value)
    q.value = 2
    p.value = 2
    _ = (outer.value, last.value)
    let text = told(last.node, by: short)
    #expect(text.contains("because of something older than the log"))
    #expect(!text.contains("another graph") && !text.contains("not because"))
    graph.tracer = nil
  }

  @Test func anExplanationKeepsToTheInputsOfTheEvaluationThatItExplains() {
    let isOther = Property(false, label: "isOther", graph: graph)
    let (p, q) = (Property(1, label: "p", graph: graph), Property(1, label: "q", graph: graph))
    let z = Property(4, label: "z", graph: graph)
    let a = Computed(label: "a", graph: graph) { p.value }
    let b = Computed(label: "b", graph: graph) { q.value }
    let total = Computed(label: "total", graph: graph) {
      isOther.value ? z.value : a.value + b.value
    }
    _ = total.value
    graph.batch { (p.value, q.value) = (2, 2) }
    _ = total.value
    let newest = log.explain(total.node)
    #expect(newest.notCauses == [isOther.node])
    #expect(told(total.node).contains("and because b was computed"))
    isOther.value = true
    _ = total.value
    // The evaluation since was equal; it is not the one that is explained.
    let older = log.explain(total.node)
    #expect(older.steps.map(\.record.id) == newest.steps.map(\.record.id))
    #expect(older.notCauses.isEmpty)
    #expect(older.since.map(\.kind) == [.recompute])
    graph.tracer = nil
  }
}
