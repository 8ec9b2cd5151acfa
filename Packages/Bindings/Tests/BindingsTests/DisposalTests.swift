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
    #expect(node?.valueDescription == nil)
    #expect(node?.isAlive == false)
    #expect(graph.nodeCount == 1)
    #expect(graph.engine.verify() == nil)
  }

  @Test func chainOfComputedsIsReleasedInConstantStack() {
    let graph = graph
    var places: [UInt] = []
    var last = Property(0, graph: graph).node
    var end: Computed<Int>?
    for index in 0..<3000 {
      let above = end
      let ending = index % 1000 == 0 ? Ending { places.append(stackAddress()) } : nil
      end = Computed(graph: graph) {
        withExtendedLifetime(ending) { (above?.value ?? 0) + 1 }
      }
      if index % 500 == 0, let end { _ = end.value }
      if let end { last = end.node }
    }
    #expect(last.isAlive)
    end = nil
    #expect(graph.nodeCount == 0)
    #expect(places.count == 3)
    if let low = places.min(), let high = places.max() { #expect(high - low < 2048) }
    #expect(graph.engine.verify() == nil)
  }

  /// Constant stack for a million means that 1 MB is as good as 8 MB.
  @Test func chainOfAMillionComputedsThatNobodyHasReadIsReleasedInConstantStack() {
    let graph = graph
    var places: [UInt] = []
    var end: Computed<Int>?
    for index in 0..<1_000_000 {
      let above = end
      let ending = index % 250_000 == 0 ? Ending { places.append(stackAddress()) } : nil
      end = Computed(graph: graph) {
        withExtendedLifetime(ending) { (above?.value ?? 0) + 1 }
      }
    }
    #expect(graph.nodeCount == 1_000_000)
    end = nil
    #expect(graph.nodeCount == 0)
    #expect(places.count == 4)
    if let low = places.min(), let high = places.max() { #expect(high - low < 2048) }
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

/// Where the stack is just now, roughly.
@inline(never)
private func stackAddress() -> UInt {
  var local = 0
  return unsafe withUnsafeMutablePointer(to: &local) { UInt(bitPattern: $0) }
}

/// Objects that a list makes while it is computed may write, and nobody misses it.
@Suite @MainActor struct CellWriteTests {
  let graph = Graph()

  private struct Row: Identifiable, Equatable { var id: Int }
  private final class Cell: Identifiable {
    let id: Int
    private let kept: [AnyObject]
    init(_ row: Row, _ onMake: () -> Void) {
      id = row.id
      onMake()
      kept = []
    }
    init(_ row: Row, keeping make: () -> [AnyObject]) {
      id = row.id
      kept = make()
    }
  }

  @Test func observersOfWhatACellWroteRunWhenTheListIsReadOutsideOfAFlush() {
    let made = Property(0, graph: graph)
    var seen: [Int] = []
    let token = made.observe { seen.append($0) }
    let list = ObservableList([Row(id: 1), Row(id: 2)], graph: graph)
    let cells = list.cells { row in Cell(row) { made.value += 1 } }
    #expect(cells.value.count == 2)
    #expect(seen == [0, 2])
    #expect(graph.engine.verify() == nil)
    token.cancel()
  }

  @Test func whatWasReadBeforeACellWroteIsReadAgain() {
    let graph = graph
    let made = Property(0, graph: graph)
    let twice = Computed(graph: graph) { made.value * 2 }
    let list = ObservableList([Row(id: 1)], graph: graph)
    let cells = list.cells { row in Cell(row) { made.value += 1 } }
    let both = Computed(graph: graph) { (made.value, twice.value, cells.value.count) }
    var seen: [String] = []
    let token = observe(graph: graph) { seen.append("\(twice.value) \(both.value)") }
    #expect(seen.last == "2 (1, 2, 1)")
    list.edit { $0.append(Row(id: 2)) }
    #expect(seen.last == "4 (2, 4, 2)")
    #expect(graph.engine.verify() == nil)
    token.cancel()
  }

  @Test func whatWasReadOfANewCellBeforeALaterCellWroteItIsReadAgain() {
    let graph = graph
    let box = DisposalTests.Box<Property<Int>>()
    let first = ObservableList([Row(id: 1)], graph: graph).cells { row in
      Cell(
        row,
        keeping: {
          let number = Property(0, graph: graph)
          box.content = number
          return [number]
        })
    }
    let second = ObservableList([Row(id: 1)], graph: graph).cells { row in
      Cell(row) { box.content?.value += 1 }
    }
    let both = Computed(graph: graph) {
      _ = first.value.count
      let number = box.content?.value ?? -1
      return number + 0 * second.value.count
    }
    var seen: [Int] = []
    let token = observe(graph: graph) { seen.append(both.value) }
    #expect(box.content?.value == 1)
    #expect(both.value == 1)
    #expect(seen.last == 1)
    #expect(graph.engine.verify() == nil)
    withExtendedLifetime(token) {}
  }

  @Test func batchInAComputedDoesNotRunObserversInTheMiddle() {
    let graph = graph
    var issues: [GraphIssue] = []
    graph.onIssue = { issues.append($0) }
    let copy = Property(0, graph: graph)
    let cells = ObservableList([Row(id: 1)], graph: graph).cells { row in
      Cell(
        row,
        keeping: {
          let number = Property(0, graph: graph)
          let token = number.observe { copy.value = $0 }
          number.value = 1
          return [number, token]
        })
    }
    let computed = Computed(graph: graph) {
      let count = cells.value.count
      graph.batch {}
      batch {}
      return count
    }
    #expect(computed.value == 1)
    #expect(copy.value == 1)
    #expect(issues.isEmpty)
    #expect(graph.engine.verify() == nil)
  }
}
