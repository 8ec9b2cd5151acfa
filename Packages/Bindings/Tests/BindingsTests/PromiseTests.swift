import Bindings
import BindingsTestSupport
import Testing

/// The promises of the layer, in the order in which the documentation lists them.
///
/// Each is something that a well-known peer gets wrong.
@Suite @MainActor struct PromiseTests {
  @Test func diamondComputesEachNodeOnceAndShowsNoGlitch() {
    let source = Property(1)
    var runs = 0
    let branches = (0..<5).map { index in
      Computed {
        runs += 1
        return source.value + index
      }
    }
    let sum = Computed {
      runs += 1
      return branches.reduce(0) { $0 + $1.value }
    }
    var seen: [Int] = []
    let token = sum.observe { seen.append($0) }
    runs = 0
    seen = []
    source.value = 2
    #expect(runs == 6)
    #expect(seen == [20])
    token.cancel()
  }

  @Test func triangleComputesEachNodeOnce() {
    let source = Property(0)
    var runs = 0
    var layers: [Computed<Int>] = []
    for index in 0..<10 {
      let above = layers.last
      layers.append(
        Computed {
          runs += 1
          return index == 9
            ? layers[..<9].reduce(0) { $0 + $1.value } : (above?.value ?? source.value) + 1
        })
    }
    var seen: [Int] = []
    let token = layers[9].observe { seen.append($0) }
    runs = 0
    seen = []
    source.value = 1
    #expect(runs == 10)
    #expect(seen == [54])
    token.cancel()
  }

  @Test func observersRunOncePerOutermostBatchInSubscriptionOrder() {
    let a = Property(0)
    let b = Property(0)
    var log: [String] = []
    let first = observe { log.append("first \(b.value)") }
    let second = observe { log.append("second \(a.value) \(b.value)") }
    let third = observe { log.append("third \(a.value)") }
    log = []
    batch {
      a.value = 1
      batch { b.value = 1 }
      a.value = 2
      #expect(log.isEmpty)
    }
    #expect(log == ["first 1", "second 2 1", "third 2"])
    withExtendedLifetime((first, second, third)) {}
  }

  @Test func writeInsideAnObserverIsQueuedAndNobodyEndsOnAStaleValue() {
    let number = Property(0)
    var early: [Int] = []
    var late: [Int] = []
    let first = number.observe {
      early.append($0)
      if $0 == 1 { number.value = 2 }
    }
    let second = number.observe { late.append($0) }
    number.value = 1
    #expect(number.value == 2)
    #expect(early == [0, 1, 2])
    #expect(late == [0, 2])
    withExtendedLifetime((first, second)) {}
  }

  @Test func equalWriteNotifiesNobody() {
    let name = Property("a")
    var runs = 0
    let token = name.observe { _ in runs += 1 }
    name.value = "a"
    #expect(runs == 1)
    generic(name, "a")
    #expect(runs == 1)
    generic(name, "b")
    #expect(runs == 2)
    token.cancel()

    func generic<Value>(_ property: Property<Value>, _ value: Value) { property.value = value }
  }

  @Test func equalWriteOfAGenericallyMadePropertyNotifiesNobody() {
    func make<Value>(_ value: Value) -> Property<Value> { Property(value) }
    let name = make("a")
    var runs = 0
    let token = name.observe { _ in runs += 1 }
    name.value = "a"
    #expect(runs == 1)
    token.cancel()
  }

