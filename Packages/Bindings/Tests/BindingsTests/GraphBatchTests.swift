import Bindings
import Testing

/// Batches and untracked reads, of one graph and of all.
@Suite @MainActor struct GraphBatchTests {
  private let graph = Graph()
  private let other = Graph()

  @Test func aBatchHoldsForAllGraphs() {
    let here = Property(0, graph: graph)
    let there = Property(0, graph: other)
    let main = Property(0)
    var runs: [String] = []
    let tokens = [
      here.observe { _ in runs.append("here") }, there.observe { _ in runs.append("there") },
      main.observe { _ in runs.append("main") },
    ]
    runs = []
    batch {
      main.value = 1
      there.value = 1
      batch { here.value = 1 }
      here.update { $0 = 2 }
      there.value = 2
      #expect(runs.isEmpty)
    }
    #expect(runs == ["there", "here", "main"])
    withExtendedLifetime(tokens) {}
  }

  /// The observers of another graph may read the value that is being edited.
  @Test func anUpdateIsABatchOfAllGraphs() {
    let (one, other) = (Graph(), Graph())
    let numbers = Property([1], graph: one)
    let count = Property(0, graph: other)
    let (leading, following) = (Property([1], graph: one), Property([0], graph: other))
    let binding = leading.bind(with: following)
    var seen: [[Int]] = []
    let token = count.observe { seen.append([$0] + numbers.peek()) }
    numbers.update {
      $0.append(2)
      count.value = 1
      count.value = $0.count
    }
    #expect(seen == [[0, 1], [2, 1, 2]])
    leading.update {
      $0.append(2)
      following.value = [3]
    }
    #expect(leading.value == [1, 2] && following.value == [1, 2])
    withExtendedLifetime((token, binding)) {}
  }

  /// In a process of its own, for other tests have graphs.
  @Test func aBodyThatMakesTheFirstFurtherGraphIsOneBatch() async {
    await #expect(processExitsWith: .success) {
      await MainActor.run {
        var seen: [Int] = []
        var token: Subscription?
        let make = Command<Void, Void> {
          let number = Graph().run { Property(0) }
          token = number.observe { seen.append($0) }
          number.value = 1
          number.value = 2
        }
        make.execute()
        precondition(seen == [0, 2] && token != nil)
      }
    }
  }

  @Test func aBatchOfOneGraphHoldsForThatOne() {
    let here = Property(0, graph: graph)
    let there = Property(0, graph: other)
    var runs = 0
    let tokens = [here, there].map { $0.observe { _ in runs += 1 } }
    graph.batch {
      there.value = 1
      #expect(runs == 3)
      here.value = 1
      #expect(runs == 3)
    }
    #expect(runs == 4)
    withExtendedLifetime(tokens) {}
  }

  @Test func aBatchOfAllGraphsIsOneBatchInTheTraceOfEach() {
    let log = TraceLog()
    graph.tracer = log
    let (a, b) = (Property(0, graph: graph), Property(0, graph: graph))
    let token = observe(graph: graph) { _ = a.value + b.value }
    log.clear()
    batch {
      a.value = 1
      b.value = 1
    }
    #expect(Set(log.records.map(\.batch)).count == 1)
    #expect(log.records.count { $0.kind == .observerRun } == 1)
    graph.tracer = nil
    withExtendedLifetime(token) {}
  }

  @Test func equalWriteBelongsToTheBatchOfAllGraphs() {
    let log = TraceLog()
    graph.tracer = log
    let (a, b) = (Property(0, graph: graph), Property(0, graph: graph))
    let token = observe(graph: graph) { _ = a.value + b.value }
    log.clear()
    batch {
      a.value = 0
      b.value = 1
    }
    #expect(Set(log.records.map(\.batch)).count == 1)
    graph.tracer = nil
    withExtendedLifetime(token) {}
  }

  @Test func aGraphThatEndsInABatchIsNotMissed() {
    var graph: Graph? = Graph()
    var property: Property<Int>? = graph?.run { Property(0) }
    var seen = 0
    var token = property?.observe { seen = $0 }
    batch {
      property?.value = 1
      graph = nil
      token = nil
      property = nil
    }
    #expect(seen == 0)
    withExtendedLifetime((graph, token)) {}
  }

  @Test func untrackedMeansTheEngineAtWork() {
    let source = Property(0, graph: graph)
    var runs = 0
    let token = observe(graph: graph) {
      runs += 1
      other.run { untracked { _ = source.value } }
    }
    source.value = 1
    #expect(runs == 1)
    withExtendedLifetime(token) {}
  }

  @Test func anObserverOfAnotherGraphDoesNotTrackForTheOneThatWroteToIt() {
    let trigger = Property(0, graph: graph)
    let unrelated = Property(0, graph: graph)
    let target = Property(0, graph: other)
    let watching = target.observe { _ in _ = unrelated.value }
    let sink = SignalSource<Int>(graph: other)
    let listening = sink.signal.observe { _ in _ = unrelated.value }
    let command = Command<Void, Void>(graph: other) { _ = unrelated.value }
    var runs = 0
    let token = observe(graph: graph) {
      runs += 1
      target.value = trigger.value
      sink.send(1)
      command.execute()
    }
    trigger.value = 1
    #expect(runs == 2)
    unrelated.value = 1
    #expect(runs == 2)
    #expect(token.node?.dependencies == [trigger.node])
    withExtendedLifetime((watching, listening)) {}
  }
}
