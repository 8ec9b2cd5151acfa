import Testing

@testable import Bindings

/// Ends of closures and values are the user's code: it finds the graph in order, at any place.
@Suite @MainActor struct DisposalTests {
  let graph = Graph()

  /// Keeps what a test wants to let go of.
  final class Box<Content> {
    var content: Content?
  }

  @Test func deinitThatWritesDuringTheEndOfAnObserverDoesNotRunIt() {
    let number = Property(0, graph: graph)
    let box = Box<Computed<Int>>()
    let graph = graph
    box.content = {
      let ending = Ending { number.value += 1 }
      return Computed(graph: graph) { withExtendedLifetime(ending) { 1 } }
    }()
    var runs = 0
    let token = observe(graph: graph) {
      runs += 1
      _ = box.content?.value
      _ = number.value
    }
    box.content = nil
    token.cancel()
    #expect(runs == 1)
    #expect(number.value == 1)
    #expect(graph.nodeCount == 1)
    #expect(graph.engine.verify() == nil)
  }

  @Test func deinitOfAReplacedValueFindsDerivedValuesUpToDate() {
    let graph = graph
    let tag = Property(0, graph: graph)
    var seen: [Int] = []
    let box = Box<Computed<Int>>()
    struct Value {
      var number: Int
      var ending: Ending
    }
    let value = Property(
      Value(number: 1, ending: Ending { seen.append(box.content?.value ?? -1) }), graph: graph)
    let double = Computed(graph: graph) { value.value.number * 2 }
    box.content = double
    #expect(double.value == 2)
    value.value = Value(number: 2, ending: Ending { tag.value = 7 })
    #expect(seen == [4])
    value.value = Value(number: 3, ending: Ending {})
    #expect(tag.value == 7)
    box.content = nil
  }

  @Test func deinitOfAComputedsOldValueMayWriteAndIsNoDependency() {
    var issues: [GraphIssue] = []
    graph.onIssue = { issues.append($0) }
    let graph = graph
    let log = Property(0, graph: graph)
    let source = Property(0, graph: graph)
    let made = Computed(graph: graph) {
      _ = source.value
      return Ending { log.value += 1 }
    }
    let reader = Computed(graph: graph) {
      _ = made.value
      return source.value
    }
    var runs = 0
    let token = reader.observe { _ in runs += 1 }
    var logged: [Int] = []
    let logger = log.observe { logged.append($0) }
    source.value = 1
    source.value = 2
    #expect(logged == [0, 1, 2])
    #expect(runs == 3)
    #expect(issues.isEmpty)
    #expect(made.node.dependencies.count == 1)
    #expect(graph.engine.verify() == nil)
    withExtendedLifetime((token, logger)) {}
  }

  @Test func deinitThatWritesBetweenAnEvaluationAndItsReaderReachesTheReader() {
    let graph = graph
    let isSecond = Property(false, graph: graph)
    let source = Property(0, graph: graph)
    let made = Computed(graph: graph) {
      let number = source.value
      return (number, Ending { if number == 1 { source.value = 2 } })
    }
    _ = made.value
    source.value = 1
    _ = made.value
    source.value = 5
    var seen: [Int] = []
    // The first read evaluates, and the old value's end writes before the read is over.
    let token = observe(graph: graph) { if isSecond.value { seen.append(made.value.0) } }
    isSecond.value = true
    #expect(source.value == 2)
    #expect(seen.last == 2)
    #expect(graph.engine.verify() == nil)
    token.cancel()
  }

  @Test func endOfAReplacedValueIsNoDependencyOfTheObserverThatReplacedIt() {
    let tag = Property(0, graph: graph)
    let property = Property<Ending?>(Ending { _ = tag.value }, graph: graph)
    var runs = 0
    let token = observe(graph: graph) {
      runs += 1
      property.value = nil
    }
    tag.value = 1
    #expect(runs == 1)
    withExtendedLifetime(token) {}
  }

  @Test func innerComputedOfAReevaluationEndsWhereItsDeinitMayWrite() {
    var issues: [GraphIssue] = []
    graph.onIssue = { issues.append($0) }
    let graph = graph
    let log = Property(0, graph: graph)
    let source = Property(0, graph: graph)
    let outer = Computed(graph: graph) {
      let ending = Ending { log.value += 1 }
      return Computed(graph: graph) { withExtendedLifetime(ending) { source.value } }.value
    }
    let token = outer.observe { _ in }
    for next in 1...3 { source.value = next }
    #expect(log.value == 3)
    token.cancel()
    source.value = 9
    #expect(outer.value == 9)
    #expect(log.value == 4)
    #expect(issues.isEmpty)
    #expect(graph.engine.verify() == nil)
  }