  @Test func everyWriteOfAValueThatCannotBeComparedNotifies() {
    struct Opaque { var number = 0 }
    let property = Property(Opaque())
    var runs = 0
    let token = property.observe { _ in runs += 1 }
    property.value = Opaque()
    #expect(runs == 2)
    token.cancel()
  }

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
    for name in ["'forward'", "'back'", "'a'", "'b'", "PromiseTests.swift:"] {
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

  @Test func cancelledObserverNeverRunsAgainEvenWhenQueued() {
    let number = Property(0)
    var runs = 0
    var victim: Subscription?
    let killer = number.observe { if $0 == 1 { victim?.cancel() } }
    victim = number.observe { _ in runs += 1 }
    number.value = 1
    #expect(runs == 1)
    number.value = 2
    #expect(runs == 1)
    withExtendedLifetime(killer) {}
  }

  @Test func cancelInsideABatchWinsOverAQueuedRun() {
    let number = Property(0)
    var runs = 0
    let token = number.observe { _ in runs += 1 }
    batch {
      number.value = 1
      token.cancel()
    }
    #expect(runs == 1)
  }

  @Test func observerThatCancelsItselfFinishesItsRun() {
    let number = Property(0)
    var seen: [Int] = []
    var token: Subscription?
    token = observe {
      let value = number.value
      if value == 1 { token = nil }
      seen.append(value + number.value)
    }
    number.value = 1
    number.value = 2
    #expect(seen == [0, 2])
    #expect(token == nil)
  }

  @Test func subscribingDuringDeliverySeesTheNewValueOnce() {
    let number = Property(0)
    var seen: [Int] = []
    var inner: Subscription?
    let outer = number.observe { value in
      if value == 1, inner == nil { inner = number.observe { seen.append($0) } }
    }
    number.value = 1
    #expect(seen == [1])
    number.value = 2
    #expect(seen == [1, 2])
    withExtendedLifetime(outer) {}
  }

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

  @Test func droppingTheLastOwnerUnlinksTheNode() {
    let graph = Graph()
    let source = Property(1, graph: graph)
    var derived: Computed<Int>? = Computed(graph: graph) { source.value + 1 }
    var token = derived?.observe { _ in }
    #expect(graph.nodeCount == 3)
    #expect(source.node.dependents.count == 1)
    token = nil
    derived = nil
    #expect(token == nil)
    #expect(graph.nodeCount == 1)
    #expect(source.node.dependents.isEmpty)
  }

  @Test func droppingANodeReleasesItsValueAndItsClosure() {
    final class Payload {}
    let graph = Graph()
    weak var held: Payload?
    weak var captured: Payload?
    do {
      let value = Payload()
      let capture = Payload()
      held = value
      captured = capture
      let property = Property(value, graph: graph)
      let computed = Computed(graph: graph) { [capture] in
        withExtendedLifetime(capture) { property.value }
      }
      let token = observe(graph: graph) { _ = computed.value }
      #expect(computed.value === value)
      token.cancel()
    }
    #expect(held == nil)
    #expect(captured == nil)
    #expect(graph.nodeCount == 0)
  }

  @Test func objectThatKeepsItsOwnTokenIsReleased() {
    @MainActor final class Form {
      let name = Property("")
      var token: Subscription?
      var lengths: [Int] = []
      init() {
        token = observe(with: self) { form in form.lengths.append(form.name.value.count) }
      }
    }
    weak var released: Form?
    do {
      let form = Form()
      released = form
      form.name.value = "abc"
      #expect(form.lengths == [0, 3])
    }
    #expect(released == nil)
  }

  @Test func nodesReleasedOnAnotherThreadEndOnTheMainActor() async {
    let graph = Graph()
    var property: Property<Int>? = Property(1, graph: graph)
    let box = Box(property)
    property = nil
    await Task.detached { box.drop() }.value
    while graph.nodeCount > 0 { await Task.yield() }
    #expect(graph.nodeCount == 0)

    final class Box: @unchecked Sendable {
      var content: AnyObject?
      init(_ content: AnyObject?) { self.content = content }
      func drop() { content = nil }
    }
  }

  @Test func cellxComputesEachNodeOncePerBatch() {
    let sources = (1...4).map { Property($0) }
    var runs = 0
    var layer: [any ObservableValue<Int>] = sources
    var all: [Computed<Int>] = []
    for _ in 0..<1000 {
      let m = layer
      let next = [
        Computed {
          runs += 1; return m[1].value
        },
        Computed {
          runs += 1; return m[0].value - m[2].value
        },
        Computed {
          runs += 1; return m[1].value + m[3].value
        },
        Computed {
          runs += 1; return m[2].value
        },
      ]
      for node in next { _ = node.value }
      all += next
      layer = next
    }
    let tokens = all.map { node in node.observe { _ in } }
    runs = 0
    batch { for (index, source) in sources.enumerated() { source.value = 4 - index } }
    #expect(runs == 4000)
    #expect(layer.map { $0.value } == [-2, -4, 2, 3])
    withExtendedLifetime(tokens) {}
  }
}
