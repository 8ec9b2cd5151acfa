import Testing

@testable import Bindings

/// Promise 5: an observer that writes what it reads settles, or the cycle is named.
@Suite @MainActor struct FeedbackTests {
  @Test func observerThatWritesWhatItReadsRunsToAFixedPoint() {
    let number = Property(0)
    var runs = 0
    let token = observe {
      runs += 1
      if number.value < 50 { number.value += 1 }
    }
    #expect(number.value == 50)
    #expect(runs == 51)
    token.cancel()
  }

  @Test func observerThatNeverSettlesIsStoppedAndTheCycleIsNamed() throws {
    let graph = Graph()
    var issues: [GraphIssue] = []
    graph.onIssue = { issues.append($0) }
    let a = Property(0, label: "a", graph: graph)
    let b = Property(0, label: "b", graph: graph)
    var runs = 0
    let forward = observe(label: "forward", graph: graph) {
      runs += 1
      b.value = a.value + 1
    }
    let back = observe(label: "back", graph: graph) { a.value = b.value }
    let issue = try #require(issues.first)
    #expect(issues.count == 1)
    #expect(issue.code == .noFixedPoint)
    for name in ["'forward'", "'back'", "'a'", "'b'", "FeedbackTests.swift:"] {
      #expect(issue.message.contains(name), "\(issue.message)")
    }
    #expect(runs <= 101)

    // The graph still works.
    let settled = runs
    a.value = -100
    #expect(runs > settled)
    withExtendedLifetime((forward, back)) {}
  }

  @Test func aLongChainOfObserversIsNotACycle() {
    let graph = Graph()
    var issues = 0
    graph.onIssue = { _ in issues += 1 }
    let chain = (0...300).map { _ in Property(0, graph: graph) }
    let tokens = (0..<300).map { index in
      observe(graph: graph) { chain[index + 1].value = chain[index].value }
    }
    chain[0].value = 7
    #expect(chain[300].value == 7)
    #expect(issues == 0)
    withExtendedLifetime(tokens) {}
  }

  @Test func observerThatNeverSettlesRunsAHundredTimesAndItsLastWriteStays() {
    let graph = Graph()
    var issues: [GraphIssue.Code] = []
    graph.onIssue = { issues.append($0.code) }
    let number = Property(0, graph: graph)
    var runs = 0
    let token = observe(graph: graph) {
      runs += 1
      if runs > 1 { number.value += 1 } else { _ = number.value }
    }
    number.value = 1
    // The first run belonged to the batch that made it.
    #expect(runs == 1 + 100)
    #expect(number.value == 101)
    #expect(issues == [.noFixedPoint])
    token.cancel()
  }

  @Test func observerBehindALongChainOfBindingsRunsAsOftenAsItMust() {
    let graph = Graph()
    var issues: [GraphIssue] = []
    graph.onIssue = { issues.append($0) }
    let chain = (0...400).map { _ in Property(0, graph: graph) }
    let bindings = (0..<400).map { index in
      observe(graph: graph) { chain[index + 1].value = chain[index].value }
    }
    var sum = 0
    let summary = observe(graph: graph) { sum = chain.reduce(0) { $0 + $1.value } }
    chain[0].value = 1
    #expect(sum == 401)
    #expect(issues.isEmpty)
    withExtendedLifetime((bindings, summary)) {}
  }

  @Test func observerBehindALongChainThatAlsoCorrectsItselfSettles() {
    let graph = Graph()
    var issues: [GraphIssue] = []
    graph.onIssue = { issues.append($0) }
    let chain = (0...400).map { _ in Property(0, graph: graph) }
    let bindings = (0..<400).map { index in
      observe(graph: graph) { chain[index + 1].value = chain[index].value }
    }
    let isWhole = Property(false, graph: graph)
    var runs = 0
    let summary = observe(graph: graph) {
      runs += 1
      isWhole.value = chain.reduce(isWhole.value ? 1 : 0) { $0 + $1.value } >= 401
    }
    chain[0].value = 1
    #expect(isWhole.value)
    #expect(runs > 100)
    #expect(issues.isEmpty)
    withExtendedLifetime((bindings, summary)) {}
  }

  @Test func endlessObserversAmongManyOthersAreReportedOnce() {
    let graph = Graph()
    var issues: [GraphIssue.Code] = []
    graph.onIssue = { issues.append($0.code) }
    let a = Property(0, graph: graph)
    let b = Property(0, graph: graph)
    var others: [Subscription] = []
    var seen = 0
    for _ in 0..<500 { others.append(observe(graph: graph) { seen = a.value }) }
    let forward = observe(graph: graph) { b.value = a.value + 1 }
    let back = observe(graph: graph) { if b.value > 1 { a.value = b.value } }
    a.value = 5
    #expect(issues == [.noFixedPoint])
    #expect(seen == a.value)
    #expect(graph.engine.verify() == nil)
    withExtendedLifetime((forward, back, others)) {}
  }

  @Test func tangleOfObserversThatFeedEachOtherEnds() {
    let graph = Graph()
    var issues: [GraphIssue.Code] = []
    graph.onIssue = { issues.append($0.code) }
    let numbers = (0..<20).map { _ in Property(0, graph: graph) }
    var runs = 0
    let tangle = numbers.map { own in
      observe(graph: graph) {
        runs += 1
        own.value = numbers.reduce(0) { $0 &+ $1.value } &+ 1
      }
    }
    #expect(issues.allSatisfy { $0 == .noFixedPoint } && !issues.isEmpty)
    #expect(runs < 100_000)
    #expect(graph.engine.verify() == nil)
    withExtendedLifetime(tangle) {}
  }

  @Test func manyObserversThatEndThemselvesAreNoCycle() {
    let graph = Graph()
    var issues: [GraphIssue] = []
    graph.onIssue = { issues.append($0) }
    let count = 1000
    let steps = (0...count).map { _ in Property(0, graph: graph) }
    let sum = Property(0, graph: graph)
    let scopes = (0..<count).map { _ in Scope() }
    for index in 0..<count {
      observe(graph: graph) {
        guard steps[index].value == 1 else { return }
        steps[index + 1].value = 1
        sum.value = sum.peek() + 1
        scopes[index].end()
      }
      .store(in: scopes[index])
    }
    var seen = 0
    let told = observe(graph: graph) { seen = sum.value }
    steps[0].value = 1
    #expect(issues.isEmpty)
    #expect(seen == count)
    withExtendedLifetime(told) {}
  }
}
