import Testing

@testable import Bindings

/// A handler of issues runs outside of all evaluations, so it may do what any code may.
@Suite @MainActor struct IssueHandlerTests {
  let graph = Graph()

  /// A computed that breaks a rule, and the property it must not write.
  private func culprit(_ source: Property<Int>) -> Computed<Int> {
    let target = Property(0, label: "target", graph: graph)
    return Computed(label: "culprit", graph: graph) {
      target.value = source.value
      return source.value
    }
  }

  @Test func handlerThatWritesIsCalledOnceForEachIssue() {
    let log = Property<[String]>([], graph: graph)
    graph.onIssue = { log.value.append($0.message) }
    let source = Property(1, graph: graph)
    let culprit = culprit(source)
    #expect(culprit.value == 1)
    #expect(log.value.count == 1)
    var seen: [Int] = []
    let token = observe(graph: graph) { seen.append(log.value.count) }
    source.value = 2
    #expect(culprit.value == 2)
    #expect(seen == [1, 2])
    #expect(graph.engine.verify() == nil)
    token.cancel()
  }

  @Test func handlerThatReadsMakesNoDependency() {
    let other = Property(1, graph: graph)
    var read = 0
    graph.onIssue = { _ in read += other.value }
    let source = Property(1, graph: graph)
    let culprit = culprit(source)
    var runs = 0
    let token = observe(graph: graph) {
      runs += 1
      _ = culprit.value
    }
    #expect(read == 1)
    #expect(culprit.node.dependencies.map(\.id) == [source.node.id])
    other.value = 2
    #expect(runs == 1)
    token.cancel()
  }

  @Test func handlerMayLookAtTheWholeGraph() {
    var reports: [String] = []
    let graph = graph
    graph.onIssue = { issue in
      reports.append("\(graph.nodes.map { ($0.name, $0.valueDescription, $0.dependencies.count) })")
      for node in issue.nodes { node.refresh() }
      reports += issue.nodes.compactMap(\.valueDescription)
    }
    let culprit = culprit(Property(1, label: "source", graph: graph))
    _ = culprit.value
    #expect(reports.count == 3)
    #expect(reports.first?.contains("culprit") == true)
  }

  @Test func aLookInTheMiddleOfAnEvaluationEvaluatesNothing() {
    let graph = graph
    var text = ""
    let computed = Computed(label: "asking", graph: graph) {
      for node in graph.nodes { node.refresh() }
      text = graph.nodes.map { $0.name + ($0.valueDescription ?? "") }.joined()
      return 1
    }
    #expect(computed.value == 1)
    #expect(text.contains("asking"))
  }

  @Test func handlerThatCausesAnIssueIsNotCalledForIt() {
    let source = Property(1, graph: graph)
    let first = culprit(source)
    let second = culprit(source)
    var issues = 0
    graph.onIssue = { _ in
      issues += 1
      _ = second.value
    }
    _ = first.value
    #expect(issues == 1)
    source.value = 2
    _ = first.value
    #expect(issues == 2)
  }

  @Test func handlerThatWritesWhatARunawayReadsDoesNotKeepItGoing() {
    let number = Property(0, graph: graph)
    var issues = 0
    graph.onIssue = { _ in
      issues += 1
      number.value += 1
    }
    var runs = 0
    let token = observe(graph: graph) {
      runs += 1
      number.value += 1
    }
    #expect(issues == 1)
    #expect(runs <= 202)
    #expect(graph.engine.verify() == nil)
    token.cancel()
  }

  @Test func handlerMayReleaseTheNodesThatItIsToldOf() {
    let graph = graph
    var kept: [AnyObject] = []
    graph.onIssue = { _ in kept = [] }
    let source = Property(1, graph: graph)
    let culprit = culprit(source)
    kept = [observe(graph: graph) { _ = culprit.value }]
    source.value = 2
    #expect(kept.isEmpty)
    #expect(graph.engine.verify() == nil)
  }

  /// The handler may read what is being edited once it is not lent out any more.
  @Test(arguments: [false, true])
  func issueInsideAnUpdateWaitsForItsEnd(_ isElsewhere: Bool) {
    let owner = isElsewhere ? Graph() : graph
    let numbers = Property([1], graph: owner)
    let flags = Property(0, graph: owner)
    var read: [[Int]] = []
    graph.onIssue = { _ in read.append(numbers.value) }
    let culprit = culprit(Property(2, graph: graph))
    numbers.update { numbers in
      numbers.append(culprit.value)
      flags.update { $0 += 1 }
      #expect(read.isEmpty)
    }
    #expect(read == [[1, 2]])
    #expect(graph.engine.verify() == nil)
  }

