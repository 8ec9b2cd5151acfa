import Bindings
import BindingsTestSupport
import Testing

/// Reads across the border between two graphs, and what joins them.
@Suite @MainActor struct ForeignReadTests {
  private let graph = Graph()
  private let other = Graph()

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
}
