import Bindings
import BindingsTestSupport
import Testing

/// Several graphs: which one a node belongs to, and what crosses the border between them.
@Suite @MainActor struct GraphTests {
  private let graph = Graph()
  private let other = Graph()

  /// Whether a node made just now belongs to `graph`.
  private func isCurrent(_ graph: Graph) -> Bool {
    let property = Property(0)
    return withExtendedLifetime(property) { property.node.graph === graph }
  }

  // MARK: The current graph

  @Test func whatIsMadeInsideRunBelongsToTheGraph() {
    graph.run {
      let property = Property(1)
      let computed = Computed { property.value }
      let token = observe { _ = computed.value }
      let command = Command<Void, Void> {}
      let list = ObservableList([Row(id: 1)])
      let nodes = [property.node, computed.node, command.node, list.node]
      #expect(nodes.allSatisfy { $0.graph === graph })
      #expect(token.node?.graph === graph)
    }
    #expect(isCurrent(.main))
  }

  @Test func runsNestAndEndWithWhatTheyThrow() {
    struct Failure: Error {}
    graph.run {
      #expect(throws: Failure.self) {
        try other.run { () throws(Failure) in
          #expect(isCurrent(other))
          throw Failure()
        }
      }
      #expect(isCurrent(graph))
      Graph.main.run { #expect(isCurrent(.main)) }
    }
  }

  @Test func tasksInheritTheGraph() async {
    let inherited = graph.run { Task { isCurrent(graph) } }
    #expect(await inherited.value)
    let detached = graph.run { Task.detached { await isCurrent(.main) } }
    #expect(await detached.value)
  }

  @Test func anAsyncRunLastsOverSuspensions() async {
    let isStillCurrent = await graph.run {
      await Task.yield()
      return isCurrent(graph)
    }
    #expect(isStillCurrent)
    #expect(isCurrent(.main))
  }

  // MARK: What a graph calls later

  @Test func closuresOfAGraphFindItWhereverTheChangeCameFrom() {
    let source = Property(0, graph: graph)
    var seen: [Bool] = []
    let computed = Computed(graph: graph) {
      seen.append(isCurrent(graph))
      return source.value
    }
    let token = observe(graph: graph) { seen.append(source.value >= 0 && isCurrent(graph)) }
    let told = source.observe { _ in seen.append(isCurrent(graph)) }
    _ = computed.value
    other.run {
      source.value = 1
      _ = computed.value
      #expect(isCurrent(other))
    }
    #expect(seen == Array(repeating: true, count: 6))
    withExtendedLifetime((token, told)) {}
  }

  @Test func theMainGraphIsCurrentForItsObserversInsideAnotherRun() {
    let source = Property(0)
    var isMain: [Bool] = []
    let token = observe { isMain.append(source.value >= 0 && isCurrent(.main)) }
    graph.run { source.value = 1 }
    #expect(isMain == [true, true])
    withExtendedLifetime(token) {}
  }

  @Test func bodiesOfCommandsFindTheirGraph() async {
    let immediate = Command<Void, Bool>(graph: graph) { isCurrent(graph) }
    #expect(await immediate.execute().result.output == true)
    let suspending = Command<Void, Bool>(graph: graph) {
      await Task.yield()
      return isCurrent(graph)
    }
    #expect(await suspending.execute().result.output == true)
  }

  @Test func aQueuedBodyFindsItsGraphWhoeverEndsTheOneBefore() async {
    let gate = ManualClock()
    let command = Command<Void, Bool>(policy: .queue(max: 2), graph: graph) {
      try await gate.sleep(for: .seconds(1))
      return isCurrent(graph)
    }
    let first = command.execute()
    let second = command.execute()
    other.run { first.cancel() }
    _ = await first.result
    await gate.sleepers(1)
    gate.advance(by: .seconds(1))
    #expect(await second.result.output == true)
  }

  @Test func observersOfASignalFindTheGraphOfItsSource() {
    let source = SignalSource<Int>(graph: graph)
    var seen: [Bool] = []
    let token = source.signal.observe { _ in seen.append(isCurrent(graph)) }
    source.send(1)
    #expect(seen == [true])
    withExtendedLifetime(token) {}
  }

  @Test func aClockCallsBackInTheGraphThatWaits() {
    let clock = ManualClock()
    let source = SignalSource<Int>(graph: graph)
    var seen: [Bool] = []
    let token = source.signal.delay(for: .seconds(1), clock: clock).observe { _ in
      seen.append(isCurrent(graph))
    }
    source.send(1)
    other.run { clock.advance(by: .seconds(1)) }
    #expect(seen == [true])
    withExtendedLifetime(token) {}
  }

  @Test func aDeinitFindsTheGraphOfTheNodeThatHeldTheObject() {
    @MainActor final class Counted {
      let onEnd: @MainActor () -> Void
      init(_ onEnd: @escaping @MainActor () -> Void) { self.onEnd = onEnd }
      isolated deinit { onEnd() }
    }
    var seen: [Bool] = []
    var property: Property<Counted>? = Property(
      Counted { seen.append(isCurrent(graph)) }, graph: graph)
    var token: Subscription? = {
      let counted = Counted { seen.append(isCurrent(graph)) }
      return observe(graph: graph) { withExtendedLifetime(counted) {} }
    }()
    other.run {
      property = nil
      token = nil
    }
    #expect(seen == [true, true])
    withExtendedLifetime((property, token)) {}
  }

  @Test func aGraphIsCurrentForItsNodesAfterItsHandleIsReleased() {
    var handle: Graph? = Graph()
    let source = Property(0, graph: handle ?? .main)
    var made: [Node] = []
    let token = source.observe { _ in made.append(Property(0).node) }
    handle = nil
    source.value = 1
    #expect(made.count == 2)
    #expect(source.node.graph === source.node.graph)
    #expect(source.node.graph !== Graph.main)
    #expect(made.allSatisfy { !$0.isAlive })
    withExtendedLifetime((token, handle)) {}
  }

  @Test func aGraphEndsWithItsHandleAndItsNodes() {
    weak var gone: Graph?
    var node: Node?
    do {
      let graph = Graph()
      gone = graph
      graph.run {
        let source = Property(0)
        let token = observe { _ = source.value }
        node = source.node
        withExtendedLifetime(token) {}
      }
    }
    #expect(gone == nil)
    #expect(node?.isAlive == false)
  }
}
