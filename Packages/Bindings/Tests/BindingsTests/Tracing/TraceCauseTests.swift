import Bindings
import Testing

/// The causes and the batches of records.
@Suite @MainActor struct TraceCauseTests {
  let graph = Graph()
  let log = TraceLog()

  init() { graph.tracer = log }

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
    #expect(writes.allSatisfy { log.consequences(of: $0).map(\.node).contains(sum.node) })
    graph.tracer = nil
  }
}
