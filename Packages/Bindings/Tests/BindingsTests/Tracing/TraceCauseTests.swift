import Bindings
import Testing

/// The causes and the batches of records, and what an explanation makes of them when the log lacks some.
@Suite @MainActor struct TraceCauseTests {
  let graph = Graph()
  let log = TraceLog()

  init() { graph.tracer = log }

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
    let text = "\(short.explain(last.node))"
    #expect(text.contains("because of something older than the log"))
    #expect(!text.contains("another graph") && !text.contains("not because"))
    graph.tracer = nil
  }

  @Test func aCauseIsNamedOnceHoweverOftenItWasRead() throws {
    let sources = (0..<3).map { Property(1, label: "source \($0)", graph: graph) }
    let others = (0..<20).map { _ in Property(0, graph: graph) }
    let readers = others.map { other in
      Computed(graph: graph) { sources[0].value + other.value }
    }
    let equal = Computed(label: "equal", graph: graph) { sources[0].value * 0 }
    let sum = Computed(label: "sum", graph: graph) {
      var sum = sources[1].value + sources[2].value
      for reader in readers { sum += equal.value + sources[0].value + reader.value }
      return sum
    }
    _ = sum.value
    var writes: [TraceRecord.ID] = []
    for index in [1, 2, 0] {
      sources[index].value = 2
      writes.append(try #require(log.records.last?.id))
    }
    _ = sum.value
    let record = try #require(log.records(of: sum.node).last)
    #expect(record.causes == writes)
    #expect(Set(record.ruledOut).count == record.ruledOut.count)
    let text = "\(log.explain(sum.node))"
    #expect(sources.allSatisfy { text.contains("because \($0.node.name) was set") })
    #expect(writes.allSatisfy { log.consequences(of: $0).map(\.node).contains(sum.node) })
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
    #expect("\(newest)".contains("and because b was computed"))
    isOther.value = true
    _ = total.value
    // The evaluation since was equal; it is not the one that is explained.
    let older = log.explain(total.node)
    #expect(older.steps.map(\.record.id) == newest.steps.map(\.record.id))
    #expect(older.notCauses.isEmpty)
    #expect(older.since.map(\.kind) == [.recompute])
    graph.tracer = nil
  }

  enum Part: CaseIterable { case mark, read, skip, write, equalWrite, event, command }

  @Test(arguments: Part.allCases, Part.allCases)
  func aBatchOfAllGraphsIsOneBatchWhateverComesFirst(_ first: Part, _ second: Part) {
    let number = Property(0, graph: graph)
    let isEven = Computed(graph: graph) { number.value % 2 == 0 }
    let text = Computed(graph: graph) { "\(isEven.value)" }
    let source = SignalSource<Int>(graph: graph)
    let token = source.signal.observe { _ in }
    let touch = Command<Void, Void>(graph: graph) {}
    _ = text.value
    func take(_ part: Part) {
      switch part {
      case .mark: graph.mark("here")
      case .read: _ = text.value
      case .skip: _ = text.value
      case .write: number.value += 2
      case .equalWrite: number.value += 0
      case .event: source.send(1)
      case .command: touch.execute()
      }
    }
    // For the first read to find something to do.
    number.value += 2
    log.clear()
    batch {
      take(first)
      take(second)
      take(first)
    }
    #expect(log.records.allSatisfy { $0.batch != nil })
    #expect(Set(log.records.map(\.batch)).count <= 1)
    let batch = log.records.last?.batch
    number.value += 2
    #expect(log.records.last?.batch != batch)
    graph.tracer = nil
    token.cancel()
  }
}
