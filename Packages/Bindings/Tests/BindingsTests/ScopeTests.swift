import Testing

@testable import Bindings

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
    // The one that came in the middle stays, and is what the second action finds.
    #expect(counts == [0, 1])
    number.value = 3
    #expect(seen == [0, 2, 3] && scope.count == 1)
    scope.end()
    number.value = 4
    #expect(seen == [0, 2, 3] && scope.count == 0)
  }

  /// More of them than a stack has room for, if such calls nested.
  @Test func actionsThatEndTheirScopeRunInOrderAndFindTheRestEnded() {
    let scope = Scope()
    let number = Property(0)
    let count = 20_000
    var runs = 0
    var begun: [Int] = []
    var done: [Int] = []
    for index in 0..<count {
      scope.onEnd {
        begun.append(index)
        // What comes in the middle ends with the next call.
        number.observe { _ in runs += 1 }.store(in: scope)
        scope.onEnd { begun.append(count + index) }
        scope.end()
        number.value += 1
        #expect(scope.count == 0)
        done.append(index)
      }
    }
    scope.end()
    #expect(begun == Array(0..<(2 * count)))
    #expect(done == Array(0..<count))
    // Each ran when it was made, and never again.
    #expect(runs == count)
  }

  @Test func endsThatEndTheirScopeFindNothingThatStillGoesOn() {
    let scope = Scope()
    let number = Property(0)
    let source = SignalSource<Int>()
    let count = 20_000
    var events = 0
    var ended = 0
    for _ in 0..<count {
      Signal<Int>.create { observer in
        let token = source.signal.observe { observer.send($0) }
        return {
          token.cancel()
          scope.end()
          ended += 1
          guard ended % 4000 == 0 else { return }
          source.send(1)
          number.value += 1
        }
      }
      .observe { _ in events += 1 }.store(in: scope)
    }
    number.observe { if $0 > 0 { events += 1 } }.store(in: scope)
    scope.end()
    #expect(events == 0 && ended == count && scope.count == 0)
    scope.onEnd { ended += 1 }
    scope.end()
    #expect(ended == count + 1)
  }

  /// Each scope keeps the next one by what its action has captured.
  @Test func aLongChainOfScopesIsReleased() {
    @MainActor final class Link {
      let scope = Scope()
    }
    var ended = 0
    var first: Link?
    for _ in 0..<100_000 {
      let next = first
      let link = Link()
      link.scope.onEnd {
        ended += 1
        withExtendedLifetime(next) {}
      }
      first = link
    }
    first = nil
    #expect(ended == 100_000)
  }

  /// The same by the end of signals that scopes keep.
  @Test func aLongChainOfSignalsIsReleased() {
    @MainActor final class Link {
      var token: Subscription?
    }
    var ended = 0
    var first: Link?
    for _ in 0..<100_000 {
      let next = first
      let link = Link()
      link.token =
        Signal<Int>.create { _ in
          {
            ended += 1
            withExtendedLifetime(next) {}
          }
        }
        .observe { _ in }
      first = link
    }
    first = nil
    #expect(ended == 100_000)
  }

  @Test func aReleasedScopeEndsTokensThatOthersKeep() {
    let number = Property(0)
    let source = SignalSource<Int>()
    var seen: [Int] = []
    var scope: Scope? = Scope()
    let tokens = [number.observe { seen.append($0) }, source.signal.observe { seen.append($0) }]
    if let scope { for token in tokens { token.store(in: scope) } }
    scope = nil
    number.value = 1
    source.send(2)
    #expect(seen == [0] && tokens.allSatisfy { !$0.isActive })
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

  @Test func triggersThatHaveEndedDoNotPileUp() {
    let scope = Scope()
    for _ in 0..<1000 {
      let trigger = SignalSource<Void>()
      scope.end(at: trigger.signal)
      trigger.end()
    }
    let reuse = SignalSource<Void>()
    var ends = 0
    scope.end(at: reuse.signal)
    scope.onEnd { ends += 1 }
    #expect(scope.triggers.all.count < 100)
    reuse.send(())
    #expect(ends == 1)
  }
}
