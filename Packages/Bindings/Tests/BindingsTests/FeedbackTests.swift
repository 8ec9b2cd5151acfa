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

  /// Observers that count up to 90 one after the other, the first one at once.
  private static func relay(
    of counters: [Property<Int>], in graph: Graph
  ) -> [Subscription] {
    counters.indices.map { index in
      observe(graph: graph) {
        guard index == 0 || counters[index - 1].value == 90 else { return }
        if counters[index].value < 90 { counters[index].value += 1 }
      }
    }
  }

  @Test func readersOfObserversThatCountOneAfterAnotherSeeTheEnd() {
    let graph = Graph()
    var issues: [GraphIssue] = []
    graph.onIssue = { issues.append($0) }
    let counters = (0..<4).map { _ in Property(0, graph: graph) }
    var sums = [Int](repeating: 0, count: 3)
    let readers = sums.indices.map { place in
      observe(graph: graph) { sums[place] = counters.reduce(0) { $0 + $1.value } }
    }
    let relay = graph.batch { FeedbackTests.relay(of: counters, in: graph) }
    #expect(sums == [360, 360, 360])
    #expect(issues.isEmpty)
    withExtendedLifetime((readers, relay)) {}
  }

  @Test func readerOfAPlayBetweenTwoGraphsThatEndsSeesTheEnd() {
    let (left, right) = (Graph(), Graph())
    var issues: [GraphIssue] = []
    left.onIssue = { issues.append($0) }
    right.onIssue = { issues.append($0) }
    let ball = (0..<4).map { _ in Property(0, graph: left) }
    let returned = (0..<4).map { _ in Property(0, graph: right) }
    var (seenLeft, seenRight) = (0, 0)
    let readers = [
      observe(graph: left) { seenLeft = ball.reduce(0) { $0 + $1.value } },
      observe(graph: right) { seenRight = returned.reduce(0) { $0 + $1.value } },
    ]
    let players = ball.indices.flatMap { index in
      [
        observe(graph: left) {
          guard index == 0 || ball[index - 1].value == 90 else { return }
          returned[index].value = ball[index].value
        },
        observe(graph: right) {
          let next = returned[index].value + 1
          if next <= 90, next > 1 || index == 0 { ball[index].value = next }
        },
        observe(graph: left) {
          if index > 0, ball[index - 1].value == 90, ball[index].value == 0 {
            ball[index].value = 1
          }
        },
      ]
    }
    #expect(ball.map(\.value) == [90, 90, 90, 90])
    #expect((seenLeft, seenRight) == (360, 360))
    #expect(issues.isEmpty)
    withExtendedLifetime((readers, players)) {}
  }

  @Test func readerOfALongRingThatEndsSeesTheEnd() {
    let graph = Graph()
    var issues: [GraphIssue] = []
    graph.onIssue = { issues.append($0) }
    let ring = (0..<40).map { _ in Property(0, graph: graph) }
    let observers = ring.indices.map { index in
      observe(graph: graph) {
        let next = ring[index].value + 1
        if next > 1, next <= 3000 { ring[(index + 1) % 40].value = next }
      }
    }
    var greatest = 0
    let reader = observe(graph: graph) { greatest = ring.map(\.value).max() ?? 0 }
    ring[0].value = 1
    #expect(greatest == 3000)
    #expect(issues.isEmpty)
    withExtendedLifetime((observers, reader)) {}
  }

  @Test func endlessObserversBehindALongChainAreReportedOnceAndTheirReaderSeesTheLastValues() {
    let graph = Graph()
    var issues: [GraphIssue.Code] = []
    graph.onIssue = { issues.append($0.code) }
    let chain = (0...500).map { _ in Property(0, graph: graph) }
    let bindings = (0..<500).map { index in
      observe(graph: graph) { chain[index + 1].value = chain[index].value }
    }
    let number = Property(0, graph: graph)
    let endless = observe(graph: graph) {
      if chain[500].value > 0 { number.value += 1 }
    }
    var seen = 0
    let reader = observe(graph: graph) { seen = number.value }
    chain[0].value = 1
    #expect(issues == [.noFixedPoint])
    #expect(seen == number.value && (99...100).contains(seen))
    withExtendedLifetime((bindings, endless, reader)) {}
  }

  @Test func observersThatFeedEachOtherInTurnEnd() {
    let graph = Graph()
    var issues: [GraphIssue.Code] = []
    graph.onIssue = { issues.append($0.code) }
    let numbers = (0..<12).map { _ in Property(0, graph: graph) }
    var runs = 0
    let tangle = graph.batch {
      numbers.indices.map { own in
        observe(graph: graph) {
          runs += 1
          var sum = 1
          for (index, number) in numbers.enumerated() where index != own { sum &+= number.value }
          numbers[own].value = sum
        }
      }
    }
    // Each is stopped and reported once.
    #expect(issues.allSatisfy { $0 == .noFixedPoint } && !issues.isEmpty)
    #expect(issues.count <= numbers.count)
    #expect(graph.engine.verify() == nil)
    withExtendedLifetime(tangle) {}
  }

  @Test func manyObserversThatAllFeedEachOtherEndSoon() {
    let graph = Graph()
    var issues = 0
    graph.onIssue = { _ in issues += 1 }
    let numbers = (0..<200).map { _ in Property(0, graph: graph) }
    var random = SplitMix(seed: 7)
    var runs = 0
    let tangle = graph.batch {
      numbers.map { own in
        let others = (0..<3).map { _ in numbers[Int.random(in: 0..<200, using: &random)] }
        return observe(graph: graph) {
          runs += 1
          own.value = others.reduce(1) { $0 &+ $1.value }
        }
      }
    }
    #expect(issues > 0 && issues <= numbers.count)
    // A hundred rounds by way of each other one would be millions.
    #expect(runs < 2 * Engine.causeLimit)
    withExtendedLifetime(tangle) {}
  }

  @Test func observerThatCorrectsItselfBesideManyReadersSettles() {
    let graph = Graph()
    var issues: [GraphIssue] = []
    graph.onIssue = { issues.append($0) }
    let number = Property(0, graph: graph)
    var seen = 0
    let readers = (0..<1500).map { _ in observe(graph: graph) { seen &+= number.value } }
    let counter = observe(graph: graph) {
      if number.value > 0, number.value < 95 { number.value += 1 }
    }
    // 94 passes in which all readers run.
    number.value = 1
    #expect(number.value == 95)
    #expect(issues.isEmpty)
    withExtendedLifetime((readers, counter)) {}
  }

  @Test func notesOfObserversThatOnlyReadDoNotGrowWithTheirRuns() {
    let graph = Graph()
    let number = Property(0, graph: graph)
    let readers = (0..<200).map { _ in observe(graph: graph) { _ = number.value } }
    var most = 0
    let counter = observe(graph: graph) {
      if number.value > 0, number.value < 90 { number.value += 1 }
      most = unsafe max(most, Engine.causes.notes.count)
    }
    number.value = 1
    #expect(number.value == 90)
    // Four words each: 200 readers once, the counter for each of its runs.
    #expect(most <= 4 * (1 + 200 + 100))
    withExtendedLifetime((readers, counter)) {}
  }

  @Test func observersThatCountOneAfterAnotherBeforeAChainOfBindingsCountToTheEnd() {
    let graph = Graph()
    var issues: [GraphIssue] = []
    graph.onIssue = { issues.append($0) }
    let counters = (0..<50).map { _ in Property(0, graph: graph) }
    let stages = (0...50).map { _ in Property(0, graph: graph) }
    let sum = observe(graph: graph) { stages[0].value = counters.reduce(0) { $0 + $1.value } }
    let bindings = (0..<50).map { index in
      observe(graph: graph) { stages[index + 1].value = stages[index].value }
    }
    let relay = graph.batch { FeedbackTests.relay(of: counters, in: graph) }
    #expect(stages[50].value == 4500)
    #expect(issues.isEmpty)
    withExtendedLifetime((sum, bindings, relay)) {}
  }
}