  @Test func deinitsMayCancelMakeAndReleaseOtherNodes() {
    let graph = graph
    let source = Property(0, graph: graph)
    let box = Box<[AnyObject]>()
    box.content = []
    var runs = 0
    for _ in 0..<20 {
      let victim = observe(graph: graph) {
        _ = source.value
        runs += 1
      }
      let ending = Ending {
        victim.cancel()
        let made = Computed(graph: graph) { source.value }
        _ = made.value
        if box.content?.isEmpty == false { box.content?.removeLast() }
        source.value += 1
      }
      box.content?.append(
        observe(graph: graph) { withExtendedLifetime(ending) { _ = source.value } })
    }
    do {
      let all = box.content
      box.content?.removeLast(10)
      source.value += 1
      withExtendedLifetime(all) {}
    }
    box.content = nil
    #expect(runs >= 20)
    #expect(graph.nodeCount == 1)
    #expect(graph.engine.verify() == nil)
  }

  @Test func cancelReleasesWhatTheClosureCapturedAtOnce() {
    let graph = graph
    let source = Property(0, graph: graph)
    weak var captured: Ending?
    let victim = Box<Subscription>()
    var isGone = false
    let killer = observe(graph: graph) {
      guard source.value == 1 else { return }
      victim.content?.cancel()
      isGone = captured == nil
    }
    victim.content = {
      let ending = Ending {}
      captured = ending
      return observe(graph: graph) { withExtendedLifetime(ending) { _ = source.value } }
    }()
    #expect(captured != nil)
    source.value = 1
    #expect(isGone)
    killer.cancel()

    victim.content = {
      let ending = Ending {}
      captured = ending
      return observe(graph: graph) { withExtendedLifetime(ending) { _ = source.value } }
    }()
    graph.batch {
      source.value = 2
      victim.content?.cancel()
      #expect(captured == nil)
    }
    #expect(graph.nodeCount == 1)
    #expect(graph.engine.verify() == nil)
  }

  @Test func observerThatCancelsItselfReleasesWhatItCapturedAfterItsRun() {
    let graph = graph
    let source = Property(0, graph: graph)
    weak var captured: Ending?
    let token = Box<Subscription>()
    var wasThere = false
    token.content = {
      let ending = Ending {}
      captured = ending
      return observe(graph: graph) {
        if source.value == 1 { token.content?.cancel() }
        wasThere = captured != nil
        withExtendedLifetime(ending) {}
      }
    }()
    source.value = 1
    #expect(wasThere)
    #expect(captured == nil)
    #expect(graph.nodeCount == 1)
  }

  @Test func computedThatDropsItsOwnLastHandleAnswersAndEnds() {
    let graph = graph
    let source = Property(1, graph: graph)
    let box = Box<Computed<String>>()
    box.content = Computed(label: "own", graph: graph) {
      box.content = nil
      return "value \(source.value)"
    }
    let node = box.content?.node
    node?.refresh()
    #expect(node?.isAlive == false && node?.valueDescription == nil)
    #expect(graph.nodeCount == 1)
    #expect(graph.engine.verify() == nil)
  }

  /// The walk that asks for the computed goes back to an observer that has ended meanwhile.
  @Test func computedThatEndsItsReaderMayComeOutEqual() {
    let graph = graph
    let source = Property(0, graph: graph)
    let token = Box<Subscription>()
    let lower = Computed(graph: graph) {
      if source.value == 1 { token.content?.cancel() }
      return 0
    }
    let upper = Computed(graph: graph) { lower.value }
    var runs = 0
    token.content = observe(graph: graph) {
      runs += 1
      _ = upper.value
    }
    source.value = 1
    #expect(runs == 1)
    #expect(token.content?.isActive == false)
    #expect(graph.nodeCount == 3)
    #expect(graph.engine.verify() == nil)
    source.value = 2
    #expect(upper.value == 0)
    #expect(graph.engine.verify() == nil)
    token.content = nil
  }
}
