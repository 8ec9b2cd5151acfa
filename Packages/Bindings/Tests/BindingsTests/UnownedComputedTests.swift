import Testing

@testable import Bindings

/// A computed with subscribers outlives its handle and ends with the last of them.
@Suite @MainActor struct UnownedComputedTests {
  let graph = Graph()

  @Test func computedMadeInsideAnotherKeepsItUpToDate() {
    let number = Property(1, graph: graph)
    let graph = graph
    let outer = Computed(graph: graph) { Computed(graph: graph) { number.value * 2 }.value + 1 }
    #expect(outer.value == 3)
    for next in 5...9 {
      number.value = next
      #expect(outer.value == next * 2 + 1)
      // The one of the evaluation before has ended.
      #expect(graph.nodeCount == 3)
    }
  }

  @Test func helperThatReturnsAComputedCanBeReadInAnObserver() {
    let graph = graph
    func badge(for count: any ObservableValue<Int>) -> Computed<String> {
      Computed(graph: graph) { "(\(count.value))" }
    }
    let count = Property(1, graph: graph)
    var seen: [String] = []
    let token = observe(graph: graph) { seen.append(badge(for: count).value) }
    count.value = 2
    count.value = 3
    #expect(seen == ["(1)", "(2)", "(3)"])
    token.cancel()
    #expect(graph.nodeCount == 1)
    #expect(graph.engine.verify() == nil)
  }

  @Test func computedsThatNobodyKeepsAgreeWithWhatTheyRead() {
    let graph = graph
    func isLong(_ text: Property<String>) -> Computed<Bool> {
      Computed(graph: graph) { text.value.count > 2 }
    }
    let first = Property("", graph: graph)
    let second = Property("", graph: graph)
    let areLong = Computed(graph: graph) { isLong(first).value && isLong(second).value }
    #expect(!areLong.value)
    first.value = "abc"
    #expect(!areLong.value)
    second.value = "abc"
    #expect(areLong.value)
  }

  @Test func derivedListThatNobodyKeepsIsFollowed() {
    let list = ObservableList((0..<4).map { Row(id: $0) }, graph: graph)
    let count = Computed(graph: graph) { list.filter { $0.id % 2 == 0 }.count }
    #expect(count.value == 2)
    list.edit { $0.append(Row(id: 4)) }
    #expect(count.value == 3)
  }

  private struct Row: Identifiable, Equatable { var id: Int }

  @Test func chainOfComputedsEndsWithItsLastReader() {
    let source = Property(1, graph: graph)
    var chain: [Computed<Int>] = []
    for _ in 0..<100 {
      let above = chain.last
      chain.append(Computed(graph: graph) { [weak above] in (above?.value ?? source.value) + 1 })
    }
    var seen: [Int] = []
    let token = chain.last?.observe { seen.append($0) }
    #expect(seen.last == 101)
    let middle = chain[50]
    chain = []
    // The readers of the middle are weak, so it is all that is evaluated again.
    #expect(graph.nodeCount == 102)
    #expect(middle.value == 52)
    token?.cancel()
    #expect(graph.nodeCount == 52 || graph.nodeCount == 2)
    #expect(graph.engine.verify() == nil)
  }

  @Test func whatAnEvaluationMakesAndDropsAgainTakesUpNoRoom() {
    let source = Property(1, graph: graph)
    let graph = graph
    var largest = 0
    let token = observe(graph: graph) {
      for round in 0..<2000 {
        let inner = Computed(graph: graph) { source.value + round }
        _ = Computed(graph: graph) { inner.value }.peek()
        _ = inner.peek()
      }
      largest = unsafe Int(graph.engine.state.pointee.quarantine.count)
    }
    source.value = 2
    #expect(largest < 10)
    token.cancel()
    #expect(graph.nodeCount == 1)
  }

  @Test func cycleThatNobodyKeepsEnds() {
    var issues = 0
    graph.onIssue = { _ in issues += 1 }
    let isLooped = Property(false, graph: graph)
    let graph = graph
    do {
      final class Box { weak var computed: Computed<Int>? }
      let box = Box()
      let first = Computed(graph: graph) { isLooped.value ? (box.computed?.value ?? 0) + 1 : 1 }
      let second = Computed(graph: graph) { first.value + 1 }
      box.computed = second
      #expect(second.value == 2)
      isLooped.value = true
      #expect(second.value == 4)
      #expect(issues == 1)
    }
    #expect(graph.nodeCount == 1)
    #expect(graph.engine.verify() == nil)
  }

