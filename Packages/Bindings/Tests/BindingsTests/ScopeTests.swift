import Bindings
import Testing

@Suite @MainActor struct ScopeTests {
  @Test func endingAScopeEndsWhatItKeeps() {
    let number = Property(0)
    let copy = Property(0)
    var seen: [Int] = []
    let scope = Scope()
    number.observe { seen.append($0) }.store(in: scope)
    number.bind(to: copy).store(in: scope)
    #expect(scope.count == 2)
    number.value = 1
    scope.end()
    number.value = 2
    #expect(seen == [0, 1])
    #expect(copy.value == 1)
    #expect(scope.count == 0)
  }

  @Test func theActionsOfAScopeFindNothingThatStillGoesOn() {
    let number = Property(0)
    let scope = Scope()
    var seen: [Int] = []
    var counts: [Int] = []
    scope.onEnd {
      number.value = 1
      scope.end()
      number.value = 2
      counts.append(scope.count)
      number.observe { seen.append($0) }.store(in: scope)
    }
    number.observe { seen.append($0) }.store(in: scope)
    scope.onEnd { counts.append(scope.count) }
    #expect(scope.count == 3)
    scope.end()
    #expect(seen == [0, 2])
    #expect(counts == [0, 0])
    // The one that came in the middle stays.
    number.value = 3
    #expect(seen == [0, 2, 3] && scope.count == 1)
    scope.end()
    number.value = 4
    #expect(seen == [0, 2, 3] && scope.count == 0)
  }

  @Test func actionsThatEndTheirScopeRunInOrderAndFindTheRestEnded() {
    let scope = Scope()
    let number = Property(0)
    var begun: [Int] = []
    var done: [Int] = []
    for index in 0..<100 {
      number.observe { _ in }.store(in: scope)
      scope.onEnd {
        begun.append(index)
        // What comes in the middle ends with the next call.
        scope.onEnd { begun.append(100 + index) }
        scope.end()
        #expect(begun.count == 200 && scope.count == 0)
        done.append(index)
      }
    }
    scope.end()
    #expect(begun == Array(0..<200))
    #expect(done == (0..<100).reversed())
  }

  @Test func releasingAScopeEndsWhatItKeeps() {
    let graph = Graph()
    let number = Property(0, graph: graph)
    do {
      let scope = Scope()
      number.observe { _ in }.store(in: scope)
      #expect(graph.nodeCount == 2)
    }
    #expect(graph.nodeCount == 1)
  }

  /// RxSwift's bag keeps finished disposables until it dies itself.
  @Test func tokensThatEndEarlyDoNotPileUp() {
    let graph = Graph()
    let number = Property(0, graph: graph)
    let scope = Scope()
    weak var first: Subscription?
    for index in 0..<200 {
      let token = number.observe { _ in }
      if index == 0 { first = token }
      token.store(in: scope)
      token.cancel()
    }
    #expect(first == nil)
    #expect(scope.count == 0)
  }

  @Test func aScopeEndsAtEachEventOfItsTrigger() {
    let reuse = SignalSource<Void>()
    let title = Property("a")
    let shown = Property("")
    let scope = Scope()
    scope.end(at: reuse.signal)
    for text in ["b", "c"] {
      title.bind(to: shown).store(in: scope)
      title.value = text
      #expect(shown.value == text)
      reuse.send(())
      title.value = "unseen"
      #expect(shown.value == text)
    }
  }

  @Test func whatHasNoTokenStopsWithItsScope() {
    var stopped: [String] = []
    var scope: Scope? = Scope()
    scope?.onEnd { stopped.append("first") }
    scope?.end()
    #expect(stopped == ["first"])
    scope?.onEnd { stopped.append("second") }
    scope = nil
    #expect(stopped == ["first", "second"])
  }

  @Test func bindingsThatEndEarlyDoNotPileUp() {
    let number = Property(0)
    let scope = Scope()
    weak var first: Subscription?
    for index in 0..<200 {
      let binding = number.bind(to: Property(0))
      if index == 0 { first = binding }
      binding.store(in: scope)
      binding.cancel()
    }
    #expect(first == nil)
  }

  @Test func aRefreshedNodeIsUpToDateAndNobodysDependency() {
    let graph = Graph()
    let count = Property(1, label: "count", graph: graph)
    let double = Computed(label: "double", graph: graph) { count.value * 2 }
    let reader = observe(label: "reader", graph: graph) { double.node.refresh() }
    #expect(reader.node?.dependencies == [])
    count.value = 4
    #expect(double.node.valueDescription == nil)
    for node in graph.nodes { node.refresh() }
    #expect(double.node.valueDescription == "8")
    let gone = Computed(label: "gone", graph: graph) { count.value }.node
    gone.refresh()
    #expect(!gone.isAlive)
  }
}
