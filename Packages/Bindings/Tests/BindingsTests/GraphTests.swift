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

  // MARK: batch and untracked

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

  // MARK: Reads across graphs

  @Test func aReadAcrossGraphsIsReportedOnce() {
    let log = IssueLog(graph, other)
    let foreign = Property(0, label: "foreign", graph: other)
    let derived = Computed(label: "derived", graph: other) { foreign.value }
    let own = Property(0, graph: graph)
    let computed = Computed(label: "computed", graph: graph) { own.value + foreign.value }
    let token = observe(label: "observer", graph: graph) { _ = own.value + derived.value }
    _ = computed.value
    own.value = 1
    _ = computed.value
    #expect(log.issues.map(\.code) == [.foreignGraph, .foreignGraph])
    #expect(log.issues[0].nodes.map(\.name) == ["observer", "derived"])
    #expect(log.issues[1].nodes.map(\.name) == ["computed", "foreign"])
    #expect(
      log.issues[1].message == "'computed' read 'foreign', which belongs to another graph, so its "
        + "changes will not be noticed. Make both in one graph, or observe the other one.")
    #expect(foreign.node.dependents == [derived.node])
    withExtendedLifetime(token) {}
  }

  @Test func handlerOfIssuesRunsAfterTheFirstRunOfAnObserver() {
    var lines: [String] = []
    graph.onIssue = { _ in lines.append("issue") }
    let foreign = Property(0, graph: other)
    let token = observe(graph: graph) {
      lines.append("begin")
      _ = foreign.value
      lines.append("end")
    }
    #expect(lines == ["begin", "end", "issue"])
    withExtendedLifetime(token) {}
  }

  @Test func nodesMadeAtTheSamePlacesAreReportedOnce() {
    let log = IssueLog(graph, other)
    let foreign = Property(0, graph: other)
    for _ in 0..<10 { _ = Computed(graph: graph) { foreign.value }.value }
    #expect(log.issues.count == 1)
  }

  @Test func theMainGraphReportsAsWell() {
    let log = IssueLog(graph, other)
    let foreign = Property(0)
    _ = Computed(graph: graph) { foreign.value }.value
    #expect(log.issues.map(\.code) == [.foreignGraph])
  }

  @Test func aReadOfAGraphThatIsMadeDuringTheEvaluationIsReported() {
    let log = IssueLog(graph, other)
    let computed = Computed(graph: graph) { Property(1, graph: Graph()).value }
    #expect(computed.value == 1)
    #expect(log.issues.map(\.code) == [.foreignGraph])
  }

  @Test func readsThatAreNotTrackedMayCrossGraphs() {
    let log = IssueLog(graph, other)
    let foreign = Property(0, graph: other)
    let own = Property(0, graph: graph)
    let computed = Computed(graph: graph) { foreign.peek() + untracked { foreign.value } }
    let token = own.observe { _ in _ = foreign.value + computed.value }
    let command = Command<Void, Void>(graph: graph) { _ = foreign.value }
    own.value = 1
    command.execute()
    _ = own.value + foreign.value + computed.value
    graph.run { _ = foreign.value }
    #expect(log.issues.isEmpty)
    withExtendedLifetime(token) {}
  }

  // MARK: Bridges

  @Test func aTwoWayBindingJoinsPropertiesOfTwoGraphs() {
    let log = IssueLog(graph, other)
    let here = Property("a", graph: graph)
    let there = Property("b", graph: other)
    let binding = here.bind(with: there)
    #expect(there.value == "a")
    there.value = "c"
    #expect(here.value == "c")
    graph.batch {
      here.value = "d"
      here.value = "e"
    }
    #expect(there.value == "e")
    #expect(log.issues.isEmpty)
    withExtendedLifetime(binding) {}
  }

  @Test func feedbackBetweenTwoGraphsIsReportedAndEnds() {
    let log = IssueLog(graph, other)
    let here = Property(0, graph: graph)
    let there = Property(0, graph: other)
    let forth = here.observe { there.value = $0 + 1 }
    let back = there.observe { here.value = $0 + 1 }
    #expect(log.issues.contains { $0.code == .noFixedPoint })
    withExtendedLifetime((forth, back)) {}
  }

  @Test func liftFollowsTheGraphOfItsSources() {
    @MainActor final class Target {
      var shown: [String] = []
      func show(_ name: String, _ age: Int) { shown.append("\(name) \(age)") }
    }
    let target = Target()
    let name = Property("Ada", graph: graph)
    let age = Property(36, graph: graph)
    let binding = lift(Target.show, on: target, name.signal, age.signal)
    age.value = 37
    #expect(target.shown == ["Ada 36", "Ada 37"])
    withExtendedLifetime(binding) {}
  }
}
