import Bindings
import Testing

/// Promise 7: a computed only derives; all else in it is a diagnosed mistake.
@Suite @MainActor struct ComputedRuleTests {
  @Test func writeInsideAComputedIsDroppedAndReported() {
    let graph = Graph()
    var issues: [GraphIssue] = []
    graph.onIssue = { issues.append($0) }
    let source = Property(1, label: "source", graph: graph)
    let target = Property(0, label: "target", graph: graph)
    let bad = Computed(label: "bad", graph: graph) {
      target.value = source.value
      return source.value
    }
    #expect(bad.value == 1)
    #expect(target.value == 0)
    #expect(issues.map(\.code) == [.writeInComputed])
    #expect(issues.first?.message.contains("'bad' wrote 'target'") == true)
  }

  @Test func observerMadeInsideAComputedIsReportedAndNotMade() {
    let graph = Graph()
    var issues: [GraphIssue] = []
    graph.onIssue = { issues.append($0) }
    let source = Property(1, graph: graph)
    var runs = 0
    var token: Subscription?
    let bad = Computed(label: "bad", graph: graph) {
      token = observe(label: "late", graph: graph) { runs += source.value }
      return source.value
    }
    #expect(bad.value == 1)
    #expect(runs == 0)
    #expect(token?.isActive == false)
    #expect(issues.map(\.code) == [.observerInComputed])
  }

  @Test func mistakeThatAnEvaluationMakesAgainAndAgainIsToldOnce() {
    let graph = Graph()
    var issues: [GraphIssue] = []
    graph.onIssue = { issues.append($0) }
    let (source, isLooped) = (Property(0, graph: graph), Property(false, graph: graph))
    let targets = [Property(0, label: "a", graph: graph), Property(0, label: "b", graph: graph)]
    var own: Computed<Int>?
    let bad = Computed(label: "bad", graph: graph) {
      for number in 1...1000 {
        for target in targets { target.value = number }
        _ = observe(label: "late", graph: graph) {}
        if isLooped.value { _ = own?.value }
      }
      return source.value
    }
    own = bad
    #expect(bad.value == 0)
    #expect(
      issues.map(\.code) == [.writeInComputed, .writeInComputed, .observerInComputed],
      "one for each target")
    issues = []
    isLooped.value = true
    source.value = 1
    #expect(bad.value == 1)
    #expect(Set(issues.map(\.code)) == [.cycle, .writeInComputed, .observerInComputed])
    #expect(issues.count == 4, "the next evaluation's are told again")
    own = nil
  }

  @Test func computedThatReadsItselfIsReportedAndKeepsItsValue() {
    let graph = Graph()
    var issues: [GraphIssue] = []
    graph.onIssue = { issues.append($0) }
    let looped = Property(false, label: "looped", graph: graph)
    var second: Computed<Int>?
    let first = Computed(label: "first", graph: graph) {
      looped.value ? (second?.value ?? 0) + 1 : 1
    }
    second = Computed(label: "second", graph: graph) { first.value + 1 }
    #expect(second?.value == 2)
    looped.value = true
    #expect(second?.value == 4)
    #expect(issues.map(\.code) == [.cycle])
    #expect(issues.first?.message.contains("'first'") == true)
    #expect(issues.first?.message.contains("'second'") == true)
  }

  @Test func aComputedThatReadItselfCanBeLetGo() {
    let graph = Graph()
    var issues: [GraphIssue] = []
    graph.onIssue = { issues.append($0) }
    let isLooped = Property(false, label: "isLooped", graph: graph)
    var looped: Computed<Int>?
    looped = Computed(label: "looped", graph: graph) {
      isLooped.value ? (looped?.value ?? 0) + 1 : 1
    }
    #expect(looped?.value == 1)
    isLooped.value = true
    #expect(looped?.value == 2)
    #expect(looped?.value == 2)
    #expect(issues.map(\.code) == [.cycle])
    looped = nil
    #expect(graph.nodeCount == 1)
  }
}
