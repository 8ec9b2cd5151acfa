import Bindings
import Testing

/// The work of one graph during that of another.
@Suite @MainActor struct GraphsAtWorkTests {
  private let graph = Graph()
  private let other = Graph()

  @Test func replacedValueEndsInTheGraphOfItsProperty() {
    var seen: [Bool] = []
    let graph = graph
    let property = Property<Ending?>(
      Ending { seen.append(Graph.current === graph) }, graph: graph)
    property.value = Ending { seen.append(Graph.current === graph) }
    other.run { property.value = nil }
    #expect(seen == [true, true])
  }

  @Test func taskOfAnObserverThatAnIsolatedDeinitCausedInheritsTheGraph() async {
    let graph = graph
    let trigger = Property(0, graph: graph)
    var tasks: [Task<Bool, Never>] = []
    let token = observe(graph: graph) {
      _ = trigger.value
      tasks.append(Task { Graph.current === graph })
    }
    var holder: Property<IsolatedEnding>? = Property(
      IsolatedEnding { trigger.value += 1 }, graph: graph)
    withExtendedLifetime(holder) {}
    holder = nil
    #expect(tasks.count == 2)
    for task in tasks { #expect(await task.value) }
    withExtendedLifetime(token) {}
  }

  @Test func writeInAComputedToAnotherGraphIsDroppedAndReported() {
    let log = IssueLog(graph, other)
    let there = Property(0, label: "there", graph: other)
    var seen: [Int] = []
    let told = there.observe { seen.append($0) }
    let computed = Computed(label: "computed", graph: graph) {
      there.value = 1
      there.update { $0 = 2 }
      return 3
    }
    #expect(computed.value == 3)
    #expect(there.value == 0)
    #expect(seen == [0])
    #expect(log.issues.map(\.code) == [.writeInComputed])
    #expect(log.issues.first?.nodes.map(\.name) == ["computed", "there"])
    there.value = 4
    #expect(seen == [0, 4])
    withExtendedLifetime(told) {}
  }

  @Test func writeInAComputedToTheMainGraphIsDropped() {
    let log = IssueLog(graph, other)
    let there = Property(0, label: "there")
    let computed = Computed(label: "computed", graph: graph) {
      there.value = 1
      return 3
    }
    #expect(computed.value == 3)
    #expect(there.value == 0)
    #expect(log.issues.map(\.code) == [.writeInComputed])
  }

  @Test func writeInAComputedOfTheMainGraphIsDropped() {
    let log = IssueLog()
    let there = Property(0, label: "there", graph: graph)
    let before = Graph.main.onIssue
    Graph.main.onIssue = { log.issues.append($0) }
    defer { Graph.main.onIssue = before }
    let computed = Computed(label: "computed") {
      there.value = 1
      return 3
    }
    #expect(computed.value == 3)
    #expect(there.value == 0)
    #expect(log.issues.map(\.code) == [.writeInComputed])
  }

  @Test func observerOfAnotherGraphIsNotMadeInAComputed() {
    let log = IssueLog(graph, other)
    let there = Property(0, label: "there", graph: other)
    var token: Subscription?
    let computed = Computed(label: "computed", graph: graph) {
      token = there.observe { _ in }
      return 3
    }
    #expect(computed.value == 3)
    #expect(token?.isActive == false)
    #expect(log.issues.map(\.code) == [.observerInComputed])
  }

  @Test func issueOfAnotherGraphWaitsForTheEndOfAllEvaluations() {
    let graph = graph
    let number = Property(0, graph: graph)
    let log = IssueLog()
    graph.onIssue = { log.issues.append($0) }
    other.onIssue = { _ in number.value += 1 }
    let faulty = Computed(graph: other) { number.value }
    let computed = Computed(graph: graph) { faulty.peek() }
    _ = computed.value
    #expect(number.value == 1)
    #expect(log.issues.isEmpty)
  }

  @Test func deinitOfAnotherGraphWaitsForTheEndOfAllEvaluations() {
    let graph = graph
    let number = Property(0, graph: graph)
    let log = IssueLog()
    graph.onIssue = { log.issues.append($0) }
    let source = Property(0, graph: other)
    let replaced = Computed(graph: other) {
      _ = source.value
      return Ending { number.value += 1 }
    }
    _ = replaced.value
    let computed = Computed(graph: graph) {
      _ = replaced.peek()
      return 1
    }
    source.value = 1
    _ = computed.value
    #expect(number.value == 1)
    #expect(log.issues.isEmpty)
  }

  @Test func nodesOfAGraphThatIsGoneEqualNoOthers() {
    func lookAtOne() -> Node {
      let graph = Graph()
      let property = Property(0, graph: graph)
      return withExtendedLifetime((graph, property)) { property.node }
    }
    let nodes = (0..<10).map { _ in lookAtOne() }
    #expect(Set(nodes).count == 10)
  }
}