  @Test func issueInsideAnUpdateThatThrowsIsTold() {
    struct Broken: Error {}
    let numbers = Property([1], graph: graph)
    var read: [[Int]] = []
    graph.onIssue = { _ in read.append(numbers.value) }
    let culprit = culprit(Property(2, graph: graph))
    let token = observe(graph: graph) { _ = numbers.value }
    #expect(throws: Broken.self) {
      try graph.batch {
        try numbers.update {
          $0.append(culprit.value)
          throw Broken()
        }
      }
    }
    #expect(read == [[1, 2]])
    token.cancel()
  }

  @Test func handlersOfAGraphThatHasGoneAreLetGo() {
    var told = 0
    do {
      let graph = Graph()
      graph.onIssue = { _ in told += 1 }
      let source = Property(1, graph: graph)
      let target = Property(1, graph: graph)
      _ =
        Computed(graph: graph) {
          target.value = source.value + 1
          return 1
        }.value
    }
    #expect(told == 1)
  }

  @Test func theNodesOfACycleEndWithTheFirst() {
    let issues = IssueLog(graph)
    let isOn = Property(false, graph: graph)
    var second: Computed<Int>?
    let first = Computed(label: "first", graph: graph) { isOn.value ? second?.value ?? 0 : 0 }
    second = Computed(label: "second", graph: graph) { first.value + 1 }
    _ = second?.value
    isOn.value = true
    _ = second?.value
    let names = issues.issues.first?.nodes.map(\.name) ?? []
    #expect(names.count == 3 && names.first == names.last)
  }

  /// A chain of graphs, in each of which an issue is caused by the handler of the one before.
  private func chain(_ graphs: [Graph], _ told: @escaping (Int) -> Void) -> [Computed<Int>] {
    let culprits = graphs.map { graph in
      let target = Property(0, label: "target", graph: graph)
      return Computed(label: "culprit", graph: graph) {
        target.value = 1
        return 1
      }
    }
    for (index, graph) in graphs.enumerated() {
      graph.onIssue = { _ in
        told(index)
        _ = culprits[(index + 1) % graphs.count].value
      }
    }
    return culprits
  }

  /// More of them than a stack has room for, if handlers nested.
  @Test func handlersOfManyGraphsThatCauseIssuesForEachOtherDoNotNest() {
    var told: [Int] = []
    let graphs = (0..<5000).map { _ in Graph() }
    let culprits = chain(graphs) { told.append($0) }
    graphs[4999].onIssue = { _ in told.append(4999) }
    _ = culprits[0].value
    #expect(told == Array(0..<5000))
    #expect(graphs.allSatisfy { $0.engine.verify() == nil })
  }

  /// An issue that comes back to the graph where all began is the handler's own.
  @Test func handlersOfGraphsInARingAreCalledOnce() {
    var told: [Int] = []
    let graphs = (0..<3).map { _ in Graph() }
    let culprits = chain(graphs) { told.append($0) }
    _ = culprits[0].value
    #expect(told == [0, 1, 2])
    for graph in graphs { graph.onIssue = { _ in told.append(3) } }
    let target = Property(0, graph: graphs[1])
    _ = Computed(graph: graphs[1]) { target.value = 1 }.value
    #expect(told == [0, 1, 2, 3])
  }

  /// The graph has no handle any more when its turn comes.
  @Test func aHandlerIsToldWhatAnotherHandlerCausedBeforeItReleasedTheGraph() {
    var told: [String] = []
    var other: Graph? = Graph()
    other?.onIssue = { told.append($0.message) }
    graph.onIssue = { _ in
      guard let last = other else { return }
      let target = Property(0, label: "last", graph: last)
      _ = Computed(graph: last) { target.value = 1 }.value
      #expect(told.isEmpty)
      other = nil
    }
    _ = culprit(Property(1, graph: graph)).value
    #expect(told.count == 1 && told.first?.contains("'last'") == true && other == nil)
  }

  @Test func anIssueIsOneLineWhateverItSays() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      await MainActor.run {
        struct Torn: Error, CustomStringConvertible {
          let description = "first line\nBindings: second\r\nthird"
        }
        Command<Void, Void>(label: "fail") { throw Torn() }.execute()
      }
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    let lines = text.split(whereSeparator: \.isNewline).filter { $0.contains("second") }
    #expect(
      lines.count == 1 && lines[0].contains("first line\\nBindings: second\\nthird"), "\(text)")
    #expect(!text.contains("\nBindings: second"))
  }
}
