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