  /// A ring of computeds, each of which reads the one before it; the first one reads the last one later.
  struct Ring: Sendable {
    var count: Int
    /// The node that reads what closes the ring, beside the first one, so that it is dirty and not pending.
    var dirty: Int
    /// The node that is read when the ring closes; it, too, may be where the graph stands.
    var read: Int
    var observed: Int?

    nonisolated static var all: [Ring] {
      [1, 2, 3, 4, 50].flatMap { count in
        let last = count - 1
        let places = Set([0, 1, count / 2, last - 1, last]).filter { 0...last ~= $0 }.sorted()
        return places.flatMap { dirty in
          places.flatMap { read in
            ([nil] + places).map { Ring(count: count, dirty: dirty, read: read, observed: $0) }
          }
        }
      }
    }
  }

  /// What had a value before is brought up to date by a walk, without an evaluation of those between.
  @Test(arguments: Ring.all, [false, true])
  func everyNodeOfACycleIsNamedAndEndsWithItsHandle(_ shape: Ring, isTraced: Bool) {
    let issues = IssueLog(graph)
    let graph = graph
    let count = shape.count
    let log = isTraced ? TraceLog() : nil
    graph.tracer = log
    let isLooped = Property(false, graph: graph)
    let wasReleased = DisposalTests.Box<Bool>()
    do {
      final class Last { weak var computed: Computed<Int>? }
      let last = Last()
      let ending = FuzzEnding { wasReleased.content = true }
      var ring = [
        Computed(label: "0", graph: graph) {
          withExtendedLifetime(ending) { isLooped.value ? (last.computed?.value ?? 0) + 1 : 0 }
        }
      ]
      for number in 1..<max(count, 2) where number < count {
        let before = ring[number - 1]
        let isDirty = number == shape.dirty
        ring.append(
          Computed(label: "\(number)", graph: graph) {
            (isDirty && isLooped.value ? 2 : 1) + before.value
          })
      }
      last.computed = ring.last
      let token = shape.observed.map { ring[$0].observe { _ in } }
      _ = ring.last?.value
      isLooped.value = true
      _ = ring[shape.read].value
      let names = issues.issues.first?.nodes.map { Int($0.name) ?? -1 } ?? []
      #expect(names.count == count + 1 && names.first == names.last)
      // Each reads the next one.
      #expect(zip(names, names.dropFirst()).allSatisfy { ($0 + count - 1) % count == $1 })
      token?.cancel()
    }
    graph.tracer = nil
    #expect(graph.nodeCount == 1)
    #expect(wasReleased.content == true)
    #expect(graph.engine.verify() == nil)
  }

  /// The second way around leads over a node that is up to date again, so that nobody meets it there.
  @Test(arguments: [false, true])
  func everyNodeOfTwoCyclesThatShareSomeEndsWithItsHandle(readsLongerFirst: Bool) {
    let issues = IssueLog(graph)
    let graph = graph
    let isLooped = Property(false, graph: graph)
    do {
      final class Weak { weak var computed: Computed<Int>? }
      let (short, long) = (Weak(), Weak())
      let start = Computed(label: "start", graph: graph) {
        guard isLooped.value else { return 0 }
        return (readsLongerFirst ? [long, short] : [short, long])
          .reduce(0) { $0 + ($1.computed?.value ?? 0) }
      }
      let middle = Computed(label: "middle", graph: graph) { start.value + 1 }
      let end = Computed(label: "end", graph: graph) { middle.value + 1 }
      (short.computed, long.computed) = (middle, end)
      #expect(end.value == 2)
      isLooped.value = true
      _ = start.value
      #expect(issues.issues.map(\.code).contains(.cycle))
    }
    #expect(graph.nodeCount == 1)
    #expect(graph.engine.verify() == nil)
  }

  @Test func computedThatWasOnceInACycleLivesWithItsReaders() {
    var issues: [GraphIssue] = []
    graph.onIssue = { issues.append($0) }
    let graph = graph
    let source = Property(1, graph: graph)
    let loops = Property(false, graph: graph)
    let box = DisposalTests.Box<Computed<Int>>()
    box.content = Computed(graph: graph) {
      source.value + (loops.value ? box.content?.value ?? 0 : 0)
    }
    var seen: [Int] = []
    let token = observe(graph: graph) { seen.append(box.content?.value ?? -1) }
    loops.value = true
    #expect(issues.map(\.code) == [.cycle])
    loops.value = false
    box.content = nil
    let runs = seen.count
    source.value = 5
    #expect(seen.count == runs + 1)
    #expect(graph.nodeCount == 3)
    #expect(graph.engine.verify() == nil)
    withExtendedLifetime(token) {}
  }
}
